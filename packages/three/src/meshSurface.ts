/**
 * What is drawn of a mesh, as plain arrays. Vertices are split where uv have a seam and along sharp edges of the rest
 * shape, so that creases stay.
 */
import { smoothCorners } from "./smoothCorners.ts";

export interface DisplaySurface {
	readonly name: string;
	/** Whether its triangles enclose matter; those of cloth have a back that is seen. */
	readonly isSolid: boolean;
	/** The vertex of the body's mesh, or of its skin, that each point is. */
	readonly vertices: Uint32Array;
	/** Cables: two points each. */
	readonly edges: Uint32Array;
	/** Three drawn vertices each. */
	readonly triangles: Uint32Array;
	/** The point that each drawn vertex is at. */
	readonly pointOf: Uint32Array;
	/** The normal that each drawn vertex has, by its number; those of a smooth patch share one. */
	readonly normalOf: Uint32Array;
	/** Places on the rest shape [m], two per drawn vertex, seen along the axis that it faces. */
	readonly uv: Float32Array;
	/** Longest side of the box around the rest shape [m]. */
	readonly extent: number;
	/** Points that are held. */
	readonly held: Uint32Array;
}

/** A mesh at rest: what is drawn of it, and what is known of it. */
export interface DrawnMesh {
	readonly name: string;
	readonly isSolid: boolean;
	/** [m], xyz per vertex. */
	readonly positions: Float64Array;
	/** Three vertices each. */
	readonly triangles: Uint32Array;
	/** Two vertices each. */
	readonly edges: Uint32Array;
	/** Vertices that are held. */
	readonly held: readonly number[];
}

export function meshSurface(mesh: DrawnMesh): DisplaySurface {
	const { name, isSolid, positions, triangles: all, held } = mesh;
	const { vertices, numbers } = usedVertices(positions.length / 3, [
		all,
		mesh.edges,
	]);
	const { corners, axes } = smoothCorners(positions, all);

	const drawn = new Map<string, number>();
	const triangles = new Uint32Array(all.length);
	const pointOf: number[] = [];
	const normalOf: number[] = [];
	const uv: number[] = [];
	for (const [i, vertex] of all.entries()) {
		const axis = axes[Math.floor(i / 3)];
		const key = `${corners[i]} ${axis}`;
		const known = drawn.get(key) ?? pointOf.length;
		drawn.set(key, known);
		triangles[i] = known;
		if (known < pointOf.length) continue;
		pointOf.push(numbers[vertex]);
		normalOf.push(corners[i]);
		const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
		uv.push(positions[3 * vertex + u], positions[3 * vertex + v]);
	}
	return {
		name,
		isSolid,
		vertices,
		edges: mesh.edges.map((v) => numbers[v]),
		triangles,
		pointOf: Uint32Array.from(pointOf),
		normalOf: Uint32Array.from(normalOf),
		uv: Float32Array.from(uv),
		extent: extentOf(positions),
		held: Uint32Array.from(
			held.filter((v) => numbers[v] !== unused),
			(v) => numbers[v],
		),
	};
}

const unused = 0xffffffff;

function usedVertices(count: number, cells: readonly Uint32Array[]) {
	const numbers = new Uint32Array(count).fill(unused);
	for (const array of cells) for (const v of array) numbers[v] = 0;
	const vertices: number[] = [];
	for (let v = 0; v < numbers.length; v++)
		if (numbers[v] !== unused) numbers[v] = vertices.push(v) - 1;
	return { vertices: Uint32Array.from(vertices), numbers };
}

function extentOf(positions: Float64Array): number {
	let longest = 0;
	for (let k = 0; k < 3; k++) {
		let [low, high] = [Infinity, -Infinity];
		for (let i = k; i < positions.length; i += 3) {
			low = Math.min(low, positions[i]);
			high = Math.max(high, positions[i]);
		}
		longest = Math.max(longest, high - low);
	}
	return longest || 1;
}

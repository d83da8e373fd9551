/**
 * What is drawn of a body, as plain arrays: made where the simulation runs, which may be a worker, and handed to where
 * three.js is. Vertices are split where uv have a seam and along sharp edges of the rest shape, so that creases stay.
 */
import { Body, type SceneBody, type Simulation } from "pliant";
import { type Mesh, skinTriangles, vertexCount } from "pliant/mesh";
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

/** What is drawn of a body: its skin where it has one, its triangles, the boundary of its solid cells, its cables. */
export function displaySurface(body: SceneBody): DisplaySurface {
	const skin = body instanceof Body ? body.skin : undefined;
	const mesh: Mesh = skin?.mesh ?? body.mesh;
	const ofCells = skinTriangles(mesh);
	const isSolid =
		ofCells.length > 0 || skin !== undefined || !(body instanceof Body);
	const all = Uint32Array.from([...mesh.triangles, ...ofCells]);
	const { vertices, numbers } = usedVertices(mesh, [all, mesh.edges]);
	const { positions } = mesh;
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
	const held =
		body instanceof Body && !skin
			? [...body.constraints.keys()].filter((v) => numbers[v] !== unused)
			: [];
	return {
		name: body.name,
		isSolid,
		vertices,
		edges: mesh.edges.map((v) => numbers[v]),
		triangles,
		pointOf: Uint32Array.from(pointOf),
		normalOf: Uint32Array.from(normalOf),
		uv: Float32Array.from(uv),
		extent: extentOf(positions),
		held: Uint32Array.from(held, (v) => numbers[v]),
	};
}

/** Writes where the points of a surface are [m], xyz each. */
export function displayPoints(
	simulation: Simulation,
	body: SceneBody,
	{ vertices }: Pick<DisplaySurface, "vertices">,
	out: Float32Array,
): Float32Array {
	const positions =
		body instanceof Body && body.skin
			? simulation.skin(body).positions
			: simulation.positions(body);
	for (let i = 0; i < vertices.length; i++)
		for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * vertices[i] + k];
	return out;
}

const unused = 0xffffffff;

function usedVertices(mesh: Mesh, cells: readonly Uint32Array[]) {
	const numbers = new Uint32Array(vertexCount(mesh)).fill(unused);
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

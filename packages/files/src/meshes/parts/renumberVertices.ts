import type { Mesh } from "pliant";
import type { Appearance } from "../meshFormat.ts";

export interface MeshWithLooks extends Appearance {
	readonly mesh: Mesh;
}

/** The same with `numbers[vertex]` as the new number of every vertex; −1 removes one that no cell uses. */
export function renumberVertices(
	{ mesh, textureCoordinates, ...looks }: MeshWithLooks,
	numbers: Int32Array,
): MeshWithLooks {
	const renamed = (vertices: Uint32Array) => vertices.map((v) => numbers[v]);
	const groups = Object.entries(mesh.groups).map(([name, vertices]) => [
		name,
		distinctIndices(renamed(vertices.filter((v) => numbers[v] >= 0))),
	]);
	const count = numbers.reduce((most, v) => Math.max(most, v + 1), 0);
	const positions = new Float64Array(3 * count);
	moveTuples(mesh.positions, 3, numbers, positions);
	const moved = {
		positions,
		edges: renamed(mesh.edges),
		triangles: renamed(mesh.triangles),
		tetrahedra: renamed(mesh.tetrahedra),
		hexahedra: renamed(mesh.hexahedra),
		...(mesh.midpoints && { midpoints: renamed(mesh.midpoints) }),
		groups: Object.fromEntries(groups),
	};
	if (!textureCoordinates) return { mesh: moved, ...looks };
	const uv = new Float32Array(2 * count);
	moveTuples(textureCoordinates, 2, numbers, uv);
	return { mesh: moved, textureCoordinates: uv, ...looks };
}

function moveTuples(
	from: Float32Array | Float64Array,
	size: number,
	numbers: Int32Array,
	to: Float32Array | Float64Array,
): void {
	// Backwards, so that of merged vertices the first one stays.
	for (let vertex = numbers.length - 1; vertex >= 0; vertex--) {
		const number = numbers[vertex];
		if (number < 0) continue;
		for (let i = 0; i < size; i++) {
			to[size * number + i] = from[size * vertex + i];
		}
	}
}

/** Numbers the vertices that some cell uses, in their order; −1 for the others. */
export function numberUsedVertices(mesh: Mesh): Int32Array {
	const used = new Int32Array(mesh.positions.length / 3).fill(-1);
	const { midpoints = new Uint32Array(0) } = mesh;
	const cells = [
		...[mesh.edges, mesh.triangles, mesh.tetrahedra, mesh.hexahedra],
		midpoints,
	];
	for (const vertices of cells) {
		for (let i = 0; i < vertices.length; i++) used[vertices[i]] = 0;
	}
	let count = 0;
	return used.map((mark) => (mark < 0 ? -1 : count++));
}

/** Ascending and each once. */
export function distinctIndices(indices: Uint32Array): Uint32Array {
	const sorted = indices.slice().sort();
	return sorted.filter((index, i) => i === 0 || index !== sorted[i - 1]);
}

import { createRandom } from "../../src/mesh/generators/random.ts";
import {
	type CellKind,
	cellArrayNames,
	cellKinds,
	createMesh,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "../../src/mesh/mesh.ts";

export interface ShuffledMesh {
	readonly mesh: Mesh;
	/** The new number of each vertex. */
	readonly numberOf: Uint32Array;
}

/** The same mesh with vertices and cells in random order. */
export function shuffledMesh(mesh: Mesh, seed: number): ShuffledMesh {
	const random = createRandom(seed);
	const numberOf = permutation(vertexCount(mesh), random);
	const positions = new Float64Array(mesh.positions.length);
	for (const [vertex, number] of numberOf.entries())
		positions.set(
			mesh.positions.subarray(3 * vertex, 3 * vertex + 3),
			3 * number,
		);
	const shuffled = (kind: CellKind) => {
		const size = verticesPerCell[kind];
		const cells = mesh[cellArrayNames[kind]];
		return Uint32Array.from(
			[...permutation(cells.length / size, random)].flatMap((cell) =>
				[...cells.subarray(size * cell, size * cell + size)].map(
					(vertex) => numberOf[vertex],
				),
			),
		);
	};
	return {
		mesh: createMesh({
			positions,
			...Object.fromEntries(
				cellKinds.map((kind) => [cellArrayNames[kind], shuffled(kind)]),
			),
			groups: Object.fromEntries(
				Object.entries(mesh.groups).map(([name, vertices]) => [
					name,
					vertices.map((vertex) => numberOf[vertex]),
				]),
			),
		}),
		numberOf,
	};
}

function permutation(count: number, random: () => number): Uint32Array {
	const numbers = Uint32Array.from({ length: count }, (_, i) => i);
	for (let i = count - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[numbers[i], numbers[j]] = [numbers[j], numbers[i]];
	}
	return numbers;
}

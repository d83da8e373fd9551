import {
	type CellKind,
	cells,
	type Mesh,
	type Vector3,
	verticesPerCell,
} from "./mesh.ts";

export const vertexPosition = (
	{ positions }: Mesh,
	vertex: number,
): Vector3 => [
	positions[3 * vertex],
	positions[3 * vertex + 1],
	positions[3 * vertex + 2],
];

/** Positions [m] of the vertices of one cell. */
export function cellPositions(
	mesh: Mesh,
	kind: CellKind,
	cell: number,
): Vector3[] {
	const size = verticesPerCell[kind];
	const vertices = cells(mesh, kind).subarray(cell * size, (cell + 1) * size);
	return Array.from(vertices, (vertex) => vertexPosition(mesh, vertex));
}

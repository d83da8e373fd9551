/**
 * The local numbering of the cells: which of a cell's vertices form its edges, faces and corners.
 *
 *     triangle          tetrahedron            hexahedron (VTK)
 *
 *        2                   3                    7-------6
 *       / \                 /|\                  /|      /|
 *     e1   e0              / | \                4-------5 |
 *     /     \             0--|--2               | 3-----|-2
 *    0--e2---1             \ | /                |/      |/
 *                            1                  0-------1
 */
import type { CellKind } from "./mesh.ts";

/** A kind of cell that fills a volume. */
export type SolidKind = "tetrahedron" | "hexahedron";

type LocalTuples = readonly (readonly number[])[];

/** Edges of each cell. Edge i of a triangle lies opposite its vertex i. */
export const localEdges: Readonly<Record<CellKind, LocalTuples>> = {
	edge: [[0, 1]],
	triangle: [
		[1, 2],
		[2, 0],
		[0, 1],
	],
	tetrahedron: [
		[0, 1],
		[0, 2],
		[0, 3],
		[1, 2],
		[1, 3],
		[2, 3],
	],
	hexahedron: [
		[0, 1],
		[1, 2],
		[2, 3],
		[3, 0],
		[4, 5],
		[5, 6],
		[6, 7],
		[7, 4],
		[0, 4],
		[1, 5],
		[2, 6],
		[3, 7],
	],
};

/** Faces of each solid cell, counter-clockwise seen from outside. Face i of a tetrahedron lies opposite its vertex i. */
export const localFaces: Readonly<Record<SolidKind, LocalTuples>> = {
	tetrahedron: [
		[1, 2, 3],
		[0, 3, 2],
		[0, 1, 3],
		[0, 2, 1],
	],
	hexahedron: [
		[0, 3, 2, 1],
		[4, 5, 6, 7],
		[0, 1, 5, 4],
		[1, 2, 6, 5],
		[2, 3, 7, 6],
		[3, 0, 4, 7],
	],
};

/** Each corner of a hexahedron with its three neighbours, as a positively oriented tetrahedron. */
export const hexahedronCorners: LocalTuples = [
	[0, 1, 3, 4],
	[1, 2, 0, 5],
	[2, 3, 1, 6],
	[3, 0, 2, 7],
	[4, 7, 5, 0],
	[5, 4, 6, 1],
	[6, 5, 7, 2],
	[7, 6, 4, 3],
];

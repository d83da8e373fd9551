import { type CellType, cellType, cornersOf } from "../parts/cellType.ts";
import type { ErrorContext, MeshBuilder } from "../parts/meshBuilder.ts";

/** Cells as VTK stores them: the vertices of all in a row, and where each one ends. */
export interface CellArray {
	/** Checked against the number of vertices by who reads them. */
	readonly connectivity: Uint32Array;
	readonly ends: Float64Array;
}

/** Edges in the order in which quadratic cells have their middles. */
export const vtkMiddles = {
	tetrahedron: [
		[0, 1],
		[1, 2],
		[2, 0],
		[0, 3],
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
} as const;

/** By VTK's number of the kind. */
const cellTypes: Readonly<Record<number, CellType>> = {
	1: cellType("point"),
	3: cellType("line"),
	5: cellType("triangle"),
	9: cellType("quad"),
	10: cellType("tetrahedron"),
	12: cellType("hexahedron"),
	13: cellType("wedge"),
	14: cellType("pyramid"),
	21: cellType("line", 3),
	22: cellType("triangle", 6),
	23: cellType("quad", 8),
	24: cellType("tetrahedron", 10, vtkMiddles.tetrahedron),
	25: cellType("hexahedron", 20, vtkMiddles.hexahedron),
	26: cellType("wedge", 15),
	27: cellType("pyramid", 13),
	28: cellType("quad", 9),
	29: cellType("hexahedron", 27, vtkMiddles.hexahedron),
	30: cellType("quad", 6),
	32: cellType("wedge", 18),
	33: cellType("hexahedron", 24),
	34: cellType("triangle", 7),
	35: cellType("line", 4),
};

/** Lagrange and Bézier cells, which have any number of vertices after their corners. */
const anyOrder: Readonly<Record<number, keyof typeof cornersOf>> = {
	68: "line",
	69: "triangle",
	70: "quad",
	71: "tetrahedron",
	72: "hexahedron",
	75: "line",
	76: "triangle",
	77: "quad",
	78: "tetrahedron",
	79: "hexahedron",
};

/** Pixels and voxels have their vertices row by row, others go around. */
const aroundPixel = [0, 1, 3, 2];
const aroundVoxel = [0, 1, 3, 2, 4, 5, 7, 6];

type Add = (builder: MeshBuilder, vertices: Uint32Array) => void;

/** Kinds whose number of vertices is not fixed, or whose order is another. */
const specialCells: Readonly<Record<number, Add>> = {
	2: () => {},
	4: (builder, vertices) => builder.addPolyline(vertices),
	6: (builder, vertices) => builder.addStrip(vertices),
	7: (builder, vertices) => builder.addPolygon(vertices),
	8: (builder, vertices) =>
		builder.addPolygon(aroundPixel.map((i) => vertices[i])),
	11: (builder, vertices) =>
		builder.addHexahedron(aroundVoxel.map((i) => vertices[i])),
};
const specialSizes: Readonly<Record<number, number>> = { 8: 4, 11: 8 };

export function addVtkCells(
	builder: MeshBuilder,
	{ connectivity, ends }: CellArray,
	types: ArrayLike<number>,
	context: ErrorContext,
): void {
	let start = 0;
	for (let cell = 0; cell < ends.length; cell++) {
		const end = ends[cell];
		if (!(end >= start && end <= connectivity.length)) {
			throw context.error(
				`cell ${cell} (the first is 0) has vertices ${start} to ${end} of ${connectivity.length}; its offset is wrong`,
			);
		}
		const type = types[cell];
		const vertices = connectivity.subarray(start, end);
		const wanted = specialSizes[type] ?? cellTypes[type]?.vertices;
		const isShort =
			Object.hasOwn(anyOrder, type) &&
			vertices.length < cornersOf[anyOrder[type]];
		if (isShort || (wanted !== undefined && vertices.length !== wanted)) {
			throw context.error(
				`cell ${cell} (the first is 0) is of kind ${type} but has ${vertices.length} vertices`,
			);
		}
		addVtkCell(builder, type, vertices);
		start = end;
	}
}

function addVtkCell(
	builder: MeshBuilder,
	type: number,
	vertices: Uint32Array,
): void {
	if (Object.hasOwn(specialCells, type)) specialCells[type](builder, vertices);
	else if (Object.hasOwn(cellTypes, type)) {
		builder.addCell(cellTypes[type], vertices);
	} else if (Object.hasOwn(anyOrder, type)) {
		builder.addCell(cellType(anyOrder[type], vertices.length), vertices);
	} else builder.leaveOut("cell of another kind");
}

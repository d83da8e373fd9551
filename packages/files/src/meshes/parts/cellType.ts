/** A kind of cell as formats with numbered kinds have it. In all of them the corners come before the other vertices. */
export interface CellType {
	/** For people: "quadratic triangle". */
	readonly name: string;
	/** What becomes of it; absent if it is left out. */
	readonly becomes?:
		| "point"
		| "edge"
		| "polygon"
		| "tetrahedron"
		| "hexahedron";
	/** 0 for points to 3 for solids. */
	readonly dimension: number;
	/** How many of its vertices are corners. */
	readonly corners: number;
	/** How many vertices it has. */
	readonly vertices: number;
	/** Between which corners the vertices after the corners are, of cells that keep them. */
	readonly middles?: readonly (readonly [number, number])[];
}

export const cornersOf = {
	point: 1,
	line: 2,
	triangle: 3,
	quad: 4,
	tetrahedron: 4,
	hexahedron: 8,
	wedge: 6,
	pyramid: 5,
} as const;

const becomes = {
	point: "point",
	line: "edge",
	triangle: "polygon",
	quad: "polygon",
	tetrahedron: "tetrahedron",
	hexahedron: "hexahedron",
	wedge: undefined,
	pyramid: undefined,
} as const;

const dimensionOf = {
	point: 0,
	line: 1,
	triangle: 2,
	quad: 2,
	tetrahedron: 3,
	hexahedron: 3,
	wedge: 3,
	pyramid: 3,
} as const;

/** A cell of one of the common shapes; with more vertices than corners it is of higher order. */
export function cellType(
	shape: keyof typeof cornersOf,
	vertices: number = cornersOf[shape],
	middles?: CellType["middles"],
): CellType {
	const corners = cornersOf[shape];
	const target = becomes[shape];
	return {
		name: vertices > corners ? `higher-order ${shape}` : shape,
		...(target && { becomes: target }),
		dimension: dimensionOf[shape],
		corners,
		vertices,
		...(middles && { middles }),
	};
}

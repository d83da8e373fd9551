import {
	type CellKind,
	cellKinds,
	cells,
	type Mesh,
	verticesPerCell,
} from "pliant/mesh";
import { vtkMiddles } from "./vtkCells.ts";

/** VTK's number of each kind of cells, and of those with vertices in the middle of their edges. */
const cellNumbers: Readonly<Record<CellKind, number>> = {
	edge: 3,
	triangle: 5,
	tetrahedron: 10,
	hexahedron: 12,
};
const quadraticNumbers = { tetrahedron: 24, hexahedron: 25 } as const;

/** All cells of a mesh as VTK's unstructured grids have them, kind after kind. */
export function vtkArrays(mesh: Mesh): {
	connectivity: Uint32Array;
	/** Where each cell ends in `connectivity`. */
	ends: Uint32Array;
	types: Uint8Array;
} {
	const middleOf = middles(mesh);
	const connectivity: number[] = [];
	const ends: number[] = [];
	const types: number[] = [];
	for (const kind of cellKinds) {
		const all = cells(mesh, kind);
		const size = verticesPerCell[kind];
		for (let first = 0; first < all.length; first += size) {
			const corners = all.subarray(first, first + size);
			const between =
				kind === "tetrahedron" || kind === "hexahedron"
					? middlesOf(corners, vtkMiddles[kind], middleOf)
					: undefined;
			for (const vertex of corners) connectivity.push(vertex);
			for (const vertex of between ?? []) connectivity.push(vertex);
			ends.push(connectivity.length);
			types.push(
				between
					? quadraticNumbers[kind as keyof typeof quadraticNumbers]
					: cellNumbers[kind],
			);
		}
	}
	return {
		connectivity: Uint32Array.from(connectivity),
		ends: Uint32Array.from(ends),
		types: Uint8Array.from(types),
	};
}

type MiddleOf = (a: number, b: number) => number | undefined;

/** The vertices in the middle of a cell's edges; nothing where one of them has none. */
function middlesOf(
	corners: Uint32Array,
	edges: readonly (readonly [number, number])[],
	middleOf: MiddleOf,
): number[] | undefined {
	const found: number[] = [];
	for (const [a, b] of edges) {
		const middle = middleOf(corners[a], corners[b]);
		if (middle === undefined) return undefined;
		found.push(middle);
	}
	return found;
}

function middles({
	midpoints = new Uint32Array(0),
	positions,
}: Mesh): MiddleOf {
	const found = new Map<number, number>();
	const key = (a: number, b: number) =>
		Math.min(a, b) * positions.length + Math.max(a, b);
	for (let i = 0; i < midpoints.length; i += 3)
		found.set(key(midpoints[i], midpoints[i + 1]), midpoints[i + 2]);
	return (a, b) => found.get(key(a, b));
}

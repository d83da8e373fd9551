import {
	type CellKind,
	cellKinds,
	cells,
	type Mesh,
	verticesPerCell,
} from "pliant/mesh";

const cellNumbers: Readonly<Record<CellKind, number>> = {
	edge: 3,
	triangle: 5,
	tetrahedron: 10,
	hexahedron: 12,
};

/** All cells of a mesh as VTK's unstructured grids have them, kind after kind. */
export function vtkArrays(mesh: Mesh): {
	connectivity: Uint32Array;
	/** Where each cell ends in `connectivity`. */
	ends: Uint32Array;
	types: Uint8Array;
} {
	const lists = cellKinds.map((kind) => cells(mesh, kind));
	const total = lists.reduce((sum, list) => sum + list.length, 0);
	const connectivity = new Uint32Array(total);
	const ends: number[] = [];
	const types: number[] = [];
	let filled = 0;
	cellKinds.forEach((kind, i) => {
		connectivity.set(lists[i], filled);
		const size = verticesPerCell[kind];
		for (let end = size; end <= lists[i].length; end += size) {
			ends.push(filled + end);
			types.push(cellNumbers[kind]);
		}
		filled += lists[i].length;
	});
	return {
		connectivity,
		ends: Uint32Array.from(ends),
		types: Uint8Array.from(types),
	};
}

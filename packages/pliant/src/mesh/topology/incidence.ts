import {
	type CellKind,
	cells,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "../mesh.ts";

/** Lists of different lengths in two flat arrays: list i is items[offsets[i]] … items[offsets[i + 1] − 1]. */
export interface Incidence {
	/** Length: number of lists + 1. */
	readonly offsets: Uint32Array;
	readonly items: Uint32Array;
}

/** The cells of one kind around every vertex, in ascending order. */
export function vertexCells(mesh: Mesh, kind: CellKind): Incidence {
	const vertices = cells(mesh, kind);
	const { offsets, items } = bucketSort(vertices, vertexCount(mesh));
	const size = verticesPerCell[kind];
	for (let i = 0; i < items.length; i++) {
		items[i] = Math.floor(items[i] / size);
	}
	return { offsets, items };
}

/** For every key below `bound`, the places in `keys` where it stands, in ascending order. */
function bucketSort(keys: Uint32Array, bound: number): Incidence {
	const offsets = new Uint32Array(bound + 1);
	for (const key of keys) offsets[key + 1]++;
	for (let key = 0; key < bound; key++) offsets[key + 1] += offsets[key];
	const next = offsets.slice();
	const items = new Uint32Array(keys.length);
	for (let i = 0; i < keys.length; i++) items[next[keys[i]]++] = i;
	return { offsets, items };
}

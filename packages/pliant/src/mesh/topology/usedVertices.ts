import { cellKinds, cells, type Mesh, vertexCount } from "../mesh.ts";

/** 1 for each vertex that is in a cell of any kind. */
export function usedVertices(mesh: Mesh): Uint8Array {
	const used = new Uint8Array(vertexCount(mesh));
	for (const kind of cellKinds) {
		for (const vertex of cells(mesh, kind)) used[vertex] = 1;
	}
	return used;
}

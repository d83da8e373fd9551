import { cellKinds, cells, type Mesh, vertexCount } from "../mesh.ts";

/** 1 for each vertex that is in a cell of any kind, or in the middle of an edge between such. */
export function usedVertices(mesh: Mesh): Uint8Array {
	const used = new Uint8Array(vertexCount(mesh));
	for (const kind of cellKinds) {
		const vertices = cells(mesh, kind);
		for (let i = 0; i < vertices.length; i++) used[vertices[i]] = 1;
	}
	const { midpoints = new Uint32Array(0) } = mesh;
	for (let i = 0; i < midpoints.length; i += 3)
		if (used[midpoints[i]] && used[midpoints[i + 1]])
			used[midpoints[i + 2]] = 1;
	return used;
}

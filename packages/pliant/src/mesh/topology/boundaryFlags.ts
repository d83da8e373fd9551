import { requireMesh } from "../../checks.ts";
import { type Mesh, vertexCount } from "../mesh.ts";
import { boundaryVertices } from "./boundary.ts";
import { boundaryFaces } from "./boundaryFaces.ts";

/** The skin of a mesh's solid cells as triangles, 3 vertices each, counter-clockwise seen from outside. */
export function skinTriangles(mesh: Mesh): Uint32Array {
	requireMesh("skinTriangles", mesh);
	const faces = boundaryFaces(mesh, "tetrahedron");
	const quads = boundaryFaces(mesh, "hexahedron");
	const triangles = new Uint32Array(faces.length + 1.5 * quads.length);
	triangles.set(faces);
	let end = faces.length;
	for (let i = 0; i < quads.length; i += 4)
		for (const k of [0, 1, 2, 0, 2, 3]) triangles[end++] = quads[i + k];
	return triangles;
}

/** All triangles that a mesh can touch with: its own, and the skin of its solid cells. */
export function surfaceTriangles(mesh: Mesh): Uint32Array {
	requireMesh("surfaceTriangles", mesh);
	return Uint32Array.from([...mesh.triangles, ...skinTriangles(mesh)]);
}

/** One flag per vertex: set on the rim of sheets, the skin of solids, and where curves end or branch. */
export function boundaryFlags(mesh: Mesh): Uint8Array {
	const flags = new Uint8Array(vertexCount(mesh));
	for (const vertex of boundaryVertices(mesh)) flags[vertex] = 1;
	for (const vertex of skinTriangles(mesh)) flags[vertex] = 1;
	const edgesAt = new Uint32Array(flags.length);
	for (const vertex of mesh.edges) edgesAt[vertex]++;
	for (const vertex of mesh.edges) {
		if (edgesAt[vertex] !== 2) flags[vertex] = 1;
	}
	return flags;
}

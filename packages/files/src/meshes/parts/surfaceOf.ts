import { boundaryFaces, type Mesh } from "pliant/mesh";
import { FileError } from "../../fileError.ts";
import type { MeshFile } from "../meshFormat.ts";
import { growingIndices } from "./growingArray.ts";
import {
	type MeshWithLooks,
	numberUsedVertices,
	renumberVertices,
} from "./renumberVertices.ts";
import { splitPolygon } from "./splitPolygon.ts";

/**
 * What a format for surfaces can hold of a mesh: its edges, its triangles and the boundary of its solids, without the
 * vertices inside.
 */
export function surfaceOf({
	mesh,
	notes: _,
	...appearance
}: MeshFile): MeshWithLooks {
	if (mesh.tetrahedra.length === 0 && mesh.hexahedra.length === 0) {
		return { mesh, ...appearance };
	}
	const triangles = growingIndices();
	for (const vertex of mesh.triangles) triangles.push(vertex);
	for (const vertex of boundaryFaces(mesh, "tetrahedron")) {
		triangles.push(vertex);
	}
	const quads = boundaryFaces(mesh, "hexahedron");
	for (let start = 0; start < quads.length; start += 4) {
		splitPolygon(mesh.positions, quads.subarray(start, start + 4), triangles);
	}
	const surface: Mesh = {
		...mesh,
		triangles: triangles.toArray(),
		tetrahedra: new Uint32Array(0),
		hexahedra: new Uint32Array(0),
	};
	const numbers = numberUsedVertices(surface);
	return renumberVertices({ mesh: surface, ...appearance }, numbers);
}

/** For formats that hold nothing but triangles. Edges beside them are left out; edges alone are refused. */
export function trianglesOf(
	file: MeshFile,
	name: string,
	format: string,
): MeshWithLooks {
	const surface = surfaceOf(file);
	if (surface.mesh.triangles.length > 0) return surface;
	throw new FileError(
		`${name}: ${format} holds triangles, and the mesh has none but ${surface.mesh.edges.length / 2} edges; write .obj, .ply, .glb, .msh, .vtk or .vtu`,
	);
}

/** Reads a mesh and says what it is. */
import { FileError, readMesh } from "@pliant/files";
import { boundaryEdges, boundingBox } from "pliant/mesh";
import type { Inspection } from "../protocol.ts";

export async function inspect(
	name: string,
	bytes: Uint8Array,
): Promise<Inspection> {
	const open = async (path: string): Promise<Uint8Array> => {
		throw new FileError(
			`${name} refers to '${path}', which is not there; give one file that holds all, such as GLB`,
		);
	};
	const { mesh, notes } = await readMesh({ name, bytes, open });
	const { min, max } = boundingBox(mesh.positions);
	const { triangles, tetrahedra, hexahedra, edges } = mesh;
	return {
		kind: "inspected",
		name,
		low: min as Inspection["low"],
		high: max as Inspection["high"],
		triangles: triangles.length / 3,
		solidCells: tetrahedra.length / 4 + hexahedra.length / 8,
		edges: edges.length / 2,
		isClosed: triangles.length > 0 && boundaryEdges(mesh).length === 0,
		notes,
	};
}

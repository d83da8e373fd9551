import { FileError } from "../fileError.ts";
import { findMeshFormat } from "./findMeshFormat.ts";
import type { MeshFile } from "./meshFormat.ts";

/** The files, by name, of a mesh in the format that the extension says. */
export async function writeMesh(
	mesh: MeshFile,
	fileName: string,
): Promise<Record<string, Uint8Array>> {
	const format = findMeshFormat(fileName);
	if (format.write) return format.write(mesh, fileName);
	throw new FileError(
		`${fileName}: the format "${format.name}" is only read, not written`,
	);
}

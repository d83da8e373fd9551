import { FileError } from "../fileError.ts";
import { findMeshFormat } from "./findMeshFormat.ts";
import type { MeshFile, MeshSource } from "./meshFormat.ts";

/** Reads a mesh in the format that its extension says, or in the one named. */
export async function readMesh(
	source: MeshSource,
	formatName?: string,
): Promise<MeshFile> {
	const format = findMeshFormat(source.name, formatName);
	if (format.read) return format.read(source);
	throw new FileError(
		`${source.name}: the format "${format.name}" is only written, not read`,
	);
}

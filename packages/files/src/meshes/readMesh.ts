import { FileError } from "../fileError.ts";
import { contentOf } from "./contentOf.ts";
import { findMeshFormat } from "./findMeshFormat.ts";
import type { MeshFile, MeshFormat, MeshSource } from "./meshFormat.ts";

/** Reads a mesh in the format that its extension says, or in the one named. What is refused and looks like something else is told to be that. */
export async function readMesh(
	source: MeshSource,
	formatName?: string,
): Promise<MeshFile> {
	let format: MeshFormat | undefined;
	try {
		format = findMeshFormat(source.name, formatName);
		if (format.read) return await format.read(source);
	} catch (error) {
		if (!(error instanceof FileError)) throw error;
		throw withContent(error, source, format?.name);
	}
	throw new FileError(
		`${source.name}: the format "${format.name}" is only written, not read`,
	);
}

/** The refusal of a file that is something else than its name says, with what to type instead. */
function withContent(
	error: FileError,
	{ name, bytes }: MeshSource,
	format: string | undefined,
): FileError {
	const content = contentOf(bytes);
	if (!content || (format && content.format === format)) return error;
	const { is, extension, remedy } = content;
	return new FileError(
		`${name}: ${format ? `is not a valid ${format.toUpperCase()} file; it ` : ""}looks like ${is}${
			extension
				? `: name it ${extension}, or say "format": "${content.format}" in the scene, --from ${content.format} to convert`
				: `; ${remedy}`
		}`,
	);
}

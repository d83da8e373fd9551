import { didYouMean } from "pliant";
import { FileError } from "../fileError.ts";
import type { MeshFormat } from "./meshFormat.ts";
import { meshFormats } from "./meshFormats.ts";

/** The format with this name, or else with the extension of the file. */
export function findMeshFormat(
	fileName: string,
	formatName?: string,
): MeshFormat {
	if (formatName !== undefined) {
		const named = meshFormats.find(({ name }) => name === formatName);
		if (named) return named;
		const names = meshFormats.map(({ name }) => name);
		throw new FileError(
			`${fileName}: there is no mesh format "${formatName}"${suggestion(formatName, names)}`,
		);
	}
	const extension = /\.[^./\\]*$/.exec(fileName)?.[0].toLowerCase() ?? "";
	const found = meshFormats.find(({ extensions }) =>
		extensions.includes(extension),
	);
	if (found) return found;
	const extensions = meshFormats.flatMap((format) => format.extensions);
	throw new FileError(
		`${fileName}: the extension "${extension}" is not that of a mesh${suggestion(extension, extensions)}`,
	);
}

function suggestion(given: string, valid: readonly string[]): string {
	const meant = didYouMean(given, valid);
	return `${meant ? `${meant} There` : "; there"} are ${valid.join(", ")}`;
}

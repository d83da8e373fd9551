import { UnknownNameError } from "pliant";
import { FileError } from "../fileError.ts";
import type { MeshFormat } from "./meshFormat.ts";
import { meshFormats } from "./meshFormats.ts";

/** The format with this name, or else with the extension of the file. */
export function findMeshFormat(
	fileName: string,
	formatName?: string,
): MeshFormat {
	const refusal = (what: string, name: string, known: readonly string[]) =>
		new FileError(
			`${fileName}: ${new UnknownNameError(what, name, known).message}`,
		);
	if (formatName !== undefined) {
		const named = meshFormats.find(({ name }) => name === formatName);
		if (named) return named;
		const names = meshFormats.map(({ name }) => name);
		throw refusal("mesh format", formatName, names);
	}
	const extension = /\.[^./\\]*$/.exec(fileName)?.[0].toLowerCase() ?? "";
	const found = meshFormats.find(({ extensions }) =>
		extensions.includes(extension),
	);
	if (found) return found;
	const extensions = meshFormats.flatMap((format) => format.extensions);
	throw refusal("mesh format with the extension", extension, extensions);
}

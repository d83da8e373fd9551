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
			`${fileName}: there is no mesh format "${formatName}"; ${suggestion(formatName, names)}`,
		);
	}
	const extension = /\.[^./\\]*$/.exec(fileName)?.[0].toLowerCase() ?? "";
	const found = meshFormats.find(({ extensions }) =>
		extensions.includes(extension),
	);
	if (found) return found;
	const extensions = meshFormats.flatMap((format) => format.extensions);
	throw new FileError(
		`${fileName}: the extension "${extension}" is not that of a mesh; ${suggestion(extension, extensions)}`,
	);
}

function suggestion(given: string, valid: readonly string[]): string {
	const distances = valid.map((word) => editDistance(given, word));
	const nearest = valid[distances.indexOf(Math.min(...distances))];
	return `the nearest is ${nearest} of ${valid.join(", ")}`;
}

/** How many letters must be changed, added or removed (Levenshtein). */
function editDistance(from: string, to: string): number {
	const short = from.slice(0, 16);
	let row = Array.from({ length: to.length + 1 }, (_, i) => i);
	for (let i = 0; i < short.length; i++) {
		const next = [i + 1];
		for (let j = 0; j < to.length; j++) {
			const changed = row[j] + (short[i] === to[j] ? 0 : 1);
			next.push(Math.min(changed, row[j + 1] + 1, next[j] + 1));
		}
		row = next;
	}
	return row[to.length];
}

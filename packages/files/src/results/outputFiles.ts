/** Which files outputs write, and that no two write the same. */
import { FileError } from "../fileError.ts";
import { fileNames } from "./fileNames.ts";
import { resultFormats } from "./resultFormats.ts";

interface NamedOutput {
	readonly format: string;
	readonly name?: string;
}

interface NamedBody {
	readonly name: string;
}

/** What its files are called: by default like the scene, and tables "history". */
export function outputName(
	{ format, name }: NamedOutput,
	sceneName: string,
): string {
	const isTable = resultFormats.every((other) => other.name !== format);
	return name ?? (isTable ? "history" : sceneName);
}

/** Formats with a file for each body. */
const perBody = ["pc2", "mdd"];

/** What names of files of an output begin with, before a number or an extension that is the format's own. */
function outputFiles(
	output: NamedOutput,
	sceneName: string,
	bodies: readonly NamedBody[],
): string[] {
	const name = outputName(output, sceneName);
	const names = perBody.includes(output.format)
		? fileNames(bodies.map((body) => body.name)).map(
				(body) => `${name}-${body}`,
			)
		: [name];
	// Not all file systems tell capitals from small letters.
	return names.map((file) => `${file}.${output.format}`.toLowerCase());
}

/** The first output that would write a file of one before it, and the file; undefined where each has its own. */
export function outputClash(
	outputs: readonly NamedOutput[],
	sceneName: string,
	bodies: readonly NamedBody[],
): { readonly index: number; readonly file: string } | undefined {
	const taken = new Set<string>();
	for (const [index, output] of outputs.entries()) {
		const files = outputFiles(output, sceneName, bodies);
		const file = files.find((one) => taken.has(one));
		if (file !== undefined) return { index, file };
		for (const one of files) taken.add(one);
	}
	return undefined;
}

export function checkOutputFiles(
	outputs: readonly NamedOutput[],
	sceneName: string,
	bodies: readonly NamedBody[],
): void {
	const clash = outputClash(outputs, sceneName, bodies);
	if (clash)
		throw new FileError(
			`output ${clash.index + 1} would write ${clash.file} as one before it does; give it another name`,
		);
}

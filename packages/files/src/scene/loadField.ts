/** From what scenes load vertices with to what bodies take: values over time for all of them, or one for each. */
import type { Field, Vector3 } from "pliant";
import { FileError } from "../fileError.ts";
import type { InputFolder } from "../folder.ts";
import type { z } from "../zod.ts";
import type {
	numberField as numberFieldSchema,
	vectorField as vectorFieldSchema,
} from "./schema/timed.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";

export async function numberField(
	given: z.output<typeof numberFieldSchema>,
	folder: InputFolder,
): Promise<Field<number>> {
	return isEach(given) ? valuesOfEach(given, 1, folder) : numberOverTime(given);
}

export async function vectorField(
	given: z.output<typeof vectorFieldSchema>,
	folder: InputFolder,
): Promise<Field<Vector3>> {
	return isEach(given) ? valuesOfEach(given, 3, folder) : vectorOverTime(given);
}

/** A value for each vertex, in a list or in the file of a name. */
interface Each {
	readonly each: string | readonly (number | Vector3)[];
	readonly factor: Parameters<typeof numberOverTime>[0];
}

export const isEach = <T>(given: T): given is Extract<T, Each> =>
	typeof given === "object" && given !== null && "each" in given;

async function valuesOfEach(
	{ each, factor }: Each,
	size: 1 | 3,
	folder: InputFolder,
): Promise<Float64Array | ((time: number) => Float64Array)> {
	const values =
		typeof each === "string"
			? numbersOf(each, await folder.read(each), size)
			: Float64Array.from(each.flat());
	const times = (scale: number) => values.map((value) => scale * value);
	if (typeof factor === "number") return times(factor);
	const at = numberOverTime(factor);
	return (time) => times(at(time));
}

/** The numbers of a text file: as many on each line, between spaces or commas. Empty lines and those that begin with # do not count. */
function numbersOf(
	file: string,
	bytes: Uint8Array,
	perLine: number,
): Float64Array {
	const numbers: number[] = [];
	for (const [i, line] of new TextDecoder()
		.decode(bytes)
		.split(/\r?\n/)
		.entries()) {
		const words = line.split(/[\s,;]+/).filter((word) => word !== "");
		if (words.length === 0 || words[0].startsWith("#")) continue;
		const values = words.map(Number);
		const bad = values.findIndex((value) => !Number.isFinite(value));
		if (bad >= 0)
			throw new FileError(
				`'${file}', line ${i + 1}: '${words[bad]}' is not a finite number; a line has ${perLine === 1 ? "the number" : "the three numbers"} of one vertex`,
			);
		if (words.length !== perLine)
			throw new FileError(
				`'${file}', line ${i + 1} has ${words.length} numbers; a line has ${perLine === 1 ? "the number" : "the three numbers"} of one vertex`,
			);
		numbers.push(...values);
	}
	return Float64Array.from(numbers);
}

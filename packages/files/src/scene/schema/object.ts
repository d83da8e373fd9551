/** The pieces that schemas are made of, with messages for people. */
import { UnknownNameError } from "pliant";
import { z } from "../../zod.ts";

/** After so many unknown keys of one object nobody needs to know what was meant. */
const mostSuggestions = 100;

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

/** An object that has these keys only. Its messages for unknown keys are one line for each, in the order of the issue's keys. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
	const known = Object.keys(shape);
	return z.strictObject(shape, {
		error: (issue) =>
			issue.code === "unrecognized_keys"
				? issue.keys
						.map((key, i) =>
							i < mostSuggestions
								? oneLine(unknownName(key, known, "key"))
								: "there is no such key",
						)
						.join("\n")
				: undefined,
	});
}

/** "there is no key 'sie'; did you mean 'size'? There are size, cells". */
export const unknownName = (
	name: string,
	known: readonly string[],
	what: string,
): string => new UnknownNameError(what, name, known).message;

export const positive = z.number().positive();
export const nonNegative = z.number().nonnegative();
export const count = z.int().positive();

export const vector3 = z.tuple([z.number(), z.number(), z.number()], {
	error: "must be three numbers, [x, y, z]",
});

export const direction = vector3.refine((v) => v.some((c) => c !== 0), {
	error: "must not be zero: it is a direction",
});

/** Degrees about the x, then the y, then the z axis. */
export const rotation = z
	.tuple([z.number(), z.number(), z.number()], {
		error: "must be three angles in degrees, about x, y and z",
	})
	.describe("Angles [°] about the x, then the y, then the z axis.");

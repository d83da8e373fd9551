/** Values that change over time. */
import { z } from "../../zod.ts";
import { nonNegative, object, positive, vector3 } from "./object.ts";

const interpolation = z
	.enum(["linear", "smooth", "step"])
	.default("linear")
	.describe("How values change between two times.");

/** The ways to give a value over time. */
const overTime = <T extends z.ZodType>(value: T) =>
	[
		value.describe("A constant."),
		object({
			times: z
				.array(z.number())
				.min(1)
				.describe(
					"Times [s], ascending; before the first and after the last the value stays.",
				),
			values: z.array(value).min(1).describe("The value at each time."),
			interpolation,
			repeat: z
				.boolean()
				.default(false)
				.describe("Whether it starts again after the last time."),
		})
			.refine(({ times, values }) => times.length === values.length, {
				error: "must have as many values as times",
			})
			.refine(
				({ times }) => times.every((t, i) => i === 0 || t > times[i - 1]),
				{
					error: "must have ascending times",
				},
			),
		object({
			amplitude: value.describe("The largest value of the oscillation."),
			frequency: positive.describe("Oscillations per second [Hz]."),
			phase: z.number().default(0).describe("Phase at time 0 [°]."),
			start: nonNegative
				.default(0)
				.describe("Before this time the value is zero [s]."),
		}),
	] as const;

const ways =
	"must be a value, or an object with times and values, or with amplitude and frequency";

const timed = <T extends z.ZodType>(value: T) =>
	z.union(overTime(value), { error: ways });

export const timedNumber = timed(z.number()).meta({ id: "timedNumber" });
export const timedVector = timed(vector3).meta({ id: "timedVector" });

/** A value over time that is the same for all vertices, or one for each of them. */
const field = <T extends z.ZodType>(value: T) =>
	z.union(
		[
			...overTime(value),
			object({
				each: z
					.union([z.array(value).min(1), z.string()], {
						error:
							"must be a list of values, or the name of a file that has them",
					})
					.describe(
						"A value for each of the vertices, in the order of their numbers: a list, or a text file below the scene's folder with a line for each vertex.",
					),
				factor: timedNumber
					.default(1)
					.describe("What they are multiplied by, over time; 1 by default."),
			}),
		],
		{ error: `${ways}, or with each` },
	);

export const numberField = field(z.number()).meta({ id: "numberField" });
export const vectorField = field(vector3).meta({ id: "vectorField" });

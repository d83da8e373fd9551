/** Values that change over time. */
import { z } from "../../zod.ts";
import { nonNegative, object, positive, vector3 } from "./object.ts";

const interpolation = z
	.enum(["linear", "smooth", "step"])
	.default("linear")
	.describe("How values change between two times.");

const timed = <T extends z.ZodType>(value: T) =>
	z.union(
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
		],
		{
			error:
				"must be a value, or an object with times and values, or with amplitude and frequency",
		},
	);

export const timedNumber = timed(z.number()).meta({ id: "timedNumber" });
export const timedVector = timed(vector3).meta({ id: "timedVector" });

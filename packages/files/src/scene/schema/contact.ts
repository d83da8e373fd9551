/** How surfaces touch. */
import { z } from "../../zod.ts";
import { nonNegative, object, positive } from "./object.ts";

/** Of a scene. */
export const contact = object({
	thickness: positive
		.exactOptional()
		.describe(
			"Of objects that do not say their own [m]; by default a thousandth of the object's extent.",
		),
	friction: nonNegative
		.exactOptional()
		.describe(
			"Coulomb's coefficient of objects, where the table has none; 0 by default. Colliders have their own.",
		),
	frictionTable: z
		.array(
			object({
				between: z
					.tuple([z.string(), z.string()])
					.describe("Names of two objects, or of an object and a collider."),
				friction: nonNegative.describe("Coulomb's coefficient."),
			}),
		)
		.exactOptional()
		.describe("Coefficients of pairs."),
	self: z
		.boolean()
		.exactOptional()
		.describe("Whether cloth and cables touch themselves; true by default."),
});

/** Of an object. */
export const objectContact = object({
	thickness: positive
		.exactOptional()
		.describe(
			"Of a sheet, the gap that is kept between layers; the diameter of a cable [m].",
		),
	self: z
		.boolean()
		.exactOptional()
		.describe("Whether it touches itself; by default cloth and cables do."),
});

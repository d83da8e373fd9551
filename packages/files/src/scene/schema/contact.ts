/** How surfaces touch. */
import { z } from "../../zod.ts";
import { nonNegative, object, positive } from "./object.ts";

/** One coefficient, or one of what sticks and one of what slides. */
export const friction = z.union([
	nonNegative,
	object({
		static: nonNegative.describe("Of what sticks."),
		kinetic: nonNegative.describe("Of what slides; no larger."),
	}),
]);

/** Of a scene. */
export const contact = object({
	thickness: positive
		.exactOptional()
		.describe(
			"Of objects that do not say their own [m]; by default a thousandth of the object's extent.",
		),
	friction: friction
		.exactOptional()
		.describe(
			"Coulomb's coefficients of objects, where the table has none; 0 by default. Colliders have their own.",
		),
	frictionTable: z
		.array(
			object({
				between: z
					.tuple([z.string(), z.string()])
					.describe(
						"Names of two objects, colliders or materials; those of objects and colliders count more.",
					),
				friction: friction.describe("Coulomb's coefficients."),
			}),
		)
		.exactOptional()
		.describe("Coefficients of pairs."),
	self: z
		.boolean()
		.exactOptional()
		.describe("Whether cloth and cables touch themselves; true by default."),
	untangle: z
		.boolean()
		.exactOptional()
		.describe(
			"Whether objects that begin through each other, or in colliders, are moved apart before time begins; by default they are refused.",
		),
});

/** Of an object. */
export const objectContact = object({
	thickness: positive
		.exactOptional()
		.describe(
			"Of a sheet, the gap that is kept between layers; the diameter of a cable [m].",
		),
	material: z
		.string()
		.exactOptional()
		.describe(
			"What `frictionTable` calls what it is made of; by default the name of its `material`.",
		),
	layer: z
		.number()
		.exactOptional()
		.describe(
			"Where `untangle` moves objects apart: those of larger numbers belong outside.",
		),
	self: z
		.boolean()
		.exactOptional()
		.describe("Whether it touches itself; by default cloth and cables do."),
});

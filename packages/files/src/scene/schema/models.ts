/** Models and materials, straight from the namedModels: a new model appears here by itself. */
import { type MaterialValue, namedModels, type Parameter } from "pliant/models";
import { z } from "../../zod.ts";
import { object, positive, unknownName } from "./object.ts";

/** One number for the whole object, or one for each element. */
function parameter({
	unit,
	meaning,
	range,
	allows,
	bounds,
	default: value,
}: Parameter) {
	const allowed = z
		.number()
		.refine(allows, { error: `must be ${range}` })
		.meta({
			...(bounds.above !== undefined && { exclusiveMinimum: bounds.above }),
			...(bounds.least !== undefined && { minimum: bounds.least }),
			...(bounds.below !== undefined && { exclusiveMaximum: bounds.below }),
		});
	const schema = z
		.union([allowed, z.array(allowed).min(1)], {
			error: `must be a number, ${range}, or one for each element`,
		})
		.describe(
			`${meaning} [${unit}], ${range}; a number, or one for each element.`,
		);
	return value === undefined ? schema : schema.default(value);
}

const schemas = namedModels.map((model) => {
	const parameters: Record<string, Parameter> = model.parameters;
	return object({
		model: z.literal(model.name),
		...Object.fromEntries(
			Object.entries(parameters).map(([name, p]) => [name, parameter(p)]),
		),
	}).describe(model.about);
});

const modelNames = namedModels.map(({ name }) => name);

export const model = z
	.discriminatedUnion("model", schemas as never, {
		error: (issue) => {
			const name = (issue.input as { model?: unknown } | null)?.model;
			return typeof name === "string"
				? unknownName(name, modelNames, "model")
				: `must be one of ${modelNames.join(", ")}`;
		},
	})
	.meta({ id: "model" }) as z.ZodType<
	{ readonly model: string } & Record<string, MaterialValue>
>;

export const densities = {
	linearDensity: positive
		.exactOptional()
		.describe("Mass per length of cables [kg/m]."),
	arealDensity: positive
		.exactOptional()
		.describe("Mass per area of cloth [kg/m²]."),
	density: positive
		.exactOptional()
		.describe("Mass per volume of solids [kg/m³]."),
};

/** Which vertices: by place, name or number, at rest. */
import { directions, type Selection } from "pliant/mesh";
import { z } from "../../zod.ts";
import { direction, nonNegative, object, positive, vector3 } from "./object.ts";

const selectors = object({
	corners: z
		.enum(directions)
		.describe("The corners that are farthest in this direction."),
	group: z.string().describe("A named set of the mesh."),
	indices: z
		.array(z.int().nonnegative())
		.min(1)
		.describe("Numbers of vertices, from 0 on."),
	nearest: vector3.describe(
		"The one vertex that is nearest to this point [m].",
	),
	box: object({ min: vector3, max: vector3 }).describe(
		"Vertices inside this box [m].",
	),
	sphere: object({ centre: vector3, radius: positive }).describe(
		"Vertices inside this sphere [m].",
	),
	plane: object({
		point: vector3,
		normal: direction,
		within: nonNegative
			.exactOptional()
			.describe("Distance [m]; by default a millionth of the mesh's extent."),
	}).describe("Vertices on this plane."),
	anyOf: z
		.array(z.lazy(() => selection))
		.min(1)
		.describe("Vertices of any of these selections."),
	allOf: z
		.array(z.lazy(() => selection))
		.min(1)
		.describe("Vertices of all of these selections."),
	not: z.lazy(() => selection).describe("All vertices but these."),
});

export const selection: z.ZodType<Selection> = z
	.union(
		[
			z
				.enum(["all", "boundary", "corners"])
				.describe(
					"Every vertex; the rim of sheets, skin of solids and ends of curves; or their convex corners.",
				),
			selectors
				.partial()
				.refine((chosen) => Object.keys(chosen).length === 1, {
					error: `must have one key of ${Object.keys(selectors.shape).join(", ")}`,
					// Unknown keys say enough.
					when: ({ issues }) => issues.length === 0,
				})
				.meta({
					id: "selectionRule",
					description: "An object with one of these keys.",
					minProperties: 1,
					maxProperties: 1,
				}),
		],
		{ error: "must be a text or an object that chooses vertices" },
	)
	.meta({ id: "selection" }) as z.ZodType<Selection>;

/** Which vertices: by place, name or number, at rest. */
import { directions, type Selection } from "pliant";
import * as z from "zod";
import { direction, nonNegative, object, positive, vector3 } from "./object.ts";

export const selection: z.ZodType<Selection> = z
	.union([
		z
			.enum(["all", "boundary", "corners"])
			.describe(
				"Every vertex; the rim of sheets, skin of solids and ends of curves; or their convex corners.",
			),
		object({
			corners: z
				.enum(directions)
				.describe("Only the corners that are farthest in this direction."),
		}),
		object({ group: z.string().describe("A named set of the mesh.") }),
		object({
			indices: z
				.array(z.int().nonnegative())
				.min(1)
				.describe("Numbers of vertices, from 0 on."),
		}),
		object({
			nearest: vector3.describe(
				"The one vertex that is nearest to this point [m].",
			),
		}),
		object({
			box: object({ min: vector3, max: vector3 }).describe(
				"Inside this box [m].",
			),
		}),
		object({
			sphere: object({ centre: vector3, radius: positive }).describe(
				"Inside this sphere [m].",
			),
		}),
		object({
			plane: object({
				point: vector3,
				normal: direction,
				within: nonNegative
					.exactOptional()
					.describe(
						"Distance [m]; by default a millionth of the mesh's extent.",
					),
			}).describe("On this plane."),
		}),
		object({
			get anyOf() {
				return z
					.array(selection)
					.min(1)
					.describe("Vertices of any of these selections.");
			},
		}),
		object({
			get allOf() {
				return z
					.array(selection)
					.min(1)
					.describe("Vertices of all of these selections.");
			},
		}),
		object({
			get not() {
				return selection.describe("All vertices but these.");
			},
		}),
	])
	.meta({ id: "selection" });

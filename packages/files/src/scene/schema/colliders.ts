/** Rigid things that objects cannot enter. Their shapes come from the library's list: a new one appears here by itself. */
import {
	colliderShapes,
	type ShapeParameter,
	type ShapeParameters,
} from "pliant/colliders";
import { z } from "../../zod.ts";
import { friction } from "./contact.ts";
import { mesh } from "./mesh.ts";
import { direction, object, positive, rotation, vector3 } from "./object.ts";
import { timedNumber, timedVector } from "./timed.ts";

/** What a scene gives for a parameter; angles are in degrees. */
const valueSchemas = {
	length: positive,
	point: vector3,
	direction,
	extent: z.tuple([positive, positive, positive]),
	angles: rotation,
} as const satisfies Record<ShapeParameter["kind"], z.ZodType>;

function parameterSchema(parameter: ShapeParameter) {
	const { kind, meaning } = parameter;
	const unit =
		kind === "direction"
			? ""
			: ` [${kind === "angles" ? "°" : parameter.unit}]`;
	const about = `${meaning[0].toUpperCase()}${meaning.slice(1)}${unit}`;
	const schema = valueSchemas[kind] as z.ZodType;
	return "default" in parameter
		? schema
				.default(parameter.default)
				.describe(`${about}; [${parameter.default?.join(", ")}] by default.`)
		: schema.describe(`${about}.`);
}

const shapeSchema = (parameters: ShapeParameters) =>
	object(
		Object.fromEntries(
			Object.entries(parameters).map(([key, parameter]) => [
				key,
				parameterSchema(parameter),
			]),
		),
	);

const shapes = {
	...Object.fromEntries(
		colliderShapes.map(({ name, about, parameters }) => [
			name,
			shapeSchema(parameters).exactOptional().describe(about),
		]),
	),
	mesh: mesh
		.exactOptional()
		.describe(
			"A surface of triangles: a file, or one of the generated shapes.",
		),
};

export const collider = object({
	...shapes,
	animation: z
		.union([z.literal(true), z.string()])
		.exactOptional()
		.describe(
			"Lets a mesh of a glTF file move as the file's animation says, with its skin and blended shapes: true for the first of them, or a name. It stays where it ends.",
		),
	friction: friction
		.default(0)
		.describe("Coulomb's coefficients; 0 by default."),
	material: z
		.string()
		.exactOptional()
		.describe(
			"What `frictionTable` of the scene's `contact` calls what it is made of.",
		),
	distance: positive
		.exactOptional()
		.describe(
			"Below which it pushes [m]; by default a thousandth of the object's extent.",
		),
	motion: timedVector
		.exactOptional()
		.describe("Its displacement [m] over time."),
	turn: object({
		axis: direction,
		centre: vector3.default([0, 0, 0]).describe("A point on the axis [m]."),
		angle: timedNumber.describe("[°] over time."),
	})
		.exactOptional()
		.describe("Turns it about an axis; `motion` comes on top."),
	bends: z
		.array(
			object({
				centre: vector3.describe("The joint [m]."),
				axis: direction.describe("That the limb turns about."),
				along: direction.describe("Where the limb leads from the joint."),
				over: positive.describe(
					"Length [m] of the limb over which it begins to turn, half of it before the joint.",
				),
				within: positive
					.exactOptional()
					.describe(
						"Distance [m] from the limb's axis beyond which nothing turns; everything does by default.",
					),
				angle: timedNumber.describe("[°] over time."),
			}),
		)
		.exactOptional()
		.describe(
			"Turns limbs of a mesh in joints, one after the other, such as the arms of a mannequin; `turn` and `motion` come on top.",
		),
});

/** The keys of which a collider has one. */
export const colliderKeys = Object.keys(shapes);

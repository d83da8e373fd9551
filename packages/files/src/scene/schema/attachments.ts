/** What ties objects to each other, or to places in the world. */
import { z } from "../../zod.ts";
import { nonNegative, object, positive, vector3 } from "./object.ts";
import { selection } from "./selection.ts";
import { timedVector } from "./timed.ts";

const objectName = z.string().describe("The name of an object.");

const points = object({
	object: objectName,
	at: vector3
		.exactOptional()
		.describe("The material point at a rest position [m], or the nearest."),
	vertices: selection
		.exactOptional()
		.describe("Several points: vertices of its mesh."),
});

export const attachment = object({
	from: points.describe("What is tied: a point of an object, or vertices."),
	to: object({
		object: objectName.exactOptional(),
		at: vector3
			.exactOptional()
			.describe(
				"The material point at a rest position [m]; where left out, what is at the first point at the beginning.",
			),
		place: timedVector
			.exactOptional()
			.describe("A place in the world [m] instead of an object."),
	}).describe("What it is tied to: an object, or a place in the world."),
	kind: z
		.enum(["ball", "weld", "spring"])
		.default("ball")
		.describe(
			"ball: the points stay together; weld: neither turns against the other, for rigid objects and those with frames; spring.",
		),
	stiffness: positive
		.exactOptional()
		.describe("[N/m]; as stiff as need be by default, and needed by springs."),
	damping: nonNegative.exactOptional().describe("[N s/m]; 0 by default."),
	restLength: nonNegative
		.exactOptional()
		.describe("Of a spring [m]; as long as it is at the beginning by default."),
	breakForce: positive
		.exactOptional()
		.describe("Beyond which it breaks [N]; never by default."),
});

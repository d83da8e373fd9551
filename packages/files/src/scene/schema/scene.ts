/** The scene format: one definition that validates, gives types and defaults, and becomes the JSON Schema. */
import { z } from "../../zod.ts";
import { attachment } from "./attachments.ts";
import { collider } from "./colliders.ts";
import { contact } from "./contact.ts";
import { object, vector3 } from "./object.ts";
import { output, probe } from "./outputs.ts";
import { picture } from "./picture.ts";
import { sceneObject } from "./sceneObject.ts";
import { seam } from "./seams.ts";
import { run, simulation } from "./simulation.ts";
import { wind } from "./wind.ts";

/** Version of the format. */
export const sceneVersion = 1;

const name = z.string().regex(/^[A-Za-z][\w -]*$/, {
	error:
		"must start with a letter and go on with letters, digits, spaces, - and _",
});

export const scene = object({
	$schema: z
		.string()
		.exactOptional()
		.describe("Where editors find the schema of this file."),
	pliant: z
		.literal(sceneVersion, {
			error: `must be ${sceneVersion}, the version of the scene format`,
		})
		.describe("Version of the scene format."),
	title: z.string().exactOptional(),
	gravity: vector3.default([0, -9.81, 0]).describe("Acceleration [m/s²]."),
	wind: wind
		.exactOptional()
		.describe("Air that pushes and brakes cloth; none where left out."),
	objects: z
		.record(name, sceneObject)
		.refine((objects) => Object.keys(objects).length > 0, {
			error: "must have one object at least",
		})
		.describe("Objects by name: deformable ones, and rigid ones."),
	attachments: z
		.record(name, attachment)
		.default({})
		.describe("What ties objects to each other or to places, by name."),
	seams: z
		.record(name, seam)
		.default({})
		.describe(
			"Sides of panels that are sewn together, by name: they close in time and are welded then.",
		),
	colliders: z
		.record(name, collider)
		.default({})
		.describe("Rigid things that objects cannot enter, by name."),
	contact: contact
		.exactOptional()
		.describe(
			"Lets surfaces touch each other, and cloth and cables themselves; without it vertices keep out of colliders, and that is all.",
		),
	run: run.describe("How long."),
	simulation: simulation.default({}).describe("Time steps and solvers."),
	probes: z
		.record(name, probe)
		.default({})
		.describe("Quantities to be followed, by name."),
	picture: picture
		.default({})
		.describe("How it is seen: in the picture of a run, and in the studio."),
	outputs: z
		.array(output)
		.default([
			{ format: "glb", fields: [] },
			{ format: "csv", fields: [] },
		])
		.describe(
			"Files to be written; an animated GLB and a CSV table by default.",
		),
}).meta({
	title: "Pliant scene",
	description:
		"Deformable objects, what holds and loads them, and what is to be simulated and written. Lengths in metres, seconds, kilograms, newtons.",
});

export type SceneDocument = z.output<typeof scene>;

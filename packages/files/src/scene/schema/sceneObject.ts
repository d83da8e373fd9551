/** One deformable object: mesh, material, initial state, what holds and loads it. */
import { materials } from "pliant/materials";
import { z } from "../../zod.ts";
import { objectContact } from "./contact.ts";
import { frames } from "./frames.ts";
import { mesh } from "./mesh.ts";
import { densities, model } from "./models.ts";
import {
	direction,
	nonNegative,
	object,
	positive,
	rotation,
	unknownName,
	vector3,
} from "./object.ts";
import { prescribedMotion } from "./prescribedMotion.ts";
import { selection } from "./selection.ts";
import { numberField, timedNumber, vectorField } from "./timed.ts";

export const hold = object({
	vertices: selection.describe("Which vertices are held."),
	...prescribedMotion,
	roll: timedNumber
		.exactOptional()
		.describe(
			"Turns held edges of a rod between the vertices about themselves, right-handed from its start to its end [°]: twists it.",
		),
	slideOn: object({
		plane: direction.exactOptional().describe("Normal of a plane."),
		line: direction.exactOptional().describe("Direction of a line."),
	})
		.exactOptional()
		.describe(
			"Lets them slide on a plane or along a line instead of pinning them.",
		),
});

/** What loads an object: it has one of these. */
const loads = {
	force: vectorField.exactOptional().describe("On each of the vertices [N]."),
	lineLoad: vectorField
		.exactOptional()
		.describe(
			"Per rest length [N/m] of the boundary edges between the vertices.",
		),
	surfaceLoad: vectorField
		.exactOptional()
		.describe("Per rest area [N/m²] of the surface between the vertices."),
	acceleration: vectorField
		.exactOptional()
		.describe("Per mass of the vertices [m/s²], as gravity is."),
	pressure: numberField
		.exactOptional()
		.describe("Along the normals of the surface, following it [Pa]."),
};

export const load = object({
	vertices: selection
		.exactOptional()
		.describe(
			"Where it acts; forces and line loads need it, others act on the whole object or its surface by default.",
		),
	...loads,
});

/** The keys of which a load has one. */
export const loadKeys = Object.keys(loads);

export const start = object({
	scale: z
		.union([positive, z.tuple([positive, positive, positive])])
		.exactOptional()
		.describe("Stretches it about the origin; the rest shape stays."),
	rotate: rotation.exactOptional(),
	translate: vector3.exactOptional().describe("[m], after scale and rotation."),
	noise: nonNegative
		.exactOptional()
		.describe(
			"Moves vertices at random by up to this [m], so that flat sheets can buckle: those of cloth along its normals, others along each axis.",
		),
	velocity: vector3.exactOptional().describe("[m/s]"),
	spin: object({
		axis: direction,
		centre: vector3.default([0, 0, 0]).describe("A point on the axis [m]."),
		rate: z.number().describe("Turns per second [Hz]."),
	})
		.exactOptional()
		.describe("Velocities of a rotation."),
});

export const rigid = object({
	origin: vector3
		.exactOptional()
		.describe(
			"Where its frame is at rest [m]; the centre of mass by default. With the position held this is a pivot.",
		),
	hold: object({
		part: z
			.enum(["all", "position", "orientation"])
			.default("all")
			.describe("What of its frame is held; all by default."),
		...prescribedMotion,
	})
		.exactOptional()
		.describe("Holds it, or moves it as said."),
});

const materialNames = Object.keys(materials);

const materialName = z.enum(materialNames, {
	error: ({ input }) =>
		typeof input === "string"
			? unknownName(input, materialNames, "material")
			: undefined,
});

export const sceneObject = object({
	mesh: mesh.describe("A file, or one of the generated shapes."),
	material: z
		.union([
			materialName,
			object({
				name: materialName,
				thickness: positive
					.exactOptional()
					.describe("For a sheet of a solid material [m]."),
				warpAngle: z
					.number()
					.exactOptional()
					.describe(
						"Angle of a fabric's warp [rad], about the triangles' normals: from u where a mesh file has texture coordinates, else from the x axis of the rest shape.",
					),
				bends: z
					.boolean()
					.exactOptional()
					.describe(
						"Lets a cord resist bending and twist as a solid round rod does; it is straight at rest then.",
					),
				isotropic: z
					.boolean()
					.exactOptional()
					.describe(
						"Gives a fabric one stiffness in all directions, the mean of its own: far too stiff on the bias for woven ones.",
					),
				friction: z
					.boolean()
					.exactOptional()
					.describe(
						"Gives a woven fabric the friction between its fibres and threads: it stands off more and keeps folds, as real ones do.",
					),
			}),
		])
		.exactOptional()
		.describe(
			"A material of the library by name; it gives models and density.",
		),
	models: z
		.array(model)
		.min(1)
		.exactOptional()
		.describe("Models with their parameters, instead of a material."),
	...densities,
	frames: frames
		.exactOptional()
		.describe(
			"Lets a few frames move the object, whose mesh is its closed surface: a frame body.",
		),
	rigid: rigid
		.exactOptional()
		.describe(
			"Makes the object rigid: its mesh is closed, or of solid cells, and it has a density.",
		),
	start: start
		.exactOptional()
		.describe("The initial state, where it differs from the rest shape."),
	contact: objectContact
		.exactOptional()
		.describe("How it touches, in scenes with `contact`."),
	hold: z
		.array(hold)
		.default([])
		.describe("Vertices that are held, moved or guided."),
	loads: z.array(load).default([]).describe("Forces besides gravity."),
});

export type SceneObject = z.output<typeof sceneObject>;

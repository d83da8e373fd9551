/** How frames move an object: where they are, how far each counts, where energy is integrated. */
import { z } from "../../zod.ts";
import { count, nonNegative, object, positive, vector3 } from "./object.ts";
import { prescribedMotion } from "./prescribedMotion.ts";

const frame = z
	.union([z.int().nonnegative(), z.string()], {
		error: "must be the number of a frame, or the name that a shape has for it",
	})
	.describe("A frame by number, from 0 on, or by the shape's name for it.");

const cutoff = positive.describe("Beyond which a frame does not count [m].");

const rigid = object({
	frame,
	box: object({ min: vector3, max: vector3 })
		.exactOptional()
		.describe("What lies inside this box [m]."),
	sphere: object({ centre: vector3, radius: positive })
		.exactOptional()
		.describe("What lies inside this sphere [m]."),
	part: z
		.string()
		.exactOptional()
		.describe("A part of a shape, by the name of its group."),
});

/** The keys of which a rigid region has one. */
export const rigidKeys = ["box", "sphere", "part"];

export const weights = object({
	harmonic: object({
		radius: nonNegative
			.exactOptional()
			.describe(
				"Around each frame, within which it alone counts [m]; one voxel by default. Give one, and results depend less on voxels.",
			),
		rigid: z
			.array(rigid)
			.default([])
			.describe("Parts that move rigidly with a frame."),
	})
		.exactOptional()
		.describe("Smooth, and following the shape; the default."),
	geodesic: object({ cutoff })
		.exactOptional()
		.describe("By the distance within the object."),
	euclidean: object({ cutoff })
		.exactOptional()
		.describe("By the straight distance."),
	linear: object({})
		.exactOptional()
		.describe("Along the chain of frames, in their order."),
	catmullRom: object({})
		.exactOptional()
		.describe("The same with Catmull and Rom's spline."),
});

/** The keys of which weights have one. */
export const weightKeys = Object.keys(weights.shape);

export const hold = object({
	frames: z
		.array(frame)
		.min(1)
		.describe("Which: numbers, from 0 on, or the shape's names for them."),
	part: z
		.enum(["all", "position", "orientation"])
		.default("all")
		.describe("What of them is held; all by default."),
	...prescribedMotion,
});

export const frames = object({
	places: z
		.array(vector3)
		.min(1)
		.exactOptional()
		.describe(
			"Where frames are at rest [m], in the object as the mesh's scale, rotation and translation leave it; bar, uShape, tShape, turtle, bunny, puma and mannequin have their own.",
		),
	voxels: object({
		size: positive.exactOptional().describe("Side of a voxel [m]."),
		count: count
			.exactOptional()
			.describe("About how many the object shall have, instead."),
	})
		.default({ count: 3000 })
		.describe("What fills the surface; about 3000 by default."),
	weights: weights
		.default({ harmonic: { rigid: [] } })
		.describe("How much each frame counts where; harmonic by default."),
	samples: count
		.exactOptional()
		.describe(
			"How many integration points to keep, chosen and weighted such that stiffness and mass hardly change; by default every voxel is one.",
		),
	forces: z
		.enum(["samples", "springs"])
		.default("samples")
		.describe(
			"springs: precomputed ones between frames, far cheaper, for moderate strains.",
		),
	skinning: z
		.enum(["dual-quaternion", "linear-blend"])
		.default("dual-quaternion"),
	hold: z.array(hold).default([]).describe("Frames that are held or moved."),
});

/** What is measured and written. */

import { resultFormats } from "../../results/resultFormats.ts";
import { tableFormats } from "../../results/table.ts";
import { z } from "../../zod.ts";
import { count, object, positive } from "./object.ts";
import { selection } from "./selection.ts";

export const probe = object({
	object: z.string().describe("Name of the object."),
	vertices: selection.describe("Which of its vertices."),
	quantity: z
		.enum(["position", "displacement", "velocity"])
		.default("position")
		.describe("What is measured, as x, y, z: [m] or [m/s]."),
	take: z
		.enum(["mean", "minimum", "maximum"])
		.default("mean")
		.describe("Over the vertices, for each of x, y, z."),
});

const formatNames: readonly string[] = [
	...resultFormats.map(({ name }) => name),
	...tableFormats,
];

export const fieldNames = [
	"strain",
	"stress",
	"von-mises",
	"principal-stress",
	"principal-directions",
	"strain-energy",
	"stress-error",
] as const;

/** Those of one number, which colours can show. */
export const scalarFields = [
	"von-mises",
	"strain-energy",
	"stress-error",
] as const satisfies (typeof fieldNames)[number][];

export const output = object({
	format: z
		.enum(formatNames)
		.describe(
			[
				...resultFormats.map(({ name, about }) => `${name}: ${about}`),
				"csv, jsonl: a table of time, energies and probes",
			].join("; "),
		),
	name: z
		.string()
		.regex(/^[\w-]+$/, { error: "must be of letters, digits, - and _ only" })
		.exactOptional()
		.describe(
			"Of the file, without extension; by default the scene's, and history for tables.",
		),
	framesPerSecond: positive
		.exactOptional()
		.describe(
			"Frames per simulated second; by default 30, and every step for tables.",
		),
	everySteps: count
		.exactOptional()
		.describe("A frame every so many steps instead."),
	fields: z
		.array(z.enum(fieldNames))
		.default([])
		.describe(
			"Besides displacement and velocity, in vtu: Green strain and Cauchy stress of each cell, von Mises's equivalent stress, the principal stresses, the largest first, and their directions, strain energy per volume (area, length), and of solids the estimated error of the stress, which is large where the mesh is too coarse. Solids have them at vertices too, smoothed, but for energy and error.",
		),
	color: z
		.enum(scalarFields)
		.exactOptional()
		.describe(
			"In glb: bodies have the colours of a scalar field at the end, from blue at its least to red at its most, as the picture of `pliant run` then has, too.",
		),
});

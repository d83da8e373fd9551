/** What is sewn to what. */
import { z } from "../../zod.ts";
import { object, positive, vector3 } from "./object.ts";

const side = object({
	object: z.string().describe("The name of an object: a panel of cloth."),
	side: z
		.string()
		.exactOptional()
		.describe(
			"A side of the outline of an SVG, by the name that `data-sides` of its path gives it.",
		),
	corners: z
		.array(z.int().nonnegative())
		.min(2)
		.exactOptional()
		.describe(
			"From one point of the path of an SVG to another, by their numbers, from 0 on: the shorter way along the outline, through those between them where there are more.",
		),
	between: z
		.array(vector3)
		.min(2)
		.exactOptional()
		.describe(
			"From one place at rest [m] to another: the vertices of the boundary that are nearest to them, and the shorter way between them.",
		),
	reversed: z
		.boolean()
		.default(false)
		.describe("Whether it is sewn from its last point to its first."),
});

export const seam = object({
	from: side.describe("A side of a panel."),
	to: side.describe(
		"The side that it is sewn to: its first point to the first, its last to the last, and what is between by arc length.",
	),
	seconds: positive
		.default(1)
		.describe(
			"Time in which it closes [s]. When all have, vertices that are sewn together become one.",
		),
	stiffness: positive
		.exactOptional()
		.describe(
			"Of the springs that close it [N/m], each between two vertices; by default a fiftieth of what is beside them. They grow stiffer where that does not close it in time.",
		),
});

/** The keys of which a side has one. */
export const sideKeys = ["side", "corners", "between"];

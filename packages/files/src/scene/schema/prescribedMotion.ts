import { direction, object, vector3 } from "./object.ts";
import { timedNumber, timedVector } from "./timed.ts";

/** How what is held moves: vertices, or frames. */
export const prescribedMotion = {
	motion: timedVector
		.exactOptional()
		.describe("Their displacement [m] over time."),
	turn: object({
		axis: direction,
		centre: vector3.default([0, 0, 0]).describe("A point on the axis [m]."),
		angle: timedNumber.describe("[°] over time."),
	})
		.exactOptional()
		.describe("Turns them about an axis; `motion` comes on top."),
};

import { type FramePose, turned } from "pliant/frames";
import { arrow, dot, label, type Point, type Shape } from "../../sketch.ts";

/** Length of arrows [m]. */
const size = 0.16;

/** A frame as two arrows in the plane of x and y, with its name. */
export function frameShapes(
	{ position: [x, y], orientation = [0, 0, 0, 1] }: FramePose,
	name: string,
	color = "#b3261e",
	labelShift: Point = [-18, 16],
): Shape[] {
	const axes = [
		turned(orientation, [size, 0, 0]),
		turned(orientation, [0, size, 0]),
	];
	return [
		...axes.map(([u, v]) => arrow([x, y], [x + u, y + v], color)),
		dot([x, y], color),
		label([x, y], name, labelShift),
	];
}

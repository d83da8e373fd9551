/** Figs 3 and 4: the shear test, and corrective forces on an element that is pulled. */
import {
	arrow,
	dot,
	label,
	line,
	outline,
	type Panel,
	type Point,
} from "../../sketch.ts";
import { springLine } from "../springLine.ts";

const corners: Point[] = [
	[0, 0],
	[1, 0],
	[1, 1],
	[0, 1],
];
const [blue, green] = ["#1f6fb4", "#3a8f4d"];

export function shearTest(): Panel {
	const slide = 0.3;
	const sheared = corners.map(([x, y]): Point => [x + slide * y, y]);
	return {
		title: "Shear test",
		shapes: [
			outline(sheared),
			line([...corners, corners[0]], { dashed: true }),
			line([sheared[0], sheared[2]], { color: blue }),
			line([sheared[1], sheared[3]], { color: blue }),
			...sheared.map((at) => dot(at)),
			arrow([0.5, 1.12], [1, 1.12]),
			label([0.75, 1.12], "F"),
			arrow([0.8, -0.12], [0.3, -0.12]),
			label([0.55, -0.12], "F", [0, 16]),
			arrow([0, 1], [slide, 1], "#345"),
			label([slide / 2, 1], "η", [0, 18]),
			label([0.05, 0.42], "θ", [2, 0]),
			label([0, 0.5], "h₀", [-16, 4]),
			label([1, 0], "l₀", [14, 14]),
		],
	};
}

export const correctiveForces = (): Panel => ({
	title: "Pulled: corrective forces F⊥",
	shapes: [
		...corners.map((corner, i) => springLine(corner, corners[(i + 1) % 4])),
		line([corners[0], corners[2]], { color: blue }),
		line([corners[1], corners[3]], { color: blue }),
		...corners.flatMap(([x, y]) => {
			const [right, up] = [2 * x - 1, 2 * y - 1];
			return [
				arrow([x, y], [x + 0.35 * right, y]),
				arrow([x, y], [x, y + 0.25 * up], green),
			];
		}),
		...corners.map((at) => dot(at)),
		label([1.35, 1], "F/2", [4, -8]),
		{ kind: "label", at: [1, 1.25], text: "F⊥", shift: [16, 6], color: green },
	],
});

/** Figs 1 and 2: what a spring belongs to, and the tensile test. */
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

const violet = "#8a4fa3";

export function triangleNotation(): Panel {
	const [p, q, left, right]: Point[] = [
		[0, 1],
		[0, 0],
		[-0.7, 0.45],
		[0.75, 0.58],
	];
	return {
		title: "Spring c of two triangles",
		shapes: [
			outline([p, left, q, right]),
			line([p, q], { width: 3, color: violet }),
			...[p, q, left, right].map((at) => dot(at)),
			{
				kind: "label",
				at: [0.06, 0.5],
				text: "c",
				shift: [3, 4],
				color: violet,
			},
			label([-0.4, 0.78], "a₁"),
			label([-0.42, 0.1], "b₁"),
			label([0.42, 0.84], "a₂"),
			label([0.45, 0.14], "b₂"),
			label([-0.27, 0.47], "T₁"),
			label([0.3, 0.5], "T₂"),
		],
	};
}

export function tensileTest(): Panel[] {
	const corners: Point[] = [
		[0, 0],
		[1, 0],
		[1, 1],
		[0, 1],
	];
	const middle: Point = [0.5, 0.5];
	const thin = 0.1;
	return [
		{
			title: "Tensile test",
			shapes: [
				outline([
					[thin, 0],
					[1 - thin, 0],
					[1 - thin, 1.4],
					[thin, 1.4],
				]),
				line([...corners.map(([x, y]): Point => [x, 1.15 * y]), [0, 0]], {
					dashed: true,
				}),
				line([
					[-0.2, 0],
					[1.2, 0],
				]),
				arrow([0.5, 1.4], [0.5, 1.8]),
				label([0.5, 1.8], "F", [12, 10]),
				arrow([1.15, 1.15], [1.15, 1.4], "#345"),
				arrow([1.15, 1.4], [1.15, 1.15], "#345"),
				label([1.15, 1.27], "η", [12, 4]),
				arrow([-0.25, 1.25], [0, 1.25], "#345"),
				arrow([0.35, 1.25], [thin, 1.25], "#345"),
				label([0.05, 1.25], "δ", [0, -10]),
				label([0.5, 0], "l₀", [0, 18]),
				label([0, 0.55], "h₀", [-14, 0]),
			],
		},
		{
			title: "Four triangles",
			shapes: [
				...corners.map((corner, i) => springLine(corner, corners[(i + 1) % 4])),
				...corners.map((corner) => springLine(corner, middle)),
				...[...corners, middle].map((at) => dot(at)),
				label([0.5, 0], "k_l₀", [0, 20]),
				label([0.5, 1], "k_l₀", [0, -12]),
				label([0, 0.5], "k_h₀", [-24, 4]),
				label([1, 0.5], "k_h₀", [24, 4]),
				label([0.5, 0.78], "k_d"),
			],
		},
	];
}

/** The sketches of Van Gelder 1998 that are constructions. */
import {
	arrow,
	label,
	line,
	outline,
	type Point,
	type Shape,
	sketch,
} from "../../sketch.ts";

const below: Point = [0, 18];
const corners = (
	points: readonly Point[],
	names: readonly string[],
	options: Parameters<typeof outline>[1] = {},
): Shape[] => [
	outline(points, options),
	...names.map((name, i) => label(points[i], name, i === 2 ? [0, -7] : below)),
];

/** Forces are xyz per corner [N]. */
export function inverseFigure(
	rest: readonly Point[],
	moved: readonly Point[],
	springs: readonly number[],
	membrane: readonly number[],
): string {
	const scale = 2.5;
	const arrows = (forces: readonly number[]): Shape[] =>
		moved.map((corner, i) =>
			arrow(corner, [
				corner[0] + scale * forces[3 * i],
				corner[1] + scale * forces[3 * i + 1],
			]),
		);
	const names = ["p", "q", "r"];
	return sketch([
		{ title: "rest", shapes: corners(rest, names) },
		{
			title: "moved: forces of springs",
			shapes: [...corners(moved, names), ...arrows(springs)],
		},
		{
			title: "moved: forces of a membrane",
			shapes: [...corners(moved, names), ...arrows(membrane)],
		},
	]);
}

/** A triangle with the corner of γ at the origin, and what Fig. 3 makes of it. */
export function constructionFigure(): string {
	const [a, b, gamma] = [1, 1.35, 1.15];
	/** Edges a to the left of the bisector, b to the right. */
	const inAxes: readonly Point[] = [
		[0, 0],
		[b * Math.sin(gamma / 2), b * Math.cos(gamma / 2)],
		[-a * Math.sin(gamma / 2), a * Math.cos(gamma / 2)],
	];
	const strain = 0.3;
	const kept = strain * Math.tan(gamma / 2) ** 2;
	const strained = inAxes.map(
		([u, v]): Point => [(1 + strain) * u, (1 - kept) * v],
	);
	const level = (points: readonly Point[]): Point[] => {
		const [, q, r] = points;
		const angle = -Math.atan2(q[1] - r[1], q[0] - r[0]);
		const [c, s] = [Math.cos(angle), Math.sin(angle)];
		return points.map(([x, y]) => [c * x - s * y, s * x + c * y]);
	};
	const edges = ([p, q, r]: readonly Point[]): Shape[] => [
		label(middle(p, r), "a", [-10, 4]),
		label(middle(p, q), "b", [10, 10]),
		label(middle(q, r), "c"),
	];
	const axes: Shape[] = [
		arrow([-1, 0], [1.3, 0], "#999"),
		arrow([0, -0.2], [0, 1.4], "#999"),
		label([1.3, 0], "u", [0, 16]),
		label([0, 1.4], "v", [12, 6]),
	];
	const dashed = { dashed: true, fill: "none" };
	const back = level(strained);
	return sketch(
		[
			{
				title: "at rest, c level",
				shapes: [outline(level(inAxes), dashed), ...edges(level(inAxes))],
			},
			{
				title: "turned: v bisects γ",
				shapes: [...axes, outline(inAxes, dashed), ...edges(inAxes)],
			},
			{
				title: "turned back: c alone is longer",
				shapes: [
					outline(level(inAxes), dashed),
					outline(back, { fill: "none" }),
					arrow(back[1], [back[1][0] + 0.35, back[1][1]]),
					arrow(back[2], [back[2][0] - 0.35, back[2][1]]),
				],
			},
			{
				title: "strained along u and v",
				shapes: [
					...axes,
					outline(inAxes, dashed),
					outline(strained, { fill: "none" }),
					line([inAxes[1], strained[1]], { color: "#b3261e" }),
					line([inAxes[2], strained[2]], { color: "#b3261e" }),
				],
			},
		],
		2,
	);
}

const middle = (p: Point, q: Point): Point => [
	(p[0] + q[0]) / 2,
	(p[1] + q[1]) / 2,
];

/** The sketches of Volino and Magnenat-Thalmann 2006. */
import { range } from "../../range.ts";
import {
	arrow,
	dot,
	label,
	line,
	outline,
	type Panel,
	type Point,
	type Shape,
	sketch,
} from "../../sketch.ts";

type Space = readonly [number, number, number];

/** A and B opposite the edge from C to D, folded upwards. */
const fold: readonly Space[] = [
	[-0.8, 0.35, 0.45],
	[0.9, 0.6, 0.5],
	[0, 0, 0],
	[0, 1, 0],
];
const names = ["A", "B", "C", "D"];
/** Seen from the front and a little from above. */
const seen = ([x, y, z]: Space): Point => [x + 0.35 * y, z + 0.3 * y];
const minus = (a: Space, b: Space): Space => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];
const scaled = (s: number, a: Space): Space => [s * a[0], s * a[1], s * a[2]];
const cross = (a: Space, b: Space): Space => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Space): Space => scaled(1 / Math.hypot(...a), a);
const sum = (...all: readonly Space[]): Space =>
	all.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);

/** How far along the edge CD the line from A to B crosses it when the pair lies flat, and the weights of eq. 5. */
function weights() {
	const [A, B] = fold;
	const [hA, hB] = [Math.hypot(A[0], A[2]), Math.hypot(B[0], B[2])];
	const share = (hB * A[1] + hA * B[1]) / (hA + hB);
	return {
		hA,
		hB,
		share,
		alpha: [hB / (hA + hB), hA / (hA + hB), share - 1, -share],
	};
}

const pair = (points: readonly Point[]): Shape[] => [
	outline([points[0], points[2], points[3]]),
	outline([points[1], points[3], points[2]]),
	...names.map((name, i) =>
		label(points[i], name, i === 2 ? [0, 16] : [i === 0 ? -8 : 8, -6]),
	),
];

const withForces = (title: string, forces: readonly Space[]): Panel => ({
	title,
	shapes: [
		...pair(fold.map(seen)),
		...forces.flatMap((force, i) =>
			Math.hypot(...force) > 1e-9
				? [arrow(seen(fold[i]), seen(sum(fold[i], force)))]
				: [],
		),
	],
});

export function schemesFigure(): string {
	const [A, B, C, D] = fold;
	const { alpha } = weights();
	const across = scaled(0.35, unit(minus(B, A)));
	const n1 = cross(minus(A, C), minus(A, D));
	const n2 = cross(minus(B, D), minus(B, C));
	const [nA, nB] = [scaled(-0.35, unit(n1)), scaled(-0.35, unit(n2))];
	const back = scaled(-0.5, sum(nA, nB));
	const R = sum(...fold.map((point, i) => scaled(alpha[i], point)));
	return sketch([
		withForces("springs: along AB", [
			scaled(-1, across),
			across,
			[0, 0, 0],
			[0, 0, 0],
		]),
		withForces("normals", [nA, nB, back, back]),
		withForces(
			"linear: along R, by weights",
			alpha.map((weight) => scaled(-weight, R)),
		),
	]);
}

export function fitFigure(): string {
	const { hA, hB, share, alpha } = weights();
	const r = 0.35;
	/** The parabola through (−h_A, 0), (0, −r) and (h_B, 0), eqs 1 and 2. */
	const curvature = (2 * r) / (hA * hB);
	const slope = (curvature * hA) / 2 - r / hA;
	const height = (u: number) => (curvature / 2) * u * u + slope * u - r;
	const flat: readonly Point[] = [
		[-hA, fold[0][1]],
		[hB, fold[1][1]],
		[0, 0],
		[0, 1],
	];
	const crossing: Point = [0, share];
	return sketch(
		[
			{
				title: "Fig. 2: a parabola through three points",
				shapes: [
					line(
						range(-1.15 * hA, 1.15 * hB, 30).map((u): Point => [u, height(u)]),
						{ color: "#d9822b" },
					),
					line([
						[-hA, 0],
						[0, -r],
						[hB, 0],
					]),
					line(
						[
							[-hA, 0],
							[hB, 0],
						],
						{ dashed: true },
					),
					arrow([0, 0], [0, -r]),
					dot([-hA, 0]),
					dot([hB, 0]),
					dot([0, -r]),
					label([0, -r / 2], "r", [10, 4]),
					label([-hA / 2, 0], "h_A"),
					label([hB / 2, 0], "h_B"),
				],
			},
			{
				title: "Fig. 3: weights of eq. 5",
				shapes: [
					...pair(flat),
					line([flat[0], flat[1]], { dashed: true, color: "#b3261e" }),
					dot(crossing, "#b3261e"),
					...alpha.map((weight, i) =>
						label(
							flat[i],
							weight.toFixed(2),
							i >= 2 ? [30, i === 2 ? 12 : -4] : [i === 0 ? -6 : 6, 14],
						),
					),
				],
			},
		],
		2,
	);
}

import type { Vector3 } from "pliant";
import { elementFunctions } from "../../element.ts";
import { type Experiment, exact } from "../../experiment.ts";
import { modelNamed } from "../../membranes.ts";
import type { Point } from "../../sketch.ts";
import { paper } from "../paper.ts";
import { curveFigures, familyFigure, triangleFigures } from "./figures.ts";
import {
	areaOf,
	circumcircle,
	cotangents,
	foot,
	heights,
	minus,
	scaled,
	shapeVectors,
	sum,
	times,
} from "./triangle.ts";

/** At rest and deformed; counter-clockwise. */
const P: readonly Point[] = [
	[0, 0],
	[1.2, 0.1],
	[0.45, 0.9],
];
const Q: readonly Point[] = [
	[0.1, 0],
	[1.5, 0.25],
	[0.4, 1.05],
];
const [E, nu] = [1, 0.3];
const lambda = (E * nu) / (1 - nu * nu);
/** The paper's μ, twice the shear modulus. */
const mu = E / (1 + nu);

/** Force on a vertex by its foot points, section III-E, with the weights and the sign that are right. */
function footForce(i: number): Point {
	const A = areaOf(P);
	const [j, k] = [(i + 1) % 3, (i + 2) % 3];
	const cot = cotangents(P);
	const L2 = sum(times(minus(P[k], P[j]), minus(P[k], P[j])));
	const l2 = sum(times(minus(Q[k], Q[j]), minus(Q[k], Q[j])));
	const trace = [0, 1, 2].reduce((total, n) => {
		const [a, b] = [(n + 1) % 3, (n + 2) % 3];
		const delta =
			sum(times(minus(Q[a], Q[b]), minus(Q[a], Q[b]))) -
			sum(times(minus(P[a], P[b]), minus(P[a], P[b])));
		return total + (delta * cot[n]) / (4 * A);
	}, 0);
	const toPseudo = minus(foot(Q, cot, i), Q[i]);
	const toFoot = minus(foot(Q, cotangents(Q), i), Q[i]);
	const first = scaled(((lambda + mu) * L2 * trace) / (4 * A), toPseudo);
	const second = minus(
		scaled((mu * L2) / (8 * A), toPseudo),
		scaled((mu * l2) / (8 * A), toFoot),
	);
	return [first[0] + second[0], first[1] + second[1]];
}

const inSpace = (points: readonly Point[]): Vector3[] =>
	points.map(([x, y]) => [x, y, 0]);

export const geometry: Experiment = {
	id: "delingette/geometry",
	paper,
	figure: "Figs 1, 2, 4, 5, 6, 14 and 15",
	title: "The geometry that springs on triangles are made of",
	setup:
		"The paper's sketches, drawn from the numbers of one triangle at rest and deformed, and the relations that they show: shape vectors, foot points and the force through them, the circumscribed circle.",
	remarks: [
		"Printed otherwise: the weights of foot points are crossed, cot α_k goes with Q_j; in the force through them L² and l² change places, and so does the sign; shape vectors of eq. 9 are those of clockwise triangles.",
	],
	run: () => {
		const D = shapeVectors(P);
		const cot = cotangents(P);
		const A = areaOf(P);
		const largest = (values: readonly number[]) =>
			Math.max(...values.map(Math.abs));
		const three = [0, 1, 2] as const;
		const { center, radius } = circumcircle(Q);
		const gradient = elementFunctions(modelNamed("trbs"), inSpace(P), {
			youngModulus2d: E,
			poissonRatio: nu,
			dampingTime: 0,
		}).gradient(inSpace(Q));
		const tolerance = 1e-12;
		return {
			rows: [
				exact(
					"Fig. 6: shape vectors along edges",
					largest(
						three.map((i) =>
							sum(times(D[i], minus(P[(i + 2) % 3], P[(i + 1) % 3]))),
						),
					),
					{ expected: 0, tolerance, source: "they are orthogonal to them" },
				),
				exact(
					"Fig. 6: length of shape vectors times heights, largest distance from 1",
					largest(three.map((i) => Math.hypot(...D[i]) * heights(P)[i] - 1)),
					{ expected: 0, tolerance, source: "section III-B: 1/h" },
				),
				exact(
					"eq. 10: sum of shape vectors",
					Math.hypot(
						D.reduce((s, [x]) => s + x, 0),
						D.reduce((s, [, y]) => s + y, 0),
					),
					{ expected: 0, tolerance, source: "eq. 10" },
				),
				exact(
					"appendix III: D_i·D_j + cot α_k/2A",
					largest(
						three.map(
							(k) =>
								sum(times(D[(k + 1) % 3], D[(k + 2) % 3])) + cot[k] / (2 * A),
						),
					),
					{ expected: 0, tolerance, source: "appendix III" },
				),
				exact(
					"Fig. 6: from the foot of a vertex to the vertex, along the edge",
					largest(
						three.map((i) =>
							sum(
								times(
									minus(Q[i], foot(Q, cotangents(Q), i)),
									minus(Q[(i + 1) % 3], Q[(i + 2) % 3]),
								),
							),
						),
					),
					{ expected: 0, tolerance, source: "it is the foot of the height" },
				),
				exact(
					"section III-E: force by foot points against the library's TRBS",
					largest(
						three.flatMap((i) =>
							footForce(i).map((force, c) => force + gradient[3 * i + c]),
						),
					),
					{
						expected: 0,
						tolerance,
						source: "the same force in another form, corrected",
					},
				),
				exact(
					"Fig. 15: Q_i·Q_j − R² + l_k²/2 from the circle's centre",
					largest(
						three.map((k) => {
							const [a, b] = [Q[(k + 1) % 3], Q[(k + 2) % 3]];
							return (
								sum(times(minus(a, center), minus(b, center))) -
								radius ** 2 +
								sum(times(minus(a, b), minus(a, b))) / 2
							);
						}),
					),
					{ expected: 0, tolerance, source: "appendix III" },
				),
			],
			figures: [
				{
					kind: "drawing",
					title: "Bar, curve, and mapping of a surface (Figs 1, 2 and 4)",
					svg: curveFigures(),
				},
				{
					kind: "drawing",
					title:
						"Triangle at rest and deformed, shape vectors, foot points, circumscribed circle (Figs 5, 6 and 15); last, a rest triangle that is obtuse",
					svg: triangleFigures(P, Q),
				},
				{
					kind: "drawing",
					title: "How the models are related (Fig. 14)",
					svg: familyFigure(),
				},
			],
		};
	},
};

import type { Vector3 } from "pliant";
import { stiffnessFromLengths } from "pliant/models";
import { elementFunctions } from "../../element.ts";
import { type Experiment, exact, type Row } from "../../experiment.ts";
import { modelNamed } from "../../membranes.ts";
import type { Point } from "../../sketch.ts";
import { paper } from "../paper.ts";
import { constructionFigure, inverseFigure } from "./figures.ts";

/** Fig. 1: a triangle at rest, turned by an angle after it was stretched along the axes. */
const rest: readonly Point[] = [
	[0, 0],
	[1.1, 0.1],
	[0.4, 0.8],
];
const stretches = [1.15, 0.9];
const turn = 0.6;
const [E, nu] = [1, 0.3];
const moved = rest.map(([x, y]): Point => {
	const [u, v] = [stretches[0] * x, stretches[1] * y];
	const [c, s] = [Math.cos(turn), Math.sin(turn)];
	return [c * u - s * v, s * u + c * v];
});
const inSpace = (points: readonly Point[]): Vector3[] =>
	points.map(([x, y]) => [x, y, 0]);

/** Forces [N] on the corners of a membrane that obeys Hooke's law in axes that turn along: −A R σ D, with R and U known. */
function membraneForces(): number[] {
	const [e1, e2] = stretches.map((s) => s - 1);
	const factor = E / (1 - nu * nu);
	const stress = [factor * (e1 + nu * e2), factor * (e2 + nu * e1)];
	const [c, s] = [Math.cos(turn), Math.sin(turn)];
	return [0, 1, 2].flatMap((i) => {
		// A D_i is half of the edge opposite, turned by a right angle.
		const [a, b] = [rest[(i + 1) % 3], rest[(i + 2) % 3]];
		const half = [(a[1] - b[1]) / 2, (b[0] - a[0]) / 2];
		const [x, y] = [stress[0] * half[0], stress[1] * half[1]];
		return [-(c * x - s * y), -(s * x + c * y), 0];
	});
}

/** Forces of springs between the corners, by their lengths at rest and now and nothing else. */
function springForces(): number[] {
	const edges = [
		[1, 2],
		[2, 0],
		[0, 1],
	];
	const lengthIn = (p: readonly Point[], [a, b]: readonly number[]) =>
		Math.hypot(p[b][0] - p[a][0], p[b][1] - p[a][1]);
	const L = edges.map((edge) => lengthIn(rest, edge));
	const k = stiffnessFromLengths([L[0], L[1], L[2]], {
		youngModulus2d: E,
		poissonRatio: nu,
	});
	const forces = new Array<number>(9).fill(0);
	for (const [i, [a, b]] of edges.entries()) {
		const l = lengthIn(moved, [a, b]);
		for (let axis = 0; axis < 2; axis++) {
			const pull = (k[i] * (l - L[i]) * (moved[b][axis] - moved[a][axis])) / l;
			forces[3 * a + axis] += pull;
			forces[3 * b + axis] -= pull;
		}
	}
	return forces;
}

/** Largest sum of the library's gradient and forces. */
const difference = (model: string, forces: readonly number[]): number => {
	const material = { youngModulus2d: E, poissonRatio: nu, dampingTime: 0 };
	const { gradient } = elementFunctions(
		modelNamed(model),
		inSpace(rest),
		material,
	);
	return Math.max(
		...gradient(inSpace(moved)).map((g, i) => Math.abs(g + forces[i])),
	);
};

/** What Fig. 3 does with a triangle of angles α, β, γ whose edge c is 1 long: a strain that stretches c alone, and the force it takes. */
function construction(alpha: number, beta: number, poissonRatio: number) {
	const gamma = Math.PI - alpha - beta;
	const [a, b] = [alpha, beta].map(
		(angle) => Math.sin(angle) / Math.sin(gamma),
	);
	// Along the bisector of γ it shrinks as much as keeps a and b.
	const strain = [1, -(Math.tan(gamma / 2) ** 2)];
	const factor = 1 / (1 - poissonRatio ** 2);
	const stress = [0, 1].map(
		(i) => factor * (strain[i] + poissonRatio * strain[1 - i]),
	);
	const along = (values: readonly number[], angle: number) =>
		Math.cos(angle) ** 2 * values[0] + Math.sin(angle) ** 2 * values[1];
	// The edge c lies at the angle (α − β)/2 to the first axis, the edges a and b at half a right angle less γ/2 to either side.
	const direction = (alpha - beta) / 2;
	const force = (along(stress, direction) * a * Math.sin(beta)) / 2;
	return {
		kept: along(strain, Math.PI / 2 - gamma / 2),
		stiffness: force / along(strain, direction),
		lengths: [a, b, 1] as const,
	};
}

const shapes = [
	["acute", 55, 65],
	["right", 35, 55],
	["obtuse", 20, 40],
] as const;
const degree = Math.PI / 180;

export const inverseProblem: Experiment = {
	id: "vangelder/inverse-problem",
	paper,
	figure: "Figs 1 and 3, eqs 15 to 28",
	title: "From where corners are to forces, and how the formula comes about",
	setup:
		"Fig. 1: a triangle is stretched along its axes by 1.15 and 0.9 and turned by 0.6; its forces as a membrane and as springs, which are given by lengths alone (eq. 28, Heron's area). Fig. 3: the strain that keeps two edges and stretches the third, in axes along and across the bisector of the angle between them; force over elongation is the spring's stiffness.",
	remarks: [
		"The paper calls the membrane's forces not at all obvious. They take the rotation of the triangle, which the polar decomposition of F gives; springs take lengths alone.",
		"Eq. 24 prints a factor of 4; it is 2. The other steps to eq. 27 are right.",
	],
	run: () => {
		const rows: Row[] = [
			exact(
				"Fig. 1, membrane: the library's corotational forces against −A R σ D",
				difference("corotational-membrane", membraneForces()),
				{
					expected: 0,
					tolerance: 1e-12,
					source: "closed form: rotation and stretches are known",
				},
			),
			exact(
				"Fig. 1, springs: the library's forces against those from lengths alone",
				difference("van-gelder", springForces()),
				{ expected: 0, tolerance: 1e-12, source: "eqs 27 and 28" },
			),
		];
		for (const [name, alpha, beta] of shapes)
			for (const ratio of [0, 0.25]) {
				const { kept, stiffness, lengths } = construction(
					alpha * degree,
					beta * degree,
					ratio,
				);
				if (ratio === 0)
					rows.push(
						exact(`Fig. 3, ${name}: elongation of the edges a and b`, kept, {
							expected: 0,
							tolerance: 1e-12,
							source: "the construction keeps them",
						}),
					);
				rows.push(
					exact(
						`Fig. 3, ${name}, ν = ${ratio}: stiffness of c from its lengths`,
						stiffnessFromLengths(lengths, {
							youngModulus2d: 1,
							poissonRatio: ratio,
						})[2],
						{
							expected: stiffness,
							tolerance: 1e-9,
							source: "force over elongation of the construction, eqs 15 to 23",
						},
					),
				);
			}
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title: "The inverse problem (Fig. 1): which forces are these?",
					svg: inverseFigure(rest, moved, springForces(), membraneForces()),
				},
				{
					kind: "drawing",
					title:
						"A strain that keeps two edges (Fig. 3): at rest; turned, so that the bisector of γ is an axis; strained along these axes; turned back",
					svg: constructionFigure(),
				},
			],
		};
	},
};

import {
	type AppliedModel,
	Body,
	createMesh,
	quadraticSpring,
	Scene,
	simulate,
	type Vector3,
} from "pliant";
import { elementFunctions } from "../../element.ts";
import { type Experiment, exact, type Row } from "../../experiment.ts";
import { linear, modelNamed } from "../../membranes.ts";
import { arrow, label, outline, type Point, sketch } from "../../sketch.ts";
import { paper } from "../paper.ts";
import { effectiveModuli } from "./effectiveModuli.ts";

/** Example 4.1. */
const rightTriangle: Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
	[0, 1, 0],
];

/** Entry (1, 2) of the stiffness between p and q. */
const shearEntry = (
	model: string,
	material: Readonly<Record<string, number>>,
) =>
	elementFunctions(modelNamed(model), rightTriangle, material).firstBlock(
		rightTriangle,
	)[1];

/** Example 4.2: p = (0, 0), q = (1, 1), r = (−1, 1); so small that everything is linear. */
const force = 1e-6;

async function pulledApart(
	model: AppliedModel,
): Promise<{ widening: number; thinning: number }> {
	const mesh = createMesh({
		positions: [0, 0, 0, 1, 1, 0, -1, 1, 0],
		triangles: [0, 1, 2],
		edges: [0, 1, 0, 2, 1, 2],
	});
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(
		new Body({ mesh, models: [model], massOn: "triangle", density: 1 }),
	);
	// By symmetry these hold nothing but rigid motions: q and r on their line, p on the axis.
	body.slide([0], { line: [0, 1, 0] });
	body.slide([1, 2], { line: [1, 0, 0] });
	body.pull([1], [force, 0, 0]);
	body.pull([2], [-force, 0, 0]);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-12 });
	const x = simulation.positions(body);
	return { widening: (x[3] - 1) / force, thinning: x[1] / force };
}

/** Fig. 2, with displacements so large that they can be seen. */
async function pulledFigure(): Promise<string> {
	const rest: Point[] = [
		[0, 0],
		[1, 1],
		[-1, 1],
	];
	const seen = 0.35;
	const panel = (
		title: string,
		{ widening, thinning }: { widening: number; thinning: number },
	) => {
		const down = (seen * thinning) / widening;
		const moved: Point[] = [
			[0, down],
			[1 + seen, 1],
			[-1 - seen, 1],
		];
		return {
			title,
			shapes: [
				outline(moved),
				outline(rest, { dashed: true, fill: "none" }),
				arrow(moved[1], [1.7, 1]),
				arrow(moved[2], [-1.7, 1]),
				label(rest[0], "p", [0, 16]),
				label(moved[1], "q"),
				label(moved[2], "r"),
			],
		};
	};
	return sketch(
		[
			panel("membrane", await pulledApart(linear.of(1, 0.3))),
			panel(
				"springs",
				await pulledApart(
					quadraticSpring({
						axialStiffness: [2 * Math.SQRT2, 2 * Math.SQRT2, 2],
					}),
				),
			),
		],
		2,
	);
}

export const impossibility: Experiment = {
	id: "vangelder/impossibility",
	paper,
	figure: "Examples 4.1 and 4.2, eq. 27",
	title: "What no stiffness makes springs do, and what the formula delivers",
	setup:
		"Single triangles with E = 1. Example 4.1, (0,0), (1,0), (0,1): the entry of the stiffness matrix that couples motion along and across an edge. Example 4.2, (0,0), (1,1), (−1,1): unit forces pull the upper vertices apart; how much the triangle thins over half of how much it widens. Eq. 27: Young's modulus and Poisson's ratio of a patch of regular triangles under uniaxial stress.",
	remarks: [
		"A membrane thins by ν; three springs thin by exactly 1, whatever their stiffness: no choice of coefficients makes springs a membrane.",
		"On regular triangles springs are isotropic, but with ν = 1/3 whatever is asked for; Young's modulus is right for ν = 0 and 1/3 only.",
	],
	run: async () => {
		const rows: Row[] = [];
		for (const nu of [0, 0.3]) {
			rows.push(
				exact(
					`4.1, membrane, ν = ${nu}: K_pq,12`,
					shearEntry("linear-membrane", {
						youngModulus2d: 1,
						poissonRatio: nu,
					}),
					{
						expected: -1 / (4 * (1 + nu)),
						tolerance: 1e-12,
						source: "closed form, eq. 12: −E/(4(1 + ν)) for area 1/2",
					},
				),
				exact(
					`4.1, springs of eq. 27, ν = ${nu}: K_pq,12`,
					shearEntry("van-gelder", {
						youngModulus2d: 1,
						poissonRatio: nu,
						dampingTime: 0,
					}),
					{
						expected: 0,
						tolerance: 1e-12,
						source: "closed form, eq. 14: the spring lies along the first axis",
					},
				),
			);
		}
		for (const nu of [0, 0.3, 0.5]) {
			const { widening, thinning } = await pulledApart(linear.of(1, nu));
			rows.push(
				exact(
					`4.2, membrane, ν = ${nu}: thinning over widening`,
					thinning / widening,
					{ expected: nu, tolerance: 1e-6, source: "closed form: ν" },
				),
			);
		}
		for (const k of [1, 5]) {
			// Stiffness k between q and r, 2 elsewhere.
			const { widening, thinning } = await pulledApart(
				quadraticSpring({
					axialStiffness: [2 * Math.SQRT2, 2 * Math.SQRT2, 2 * k],
				}),
			);
			rows.push(
				exact(
					`4.2, springs, k_qr = ${k}: thinning over widening`,
					thinning / widening,
					{
						expected: 1,
						tolerance: 1e-5,
						source:
							"closed form: the springs at p bear nothing, so they keep their length",
					},
				),
				exact(`4.2, springs, k_qr = ${k}: widening of a side`, widening, {
					expected: 1 / (2 * k),
					tolerance: 1e-5,
					source: "closed form: 1/(2k)",
				}),
			);
		}
		for (const nu of [0, 0.25, 1 / 3, 0.45]) {
			const { youngModulus, poissonRatio } = await effectiveModuli(
				modelNamed("van-gelder")({ youngModulus2d: 1, poissonRatio: nu }),
			);
			const asked = `regular triangles, ν = ${Number(nu.toPrecision(3))} asked for`;
			rows.push(
				exact(`${asked}: Young's modulus`, youngModulus, {
					expected: (3 - nu) / (3 * (1 - nu * nu)),
					tolerance: 1e-6,
					source: "closed form E (3 − ν)/(3(1 − ν²))",
				}),
				exact(`${asked}: Poisson's ratio`, poissonRatio, {
					expected: 1 / 3,
					tolerance: 1e-6,
					source: "closed form: 1/3, whatever is asked for",
				}),
			);
		}
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title:
						"Pulled apart (Fig. 2): a membrane of ν = 0.3 thins by ν, springs by as much as they widen; displacements are enlarged",
					svg: await pulledFigure(),
				},
			],
		};
	},
};

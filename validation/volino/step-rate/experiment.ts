import { cloth, collider, Scene, simulate } from "pliant";
import { type AppliedModel, vanGelder } from "pliant/models";
import {
	type Experiment,
	type Form,
	type Row,
	told,
} from "../../experiment.ts";
import { crossover, morley, normalBased, printed } from "../bendings.ts";
import { drapeMeasures } from "../drape/drapeMeasures.ts";
import { drapeRings, roundCloth } from "../drape/roundCloth.ts";
import { paper } from "../paper.ts";

/** [N·m] */
const modulus = 0.01;
const radius = 0.5;
const forms: Readonly<
	Record<Form, { readonly rings: number; readonly steps: number }>
> = {
	full: { rings: drapeRings, steps: 60 },
	short: { rings: 10, steps: 10 },
};

const noBending = "no bending";
const springs = crossover(2);

const variants: readonly {
	readonly name: string;
	readonly bending?: AppliedModel;
	/** Iterations a second in the paper. */
	readonly rate?: number;
}[] = [
	{ name: noBending, rate: 14 },
	{ name: normalBased.name, bending: normalBased.of(modulus), rate: 5 },
	{ name: printed.name, bending: printed.of(modulus), rate: 11 },
	{ name: morley.name, bending: morley.of(modulus / 3) },
	{ name: springs.name, bending: springs.of(modulus) },
];

async function disc(bending: AppliedModel | undefined, rings: number) {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.mesh(roundCloth(rings), {
			membrane: vanGelder({ youngModulus2d: 100 }),
			...(bending && { bending }),
			arealDensity: 0.1,
		}),
	);
	const reach = 0.02;
	sheet.shake(0.002).place((x, y, z) => [x, y + 1.2 * reach, z]);
	scene.collide(
		collider.cylinder({ from: [0, -0.05, 0], to: [0, 0, 0], radius }),
		{ distance: reach, friction: 0.3 },
	);
	const simulation = await simulate(scene, {
		// The steps of the paper: one linear system each.
		...{ timeStep: 0.1, substeps: 1, newtonIterations: 1 },
		integrator: "implicit-euler",
		damping: { mass: 1 },
	});
	return { sheet, simulation };
}

export const stepRate: Experiment = {
	id: "volino/step-rate",
	paper,
	figure: "second table",
	title: "Steps a second of a whole simulation",
	setup: `The disc of Fig. 6 with springs for tension and ${modulus} N·m, over a table, in steps of 100 ms by implicit Euler with one linear system each: ${forms.full.steps} steps of every model, taken in turns.`,
	remarks: [
		"The paper's ratios include rendering, and no table is mentioned. Here nearly all of a step is its linear system, and that is the same work for the linear and the normal-based model, whose Hessian is exact as well: what their forces cost hardly shows. Without bending systems are smaller but worse conditioned. Morley bending couples a ring of vertices more.",
		"Crossover springs of this modulus are stiffer than the cloth by orders of magnitude. The paper could not simulate them; here steps are taken, but the cloth is another: it resists stretching instead of bending.",
	],
	run: async (form) => {
		const { rings, steps } = forms[form];
		const runs = [];
		for (const { bending } of variants) runs.push(await disc(bending, rings));
		const seconds = variants.map(() => 0);
		const linearIterations = variants.map(() => 0);
		for (let step = 0; step < steps; step++)
			for (const [i, { simulation }] of runs.entries()) {
				const start = performance.now();
				const report = simulation.step();
				seconds[i] += (performance.now() - start) / 1000;
				linearIterations[i] += report.linearIterations;
			}
		const rates = seconds.map((time) => steps / time);
		const of = (name: string) =>
			rates[variants.findIndex((variant) => variant.name === name)];
		const rows: Row[] = [];
		for (const [i, { name, rate }] of variants.entries()) {
			rows.push(
				told(`${name} [steps/s]`, rates[i], {
					...(rate !== undefined && { expected: rate }),
					source: rate ? "the paper, in 2006" : "not in the paper",
				}),
				told(
					`${name}: iterations of the linear solver per step`,
					linearIterations[i] / steps,
					{ source: "not in the paper" },
				),
			);
		}
		for (const [name, over, ratio] of [
			[printed.name, noBending, 11 / 14],
			[normalBased.name, noBending, 5 / 14],
			[printed.name, normalBased.name, 11 / 5],
		] as const) {
			rows.push(
				told(`rate, ${name} over ${over}`, of(name) / of(over), {
					expected: ratio,
					source: "the paper's ratio",
				}),
			);
		}
		const coefficients = runs.map(
			({ sheet, simulation }) =>
				drapeMeasures(sheet, simulation.positions(sheet), radius)
					.drapeCoefficient,
		);
		for (const [i, { name }] of variants.entries())
			rows.push(
				told(
					`${name}: drape coefficient after ${steps} steps`,
					coefficients[i],
					{
						source: "see volino/drape",
					},
				),
			);
		const [, , linear, , spring] = coefficients;
		rows.push(
			told(
				"crossover springs: drape coefficient against the linear model, difference",
				Math.abs(spring - linear),
				{ source: "the paper: very inaccurate drape" },
			),
		);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Steps a second, over those without bending",
					xLabel: "model",
					xNames: ["none", "normals", "linear", "Morley", "springs"],
					yLabel: "rate over that without bending",
					series: [
						{
							name: "paper",
							style: "points",
							color: "#222",
							points: variants.flatMap(({ rate }, i) =>
								rate ? [[i + 1, rate / 14] as const] : [],
							),
						},
						{
							name: "measured",
							style: "line and points",
							color: printed.color,
							points: rates.map(
								(rate, i) => [i + 1, rate / of(noBending)] as const,
							),
						},
					],
				},
			],
		};
	},
};

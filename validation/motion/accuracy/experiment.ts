import {
	type Body,
	cable,
	cloth,
	collider,
	quadraticSpring,
	Scene,
	type SceneBody,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	type Vector3,
} from "pliant";
import { rod } from "pliant/models";
import { softCloth } from "../../contact/bodies.ts";
import {
	type Experiment,
	exact,
	type Form,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import { type BoxKind, boxes, spin } from "../bodies.ts";
import { hung } from "../fabrics/hung.ts";

/** A scene whose bodies are compared where they are after a second. */
interface Case {
	readonly name: string;
	readonly size: number;
	/** After so many seconds, 1 by default. Sheets buckle later, and what is next to each other then parts. */
	readonly seconds?: number;
	readonly make: () => Scene;
}

function sceneOf(body: SceneBody, gravity?: Vector3): Scene {
	const scene = new Scene(gravity ? { gravity } : {});
	scene.add(body);
	return scene;
}

const weightless: Vector3 = [0, 0, 0];
const bar: Vector3 = [0.2, 0.04, 0.04];
const barSize = Math.hypot(...bar);
const box: Vector3 = [0.1, 0.06, 0.03];

const beam = (youngModulus: number): Body =>
	solid
		.box(
			{ size: bar, cells: [6, 1, 1] },
			{
				solid: stableNeoHookean({ youngModulus, poissonRatio: 0.35 }),
				density: 1000,
			},
		)
		.pin("x-min");

const spinning = (kind: BoxKind, size: Vector3, rate: Vector3): Scene => {
	const origin = size.map((side) => -side / 2) as [number, number, number];
	const body = boxes[kind]({ size, origin, youngModulus: 1e7 });
	spin(body, rate);
	return sceneOf(body, weightless);
};

const cases: readonly Case[] = [
	{
		...{ name: "held cotton", size: 0.5 * Math.SQRT2, seconds: 0.2 },
		make: () => hung("cotton", "edge").scene,
	},
	{
		...{
			name: "held soft cloth",
			...{ size: 0.3 * Math.SQRT2, seconds: 0.2 },
		},
		make: () =>
			sceneOf(
				cloth
					.grid({ size: [0.3, 0.3], cells: [8, 8], plane: "xz" }, softCloth)
					.pin("left"),
			),
	},
	{
		...{ name: "stiff beam", size: barSize },
		make: () => sceneOf(beam(1e6)),
	},
	{
		...{ name: "soft beam", size: barSize },
		make: () => sceneOf(beam(1e5)),
	},
	{
		...{ name: "rod", size: 0.4 },
		make: () =>
			sceneOf(
				cable
					.line(
						{ from: [0, 0, 0], to: [0.4, 0, 0], segments: 16 },
						{
							spring: rod({
								...{ youngModulus: 1e8, poissonRatio: 0.4, radius: 0.002 },
							}),
							linearDensity: 0.015,
						},
					)
					.pin([0, 1]),
			),
	},
	{
		...{ name: "cable", size: 0.5 },
		make: () =>
			sceneOf(
				cable
					.line(
						{ from: [0, 0, 0], to: [0.3, -0.4, 0], segments: 10 },
						{
							spring: quadraticSpring({ axialStiffness: 100 }),
							linearDensity: 0.05,
						},
					)
					.pin([0]),
			),
	},
	{
		...{ name: "tumbling box", size: Math.hypot(...box) },
		make: () => spinning("rigid body", box, [0.1, 6, 0.1]),
	},
	{
		...{ name: "spinning soft bar", size: barSize },
		make: () => spinning("quadratic solid", bar, [0, 0, 8]),
	},
	{
		...{ name: "spinning frame body", size: barSize },
		make: () => spinning("frame body", bar, [0, 0, 8]),
	},
	{
		...{
			name: "sliding block",
			size: Math.hypot(0.1, 0.1, 0.02),
		},
		make: () => {
			const a = 9.81 * Math.SQRT1_2;
			const scene = sceneOf(
				boxes["linear solid"]({
					size: [0.1, 0.02, 0.1],
					origin: [-0.05, 5e-5, -0.05],
				}),
				[a, -a, 0],
			);
			scene.collide(collider.plane(), { friction: 0.37 });
			return scene;
		},
	},
];

const forms: Readonly<
	Record<Form, { cases: readonly Case[]; asked: readonly number[] }>
> = {
	short: { cases: cases.slice(5, 7), asked: [1e-2, 1e-3] },
	full: { cases, asked: [1e-2, 1e-3, 1e-4, 1e-5] },
};

/** Returns positions [m] of all bodies afterwards, and how many linear systems were solved. */
async function after({ make, seconds = 1 }: Case, options: SimulationOptions) {
	const scene = make();
	const simulation = await simulate(scene, options);
	let iterations = 0;
	for (let step = 0; step < Math.round(seconds * 60); step++)
		iterations += simulation.step().iterations;
	const positions = scene.bodies.flatMap((body) => [
		...simulation.positions(body),
	]);
	return { positions, iterations };
}

/** References need far finer steps than defaults: those of another method, which has no control of accuracy. */
const fine: SimulationOptions = {
	...{ integrator: "midpoint", substeps: 128, tolerance: 1e-9 },
};
/** The midpoint rule rings on after contact, so a sliding block is compared with the default method at a far finer accuracy. */
const fineWithFriction: SimulationOptions = { accuracy: 1e-6 };

const rootMeanSquare = (a: readonly number[], b: readonly number[]) =>
	Math.sqrt((3 * a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0)) / a.length);

export const askedAndGot: Experiment = {
	id: "motion/accuracy",
	paper: "motion",
	figure: "accuracy asked and got",
	title: "What accuracy means",
	setup:
		"Ten scenes are simulated for a second, sheets for a fifth of one, with different accuracies. Cotton and soft cloth are held by an edge, beams and a rod by an end; a cable swings, a rigid box, a soft bar and a frame body turn freely, a soft block slides down 45°. Positions are compared with those of 128 substeps of the midpoint rule per step; of the block that slides, with an accuracy of 1e-6. The error is the root mean square over vertices, over the size of the body and the time.",
	remarks: [],
	run: async (form) => {
		const rows: Row[] = [];
		const series: XySeries[] = [];
		const chosen = forms[form];
		const references: number[][] = [];
		for (const [i, each] of chosen.cases.entries()) {
			const { name, size, seconds = 1 } = each;
			const slides = name === "sliding block";
			const reference = await after(each, slides ? fineWithFriction : fine);
			references.push(reference.positions);
			const points: [number, number][] = [];
			for (const asked of chosen.asked) {
				const { positions } = await after(each, { accuracy: asked });
				const got =
					rootMeanSquare(positions, reference.positions) / size / seconds;
				points.push([Math.log10(asked), Math.log10(got)]);
				const quantity = `${name}: error with accuracy ${asked}, over it`;
				rows.push(exact(quantity, got / asked, { atMost: 3, source: "asked" }));
			}
			series.push({
				...{ name, points, style: "line and points" },
				color: colorOf(i, chosen.cases.length),
			});
		}
		const figure = await costFigure(chosen, references);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Error after a second",
					xLabel: "accuracy asked for, power of ten",
					yLabel: "error, power of ten",
					series,
				},
				...(figure.series.length > 0 ? [figure] : []),
			],
		};
	},
};

const colorOf = (i: number, of: number) => `hsl(${(360 * i) / of}, 60%, 45%)`;

const integrators = ["implicit-euler", "generalized-alpha", "bdf2"] as const;
const compared = ["held cotton", "soft beam"];

/** Errors of integrators over the linear systems that they solve, with fixed substeps. */
async function costFigure(
	{ cases, asked }: (typeof forms)[Form],
	references: readonly number[][],
) {
	const series: XySeries[] = [];
	for (const [k, name] of compared.entries()) {
		const found = cases.findIndex((each) => each.name === name);
		if (found < 0 || asked.length < 4) continue;
		const { size, seconds = 1 } = cases[found];
		for (const [i, integrator] of integrators.entries()) {
			const points: [number, number][] = [];
			for (const substeps of [1, 2, 4, 8, 16, 32]) {
				const { positions, iterations } = await after(cases[found], {
					...{ integrator, substeps },
				});
				const error = rootMeanSquare(positions, references[found]);
				points.push([
					Math.log10(iterations / seconds / 60),
					Math.log10(error / size / seconds),
				]);
			}
			series.push({
				name: `${name.split(" ")[1]}, ${integrator}`,
				...{ points, style: k === 0 ? "line and points" : "line" },
				color: colorOf(i, integrators.length),
			});
		}
	}
	return {
		kind: "plot" as const,
		title: "Error and cost of integrators",
		xLabel: "linear systems per step of 1/60 s, power of ten",
		yLabel: "error after a second, power of ten",
		series,
	};
}

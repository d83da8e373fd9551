import {
	type Body,
	cable,
	cloth,
	collider,
	quadraticSpring,
	rigidBody,
	Scene,
	type SceneBody,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	type Vector3,
} from "pliant";
import { box } from "pliant/mesh";
import { rod } from "pliant/models";
import { softCloth } from "../../contact/bodies.ts";
import {
	type Experiment,
	exact,
	type Form,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import { boxes } from "../bodies.ts";
import { hung } from "../fabrics/hung.ts";

/** A scene whose bodies are compared where they are after a second. */
interface Case {
	readonly name: string;
	readonly size: number;
	readonly make: () => Scene;
}

function sceneOf(body: SceneBody, gravity?: Vector3): Scene {
	const scene = new Scene(gravity ? { gravity } : {});
	scene.add(body);
	return scene;
}

const weightless: Vector3 = [0, 0, 0];
const bar: Vector3 = [0.2, 0.04, 0.04];
const barOrigin: Vector3 = [-0.1, -0.02, -0.02];
const barSize = Math.hypot(...bar);

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

const spinning = (kind: "quadratic solid" | "frame body"): Scene => {
	const body = boxes[kind]({
		...{ size: bar, origin: barOrigin, youngModulus: 1e7 },
	});
	body.launch((x, y) => [-8 * y, 8 * x, 0]);
	return sceneOf(body, weightless);
};

const cases: readonly Case[] = [
	{
		...{ name: "cotton held by an edge", size: 0.5 * Math.SQRT2 },
		make: () => hung("cotton", "edge").scene,
	},
	{
		...{ name: "soft cloth held by an edge", size: 0.3 * Math.SQRT2 },
		make: () =>
			sceneOf(
				cloth
					.grid({ size: [0.3, 0.3], cells: [8, 8], plane: "xz" }, softCloth)
					.pin("x-min"),
			),
	},
	{
		...{ name: "stiff beam held by its end", size: barSize },
		make: () => sceneOf(beam(1e6)),
	},
	{
		...{ name: "soft beam held by its end", size: barSize },
		make: () => sceneOf(beam(1e5)),
	},
	{
		...{ name: "rod held by its end", size: 0.4 },
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
		...{ name: "cable that swings", size: 0.5 },
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
		...{ name: "rigid box that tumbles", size: Math.hypot(0.1, 0.06, 0.03) },
		make: () => {
			const body = rigidBody({
				mesh: box({ size: [0.1, 0.06, 0.03], origin: [-0.05, -0.03, -0.015] }),
				density: 1000,
			});
			body.launch((x, y, z) => [6 * z - 0.1 * y, 0.1 * x, -6 * x]);
			return sceneOf(body, weightless);
		},
	},
	{
		...{ name: "soft bar that spins", size: barSize },
		make: () => spinning("quadratic solid"),
	},
	{
		...{ name: "frame body that spins", size: barSize },
		make: () => spinning("frame body"),
	},
	{
		...{
			name: "soft block that slides down 45°",
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

/** Returns positions [m] of all bodies after a second. */
async function after(make: () => Scene, options: SimulationOptions) {
	const scene = make();
	const simulation = await simulate(scene, options);
	await simulation.run({ seconds: 1 });
	return scene.bodies.flatMap((body) => [...simulation.positions(body)]);
}

/** Short steps of another method, without accuracy control. */
const fine: SimulationOptions = {
	...{ integrator: "midpoint", substeps: 64, tolerance: 1e-9 },
};
const fineWithFriction: SimulationOptions = { accuracy: 1e-6 };

const rootMeanSquare = (a: readonly number[], b: readonly number[]) =>
	Math.sqrt((3 * a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0)) / a.length);

export const askedAndGot: Experiment = {
	id: "motion/accuracy",
	paper: "motion",
	figure: "accuracy asked and got",
	title: "What accuracy means",
	setup:
		"Ten scenes are simulated for a second with different accuracies. Positions are compared with those of 64 substeps of the midpoint rule per step; of the block that slides, with an accuracy of 1e-6. The error is the root mean square over vertices, over the size of the body.",
	remarks: [],
	run: async (form) => {
		const rows: Row[] = [];
		const series: XySeries[] = [];
		const chosen = forms[form];
		for (const [i, { name, size, make }] of chosen.cases.entries()) {
			const slides = name.includes("slides");
			const reference = await after(make, slides ? fineWithFriction : fine);
			const points: [number, number][] = [];
			for (const asked of chosen.asked) {
				const positions = await after(make, { accuracy: asked });
				const got = rootMeanSquare(positions, reference) / size;
				points.push([Math.log10(asked), Math.log10(got)]);
				const quantity = `${name}: error with accuracy ${asked}, over it`;
				rows.push(exact(quantity, got / asked, { atMost: 3, source: "asked" }));
			}
			series.push({
				...{ name, points, style: "line and points" },
				color: `hsl(${36 * i}, 60%, 45%)`,
			});
		}
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
			],
		};
	},
};

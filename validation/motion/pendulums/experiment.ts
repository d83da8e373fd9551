import {
	type Body,
	cable,
	cloth,
	quadraticSpring,
	rigidBody,
	Scene,
	type Vector3,
} from "pliant";
import { box } from "pliant/mesh";
import { softCloth } from "../../contact/bodies.ts";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
} from "../../experiment.ts";
import { g, mean } from "../bodies.ts";
import { rungeKutta } from "../ode.ts";
import { oscillation, swungAlongMode } from "../oscillation.ts";
import { kindColors, plotted, type Sample, track } from "../track.ts";
import { type Chain, swungChain } from "./chain.ts";

const swings = 10;

interface Found {
	readonly name: string;
	readonly kind: string;
	/** About [s]. */
	readonly period: number;
	readonly samples: readonly Sample<number>[];
	readonly reference: readonly Sample<number>[];
	readonly source: string;
}

const bar: Vector3 = [0.04, 0.4, 0.04];
const inclination = Math.PI / 6;

/** A rigid bar that hangs from the middle of its upper face. */
async function rigidPendulum(pivot: "attached" | "held"): Promise<Found> {
	const scene = new Scene();
	const [a, length, c] = bar;
	const body = scene.add(
		rigidBody({
			mesh: box({ size: bar, origin: [-a / 2, -length, -c / 2] }),
			...{ density: 1000, origin: [0, 0, 0] },
		}),
	);
	const orientation = [
		...[0, 0, Math.sin(inclination / 2), Math.cos(inclination / 2)],
	] as const;
	body.place({ position: [0, 0, 0], orientation });
	if (pivot === "held") body.hold("position");
	else scene.attach(body.point([0, 0, 0]), [0, 0, 0]);
	// m g l over the inertia about the pivot.
	const k =
		(g * length) / 2 / ((length ** 2 + a ** 2) / 12 + (length / 2) ** 2);
	const quarter = (inclination / 4) ** 2;
	const period = ((2 * Math.PI) / Math.sqrt(k)) * (1 + quarter);
	const seconds = (swings + 0.1) * period;
	const reference: Sample<number>[] = [];
	rungeKutta(
		[inclination, 0],
		([angle, rate]) => [rate, -k * Math.sin(angle)],
		{ seconds, steps: 20_000 },
		(time, [angle]) => {
			reference.push({ time, value: angle });
		},
	);
	const samples = await track(scene, seconds, (simulation) => {
		const positions = simulation.positions(body);
		return Math.atan2(mean(positions, 0), -mean(positions, 1));
	});
	return {
		...{ name: `rigid bar, pivot ${pivot}`, kind: "rigid body" },
		...{ period, samples, reference },
		source: "θ″ = −(m g l/I) sin θ, integrated",
	};
}

const chain = {
	...{ length: 0.5, segments: 10, axialStiffness: 200, linearDensity: 0.05 },
};

const chainBody = ([x, y]: readonly [number, number]) =>
	cable.line(
		{ from: [0, 0, 0], to: [x, y, 0], segments: chain.segments },
		{
			spring: quadraticSpring({ axialStiffness: chain.axialStiffness }),
			linearDensity: chain.linearDensity,
		},
	);

/** A cable that is let go straight, inclined by 20°. */
async function wideCable(): Promise<Found> {
	const { length, segments } = chain;
	const [s, c] = [Math.sin(Math.PI / 9), Math.cos(Math.PI / 9)];
	const scene = new Scene();
	const body = scene.add(chainBody([length * s, -length * c])).pin([0]);
	const link = length / segments;
	const start: Chain["start"] = Array.from({ length: segments + 1 }, (_, i) => [
		...([i * link * s, -i * link * c] as const),
	]);
	// The first zero of the Bessel function J₀ is 2.405.
	const period = ((4 * Math.PI) / 2.405) * Math.sqrt(length / g);
	const seconds = (swings + 0.1) * period;
	const reference = swungChain({ ...chain, start, link }, seconds, {
		...{ steps: 600_000, every: 200 },
	});
	const samples = await track(scene, seconds, (simulation) =>
		mean(simulation.positions(body), 0),
	);
	return {
		...{ name: "cable, 20°", kind: "cable", period, samples, reference },
		source: "masses and springs, velocity Verlet with steps of 20 µs",
	};
}

/** What swings a little, along its first mode. */
async function small(
	name: string,
	kind: string,
	make: () => { readonly scene: Scene; readonly body: Body },
	direction: 0 | 2,
): Promise<Found> {
	const amplitude = 0.03 * chain.length;
	const { period, samples, omega } = await swungAlongMode(make, {
		...{ direction, amplitude, swings },
	});
	const reference = samples.map(({ time }) => ({
		time,
		value: amplitude * Math.sin(omega * time),
	}));
	return {
		...{ name, kind, period, samples, reference },
		source: "its first mode, undamped",
	};
}

const smallCable = () =>
	small(
		"cable, 2°",
		"cable",
		() => {
			const scene = new Scene();
			return { scene, body: scene.add(chainBody([0, -0.5])).pin([0]) };
		},
		0,
	);

const smallCloth = () =>
	small(
		"cloth by its edge, 2°",
		"cloth",
		() => {
			const scene = new Scene();
			const sheet = cloth.grid(
				{ size: [0.2, 0.5], cells: [4, 10], plane: "xy" },
				softCloth,
			);
			return { scene, body: scene.add(sheet).pin("top") };
		},
		2,
	);

const forms: Readonly<Record<Form, readonly (() => Promise<Found>)[]>> = {
	short: [() => rigidPendulum("attached"), wideCable, smallCloth],
	full: [
		() => rigidPendulum("attached"),
		() => rigidPendulum("held"),
		...[wideCable, smallCable, smallCloth],
	],
};

export const pendulums: Experiment = {
	id: "motion/pendulums",
	paper: "motion with default settings",
	figure: "pendulums of all kinds",
	title: "Pendulums go on",
	setup:
		"A rigid bar that hangs from a point, a cable, and a cloth that hangs by its edge swing ten times. Periods and the amplitude of the tenth swing are compared with independent integrations or with undamped modes. All settings are defaults.",
	run: async (form) => {
		const rows: Row[] = [];
		const figures: Figure[] = [];
		for (const run of forms[form]) {
			const { name, kind, period, samples, reference, source } = await run();
			const measured = oscillation(samples, period, swings);
			const expected = oscillation(reference, period, swings);
			rows.push(
				exact(
					`${name}: amplitude of swing ${swings} over the reference's`,
					measured.last / expected.last,
					{ expected: 1, tolerance: 0.01, source },
				),
				exact(
					`${name}: period over the reference's`,
					measured.period / expected.period,
					{ expected: 1, tolerance: 0.002, source },
				),
			);
			const every = Math.ceil(reference.length / 1200);
			figures.push({
				kind: "plot",
				title: `${name}: ${swings} swings`,
				xLabel: "time [s]",
				yLabel:
					kind === "rigid body"
						? "angle [rad]"
						: "mean or modal displacement [m]",
				series: [
					{
						...plotted("reference", reference, "#222", { every }),
						style: "line",
					},
					plotted("simulated", samples, kindColors[kind], { every: 3 }),
				],
			});
		}
		return { rows, figures };
	},
};

import { Scene, type Vector3 } from "pliant";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import { type BoxKind, boxes, spin } from "../bodies.ts";
import { kindColors, last, plotted, type Sample, track } from "../track.ts";
import { boxInertia, firstCrossing, tumblingAxis } from "./tumbling.ts";

const seconds = 10;
const box: Vector3 = [0.1, 0.06, 0.02];
const bar: Vector3 = [0.4, 0.04, 0.04];
const youngModulus = 1e7;

const cornerOf = (size: Vector3): Vector3 => [
	-size[0] / 2,
	-size[1] / 2,
	-size[2] / 2,
];

interface Spun {
	readonly name: string;
	readonly kind: BoxKind;
	readonly size: Vector3;
	/** [rad/s] */
	readonly rate: Vector3;
	readonly youngModulus?: number;
}

const rigid: Spun = {
	...{ name: "rigid box", kind: "rigid body", size: box, rate: [0, 0, 6] },
};
/** About the middle axis, a little off it: it turns over again and again. */
const tumbling: Spun = {
	...{ name: "rigid box about its middle axis", kind: "rigid body", size: box },
	rate: [0.05, 5, 0],
};
const spunBar = (kind: BoxKind): Spun => ({
	...{ name: `${kind}, a bar`, kind, size: bar, youngModulus },
	rate: [0, 0, 2 * Math.PI],
});

const forms: Readonly<Record<Form, readonly Spun[]>> = {
	short: [tumbling, spunBar("linear solid"), spunBar("frame body")],
	full: [
		rigid,
		tumbling,
		spunBar("rigid body"),
		spunBar("linear solid"),
		spunBar("quadratic solid"),
		spunBar("frame body"),
		{
			...{ ...spunBar("linear solid"), name: "linear solid, a tumbling box" },
			...{ size: box, rate: [0.05, 5, 0] },
		},
		{
			...{ ...spunBar("frame body"), name: "frame body, a tumbling box" },
			...{ size: box, rate: [0.05, 5, 0] },
		},
	],
};

interface Measured {
	readonly energy: number;
	readonly angular: Vector3;
	/** Cosine between the body's y axis and the world's. */
	readonly axis: number;
}

async function spun({ kind, size, rate, youngModulus }: Spun) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const origin = cornerOf(size);
	const body = scene.add(
		boxes[kind]({ size, origin, ...(youngModulus && { youngModulus }) }),
	);
	spin(body, rate);
	const rest = body.mesh.positions.slice();
	return track(scene, seconds, (simulation): Measured => {
		const { kinetic, elastic } = simulation.energies();
		return {
			energy: kinetic + elastic,
			angular: simulation.momentum().angular,
			axis: alongY(rest, simulation.positions(body)),
		};
	});
}

/** How far a body's y axis points along the world's: of vertices at rest and as they are, about the origin. */
function alongY(rest: Float64Array, now: ArrayLike<number>): number {
	const axis = [0, 0, 0];
	for (let i = 0; i < rest.length; i += 3)
		for (let k = 0; k < 3; k++) axis[k] += rest[i + 1] * now[i + k];
	return axis[1] / Math.hypot(...axis);
}

function rowsOf(one: Spun, samples: readonly Sample<Measured>[]): Row[] {
	const [{ value: start }] = samples;
	const size = Math.hypot(...start.angular);
	const largest = (off: (value: Measured) => number) =>
		Math.max(...samples.map(({ value }) => off(value)));
	return [
		exact(
			`${one.name}: change of angular momentum in ${seconds} s, relative`,
			largest(
				({ angular }) =>
					Math.hypot(...angular.map((c, k) => c - start.angular[k])) / size,
			),
			{ atMost: 1e-3, source: "conservation" },
		),
		exact(
			`${one.name}: change of energy in ${seconds} s, relative`,
			largest(({ energy }) => Math.abs(energy / start.energy - 1)),
			{ atMost: 0.01, source: "conservation" },
		),
	];
}

export const spinning: Experiment = {
	id: "motion/spin",
	paper: "motion with default settings",
	figure: "conservation of momentum and energy",
	title: "Bodies that spin freely",
	setup:
		"A rigid box spins about an axis or tumbles about its middle one. Bars of E = 10 MPa, of elements and of frames, spin once a second. There is no gravity; all take 10 s. All settings are defaults.",
	run: async (form) => {
		const rows: Row[] = [];
		const series: XySeries[] = [];
		let flips: Figure | undefined;
		for (const one of forms[form]) {
			const samples = await spun(one);
			rows.push(...rowsOf(one, samples));
			const [{ value: start }] = samples;
			series.push({
				...plotted(
					one.name,
					samples.map(({ time, value }) => ({
						...{ time, value: 100 * (value.energy / start.energy - 1) },
					})),
					kindColors[one.kind],
				),
				style: "line",
				...(one.rate[1] !== 0 && { dashes: "6 4" }),
			});
			if (one !== tumbling) continue;
			const found = samples.map(({ time, value: { axis } }) => ({
				time,
				value: axis,
			}));
			const expected = tumblingAxis(boxInertia(1, box), one.rate, seconds);
			const source = "Euler's equations, integrated";
			rows.push(
				exact(
					`${one.name}: when it first turns over [s]`,
					firstCrossing(found),
					{ expected: firstCrossing(expected), tolerance: 0.02, source },
				),
				told(`${one.name}: axis after ${seconds} s`, last(found).value, {
					...{ expected: last(expected).value, source },
				}),
			);
			flips = {
				kind: "plot",
				title: "A box that tumbles about its middle axis",
				xLabel: "time [s]",
				yLabel: "cosine between the axis and its beginning",
				series: [
					{
						...plotted("Euler", expected, "#222", { every: 50 }),
						style: "line",
					},
					plotted("simulated", found, kindColors["rigid body"], { every: 4 }),
				],
			};
		}
		const energies: Figure = {
			kind: "plot",
			title: "Energy of what spins freely",
			xLabel: "time [s]",
			yLabel: "change of energy [%]",
			series,
		};
		return { rows, figures: flips ? [energies, flips] : [energies] };
	},
};

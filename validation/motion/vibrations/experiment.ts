import {
	type Body,
	cable,
	cloth,
	morleyBending,
	Scene,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
	trbs,
} from "pliant";
import { rod } from "pliant/models";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
} from "../../experiment.ts";
import { oscillation, swungAlongMode } from "../oscillation.ts";
import { kindColors, law, plotted } from "../track.ts";

const swings = 5;
const length = 0.4;
/** Of what moves most [m]. */
const amplitude = 0.03 * length;

interface Cantilever {
	readonly name: string;
	readonly kind: string;
	readonly make: () => Body;
	/** Axis along which it vibrates. */
	readonly direction: 1 | 2;
}

const beam = { size: [length, 0.02, 0.04], cells: [8, 1, 2] } as const;
const rubber = { youngModulus: 1e7, poissonRatio: 0.35 };

const quadraticBeam: Cantilever = {
	...{ name: "beam, quadratic solid", kind: "quadratic solid", direction: 1 },
	make: () =>
		solid
			.box(beam, { solid: stableNeoHookean(rubber), density: 1000 })
			.pin("x-min"),
};

/** Its elements lock in bending, and so does the mode that it is compared with. */
const linearBeam: Cantilever = {
	...{ name: "beam, linear solid", kind: "linear solid", direction: 1 },
	make: () =>
		solid
			.box(
				{ ...beam, cells: [20, 2, 2] },
				{ solid: stableNeoHookeanHexahedra(rubber), density: 1000 },
			)
			.pin("x-min"),
};

const rodBeam: Cantilever = {
	...{ name: "beam, rod", kind: "rod", direction: 1 },
	make: () =>
		cable
			.line(
				{ from: [0, 0, 0], to: [length, 0, 0], segments: 16 },
				{
					spring: rod({ youngModulus: 1e9, poissonRatio: 0.4, radius: 0.002 }),
					linearDensity: 0.015,
				},
			)
			.pin([0, 1]),
};

const plate: Cantilever = {
	...{ name: "plate held by an edge", kind: "cloth", direction: 2 },
	make: () => {
		const cells = [8, 6] as const;
		const sheet = cloth.grid(
			{ size: [length, 0.3], cells, plane: "xy" },
			{
				membrane: trbs({ youngModulus2d: 2000, poissonRatio: 0.3 }),
				bending: morleyBending({ bendingRigidity: 0.05, poissonRatio: 0.3 }),
				arealDensity: 0.3,
			},
		);
		// Two columns of vertices, which is a clamp.
		const column = length / cells[0];
		return sheet.pin(sheet.where((x) => x < 1.5 * column));
	},
};

const forms: Readonly<Record<Form, readonly Cantilever[]>> = {
	short: [rodBeam, plate],
	full: [quadraticBeam, linearBeam, rodBeam, plate],
};

export const vibrations: Experiment = {
	id: "motion/vibrations",
	paper: "motion with default settings",
	figure: "free vibrations",
	title: "Beams and plates go on vibrating",
	setup:
		"Cantilevers and a plate that is clamped at one edge vibrate freely in their first mode, by 3 % of their length, without gravity. All settings are defaults.",
	run: async (form) => {
		const rows: Row[] = [];
		const figures: Figure[] = [];
		for (const { name, kind, make, direction } of forms[form]) {
			const { period, samples, omega } = await swungAlongMode(
				() => {
					const scene = new Scene({ gravity: [0, 0, 0] });
					return { scene, body: scene.add(make()) };
				},
				{ direction, amplitude, swings },
			);
			const measured = oscillation(samples, period, swings);
			const source = "its first mode, undamped";
			rows.push(
				exact(
					`${name}: amplitude of period ${swings} over the beginning's`,
					measured.last / amplitude,
					{ expected: 1, tolerance: 0.03, source },
				),
				exact(
					`${name}: frequency over that of the mode`,
					period / measured.period,
					{ expected: 1, tolerance: 0.005, source },
				),
			);
			figures.push({
				kind: "plot",
				title: `${name}: ${(1 / period).toFixed(2)} Hz`,
				xLabel: "time [s]",
				yLabel: "largest displacement [mm]",
				series: [
					law(
						"mode",
						swings * period,
						(t) => 1000 * amplitude * Math.sin(omega * t),
						401,
					),
					plotted("simulated", samples, kindColors[kind], { scale: 1000 }),
				],
			});
		}
		return { rows, figures };
	},
};

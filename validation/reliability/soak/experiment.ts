import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
	cloth,
	collider,
	Scene,
	type Simulation,
	simulate,
	trbs,
} from "pliant";
import { type Experiment, exact, told } from "../../experiment.ts";

const steps = { full: 100_000, short: 8000 } as const;
/** The engine is done with compiling after some thousand steps. */
const warming = 2000;
/** What a step keeps is kept in all parts of a run; what the engine does besides is not. */
const parts = 4;

/** A sheet that is carried round and round over a ball, so that contacts come and go for ever. */
async function carriedSheet(): Promise<Simulation> {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.4, 0.4], cells: [6, 6], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 200, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.move(sheet.corners("top"), (t) => [
		0.2 * Math.sin(2 * t),
		0.05 * Math.sin(3 * t),
		0,
	]);
	const ball = collider.sphere({ centre: [0.2, -0.25, 0.3], radius: 0.15 });
	scene.collide(ball, { friction: 0.2 });
	return simulate(scene);
}

/** Bytes in use once all that is not needed is gone. */
function usedBytes(): number {
	setFlagsFromString("--expose-gc");
	const collectGarbage: () => void = runInNewContext("gc");
	for (let i = 0; i < 3; i++) collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

export const soak: Experiment = {
	id: "reliability/soak",
	paper: "Reliability",
	figure: "soak",
	title: "Memory of a run without end",
	setup:
		"A sheet of 49 vertices is carried round over a ball with friction, 100,000 steps. Memory in use after 2,000 of them, and by how much it grows in four parts of the rest: the least of these is what steps keep.",
	run: async (form) => {
		const simulation = await carriedSheet();
		await simulation.run({ steps: warming });
		const each = (steps[form] - warming) / parts;
		let grown = Number.POSITIVE_INFINITY;
		for (let part = 0; part < parts; part++) {
			const early = usedBytes();
			await simulation.run({ steps: each });
			grown = Math.min(grown, (usedBytes() - early) / each);
		}
		const { kinetic, elastic } = simulation.energies();
		return {
			rows: [
				exact("memory that came to be in use [bytes per step]", grown, {
					atMost: 100,
					source:
						"a quarter of one number per vertex, the least that could be kept",
				}),
				exact("steps that were taken", simulation.stepCount, {
					expected: steps[form],
					tolerance: 0,
					source: "asked for",
				}),
				told("energy in the end [J]", kinetic + elastic, {
					source: "that it still moves",
				}),
			],
		};
	},
};

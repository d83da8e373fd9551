import { Scene, simulate, solid, type Vector3 } from "pliant";
import {
	type FrameForceKind,
	frameBody,
	harmonicWeights,
	reducedSamples,
	type Samples,
} from "pliant/frames";
import { laws, stvkHexahedra } from "pliant/models";
import { type Experiment, type Row, told } from "../../experiment.ts";
import { barSize, material } from "../../reference/a5/bar.ts";
import { chains, type FrameBar, gauss, regular } from "../frameBar.ts";
import { paper } from "../paper.ts";
import { simulateFrames } from "../simulateFrames.ts";
import { makeTurtle, rubber, type Turtle } from "../turtleBody.ts";

/** One linear system per step. */
const asInPaper = { timeStep: 0.01, newtonIterations: 1 };
const gravity: Vector3 = [0, 0, -9.81];
/** Samples that the turtle is reduced to. */
const few = 400;

/** Milliseconds per step, the least of several: other work on a machine only ever adds. */
function leastTime(step: () => void, steps: number, batches: number): number {
	let least = Number.POSITIVE_INFINITY;
	for (let batch = 0; batch < batches; batch++) {
		const start = performance.now();
		for (let i = 0; i < steps; i++) step();
		least = Math.min(least, (performance.now() - start) / steps);
	}
	return least;
}

async function elementsTime(): Promise<number> {
	const scene = new Scene({ gravity });
	const bar = scene.add(
		solid.box(
			{ size: barSize, cells: [9, 9, 8] },
			{ solid: stvkHexahedra(material), density: 1000 },
		),
	);
	bar.pin(bar.group("x-min"));
	const simulation = await simulate(scene, asInPaper);
	return leastTime(() => simulation.step(), 3, 20);
}

async function barTime(
	{ samples, law }: Pick<FrameBar, "samples" | "law">,
	forces: FrameForceKind,
): Promise<number> {
	const chain = chains.linear(5, barSize);
	const body = frameBody({
		samples: samples(barSize, chain),
		frames: chain.origins.map((position) => ({ position })),
		weights: chain.weights,
		law,
		forces,
	}).hold(0);
	const { simulation } = await simulateFrames(body, {
		...asInPaper,
		gravity,
	});
	return leastTime(() => simulation.step(), 20, 20);
}

/** The turtle on its legs. */
function standing(
	{ shape }: Turtle,
	samples: Samples,
	weights: ReturnType<typeof harmonicWeights>,
	forces: FrameForceKind = "samples",
) {
	const body = frameBody({
		name: "turtle",
		samples,
		frames: shape.frames,
		weights,
		law: rubber,
		surface: shape.surface,
		forces,
	});
	for (const foot of [2, 3, 4, 5]) body.hold(foot);
	return body;
}

export const performanceExperiment: Experiment = {
	id: "gilles/performance",
	paper,
	figure: "Table I, section 5.4",
	title: "Cost of a step",
	setup: `Steps of 10 ms, one Newton iteration each, on one thread. A bar with 5 frames and 10 × 10 × 9 samples, with springs between the frames, and StVK hexahedra on 10 × 10 × 9 vertices. A turtle with 7 frames and about 15,000 samples that stands on its legs, with ${few} samples that have the same stiffness at rest, and with springs; each step moves the 6,600 vertices of its surface. How far its shape with few samples is from that with all when its head is pulled and turned.`,
	remarks: [
		"The paper's machine had 2.33 GHz; its turtle took 648 ms per step with 15,452 samples, 106 ms with 2313, and 10 ms with springs, beside 4 ms for the surface and 40 ms for contact. Its text tells 5 frames at 88 frames a second (digits damaged) and springs at 700.",
		"Times are the least of twenty repetitions.",
	],
	slow: true,
	run: async () => {
		const stvk = laws.stVenantKirchhoff(material);
		const paperBar = { samples: regular([10, 10, 9]), law: stvk };
		const elements = await elementsTime();
		const samples = await barTime(paperBar, "samples");
		const springs = await barTime(paperBar, "springs");
		const onePoint = await barTime(
			{ samples: gauss(1), law: laws.slenderStVenantKirchhoff(material) },
			"samples",
		);
		const here = "this machine";
		const rows: Row[] = [
			told("bar: hexahedra [ms per step]", elements, { source: here }),
			told("bar: 5 frames, 900 samples [ms per step]", samples, {
				source: here,
			}),
			told("bar: 5 frames, springs [ms per step]", springs, { source: here }),
			told(
				"bar: 5 frames, one point per span, slender law [ms per step]",
				onePoint,
				{ source: here },
			),
			told("bar: hexahedra over 5 frames", elements / samples, {
				source: "the paper gives no ratio",
			}),
			told("bar: samples over springs", samples / springs, {
				expected: 700 / 88,
				source: "the paper: 700 against 88 frames a second, digits damaged",
			}),
		];

		const animal = makeTurtle(15000);
		const weights = harmonicWeights(animal.grid, animal.origins, {
			radius: 0.012,
		});
		const reduced = reducedSamples(animal.samples, weights, animal.origins, {
			count: few,
		});
		const rates = new Map<string, number>();
		for (const [name, samples, forces, rate] of [
			["all samples", animal.samples, "samples", 1.4],
			[`${reduced.count} samples`, reduced, "samples", 7],
			["springs", animal.samples, "springs", 19],
		] as const) {
			const body = standing(animal, samples, weights, forces);
			const { simulation } = await simulateFrames(body, asInPaper);
			simulation.positions(body);
			const milliseconds = leastTime(
				// Each moves the surface too.
				() => simulation.step(),
				name === "all samples" ? 2 : 10,
				20,
			);
			rates.set(name, 1000 / milliseconds);
			rows.push(
				told(`turtle: ${name}, steps per second`, 1000 / milliseconds, {
					expected: rate,
					source: "the paper, with contact, on a machine of 2.33 GHz",
				}),
			);
		}
		const [all, least, bySprings] = [...rates.values()];
		rows.push(
			told("turtle: few samples over all, steps per second", least / all, {
				expected: 7 / 1.4,
				source: "the paper, with 2313 of 15,452 samples",
			}),
			told("turtle: springs over all, steps per second", bySprings / all, {
				expected: 19 / 1.4,
				source: "the paper",
			}),
		);

		const shapes: Float64Array[] = [];
		for (const samples of [animal.samples, reduced]) {
			const body = standing(animal, samples, weights);
			const [x, y, z] = animal.origins[1];
			body.move(1, () => ({
				position: [x + 0.02, y + 0.02, z + 0.02],
				orientation: [0, 0, Math.sin(0.3), Math.cos(0.3)],
			}));
			const { simulation } = await simulateFrames(body);
			simulation.solveStatics({ loadSteps: 4 });
			shapes.push(simulation.positions(body).slice());
		}
		let farthest = 0;
		for (let i = 0; i < shapes[0].length; i += 3)
			farthest = Math.max(
				farthest,
				Math.hypot(
					...[0, 1, 2].map((k) => shapes[0][i + k] - shapes[1][i + k]),
				),
			);
		rows.push(
			told(
				`turtle: ${reduced.count} samples, farthest vertex from where all samples have it [% of length]`,
				(100 * farthest) / 0.3,
				{ source: "not in the paper" },
			),
		);
		return { rows };
	},
};

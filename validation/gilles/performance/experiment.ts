import { Scene, type Simulation, simulate, solid, type Vector3 } from "pliant";
import {
	type FrameBody,
	type FrameForceKind,
	frameBody,
	harmonicWeights,
	reducedSamples,
	type Samples,
} from "pliant/frames";
import { laws, stvkHexahedra } from "pliant/models";
import {
	type Experiment,
	type Form,
	type Row,
	told,
} from "../../experiment.ts";
import { barSize, material } from "../../reference/a5/bar.ts";
import { chains, type FrameBar, gauss, regular } from "../frameBar.ts";
import { paper } from "../paper.ts";
import { leastTimes } from "../processorTime.ts";
import { simulateFrames } from "../simulateFrames.ts";
import { asInPaper } from "../table-1/stepCosts.ts";
import { makeTurtle, rubber } from "../turtleBody.ts";

const gravity: Vector3 = [0, 0, -9.81];
/** Samples that the turtle is reduced to. */
const few: Readonly<Record<Form, number>> = { full: 400, short: 100 };

async function bendingElements(): Promise<Simulation> {
	const scene = new Scene({ gravity });
	const bar = scene.add(
		solid.box(
			{ size: barSize, cells: [9, 9, 8] },
			{ solid: stvkHexahedra(material), density: 1000 },
		),
	);
	bar.pin(bar.group("x-min"));
	return simulate(scene, asInPaper);
}

async function bendingFrames(
	{ samples, law }: Pick<FrameBar, "samples" | "law">,
	forces: FrameForceKind,
): Promise<Simulation> {
	const chain = chains.linear(5, barSize);
	const body = frameBody({
		samples: samples(barSize, chain),
		frames: chain.origins.map((position) => ({ position })),
		weights: chain.weights,
		density: 1000,
		law,
		forces,
	}).hold(0);
	const { simulation } = await simulateFrames(body, { ...asInPaper, gravity });
	return simulation;
}

/** How far the turtle's vertices are from each other when its head is pulled and turned, at most [m]. */
async function farthest(
	makes: readonly (() => FrameBody)[],
	[x, y, z]: Vector3,
): Promise<number> {
	const [a, b] = await Promise.all(
		makes.map(async (make) => {
			const body = make();
			for (const foot of [2, 3, 4, 5]) body.hold(foot);
			body.move(1, () => ({
				position: [x + 0.02, y + 0.02, z + 0.02],
				orientation: [0, 0, Math.sin(0.3), Math.cos(0.3)],
			}));
			const { simulation } = await simulateFrames(body);
			simulation.solveStatics({ loadSteps: 4 });
			return simulation.positions(body);
		}),
	);
	let most = 0;
	for (let i = 0; i < a.length; i += 3)
		most = Math.max(
			most,
			Math.hypot(...[0, 1, 2].map((k) => a[i + k] - b[i + k])),
		);
	return most;
}

export const performanceExperiment: Experiment = {
	id: "gilles/performance",
	paper,
	figure: "section 5.4",
	title: "Cost of a bar, and of fewer samples",
	setup: `Steps of 10 ms with one linear system each, on one thread. A bar that swings under its weight: 5 frames with 10 × 10 × 9 samples, with springs between the frames, with one point per span, and StVK hexahedra on 10 × 10 × 9 vertices. Then the turtle of Table I with ${few.full} samples that have the same stiffness at rest as its 15,000: what they save, and how far its shape is from that with all when its head is pulled and turned.`,
	remarks: [
		"The paper tells 88 frames a second for 5 frames (digits damaged) and 700 with springs, on a machine of 2.33 GHz; its rate of finite elements is lost.",
		"Times are of the processor, the least of thirty steps.",
	],
	run: async (form) => {
		const isShort = form === "short";
		const turns = isShort ? 3 : 30;
		const stvk = laws.stVenantKirchhoff(material);
		const paperBar = { samples: regular([10, 10, 9]), law: stvk };
		const oneEach = {
			samples: gauss(1),
			law: laws.slenderStVenantKirchhoff(material),
		};
		const bars = {
			elements: await bendingElements(),
			samples: await bendingFrames(paperBar, "samples"),
			springs: await bendingFrames(paperBar, "springs"),
			onePoint: await bendingFrames(oneEach, "samples"),
		};
		const { elements, samples, springs, onePoint } = await leastTimes(
			{
				elements: () => bars.elements.step(),
				samples: () => bars.samples.step(),
				springs: () => bars.springs.step(),
				onePoint: () => bars.onePoint.step(),
			},
			turns,
		);
		const source = "the paper, on a machine of 2.33 GHz";
		const rows: Row[] = [
			told("bar: hexahedra, steps per second", 1000 / elements, {
				source: "the paper's digits are lost",
			}),
			told("bar: 5 frames, 900 samples, steps per second", 1000 / samples, {
				expected: 88,
				source,
			}),
			told("bar: 5 frames, springs, steps per second", 1000 / springs, {
				expected: 700,
				source,
			}),
			told(
				"bar: 5 frames, one point per span, steps per second",
				1000 / onePoint,
				{
					source: "not in the paper",
				},
			),
			told("bar: time of hexahedra over 5 frames", elements / samples, {
				source: "the paper: similar per iteration with as many points",
			}),
			told("bar: time of samples over springs", samples / springs, {
				expected: 700 / 88,
				source: "the paper's rates",
			}),
		];

		const {
			shape,
			grid,
			origins,
			samples: all,
		} = makeTurtle(isShort ? 800 : 15000);
		const { frames, surface } = shape;
		const weights = harmonicWeights(grid, origins, { radius: 0.012 });
		const reduced = reducedSamples(all, weights, origins, { count: few[form] });
		const makes = [all, reduced].map(
			(samples: Samples) => () =>
				frameBody({
					samples,
					frames,
					weights,
					density: 1000,
					law: rubber,
					surface,
				}),
		);
		const [many, fewer] = await Promise.all(
			makes.map(async (make) => {
				const body = make().hold(0);
				for (let frame = 1; frame < frames.length; frame++)
					body.loadFrame(frame, {
						force: (t) => [0, 2 * Math.sin(20 * t + frame), 0],
					});
				return (await simulateFrames(body, asInPaper)).simulation;
			}),
		);
		const turtles = await leastTimes(
			{ many: () => many.step(), fewer: () => fewer.step() },
			turns,
		);
		rows.push(
			told(
				`turtle: time of ${all.count} samples over ${reduced.count}`,
				turtles.many / turtles.fewer,
				{ source: "not in the paper" },
			),
			told(
				`turtle: ${reduced.count} samples, farthest vertex from where all samples have it [% of length]`,
				(100 * (await farthest(makes, origins[1]))) / 0.3,
				{ source: "not in the paper" },
			),
		);
		return { rows };
	},
};

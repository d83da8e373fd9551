import {
	type FrameBody,
	type FrameForceKind,
	frameBody,
	harmonicWeights,
} from "pliant/frames";
import { vertexCount } from "pliant/mesh";
import {
	type Experiment,
	type Form,
	type Row,
	told,
} from "../../experiment.ts";
import { softBunny } from "../bunnyBody.ts";
import { paper } from "../paper.ts";
import { processorTime } from "../processorTime.ts";
import { makeTurtle, rubber } from "../turtleBody.ts";
import { type StepCosts, stepCosts } from "./stepCosts.ts";

/** A row of the table: the paper's samples and times, and an animal with as many samples. */
interface TableRow {
	readonly animal: "turtle" | "bunny";
	readonly name: string;
	readonly samples: number;
	readonly forces: FrameForceKind;
	/** [ms] */
	readonly times: StepCosts;
	/** [s] */
	readonly precomputation: number;
	/** Frames per second. */
	readonly rate: number;
}

const turtleTimes = { visual: 4, collision: 40 };
const bunnyTimes = { visual: 10, collision: 7 };
const table: readonly TableRow[] = [
	{
		animal: "turtle",
		name: "low resolution",
		samples: 2313,
		forces: "samples",
		times: { ...turtleTimes, physical: 106 },
		precomputation: 5,
		rate: 7,
	},
	{
		animal: "turtle",
		name: "high resolution",
		samples: 15452,
		forces: "samples",
		times: { ...turtleTimes, physical: 648 },
		precomputation: 110,
		rate: 1.4,
	},
	{
		animal: "turtle",
		name: "springs",
		samples: 15452,
		forces: "springs",
		times: { ...turtleTimes, physical: 10 },
		precomputation: 110,
		rate: 19,
	},
	{
		animal: "bunny",
		name: "low resolution",
		samples: 2323,
		forces: "samples",
		times: { ...bunnyTimes, physical: 51 },
		precomputation: 15,
		rate: 15,
	},
	{
		animal: "bunny",
		name: "high resolution",
		samples: 15526,
		forces: "samples",
		times: { ...bunnyTimes, physical: 250 },
		precomputation: 34,
		rate: 3.7,
	},
	{
		animal: "bunny",
		name: "springs",
		samples: 15526,
		forces: "springs",
		times: { ...bunnyTimes, physical: 10 },
		precomputation: 34,
		rate: 37,
	},
];

/** The paper's vertices, to be looked at and to touch, and frames. */
const sizes = {
	turtle: { visual: 6642, collision: 6642, frames: 7 },
	bunny: { visual: 34000, collision: 2500, frames: 2 },
} as const;

/** Keeps an animal moving [N]. */
const loads = { turtle: 2, bunny: 10 } as const;

const animals: Readonly<
	Record<
		TableRow["animal"],
		(
			samples: number,
			forces: FrameForceKind,
			/** Vertices to be looked at, of the bunny. */
			visual: number,
		) => () => FrameBody
	>
> = {
	turtle: (count, forces) => {
		const { samples, shape, grid, origins } = makeTurtle(count);
		const weights = harmonicWeights(grid, origins, { radius: 0.012 });
		const { surface, frames } = shape;
		return () =>
			frameBody({
				samples,
				frames,
				weights,
				density: 1000,
				law: rubber,
				surface,
				forces,
			});
	},
	bunny: (count, forces, visual) => {
		const { collision } = sizes.bunny;
		const { body } = softBunny(count, {
			vertices: visual,
			touching: collision,
		});
		return () => frameBody({ ...body().definition, forces });
	},
};

/** What there is of each row, and what it took. */
async function measure({ animal, samples, forces }: TableRow, form: Form) {
	const isShort = form === "short";
	const visual = sizes.bunny.visual / (isShort ? 10 : 1);
	const { result: make, milliseconds: weighing } = await processorTime(() =>
		animals[animal](samples, forces, visual),
	);
	const { building, ...times } = await stepCosts(
		make,
		loads[animal],
		isShort ? 2 : 30,
	);
	return { body: make(), times, precomputation: (weighing + building) / 1000 };
}

export const tableOne: Experiment = {
	id: "gilles/table-1",
	paper,
	figure: "Table I",
	title: "Cost of turtle and bunny",
	setup:
		"Turtle (7 frames) and bunny (2 frames) with as many samples as in the paper's rows, steps of 10 ms with one linear system each, on one thread. The frame of shell or body is held, forces keep the others moving, and a floor half a millimetre below the feet is touched. What a step takes without surfaces; what the surface to be looked at takes; what the floor adds for the surface that touches; what it takes to make weights, samples and springs; steps per second with everything.",
	remarks: [
		"The paper's machine had 2.33 GHz and its collisions are of all kinds; times are told, and ratios beside the paper's are of the same rows.",
		"The paper's animals are not available; ours are made of ellipsoids, with about as many vertices and samples. Its springs are made from the samples of high resolution.",
		"The paper prints 37 frames per second for the bunny in high resolution; its times add up to 3.7.",
		"Times are of the processor, the least of thirty steps.",
	],
	run: async (form) => {
		const rows: Row[] = [];
		const source = "the paper, on a machine of 2.33 GHz";
		const physical = new Map<TableRow, number>();
		const used =
			form === "full"
				? table
				: table.map((row) => ({
						...row,
						samples: Math.max(400, row.samples / 20),
					}));
		for (const row of used) {
			const { animal, name } = row;
			const named = `${animal}, ${name}`;
			const { body, times, precomputation } = await measure(row, form);
			const { visual, collision } = sizes[animal];
			physical.set(row, times.physical);
			rows.push(
				told(`${named}: frames`, body.frameCount, {
					expected: sizes[animal].frames,
					source,
				}),
				told(`${named}: samples`, body.definition.samples.count, {
					expected: row.samples,
					source,
				}),
				told(`${named}: vertices to be looked at`, vertexCount(body.mesh), {
					expected: visual,
					source,
				}),
				told(`${named}: vertices that touch`, vertexCount(body.collisionMesh), {
					expected: collision,
					source,
				}),
				...(["visual", "collision", "physical"] as const).map((kind) =>
					told(`${named}: ${kind} time [ms]`, times[kind], {
						expected: row.times[kind],
						source,
					}),
				),
				told(`${named}: precomputation [s]`, precomputation, {
					expected: row.precomputation,
					source,
				}),
				told(
					`${named}: steps per second`,
					1000 / (times.visual + times.collision + times.physical),
					{ expected: row.rate, source },
				),
			);
		}
		for (const animal of ["turtle", "bunny"] as const) {
			const [low, high, springs] = used.filter((row) => row.animal === animal);
			for (const [slower, faster] of [
				[high, low],
				[low, springs],
			]) {
				if (!slower || !faster) continue;
				rows.push(
					told(
						`${animal}: physical time, ${slower.name} over ${faster.name}`,
						(physical.get(slower) as number) / (physical.get(faster) as number),
						{
							expected: slower.times.physical / faster.times.physical,
							source: "the paper's times",
						},
					),
				);
			}
		}
		return { rows };
	},
};

import { cellCount, grid, jitter } from "pliant/mesh";
import {
	atLeast,
	atMost,
	type Experiment,
	type Row,
	told,
	within,
} from "../../experiment.ts";
import {
	type Bending,
	bridson,
	calibrated,
	crossover,
	isometric,
	morley,
	normalBased,
	printed,
	shell,
} from "../bendings.ts";
import { forceTimes } from "../forceTimes.ts";
import { paper } from "../paper.ts";

const springs = crossover(20);
const compared: readonly Bending[] = [
	springs,
	normalBased,
	printed,
	calibrated,
	isometric,
	bridson,
	morley,
	shell,
];
/** [ms], on a Pentium 4 of 3 GHz. */
const papers = new Map<Bending, number>([
	[springs, 34],
	[normalBased, 190],
	[printed, 42],
]);
/** Timings differ from machine to machine and moment to moment; only what is off by this factor is an error. */
const wide = 3;

export const forceTiming: Experiment = {
	id: "volino/force-timing",
	paper,
	figure: "first table",
	title: "Cost of the bending force",
	setup:
		"The forces of each bending model on a sheet of 10 000 triangles, gathering included, evaluated in turns; the least of 40 rounds.",
	remarks: [
		"Forces of linear models are one product with a constant sparse matrix here, summed up once: linear bending costs less than springs, which are computed one by one. Morley bending has 12 neighbours per vertex on a grid, and up to 26 on irregular meshes. Shell bending has an unknown more per edge.",
		`What counts are ratios. A verdict is given only on what is off by a factor of ${wide}, so that other work on the machine cannot fail it; what we aim at is told.`,
	],
	run: async () => {
		const mesh = grid({ size: [2, 1], cells: [100, 50] });
		const times = await forceTimes(mesh, compared);
		const of = (bending: Bending) => times[compared.indexOf(bending)];
		const irregular = await forceTimes(jitter(mesh), [printed, morley]);
		const rows: Row[] = [
			within("triangles", cellCount(mesh, "triangle"), {
				expected: 10_000,
				tolerance: 0,
				source: "the paper",
			}),
			...compared.map((bending) => {
				const expected = papers.get(bending);
				return told(`${bending.name} [ms]`, of(bending), {
					...(expected !== undefined && { expected }),
					source: expected ? "the paper, in 2006" : "not in the paper",
				});
			}),
			told("linear over crossover springs", of(printed) / of(springs), {
				expected: 1.3,
				source: "aimed at: at most 1.3; the paper's ratio is 1.24",
			}),
			told(
				"normal-based over crossover springs",
				of(normalBased) / of(springs),
				{
					expected: 3,
					source: "aimed at: at least 3; the paper's ratio is 5.6",
				},
			),
			told("normal-based over linear", of(normalBased) / of(printed), {
				expected: 3,
				source: "aimed at: at least 3; the paper's ratio is 4.5",
			}),
			told("Morley over linear", of(morley) / of(printed), {
				expected: 3,
				source: "aimed at: at most 3",
			}),
			told("Morley over linear, irregular mesh", irregular[1] / irregular[0], {
				expected: 3,
				source: "aimed at: at most 3",
			}),
			atMost("linear over crossover springs", of(printed) / of(springs), {
				expected: wide * 1.24,
				source: `the paper's ratio is 1.24; a factor of ${wide} is allowed`,
			}),
			atLeast("normal-based over linear", of(normalBased) / of(printed), {
				expected: 4.5 / wide,
				source: `the paper's ratio is 4.5; a factor of ${wide} is allowed`,
			}),
		];
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Cost relative to crossover springs",
					xLabel: "model",
					xNames: [
						"springs",
						"normals",
						"linear",
						"calibrated",
						"isometric",
						"Bridson",
						"Morley",
						"shell",
					],
					yLabel: "time over that of crossover springs",
					series: [
						{
							name: "paper",
							style: "points",
							color: "#222",
							points: [...papers].map(
								([bending, time]) =>
									[compared.indexOf(bending) + 1, time / 34] as const,
							),
						},
						{
							name: "measured",
							style: "line and points",
							color: printed.color,
							points: compared.map(
								(bending, i) => [i + 1, of(bending) / of(springs)] as const,
							),
						},
					],
				},
			],
		};
	},
};

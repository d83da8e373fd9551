import { cellCount, grid, jitter } from "pliant/mesh";
import {
	type Experiment,
	paperBound,
	type Row,
	told,
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

export const forceTiming: Experiment = {
	id: "volino/force-timing",
	paper,
	figure: "first table",
	title: "Cost of the bending force",
	setup:
		"The forces of each bending model on a sheet of 10 000 triangles, gathering included, evaluated in turns; the least of 40 rounds.",
	remarks: [
		"Forces of linear models are one product with a constant sparse matrix here, summed up once, where springs are computed one by one. Morley bending has 12 neighbours per vertex on a grid, and up to 26 on irregular meshes. Shell bending has an unknown more per edge.",
		"Times and their ratios are told: they differ from machine to machine and from run to run.",
	],
	run: async (form) => {
		// Times are told; a few rounds show that all models have one.
		const rounds = form === "full" ? 40 : 2;
		const mesh = grid({ size: [2, 1], cells: [100, 50] });
		const times = await forceTimes(mesh, compared, { rounds });
		const of = (bending: Bending) => times[compared.indexOf(bending)];
		const irregular = await forceTimes(jitter(mesh), [printed, morley], {
			rounds,
		});
		const rows: Row[] = [
			paperBound("triangles", cellCount(mesh, "triangle"), {
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
				expected: 42 / 34,
				source: "the paper's ratio",
			}),
			told(
				"normal-based over crossover springs",
				of(normalBased) / of(springs),
				{
					expected: 190 / 34,
					source: "the paper's ratio",
				},
			),
			told("normal-based over linear", of(normalBased) / of(printed), {
				expected: 190 / 42,
				source: "the paper's ratio",
			}),
			told("Morley over linear", of(morley) / of(printed), {
				source: "not in the paper",
			}),
			told("Morley over linear, irregular mesh", irregular[1] / irregular[0], {
				source: "not in the paper",
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

import {
	type Experiment,
	exact,
	type Form,
	paperBound,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import A7 from "../../reference/A7.json" with { type: "json" };
import {
	type Bending,
	bendings,
	crossover,
	morley,
	normalBased,
	printed,
	shell,
} from "../bendings.ts";
import { forceTimes } from "../forceTimes.ts";
import { paper } from "../paper.ts";
import { hangingTip, strip } from "../strips.ts";
import { fitFigure, schemesFigure } from "./figures.ts";

const [, elastica] = A7.variants;
/** Γ, and where the tip of an elastica is. */
const table = (elastica.results as { table: number[][] }).table;
const groupsOf: Readonly<Record<Form, readonly number[]>> = {
	full: [1, 10, 50],
	short: [10],
};
const mesh = strip({ cells: [32, 8], width: 0.25, pattern: "alternating" });
/** Those that claim the rigidity of a plate on every mesh. */
const right: readonly Bending[] = [morley, shell];
/** About the largest curvature at Γ = 10, in lengths: what the springs are made for. */
const springCurvature = 3;
const springs = crossover(springCurvature);
/** Until they are at rest; what springs do is told, so in the short form they need not be. */
const springsHang: Readonly<Record<Form, { dampedSteps: number }>> = {
	full: { dampedSteps: 20 },
	short: { dampedSteps: 2 },
};
const schemes: readonly Bending[] = [springs, normalBased, printed];
const others: readonly Bending[] = [
	...bendings.filter((one) => one !== printed),
	shell,
];

export const threeSchemes: Experiment = {
	id: "volino/three-schemes",
	paper,
	figure: "Figs 1 to 3",
	title: "Springs, normals, and a linear combination: sag and cost",
	setup: `The same sheet of 32 × 8 cells, clamped level at one end, hangs under its own weight w, for Γ = w L³/μ from 1 to 50 with the same modulus μ for each model: the fall of its end, beside that of an elastica of rigidity μ, and the cost of the force.`,
	remarks: [
		`A crossover spring has no rigidity when flat. Springs are given that of the linear model at the curvature ${springCurvature}/L, which makes them stiffer than the membrane: it stretches a little where the sheet bends, they keep their length, and the sheet hangs as if nothing resisted its bending. Statics does not converge with them; damped steps come to rest.`,
		"Linear and normal-based with the same modulus fall alike, and both more than an elastica of that rigidity: three times softer, as printed. Calibrated they come closer; Morley bending is right.",
	],
	run: async (form) => {
		const groups = groupsOf[form];
		const all = [...schemes, ...others];
		const rows: Row[] = [];
		const series: XySeries[] = [
			{
				name: "elastica of rigidity μ",
				style: "line",
				color: "#222",
				points: groups.map((group) => [group, -elasticaAt(group)] as const),
			},
		];
		const falls = new Map<Bending, number[]>();
		for (const bending of all) {
			const found: number[] = [];
			for (const group of groups)
				found.push(
					-(
						await hangingTip(
							mesh,
							bending,
							group,
							bending === springs ? springsHang[form] : "statics",
						)
					).z,
				);
			falls.set(bending, found);
			series.push({
				name: bending.name,
				style: "line and points",
				color: bending.color,
				points: groups.map((group, i) => [group, found[i]] as const),
			});
		}
		const of = (bending: Bending) => falls.get(bending) as number[];
		const source = "reference/A7.json, A7-elastica: integrated as an ODE";
		for (const [i, group] of groups.entries())
			rows.push(
				paperBound(
					`Γ = ${group}: fall of the linear model against the normal-based one [%]`,
					100 * Math.abs(of(printed)[i] / of(normalBased)[i] - 1),
					{ atMost: 1, source: "the paper: well below 1 %" },
				),
				...right.map((bending) =>
					exact(`Γ = ${group}: fall of ${bending.name}`, of(bending)[i], {
						expected: -elasticaAt(group),
						tolerance: -0.005 * elasticaAt(group),
						source,
					}),
				),
				...[
					printed,
					springs,
					...others.filter((one) => !right.includes(one)),
				].map((bending) =>
					told(`Γ = ${group}: fall of ${bending.name}`, of(bending)[i], {
						expected: -elasticaAt(group),
						source,
					}),
				),
			);
		const error = (bending: Bending, i: number) =>
			of(bending)[i] / of(printed)[i] - 1;
		rows.push(
			told(
				"fall of crossover springs against the linear model, largest difference over Γ [%]",
				100 * Math.max(...groups.map((_, i) => Math.abs(error(springs, i)))),
				{ source: "the paper: springs are very inaccurate" },
			),
		);
		const times = await forceTimes(mesh, all, {
			rounds: form === "full" ? 20 : 2,
		});
		const timeOf = (bending: Bending) => times[all.indexOf(bending)];
		for (const bending of all)
			rows.push(
				told(
					`${bending.name}: cost of the force over that of crossover springs`,
					timeOf(bending) / timeOf(springs),
					{ source: "see volino/force-timing" },
				),
			);
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title:
						"Three ways to make forces of a bent pair of triangles (Fig. 1)",
					svg: schemesFigure(),
				},
				{
					kind: "drawing",
					title: "Curvature from the height r, and the weights (Figs 2 and 3)",
					svg: fitFigure(),
				},
				{
					kind: "plot",
					title: "Fall of the free end",
					xLabel: "Γ",
					yLabel: "fall over length",
					logarithmic: "x",
					series,
				},
			],
		};
	},
};

function elasticaAt(group: number): number {
	const [, , y] = table.find(([g]) => g === group) as number[];
	return y;
}

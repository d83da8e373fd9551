import { trbs, type Vector3 } from "pliant";
import { colors, type Experiment, exact } from "../../experiment.ts";
import { range } from "../../range.ts";
import { paper } from "../paper.ts";

/** A regular triangle of area 1. */
const side = Math.sqrt(4 / Math.sqrt(3));
const regular: Vector3[] = [
	[0, 0, 0],
	[side, 0, 0],
	[side / 2, (side * Math.sqrt(3)) / 2, 0],
];

function measured(poissonRatio: number) {
	const { k, c } = trbs.rest({
		X: regular,
		material: { youngModulus2d: 1, poissonRatio, dampingTime: 0 },
		sample: 0,
	}) as { k: number[]; c: number[] };
	return { k: k[0], c: c[0], spread: spread(k) + spread(c) };
}

const spread = (values: readonly number[]): number =>
	Math.max(...values) - Math.min(...values);

/** cot² 60° = 1/3. */
const expectedK = (nu: number) => (2 / 3 + 1 - nu) / (16 * (1 - nu * nu));
const expectedC = (nu: number) => (2 / 3 + nu - 1) / (16 * (1 - nu * nu));

/** Computed independently: ν, k, c to five digits. */
const known = [
	[0, 0.10417, -0.02083],
	[1 / 3, 0.09375, 0],
	[0.9, 0.25219, 0.1864],
];

export const stiffnessVsPoisson: Experiment = {
	id: "delingette/stiffness-vs-poisson",
	paper,
	figure: "Fig. 7",
	title: "Stiffness of tensile and angular springs against Poisson's ratio",
	setup:
		"The spring coefficients k and c of a regular triangle of area 1 with E = 1, for Poisson ratios from 0 to 0.95.",
	remarks: [
		"Springs alone are exact at ν = 1/3, where c = 0 and k is least; the paper says 0.3.",
	],
	run: () => {
		const ratios = range(0, 0.95, 96);
		const largest = (f: (nu: number) => number) =>
			Math.max(...ratios.map((nu) => Math.abs(f(nu))));
		const least = range(0, 0.9, 9001).reduce((best, nu) =>
			measured(nu).k < measured(best).k ? nu : best,
		);
		const formula =
			"closed form, eqs 15 and 16 of the paper with cot² 60° = 1/3";
		return {
			rows: [
				...known.flatMap(([nu, k, c]) => [
					exact(`k at ν = ${Number(nu.toPrecision(3))}`, measured(nu).k, {
						expected: k,
						tolerance: 1e-5,
						source: "computed independently, to five digits",
					}),
					exact(`c at ν = ${Number(nu.toPrecision(3))}`, measured(nu).c, {
						expected: c,
						tolerance: 1e-5,
						source: "computed independently, to five digits",
					}),
				]),
				exact("c/k at ν = 0", measured(0).c / measured(0).k, {
					expected: -0.2,
					tolerance: 1e-12,
					source: formula,
				}),
				exact("ν where k is least", least, {
					expected: 1 / 3,
					tolerance: 1e-4,
					source: formula,
				}),
				exact(
					"largest error of k",
					largest((nu) => measured(nu).k - expectedK(nu)),
					{ expected: 0, tolerance: 1e-12, source: formula },
				),
				exact(
					"largest error of c",
					largest((nu) => measured(nu).c - expectedC(nu)),
					{ expected: 0, tolerance: 1e-12, source: formula },
				),
				exact(
					"largest difference between the three edges",
					largest((nu) => measured(nu).spread),
					{ expected: 0, tolerance: 1e-12, source: "symmetry" },
				),
			],
			figures: [
				{
					kind: "plot",
					title: "Spring coefficients of a regular triangle",
					xLabel: "Poisson's ratio ν",
					yLabel: "k, c (A = E = 1)",
					series: [
						line("k, closed form", colors.trbs, expectedK),
						points("k, measured", colors.trbs, (nu) => measured(nu).k),
						line("c, closed form", colors.trqs, expectedC),
						points("c, measured", colors.trqs, (nu) => measured(nu).c),
					],
				},
				{
					kind: "plot",
					title: "Angular over tensile stiffness",
					xLabel: "Poisson's ratio ν",
					yLabel: "c / k",
					series: [
						line(
							"closed form",
							colors.trbs,
							(nu) => expectedC(nu) / expectedK(nu),
						),
						points(
							"measured",
							colors.trbs,
							(nu) => measured(nu).c / measured(nu).k,
						),
					],
				},
			],
		};
	},
};

const line = (name: string, color: string, f: (nu: number) => number) => ({
	name,
	color,
	style: "line" as const,
	points: range(0, 0.95, 96).map((nu) => [nu, f(nu)] as const),
});

const points = (name: string, color: string, f: (nu: number) => number) => ({
	name,
	color,
	style: "points" as const,
	points: range(0, 0.95, 20).map((nu) => [nu, f(nu)] as const),
});

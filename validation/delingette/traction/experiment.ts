import { colors, type Experiment, exact } from "../../experiment.ts";
import { linear, trbs } from "../../membranes.ts";
import { range } from "../../range.ts";
import { traction, trbsStrainX, trbsStrainY } from "../../traction.ts";
import { paper } from "../paper.ts";
import { uniformSquare } from "../squares.ts";

const nu = 0.6;
const loads = [-0.1, -0.08, -0.06, -0.04, -0.02, 0.02, 0.04, 0.06, 0.08, 0.1];
const closedForm =
	"closed form p = E/2 s(s² − 1), s_x² = 1 − ν(s_y² − 1), s = 1 + ε";

export const tractionExperiment: Experiment = {
	id: "delingette/traction",
	paper,
	figure: "Figs 9 and 10",
	title: "Pure traction of a square",
	setup:
		"A unit square with E = 1, 120 nearly equilateral triangles; the bottom edge slides, a dead load p per length pulls or pushes the top edge. Linear membrane and TRBS with ν = 0.6, and TRBS at p = ±0.1 for ν from 0 to 0.95.",
	remarks: [
		"The paper prints ε_y = E p and ε_x = E ν p for the linear membrane; right are p/E and −ν p/E.",
		"A dead load below p = −E/(3√3) = −0.19245 E has no equilibrium.",
	],
	run: async () => {
		const measured = await Promise.all(
			loads.map(async (p) => ({
				p,
				linear: await traction(uniformSquare, linear.of(1, nu), p),
				trbs: await traction(uniformSquare, trbs.of(1, nu), p),
			})),
		);
		const rows = [];
		for (const ratio of [0, 0.3, 0.6, 0.8, 0.95])
			for (const [p, expected] of [
				[-0.1, -0.12111],
				[0.1, 0.08803],
			]) {
				const { y } = await traction(uniformSquare, trbs.of(1, ratio), p);
				rows.push(
					exact(`TRBS: ε_y at p = ${p}, ν = ${ratio}`, y, {
						expected,
						tolerance: 1e-5,
						source: "computed independently, and closed form, to five digits",
					}),
				);
			}
		const largest = (f: (m: (typeof measured)[number]) => number) =>
			Math.max(...measured.map((m) => Math.abs(f(m))));
		rows.push(
			exact(
				"TRBS, ν = 0.6: largest error of ε_y",
				largest(({ p, trbs }) => trbs.y - trbsStrainY(p)),
				{ expected: 0, tolerance: 1e-6, source: closedForm },
			),
			exact(
				"TRBS, ν = 0.6: largest error of ε_x",
				largest(({ p, trbs }) => trbs.x - trbsStrainX(trbsStrainY(p), nu)),
				{ expected: 0, tolerance: 1e-6, source: closedForm },
			),
			exact(
				"linear, ν = 0.6: largest error of ε_y",
				largest(({ p, linear }) => linear.y - p),
				{ expected: 0, tolerance: 1e-9, source: "closed form p/E" },
			),
			exact(
				"linear, ν = 0.6: largest error of ε_x",
				largest(({ p, linear }) => linear.x + nu * p),
				{ expected: 0, tolerance: 1e-9, source: "closed form −ν p/E" },
			),
		);
		const curve = range(-0.1, 0.1, 41);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Load against strain, ν = 0.6",
					xLabel: "ε_y",
					yLabel: "p / E",
					series: [
						{
							name: "linear, closed form",
							style: "line",
							color: colors.linear,
							points: curve.map((p) => [p, p]),
						},
						{
							name: "linear, measured",
							style: "points",
							color: colors.linear,
							points: measured.map(({ p, linear }) => [linear.y, p]),
						},
						{
							name: "TRBS, closed form",
							style: "line",
							color: colors.trbs,
							points: curve.map((p) => [trbsStrainY(p), p]),
						},
						{
							name: "TRBS, measured",
							style: "points",
							color: colors.trbs,
							points: measured.map(({ p, trbs }) => [trbs.y, p]),
						},
					],
				},
				{
					kind: "plot",
					title: "Contraction against strain, ν = 0.6",
					xLabel: "ε_y",
					yLabel: "ε_x",
					series: [
						{
							name: "linear, closed form",
							style: "line",
							color: colors.linear,
							points: curve.map((p) => [p, -nu * p]),
						},
						{
							name: "linear, measured",
							style: "points",
							color: colors.linear,
							points: measured.map(({ linear }) => [linear.y, linear.x]),
						},
						{
							name: "TRBS, closed form",
							style: "line",
							color: colors.trbs,
							points: curve.map((p) => {
								const y = trbsStrainY(p);
								return [y, trbsStrainX(y, nu)];
							}),
						},
						{
							name: "TRBS, measured",
							style: "points",
							color: colors.trbs,
							points: measured.map(({ trbs }) => [trbs.y, trbs.x]),
						},
					],
				},
			],
		};
	},
};

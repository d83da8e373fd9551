import {
	colors,
	type Experiment,
	exact,
	paperBound,
	type Row,
} from "../../experiment.ts";
import { range } from "../../range.ts";
import { sketch } from "../../sketch.ts";
import { paper } from "../paper.ts";
import { tensileTest, triangleNotation } from "./sketches.ts";
import {
	closedForm,
	pulledRectangle,
	type Rectangle,
} from "./vanGelderRectangle.ts";

/** As printed: ν asked for, ν found, and E found for three asked for. */
const printed = [
	{ asked: 0, ratio: 0.5, moduli: { 1: 0.75, 100: 75, 1000: 750 } },
	{ asked: 0.25, ratio: 0.57, moduli: { 1: 0.63, 100: 62.86, 1000: 628.57 } },
	{ asked: 0.5, ratio: 0.66, moduli: { 1: 0.56, 100: 55.56, 1000: 555.56 } },
];

const rectangles: readonly Rectangle[] = [
	[1, 1],
	[1, 1.3],
	[1.5, 1.2],
].flatMap(([l, h]) =>
	[0, 0.2, 0.4].map((poissonRatio) => ({
		sides: [l, h] as const,
		youngModulus2d: 7,
		poissonRatio,
	})),
);

const square = (youngModulus2d: number, poissonRatio: number): Rectangle => ({
	sides: [1, 1],
	youngModulus2d,
	poissonRatio,
});

export const table1: Experiment = {
	id: "baudet/table-1",
	paper,
	figure: "Table 1, Figs 1 and 2",
	title: "Van Gelder's springs miss E and ν",
	setup:
		"A square of four triangles with a node in the middle, its edges springs by Van Gelder's rule for E and ν, pulled a little along one side; and rectangles, against closed forms.",
	remarks: [
		"ν = 2/3 is printed as 0.66: cut off, not rounded.",
		"In the closed form of ν for rectangles, 4 l₀⁴ ν² is printed in the denominator; right is 4 l₀⁴ ν.",
		"The paper tests ν = 0 since Van Gelder's rule was meant for it; there, too, the square has ν = 0.5 and three quarters of E.",
	],
	run: () => {
		const rows: Row[] = [];
		for (const { asked, ratio, moduli } of printed) {
			rows.push(
				paperBound(
					`ν of the square, asked for ${asked}`,
					pulledRectangle(square(1, asked)).poissonRatio,
					{
						expected: ratio,
						tolerance: 0.01,
						source: "Table 1, two digits, the last cut off",
					},
				),
			);
			for (const [E, expected] of Object.entries(moduli))
				rows.push(
					paperBound(
						`E of the square [N/m], asked for ${E} and ν = ${asked}`,
						pulledRectangle(square(Number(E), asked)).youngModulus2d,
						{ expected, tolerance: 0.0051, source: "Table 1, two decimals" },
					),
				);
		}
		const largest = (difference: (rectangle: Rectangle) => number) =>
			Math.max(...rectangles.map((one) => Math.abs(difference(one))));
		rows.push(
			exact(
				"squares and rectangles: largest error of E over E asked for",
				largest(
					(one) =>
						(pulledRectangle(one).youngModulus2d -
							closedForm(one).youngModulus2d) /
						one.youngModulus2d,
				),
				{ expected: 0, tolerance: 1e-9, source: "closed form −I E/(2C)" },
			),
			exact(
				"squares and rectangles: largest error of ν",
				largest(
					(one) =>
						pulledRectangle(one).poissonRatio - closedForm(one).poissonRatio,
				),
				{ expected: 0, tolerance: 1e-9, source: "closed form −H/C'" },
			),
			exact(
				"square: largest error of ν against 1/(2 − ν)",
				Math.max(
					...[0, 0.1, 0.3, 0.5].map((nu) =>
						Math.abs(
							pulledRectangle(square(1, nu)).poissonRatio - 1 / (2 - nu),
						),
					),
				),
				{ expected: 0, tolerance: 1e-9, source: "closed form" },
			),
		);
		const ratios = range(0, 0.5, 21);
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title: "Fig. 1: the spring c and its triangles",
					svg: sketch([triangleNotation()]),
				},
				{
					kind: "drawing",
					title: "Fig. 2: tensile test, and the rectangle of four triangles",
					svg: sketch(tensileTest()),
				},
				{
					kind: "plot",
					title: "What a square of Van Gelder's springs has",
					xLabel: "ν asked for",
					yLabel: "measured",
					series: [
						{
							name: "ν",
							style: "line",
							color: colors.vanGelder,
							points: ratios.map((nu) => [nu, 1 / (2 - nu)]),
						},
						{
							name: "E over E asked for",
							style: "line",
							color: colors.trqs,
							points: ratios.map((nu) => [
								nu,
								closedForm(square(1, nu)).youngModulus2d,
							]),
						},
						{
							name: "ν asked for",
							style: "line",
							color: colors.expected,
							dashes: "5 4",
							points: ratios.map((nu) => [nu, nu]),
						},
						...[
							(nu: number) => pulledRectangle(square(1, nu)).poissonRatio,
							(nu: number) => pulledRectangle(square(1, nu)).youngModulus2d,
						].map((measure, i) => ({
							name: ["ν, measured", "E, measured"][i],
							style: "points" as const,
							color: [colors.vanGelder, colors.trqs][i],
							points: [0, 0.125, 0.25, 0.375, 0.5].map(
								(nu) => [nu, measure(nu)] as const,
							),
						})),
					],
				},
			],
		};
	},
};

import { grid } from "pliant/mesh";
import { planeBrick } from "pliant/models";
import { elementFunctions } from "../../element.ts";
import { colors, type Experiment, exact, type Row } from "../../experiment.ts";
import { range } from "../../range.ts";
import { sketch } from "../../sketch.ts";
import { nineElements } from "../boxSketch.ts";
import { paper } from "../paper.ts";
import { largestError, measuredModuli } from "../smallStrain.ts";
import { correctiveForces, shearTest } from "./sketches.ts";

const E = 30;
const ratios = [0, 0.1, 1 / 3, 0.45, 0.8];
const shapes = [
	{ name: "a square", sides: [1, 1], cells: [1, 1] },
	{ name: "a rectangle of 1 × 1.3", sides: [1, 1.3], cells: [1, 1] },
	{ name: "3 × 3 squares (Fig. 6)", sides: [1, 1], cells: [3, 3] },
	{ name: "3 × 4 rectangles", sides: [1, 1.3], cells: [3, 4] },
] as const;

/** Force on each vertex across a side of length j, when F pulls along a side of length i: twice the printed one. */
const acrossForce = (i: number, j: number, nu: number, F: number) =>
	(i * F * (1 - 3 * nu)) / (4 * j);

/** What the springs alone need across at each vertex, when a rectangle is pulled along its height by a unit force and thins by ν. */
function neededAcross([l, h]: readonly [number, number], nu: number): number {
	const tiny = 1e-6;
	const stretch = tiny / (E * l);
	const [x, y] = [l * (1 - nu * stretch), h * (1 + stretch)];
	const corners = (a: number, b: number) =>
		[
			[0, 0, 0],
			[a, 0, 0],
			[a, b, 0],
			[0, b, 0],
		] as const;
	const material = { youngModulus2d: E, poissonRatio: nu, negativeSprings: 0 };
	const { edges, diagonal } = springsOf(l, h, nu);
	const d = Math.hypot(l, h);
	const tension = diagonal * (Math.hypot(x, y) - d);
	const springs = edges * (x - l) + (tension * x) / Math.hypot(x, y);
	// The whole element is in balance across: its correction has the rest.
	const { gradient } = elementFunctions(planeBrick, corners(l, h), material);
	const whole = gradient(corners(x, y))[3];
	return (springs - whole) / tiny;
}

/** Eq. 4: stiffness along the side l, and of diagonals. */
const springsOf = (l: number, h: number, nu: number) => {
	const share = E / (4 * l * h * (1 + nu));
	return {
		edges: share * (h * h * (3 * nu + 2) - l * l),
		diagonal: share * (l * l + h * h),
	};
};

export const rectangleExperiment: Experiment = {
	id: "baudet/rectangle",
	paper,
	figure: "eqs 3 and 4, Figs 3, 4 and 6",
	title: "Rectangles of springs with corrective forces",
	setup:
		"Rectangles with four edges, two diagonals and a correction, and assemblies of them: pulled a little along and across, swollen, and sheared between plates, for ν from 0 to 0.8.",
	remarks: [
		"G is printed as tan θ · F/l₀; right is (F/l₀)/tan θ.",
		"The printed Lagrangian lets corrective forces work over the full contraction, of which a vertex moves half: the force on each vertex is twice the printed F⊥.",
		"No correction is needed at ν = 1/3 exactly; the paper says 0.3.",
	],
	run: () => {
		const rows: Row[] = [];
		for (const { name, sides, cells } of shapes) {
			const errors = ratios.map((nu) =>
				largestError(
					measuredModuli(
						grid({
							size: [sides[0] * cells[0], sides[1] * cells[1]],
							cells,
						}),
						sides,
						planeBrick,
						{ youngModulus2d: E, poissonRatio: nu },
					),
					E,
					nu,
					2,
				),
			);
			for (const modulus of ["E", "nu", "K", "G"] as const)
				rows.push(
					exact(
						`${name}: largest error of ${modulus === "nu" ? "ν" : `${modulus}, relative`}`,
						Math.max(...errors.map((error) => error[modulus])),
						{
							expected: 0,
							tolerance: 1e-9,
							source: "Hooke's law in the plane",
						},
					),
				);
		}
		const off = shapes
			.slice(0, 2)
			.flatMap(({ sides: [l, h] }) =>
				ratios.map((nu) =>
					Math.abs(neededAcross([l, h], nu) - acrossForce(h, l, nu, 1)),
				),
			);
		rows.push(
			exact(
				"force across that springs lack at each vertex, over the force along: largest error",
				Math.max(...off),
				{
					expected: 0,
					tolerance: 1e-5,
					source: "2 F⊥ of eq. 4 on each vertex; measured at a strain of 1e-6",
				},
			),
		);
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title: "Fig. 3: shear test",
					svg: sketch([shearTest()]),
				},
				{
					kind: "drawing",
					title: "Fig. 4: corrective forces of an element that is pulled",
					svg: sketch([correctiveForces()]),
				},
				{
					kind: "drawing",
					title: "Fig. 6: nine elements; springs that two share are merged",
					svg: sketch([nineElements()]),
				},
				{
					kind: "plot",
					title:
						"Corrective force on each vertex of a square, over the force along",
					xLabel: "ν",
					yLabel: "2 F⊥ / F",
					series: [
						{
							name: "(1 − 3ν)/4",
							style: "line",
							color: colors.expected,
							points: range(0, 0.8, 17).map((nu) => [
								nu,
								acrossForce(1, 1, nu, 1),
							]),
						},
						{
							name: "measured",
							style: "points",
							color: colors.springs,
							points: ratios.map((nu) => [nu, neededAcross([1, 1], nu)]),
						},
					],
				},
			],
		};
	},
};

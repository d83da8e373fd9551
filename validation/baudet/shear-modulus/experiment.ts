import type { Vector3 } from "pliant";
import { brick } from "pliant/models";
import { elementFunctions } from "../../element.ts";
import {
	type Experiment,
	exact,
	paperBound,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import { paper } from "../paper.ts";

const cube: readonly Vector3[] = [0, 1].flatMap((z): Vector3[] => [
	[0, 0, z],
	[1, 0, z],
	[1, 1, z],
	[0, 1, z],
]);

/** Error of G [%] of a cube whose upper side slides along x, its height kept. */
function shearError(
	degrees: number,
	poissonRatio: number,
	youngModulus = 1,
): number {
	const { gradient } = elementFunctions(brick, cube, {
		youngModulus,
		poissonRatio,
		twistStiffness: 1,
		negativeSprings: 0,
	});
	const slope = Math.tan((degrees * Math.PI) / 180);
	const g = gradient(cube.map(([x, y, z]): Vector3 => [x + slope * y, y, z]));
	const force = cube.reduce(
		(sum, [, y], v) => (y === 1 ? sum + g[3 * v] : sum),
		0,
	);
	const G = youngModulus / (2 * (1 + poissonRatio));
	return 100 * (force / slope / G - 1);
}

const shown = [
	{ nu: 0.1, color: "#777", at5: 0.3, at10: 1.2 },
	{ nu: 0.2, color: "#8a4fa3", at5: 0.5, at10: 1.9 },
	{ nu: 0.3, color: "#1f6fb4", at5: 0.8, at10: 3.1 },
	{ nu: 0.4, color: "#3a8f4d", at5: 1.7, at10: 6.9 },
];

export const shearModulus: Experiment = {
	id: "baudet/shear-modulus",
	paper,
	figure: "Fig. 10",
	title: "Shear modulus of a cube in large shear",
	setup:
		"A cube whose upper side is moved along the lower one, its height kept: force over area and tan θ, against G, for ν from 0.1 to 0.4.",
	run: () => {
		const rows: Row[] = [];
		for (const { nu, at5, at10 } of shown) {
			const source = "computed independently, to one decimal";
			rows.push(
				exact(`ν = ${nu}: error of G at 5° [%]`, shearError(5, nu), {
					expected: at5,
					tolerance: 0.051,
					source,
				}),
				exact(`ν = ${nu}: error of G at 10° [%]`, shearError(10, nu), {
					expected: at10,
					tolerance: 0.051,
					source,
				}),
				paperBound(
					`ν = ${nu}: largest error of G up to 5° [%]`,
					Math.max(
						...[1, 2, 3, 4, 5].map((angle) => Math.abs(shearError(angle, nu))),
					),
					{
						atMost: 5,
						source: "section 6.2: below 5 % up to 5° and ν < 0.4",
					},
				),
			);
		}
		rows.push(
			exact(
				"E of 100 Pa and of 100 kPa, ν = 0.3 at 10°: difference of the errors [%]",
				shearError(10, 0.3, 100) - shearError(10, 0.3, 1e5),
				{
					expected: 0,
					tolerance: 1e-9,
					source: "all forces are proportional to E",
				},
			),
		);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Error of the shear modulus",
					xLabel: "shear angle [°]",
					yLabel: "error of G [%]",
					series: shown.map(
						({ nu, color }): XySeries => ({
							name: `ν = ${nu}`,
							style: "line and points",
							color,
							points: [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15].map(
								(angle) => [angle, shearError(angle, nu)],
							),
						}),
					),
				},
			],
		};
	},
};

import {
	type BrickSprings,
	bodyDiagonalSprings,
	faceDiagonalSprings,
} from "pliant/models";
import {
	type Experiment,
	paperBound,
	type Row,
	told,
} from "../../experiment.ts";
import { sketch } from "../../sketch.ts";
import { configurations } from "../boxSketch.ts";
import { paper } from "../paper.ts";
import { springStiffnessMatrix } from "./springStiffnessMatrix.ts";

/** A box without symmetries beyond its own. */
const sides = [1, 1.1, 1.2] as const;

interface Configuration {
	readonly name: string;
	readonly springs: BrickSprings;
	readonly diagonals: readonly ("faces" | "body")[];
	/** As printed. */
	readonly printed: {
		readonly shearEquations: number;
		readonly equations: number;
		readonly shearUnknowns: number;
		readonly unknowns: number;
	};
}

const configurationsOfTable: readonly Configuration[] = [
	{
		name: "M1",
		springs: faceDiagonalSprings(sides, 1, 0),
		diagonals: ["faces"],
		printed: {
			shearEquations: 6,
			equations: 15,
			shearUnknowns: 3,
			unknowns: 6,
		},
	},
	{
		name: "M2",
		springs: bodyDiagonalSprings(sides, { youngModulus: 1, poissonRatio: 0.3 }),
		diagonals: ["body"],
		printed: {
			shearEquations: 3,
			equations: 12,
			shearUnknowns: 1,
			unknowns: 4,
		},
	},
	{
		name: "M3",
		springs: faceDiagonalSprings(sides, 1, 0.5),
		diagonals: ["faces", "body"],
		printed: {
			shearEquations: 6,
			equations: 15,
			shearUnknowns: 4,
			unknowns: 7,
		},
	},
];

/** Different values among the stiffnesses of springs that are there. */
const distinct = (values: readonly number[]): number =>
	new Set(values.filter((k) => k !== 0).map((k) => k.toPrecision(10))).size;

const axes = 3;
/** Young's modulus and two Poisson ratios of pulling along each axis. */
const elongationEquations = axes * 3;

export const table2: Experiment = {
	id: "baudet/table-2",
	paper,
	figure: "Table 2, Fig. 5",
	title: "Equations and unknowns of boxes of springs",
	setup:
		"Boxes of 1 × 1.1 × 1.2 with diagonals on faces (M1), through the body (M2) or both (M3): how many different stiffnesses their springs have, and how many constants of elasticity they can set.",
	remarks: [
		"Equations are counted as the paper does: three for pulling along each axis; for shear in each plane two where faces have diagonals, one where they have not.",
		"An orthotropic solid has nine constants. Springs alone set at most six of them, since the shear modulus and the coupling of stretches in a plane are then one number (Cauchy); hence corrective forces.",
	],
	run: () => {
		const rows: Row[] = [];
		for (const { name, springs, diagonals, printed } of configurationsOfTable) {
			const shearEquations = axes * (diagonals.includes("faces") ? 2 : 1);
			const shearUnknowns = distinct([...springs.faces, springs.body]);
			const unknowns = distinct([
				...springs.edges,
				...springs.faces,
				springs.body,
			]);
			const source = "Table 2";
			const exactly = (expected: number) => ({
				expected,
				tolerance: 0,
				source,
			});
			rows.push(
				told(`${name}: equations of elongation`, elongationEquations, {
					expected: 9,
					source,
				}),
				told(`${name}: equations of shear`, shearEquations, {
					expected: printed.shearEquations,
					source,
				}),
				told(
					`${name}: equations in all`,
					elongationEquations + shearEquations,
					{ expected: printed.equations, source },
				),
				paperBound(
					`${name}: stiffnesses that shear determines`,
					shearUnknowns,
					exactly(printed.shearUnknowns),
				),
				paperBound(
					`${name}: stiffnesses of edges`,
					distinct(springs.edges),
					exactly(3),
				),
				paperBound(
					`${name}: stiffnesses in all`,
					unknowns,
					exactly(printed.unknowns),
				),
				told(
					`${name}: constants of elasticity, of nine, that its springs can set`,
					springStiffnessMatrix(sides, diagonals).rank,
					{ source: "rank of the map from stiffnesses to constants" },
				),
			);
		}
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title: "Fig. 5: configurations",
					svg: sketch(configurations()),
				},
			],
		};
	},
};

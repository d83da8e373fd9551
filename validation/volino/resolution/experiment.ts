import {
	type Experiment,
	exact,
	type Form,
	paperBound,
	type Row,
	told,
} from "../../experiment.ts";
import A7 from "../../reference/A7.json" with { type: "json" };
import { type Bending, morley, normalBased, printed } from "../bendings.ts";
import { paper } from "../paper.ts";
import {
	hangingTip,
	patternNames,
	type StripPattern,
	strip,
	stripPatterns,
} from "../strips.ts";

const resolutionsOf: Readonly<Record<Form, readonly number[]>> = {
	full: [8, 16, 32, 64],
	short: [8, 16],
};
/** Width over length. */
const width = 0.5;
/** Weight per area · L³/μ. */
const group = 10;
/** The same where patterns are compared: less, since what hangs straight down does not tell them apart. */
const patternGroup = 3;
const [, elastica] = A7.variants;
const elasticaFall = -(elastica.results as { table: number[][] }).table.filter(
	([group]) => group === patternGroup,
)[0][2];
const compared: readonly Bending[] = [printed, normalBased, morley];
/** Cells along, of the patterns that are compared. */
const patternCells = 16;

async function fall(
	cells: number,
	pattern: StripPattern,
	bending: Bending,
	group: number,
) {
	const mesh = strip({ cells: [cells, width * cells], width, pattern });
	return -(await hangingTip(mesh, bending, group)).z;
}

export const resolution: Experiment = {
	id: "volino/resolution",
	paper,
	figure: "Fig. 5",
	title: "The same sheet at several resolutions, and with other patterns",
	setup: `A sheet, half as wide as long, clamped level at one end, hangs under its own weight w (w L³/μ = ${group}): how far its free end falls, with meshes of ${resolutionsOf.full.join(", ")} cells along it, for linear bending as printed, the normal-based model of the same modulus, and Morley bending; then with ${patternCells} cells along it and four patterns (w L³/μ = ${patternGroup}).`,
	remarks: [
		"The paper compares the linear with the normal-based model, whose falls differ by well below 1 %. They do here. Between resolutions the fall of both changes by more: hinges measure no curvature along the boundary, over a strip that shrinks with the elements.",
		"That a refined mesh behaves alike does not say that another mesh does: the pattern changes the rigidity of both by factors. Morley bending does not depend on it.",
	],
	run: async (form) => {
		const resolutions = resolutionsOf[form];
		const rows: Row[] = [];
		const falls = new Map<Bending, number[]>();
		for (const bending of compared) {
			const found: number[] = [];
			for (const cells of resolutions)
				found.push(await fall(cells, "alternating", bending, group));
			falls.set(bending, found);
		}
		const of = (bending: Bending) => falls.get(bending) as number[];
		for (const [i, cells] of resolutions.entries())
			rows.push(
				paperBound(
					`${cells} cells: fall of the linear model against the normal-based one [%]`,
					100 * Math.abs(of(printed)[i] / of(normalBased)[i] - 1),
					{ atMost: 1, source: "the paper: well below 1 %" },
				),
			);
		for (const bending of compared)
			for (const i of resolutions.keys()) {
				if (i === 0) continue;
				const quantity = `${bending.name}: fall with ${resolutions[i - 1]} cells against that with ${resolutions[i]} [%]`;
				const change = 100 * Math.abs(of(bending)[i - 1] / of(bending)[i] - 1);
				rows.push(
					told(quantity, change, {
						source: "the paper: fairly well resolution-independent",
					}),
				);
			}
		const spreads: [Bending, number[]][] = [];
		for (const bending of [printed, morley]) {
			const found: number[] = [];
			for (const pattern of stripPatterns)
				found.push(await fall(patternCells, pattern, bending, patternGroup));
			spreads.push([bending, found]);
			const spread = 100 * (Math.max(...found) / Math.min(...found) - 1);
			const quantity = `${bending.name}: largest fall of four patterns against the least [%]`;
			rows.push(
				told(quantity, spread, {
					source:
						bending === morley
							? "the material is the same"
							: "computed apart from the library: sags 2.8 to 4.0 times a plate's",
				}),
			);
			if (bending === morley)
				for (const [i, pattern] of stripPatterns.entries())
					rows.push(
						exact(`Morley, ${patternNames[pattern]}: fall`, found[i], {
							expected: elasticaFall,
							tolerance: 0.01 * elasticaFall,
							source: "reference/A7.json, A7-elastica: integrated as an ODE",
						}),
					);
		}
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Fall of the free end, by resolution",
					xLabel: "cells along the sheet",
					yLabel: "fall over length",
					logarithmic: "x",
					series: compared.map((bending) => ({
						name: bending.name,
						style: "line and points" as const,
						color: bending.color,
						points: resolutions.map((n, i) => [n, of(bending)[i]] as const),
					})),
				},
				{
					kind: "plot",
					title: `Fall of the free end, by pattern of ${patternCells} cells`,
					xLabel: "pattern",
					xNames: stripPatterns.map((pattern) => patternNames[pattern]),
					yLabel: "fall over length",
					series: spreads.map(([bending, found]) => ({
						name: bending.name,
						style: "line and points" as const,
						color: bending.color,
						points: found.map((value, i) => [i + 1, value] as const),
					})),
				},
			],
		};
	},
};

import { trbs } from "pliant";
import { countOperations, elementPrograms } from "pliant/energy";
import {
	type Experiment,
	ordering,
	paperBound,
	told,
} from "../../experiment.ts";
import { modelNamed } from "../../membranes.ts";
import { paper } from "../paper.ts";

const counted = "counted by hand in the paper, section III-F";

function operations(model: Parameters<typeof elementPrograms>[0]) {
	const counts = countOperations(elementPrograms(model).gradient.outputs);
	const { mul = 0, add = 0, sub = 0, neg = 0, ...others } = counts;
	return {
		multiplications: mul,
		additions: add + sub + neg,
		others: Object.values(others).reduce((a, b) => a + b, 0),
	};
}

export const operationCounts: Experiment = {
	id: "delingette/operation-counts",
	paper,
	figure: "section III-F",
	title: "Operations per triangle for the force",
	setup:
		"Operations of the generated code for the force of one triangle, counted in the expression that kernels are made of.",
	remarks: [
		"The paper counts by hand 30 multiplications and 44 additions for TRBS, 121 and 75 for the stress form. Generated code may not need more, and shares what the three vertices have in common.",
	],
	run: () => {
		const ours = operations(trbs.potential);
		return {
			rows: [
				paperBound("TRBS: multiplications", ours.multiplications, {
					atMost: 30,
					source: counted,
				}),
				paperBound("TRBS: additions and subtractions", ours.additions, {
					atMost: 44,
					source: counted,
				}),
				paperBound("TRBS: divisions, roots and others", ours.others, {
					atMost: 0,
					source: counted,
				}),
				ordering(
					"TRBS over the stress form, all operations",
					[ours.multiplications + ours.additions + ours.others, 121 + 75],
					{ source: `the stress form has 121 + 75; ${counted}` },
				),
				...["linear-membrane", "tensile-springs", "trqs"].map((name) => {
					const { multiplications, additions, others } = operations(
						modelNamed(name).potential,
					);
					return told(
						`${name}: all operations`,
						multiplications + additions + others,
						{ source: "the paper gives no number" },
					);
				}),
			],
		};
	},
};

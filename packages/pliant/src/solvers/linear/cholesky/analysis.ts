/** What is known of a factorisation from the pattern of the matrix: made once, before any memory is taken. */
import type { BlockPattern } from "../../../system/blockPattern.ts";
import { type Branches, findBranches } from "./branches.ts";
import { eliminationTree, eliminationWork } from "./eliminationTree.ts";
import { type FrontPlan, planFronts } from "./frontPlan.ts";
import { minimumDegreeOrder } from "./minimumDegree.ts";
import { nestedDissectionOrder } from "./nestedDissection.ts";
import { findSupernodes, type Supernodes } from "./supernodes.ts";

export interface FactorAnalysis {
	readonly pattern: BlockPattern;
	readonly nodes: Supernodes;
	readonly branches: Branches;
	readonly plan: FrontPlan;
	/** Number of 3×3 blocks in L, with those that are zero since panels are dense. */
	readonly storedBlocks: number;
}

/** Finds the structure of L, and the order of elimination where none is given. */
export function analyseFactor(
	pattern: BlockPattern,
	order = bestOrder(pattern),
): FactorAnalysis {
	requireSymmetric(pattern);
	const nodes = findSupernodes(pattern, order);
	const branches = findBranches(nodes);
	return {
		...{ pattern, nodes, branches },
		plan: planFronts(pattern, nodes, branches),
		storedBlocks: countBlocks(nodes),
	};
}

/** Products per block of the matrix from which on a better order is looked for, which takes ten times as long as minimum degree. */
const muchWork = 40;

/** The order that takes less work of the two. */
function bestOrder(pattern: BlockPattern): Int32Array {
	const workOf = (order: Int32Array) =>
		eliminationWork(eliminationTree(pattern, order));
	const simple = minimumDegreeOrder(pattern);
	const work = workOf(simple);
	if (work <= muchWork * pattern.columns.length) return simple;
	const nested = nestedDissectionOrder(pattern);
	return workOf(nested) < work ? nested : simple;
}

function countBlocks({ count, firstColumn, rowStart }: Supernodes): number {
	let blocks = 0;
	for (let s = 0; s < count; s++) {
		const width = firstColumn[s + 1] - firstColumn[s];
		const below = rowStart[s + 1] - rowStart[s];
		blocks += width * ((width + 1) / 2 + below);
	}
	return blocks;
}

/** With rows in ascending order, block (i, j) must find (j, i) as the next unmatched block of row j. */
function requireSymmetric({ rows, rowStart, columns }: BlockPattern): void {
	const unmatched = rowStart.slice(0, rows);
	for (let i = 0; i < rows; i++) {
		let diagonal = false;
		for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
			const j = columns[k];
			diagonal ||= i === j;
			if (unmatched[j] < rowStart[j + 1] && columns[unmatched[j]] === i) {
				unmatched[j]++;
				continue;
			}
			throw new Error(
				`SparseCholesky: the pattern has block (${i}, ${j}) but not (${j}, ${i}), or row ${j} is not sorted; rows must hold both triangles, columns ascending`,
			);
		}
		if (!diagonal) {
			throw new Error(
				`SparseCholesky: the pattern lacks the diagonal block of row ${i}; add it, with zeros if need be`,
			);
		}
	}
}

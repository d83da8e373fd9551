/**
 * Who computes which supernodes. Subtrees with a small part of the work are branches, each for one thread; the supernodes above them
 * are the top, for all threads together. The number of threads does not matter, so that results do not depend on it.
 */
import { panelWork, type Supernodes } from "./supernodes.ts";

export interface Branches {
	/** First supernode of each branch and the one after its last; the largest work comes first. */
	readonly ranges: readonly (readonly [first: number, end: number])[];
	/** Supernodes of the top, ascending. */
	readonly top: readonly number[];
	/** Products of blocks in all. */
	readonly work: number;
}

/** A branch has at most this part of the work, so that four threads find enough of them. */
const part = 1 / 24;
/** Work that is not worth being divided [products of blocks]. */
const least = 50_000;

export function findBranches({
	count,
	parent,
	firstColumn,
	rowStart,
}: Supernodes): Branches {
	/** Of each supernode and all below it. */
	const subtreeWork = new Float64Array(count);
	let work = 0;
	for (let s = 0; s < count; s++) {
		const own = panelWork(
			firstColumn[s + 1] - firstColumn[s],
			rowStart[s + 1] - rowStart[s],
		);
		work += own;
		subtreeWork[s] += own;
		if (parent[s] >= 0) subtreeWork[parent[s]] += subtreeWork[s];
	}
	const limit = Math.max(least, part * work);
	const isTop = (s: number) => subtreeWork[s] > limit;

	const top: number[] = [];
	const branches: { first: number; end: number; work: number }[] = [];
	let first = 0;
	let gathered = 0;
	const close = (end: number) => {
		if (end > first) branches.push({ first, end, work: gathered });
		first = end;
		gathered = 0;
	};
	for (let s = 0; s < count; s++) {
		if (isTop(s)) {
			close(s);
			top.push(s);
			first = s + 1;
		} else if (parent[s] < 0 || isTop(parent[s])) {
			// A whole subtree ends here; small ones share a branch.
			gathered += subtreeWork[s];
			if (gathered > limit / 2) close(s + 1);
		}
	}
	close(count);
	branches.sort((a, b) => b.work - a.work || a.first - b.first);
	return {
		ranges: branches.map(({ first, end }) => [first, end]),
		top,
		work,
	};
}

/**
 * Fill-reducing elimination order by approximate minimum degree.
 *
 * Eliminating a row couples all its remaining neighbours with each other, so the row with the fewest
 * neighbours goes next. The growing graph is never stored: an eliminated pivot stays behind as an
 * *element*, the list of the rows it coupled (its clique), and a row's neighbours are its original ones
 * plus the members of its elements. Three savings make this fast:
 *
 * - what lies inside the new clique is dropped from the lists of its rows, whole elements included;
 * - the degree is the cheap upper bound |neighbours| + |clique| + Σ |element ∖ clique|;
 * - rows with equal lists are merged and eliminated together; `weight` counts them.
 *
 * P. Amestoy, T. Davis, I. Duff, "An approximate minimum degree ordering algorithm", SIAM J. Matrix
 * Anal. Appl. 17(4), 1996; here with plain arrays for lists instead of one packed array.
 */

import type { BlockPattern } from "../../../system/blockPattern.ts";

/** Rows with more blocks than this times √rows go last: they would slow every step and fill up anyway. */
const denseRowFactor = 10;

export function isDenseRow(
	{ rows, rowStart }: BlockPattern,
	row: number,
): boolean {
	const longest = Math.max(16, denseRowFactor * Math.sqrt(rows));
	return rowStart[row + 1] - rowStart[row] > longest;
}

/**
 * Returns the block rows in the order in which to eliminate them, a permutation of 0 … rows − 1; or of the first `eliminated` of
 * them, where the others stay.
 */
export function minimumDegreeOrder(
	pattern: BlockPattern,
	eliminated = pattern.rows,
): Int32Array {
	const { rows, rowStart, columns } = pattern;
	/** Rows each row stands for; 0 once it is eliminated, merged into another or put last. */
	const weight = new Int32Array(rows);
	/** Original neighbours of each row that no element covers yet, ascending. */
	const neighbours = lists(rows);
	/** Elements each row belongs to, by age; an element has the number of its pivot. */
	const elements = lists(rows);
	const members = lists(rows);
	/** Total weight of each element's members; 0 once the element lies inside another. */
	const elementWeight = new Int32Array(rows);
	const mergedInto = lists(rows);
	const degree = new Int32Array(rows);
	/** Rows by degree. Outdated entries stay and are skipped when they come up. */
	const queue = lists(rows);
	let smallest = 0;
	/** Pivot whose clique each row joined last. */
	const cliqueOf = new Int32Array(rows).fill(-1);
	/** Weight of each element outside the clique of pivot `outsideOf`. */
	const outside = new Int32Array(rows);
	const outsideOf = new Int32Array(rows).fill(-1);

	const order = new Int32Array(eliminated);
	let placed = 0;
	let remaining = 0;
	/** Rows to be eliminated, less than the remaining ones where some stay. */
	let waiting = 0;
	startGraph();
	while (waiting > 0) {
		const pivot = takeSmallest();
		remaining -= weight[pivot];
		waiting -= weight[pivot];
		place(pivot);
		const clique = formClique(pivot);
		measureElements(clique, pivot);
		for (const row of clique) updateRow(row, pivot);
		mergeEqualRows(clique);
		members[pivot] = clique.filter((row) => weight[row] > 0);
		for (const row of members[pivot]) enqueue(row);
	}
	return order;

	function startGraph(): void {
		let last = eliminated;
		for (let row = rows - 1; row >= 0; row--) {
			if (row < eliminated && isDenseRow(pattern, row)) order[--last] = row;
			else weight[row] = 1;
		}
		waiting = last;
		for (let row = rows - 1; row >= 0; row--) {
			if (weight[row] === 0) continue;
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
				const other = columns[k];
				if (other !== row && weight[other] > 0) neighbours[row].push(other);
			}
			degree[row] = neighbours[row].length;
			enqueue(row);
			remaining++;
		}
	}

	function enqueue(row: number): void {
		if (row >= eliminated) return;
		queue[degree[row]].push(row);
		smallest = Math.min(smallest, degree[row]);
	}

	function takeSmallest(): number {
		for (;;) {
			const row = queue[smallest].pop();
			if (row === undefined) smallest++;
			else if (weight[row] > 0 && degree[row] === smallest) return row;
		}
	}

	function place(pivot: number): void {
		const twins = [pivot];
		for (let row = twins.pop(); row !== undefined; row = twins.pop()) {
			order[placed++] = row;
			twins.push(...mergedInto[row]);
		}
	}

	/** Turns the pivot into an element: its neighbours and the members of its elements. */
	function formClique(pivot: number): number[] {
		const clique: number[] = [];
		weight[pivot] = 0;
		const join = (row: number) => {
			if (weight[row] === 0 || cliqueOf[row] === pivot) return;
			cliqueOf[row] = pivot;
			elementWeight[pivot] += weight[row];
			clique.push(row);
		};
		neighbours[pivot].forEach(join);
		for (const element of elements[pivot]) {
			members[element].forEach(join);
			members[element] = [];
			elementWeight[element] = 0;
		}
		return clique;
	}

	/** Finds the weight of every touched element outside the clique by subtracting what lies inside. */
	function measureElements(clique: number[], pivot: number): void {
		for (const row of clique) {
			for (const element of elements[row]) {
				if (outsideOf[element] !== pivot) {
					outsideOf[element] = pivot;
					outside[element] = elementWeight[element];
				}
				outside[element] -= weight[row];
			}
		}
	}

	/** Drops what the clique covers from the row's lists and bounds the row's new degree. */
	function updateRow(row: number, pivot: number): void {
		let beyond = 0;
		elements[row] = elements[row].filter((element) => {
			if (outside[element] === 0) elementWeight[element] = 0;
			if (elementWeight[element] === 0) return false;
			beyond += outside[element];
			return true;
		});
		elements[row].push(pivot);
		neighbours[row] = neighbours[row].filter((other) => {
			if (weight[other] === 0 || cliqueOf[other] === pivot) return false;
			beyond += weight[other];
			return true;
		});
		const inside = elementWeight[pivot] - weight[row];
		degree[row] = Math.min(
			remaining - weight[row],
			degree[row] + inside,
			beyond + inside,
		);
	}

	/** Merges rows of the clique with equal lists; the sum over the lists finds candidates. */
	function mergeEqualRows(clique: number[]): void {
		const bySum = new Map<number, number[]>();
		for (const row of clique) {
			let sum = 0;
			for (const other of neighbours[row]) sum += other;
			for (const element of elements[row]) sum += element;
			const candidates = bySum.get(sum) ?? [];
			const twin = candidates.find(
				(other) =>
					row < eliminated === other < eliminated &&
					equal(elements[row], elements[other]) &&
					equal(neighbours[row], neighbours[other]),
			);
			if (twin === undefined) {
				candidates.push(row);
				bySum.set(sum, candidates);
			} else {
				degree[twin] -= weight[row];
				weight[twin] += weight[row];
				weight[row] = 0;
				mergedInto[twin].push(row);
			}
		}
	}
}

function lists(count: number): number[][] {
	return Array.from({ length: count }, () => []);
}

function equal(a: number[], b: number[]): boolean {
	return a.length === b.length && a.every((entry, k) => entry === b[k]);
}

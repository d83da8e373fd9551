import type { Incidence } from "./incidence.ts";

export interface TupleGroups {
	/** The tuples of each group, ascending; groups are in lexicographic order of their tuple. */
	readonly members: Incidence;
	/** The group of each tuple. */
	readonly groupOf: Uint32Array;
}

/**
 * Finds equal tuples among `tuples`, `width` numbers below `bound` each.
 *
 * All of the topology rests on this: half-edges with equal vertex pairs are one edge, cell faces
 * with equal vertices one face. A radix sort, one stable counting sort per column from the last to
 * the first, takes O(width · (tuples + bound)), whatever the valence of the vertices.
 */
export function groupEqualTuples(
	tuples: Uint32Array,
	width: number,
	bound: number,
): TupleGroups {
	const count = tuples.length / width;
	const items = lexicographicOrder(tuples, width, bound);

	const groupOf = new Uint32Array(count);
	const starts = new Uint32Array(count + 1);
	let groups = 0;
	for (let i = 0; i < count; i++) {
		if (i === 0 || !equalTuples(tuples, width, items[i - 1], items[i])) {
			starts[groups++] = i;
		}
		groupOf[items[i]] = groups - 1;
	}
	starts[groups] = count;
	return { members: { offsets: starts.slice(0, groups + 1), items }, groupOf };
}

/** The tuples, by their first number, then by the second, and so on; equal ones in the order given. */
export function lexicographicOrder(
	tuples: Uint32Array,
	width: number,
	bound: number,
): Uint32Array {
	const count = tuples.length / width;
	let order = new Uint32Array(count);
	for (let i = 0; i < count; i++) order[i] = i;
	let sorted = new Uint32Array(count);
	const next = new Uint32Array(bound + 1);
	for (let column = width - 1; column >= 0; column--) {
		next.fill(0);
		for (let i = column; i < tuples.length; i += width) next[tuples[i] + 1]++;
		for (let key = 0; key < bound; key++) next[key + 1] += next[key];
		for (let i = 0; i < count; i++) {
			const tuple = order[i];
			sorted[next[tuples[tuple * width + column]]++] = tuple;
		}
		[order, sorted] = [sorted, order];
	}
	return order;
}

function equalTuples(
	tuples: Uint32Array,
	width: number,
	i: number,
	j: number,
): boolean {
	for (let column = 0; column < width; column++) {
		if (tuples[i * width + column] !== tuples[j * width + column]) return false;
	}
	return true;
}

/** A copy in which the numbers of each tuple ascend, so that order within a tuple no longer matters. */
export function sortWithinTuples(
	tuples: Uint32Array,
	width: number,
): Uint32Array {
	const sorted = tuples.slice();
	for (let start = 0; start < sorted.length; start += width) {
		// Insertion sort: no allocation, and faster than sort() on a subarray of 2 to 8 numbers.
		for (let i = start + 1; i < start + width; i++) {
			const value = sorted[i];
			let j = i;
			for (; j > start && sorted[j - 1] > value; j--) sorted[j] = sorted[j - 1];
			sorted[j] = value;
		}
	}
	return sorted;
}

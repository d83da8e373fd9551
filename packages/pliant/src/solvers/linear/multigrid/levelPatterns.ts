/** Where the numbers of a level and of the way to the level below are: patterns of matrices that only couplings and aggregates decide. */
import type { Aggregates, Couplings } from "./coupling.ts";
import { type Pairs, type Sparsity, sparsity, transposed } from "./sparsity.ts";

export interface LevelPatterns {
	/** Rows of each aggregate. */
	readonly aggregates: Pairs;
	readonly prolongation: Sparsity;
	/** Its transpose: pairs of row and block. */
	readonly restriction: Pairs;
	/** A·P. */
	readonly product: Sparsity;
	/** Pᵀ·A·P on and above its diagonal, which comes first in each row. */
	readonly coarse: Sparsity;
	/** Parts in which A·P is made. */
	readonly parts: readonly Part[];
}

/** Rows of the level below, and the rows that these are made of. */
export interface Part {
	readonly coarse: readonly [number, number];
	readonly fine: readonly [number, number];
}

/** The patterns of rows that are coupled and gathered in aggregates. */
export function levelPatterns(
	couplings: Couplings,
	{ count, of }: Aggregates,
): LevelPatterns {
	const { rows, visit, firstMultiple } = couplings;
	const members = sparsity(rows, count, (row, name) => {
		if (of[row] >= 0) name(of[row]);
	});
	const prolongation = sparsity(rows, count, (row, name) => {
		if (of[row] < 0) return;
		name(of[row]);
		visit(row, (column, item) => {
			if (of[column] >= 0 && item < firstMultiple) name(of[column]);
		});
	});
	const product = sparsity(rows, count, (row, name) => {
		if (of[row] < 0) return;
		nameAll(prolongation, row, name);
		visit(row, (column) => nameAll(prolongation, column, name));
	});
	const restriction = transposed(prolongation, count);
	const coarse = sparsity(count, count, (row, name) => {
		name(row);
		const { start, pairs } = restriction;
		for (let k = start[row]; k < start[row + 1]; k++)
			nameAll(product, pairs[2 * k], (column) => {
				if (column > row) name(column);
			});
	});
	return {
		aggregates: transposed(members, count),
		prolongation,
		restriction,
		product,
		coarse,
		parts: galerkinParts(restriction, count),
	};
}

function nameAll(
	{ start, columns }: Sparsity,
	row: number,
	name: (column: number) => void,
): void {
	for (let k = start[row]; k < start[row + 1]; k++) name(columns[k]);
}

/** Length of the longest of some lists. */
export const longest = ({ start }: { readonly start: Uint32Array }): number =>
	start.reduce((most, s, i, all) => Math.max(most, s - (all[i - 1] ?? 0)), 0);

/** Rows of the level below that are made at once: the products that they need are kept no longer. */
const partRows = 1024;

function galerkinParts({ start, pairs }: Pairs, rows: number): Part[] {
	const parts: Part[] = [];
	for (let begin = 0; begin < rows; begin += partRows) {
		const end = Math.min(rows, begin + partRows);
		let [first, last] = [Number.POSITIVE_INFINITY, 0];
		for (let k = start[begin]; k < start[end]; k++) {
			first = Math.min(first, pairs[2 * k]);
			last = Math.max(last, pairs[2 * k] + 1);
		}
		parts.push({ coarse: [begin, end], fine: [Math.min(first, last), last] });
	}
	return parts;
}

/** How the rows of the matrices of levels are coupled. */
import type { ArenaArray } from "../../../system/arena.ts";
import type { EdgeMatrix } from "../../../system/edgeMatrix.ts";
import type { Couplings } from "./coupling.ts";
import type { Pairs, Sparsity } from "./sparsity.ts";

/** The matrix of a coarser level: 6×6 blocks on and above the diagonal, this first in each row, and pairs of column and block for those below, the diagonal last. */
export interface WideMatrix {
	readonly pattern: Sparsity;
	readonly lower: Pairs;
	readonly blocks: ArenaArray<Float32Array>;
	readonly pointer: number;
}

/** Rows that are fixed do not take part. */
export function edgeCouplings(A: EdgeMatrix, fixed: Uint32Array): Couplings {
	const { pattern } = A;
	const { rows } = pattern;
	const b = A.blocks.array;
	const blocks = new Float64Array(9 * rows);
	const k = A.couplings.array;
	for (let row = 0; row < rows; row++) {
		let sum = A.weights.array[row];
		pattern.visitCouplings(row, (_, coupling) => {
			sum -= k[coupling];
		});
		for (let i = 0; i < 9; i += 4) blocks[9 * row + i] = sum;
	}
	pattern.forEach((row, column, k) => {
		for (let i = 0; i < 9; i++) {
			blocks[9 * row + i] -= b[9 * k + i];
			blocks[9 * column + i] -= b[9 * k + 3 * (i % 3) + Math.floor(i / 3)];
		}
	});
	const diagonal = new Float64Array(rows);
	for (let row = 0; row < rows; row++) diagonal[row] = norm(blocks, 9 * row, 9);
	for (const row of fixed) diagonal[row] = 0;
	return {
		rows,
		diagonal,
		firstMultiple: pattern.count,
		// Blocks, and after them couplings.
		visit: (row, each) => {
			pattern.visitRow(row, each);
			pattern.visitCouplings(row, (column, coupling) =>
				each(column, pattern.count + coupling),
			);
		},
		norm: (item) =>
			item < pattern.count
				? norm(b, 9 * item, 9)
				: Math.sqrt(3) * Math.abs(k[item - pattern.count]),
	};
}

export function wideCouplings({
	pattern,
	lower,
	blocks,
}: WideMatrix): Couplings {
	const { start, columns } = pattern;
	const b = blocks.array;
	const rows = start.length - 1;
	const diagonal = Float64Array.from({ length: rows }, (_, row) =>
		norm(b, 36 * start[row], 36),
	);
	return {
		rows,
		diagonal,
		firstMultiple: Number.POSITIVE_INFINITY,
		visit: (row, each) => {
			for (let k = start[row] + 1; k < start[row + 1]; k++) each(columns[k], k);
			for (let i = lower.start[row]; i < lower.start[row + 1] - 1; i++)
				each(lower.pairs[2 * i], lower.pairs[2 * i + 1]);
		},
		norm: (item) => norm(b, 36 * item, 36),
	};
}

function norm(
	numbers: Float32Array | Float64Array,
	first: number,
	count: number,
): number {
	let sum = 0;
	for (let i = first; i < first + count; i++) sum += numbers[i] ** 2;
	return Math.sqrt(sum);
}

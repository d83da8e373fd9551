/** How strongly the rows of a matrix are coupled, and groups of strongly coupled rows. */
import { type Sparsity, sparsity } from "./sparsity.ts";

/** Off-diagonal blocks of a level, seen from their rows. */
export interface Couplings {
	readonly rows: number;
	/** Frobenius norm of each diagonal block; 0 for rows that do not take part. */
	readonly diagonal: Float64Array;
	/** Calls `each` for the couplings of a row; an item tells where the block is. */
	readonly visit: (
		row: number,
		each: (column: number, item: number) => void,
	) => void;
	/** Frobenius norm of an item. */
	readonly norm: (item: number) => number;
	/** Items from this one on are multiples of the identity, along which prolongation is not smoothed (numerics/prolongation.ts). */
	readonly firstMultiple: number;
}

/** Couplings of each row, and the squares of their relative strengths. */
export interface Stencil extends Sparsity {
	readonly strengths: ArrayLike<number>;
}

/** Couplings with ‖A_ij‖² > θ² ‖A_ii‖ ‖A_jj‖ between rows that take part. */
export function strongCouplings(
	{ rows, diagonal, visit, norm }: Couplings,
	threshold: number,
): Stencil {
	const strengths: number[] = [];
	const pattern = sparsity(rows, rows, (row, name) => {
		if (diagonal[row] === 0) return;
		visit(row, (column, item) => {
			const strength = norm(item) ** 2 / (diagonal[row] * diagonal[column]);
			if (!(strength > threshold ** 2 && diagonal[column] > 0)) return;
			name(column);
			strengths.push(strength);
		});
	});
	return { ...pattern, strengths };
}

export interface Aggregates {
	readonly count: number;
	/** The group of each row; −1 for rows that are coupled to nothing, which smoothing solves exactly. */
	readonly of: Int32Array;
}

/**
 * Greedy, after Vaněk, Mandel and Brezina: first whole neighbourhoods, of so many rings and then of one, then what is left joins its strongest
 * neighbour.
 */
export function aggregate(
	{ start, columns, strengths }: Stencil,
	rings = 1,
): Aggregates {
	const rows = start.length - 1;
	const of = new Int32Array(rows).fill(-1);
	/** The row for which another was seen last. */
	const seenFor = new Int32Array(rows).fill(-1);
	const found: number[] = [];
	let count = 0;
	const isFreeAround = (row: number, radius: number): boolean => {
		found.length = 0;
		found.push(row);
		seenFor[row] = row;
		let begin = 0;
		for (let ring = 0; ring < radius; ring++) {
			const end = found.length;
			for (; begin < end; begin++) {
				const from = found[begin];
				for (let k = start[from]; k < start[from + 1]; k++) {
					const column = columns[k];
					if (of[column] >= 0) return false;
					if (seenFor[column] === row) continue;
					seenFor[column] = row;
					found.push(column);
				}
			}
		}
		return true;
	};
	for (let radius = rings; radius > 0; radius--) {
		seenFor.fill(-1);
		for (let row = 0; row < rows; row++) {
			if (of[row] >= 0 || start[row] === start[row + 1]) continue;
			if (!isFreeAround(row, radius)) continue;
			for (const member of found) of[member] = count;
			count++;
		}
	}
	for (let ring = 0; ring < rings; ring++) {
		const before = of.slice();
		for (let row = 0; row < rows; row++) {
			if (before[row] >= 0) continue;
			let best = 0;
			for (let k = start[row]; k < start[row + 1]; k++)
				if (before[columns[k]] >= 0 && strengths[k] > best) {
					best = strengths[k];
					of[row] = before[columns[k]];
				}
		}
	}
	return { count, of };
}

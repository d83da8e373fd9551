/**
 * Smoothed prolongation: near-null vectors (rigid motions) are cut into the aggregates, made orthonormal there, and smoothed by
 * one Jacobi step, P = (I − ω D⁻¹A) T.
 */
import type { Aggregates } from "./aggregate.ts";
import { addBlockProduct } from "./blockProducts.ts";
import type { BlockSmoother } from "./blockSmoother.ts";
import { type BlockSparse, BlockSparseBuilder } from "./blockSparse.ts";

/** Rigid motions in space: columns per aggregate. */
export const modes = 6;

export interface Prolongation {
	readonly P: BlockSparse;
	/** The near-null vectors on the coarse level, by rows of `modes` numbers. */
	readonly coarseModes: Float64Array;
}

/** A column that loses this much of its length to the ones before it was dependent on them. */
const dependent = 1e-6;

export function smoothedProlongation(
	smoother: BlockSmoother,
	{ count, of }: Aggregates,
	nearNull: Float64Array,
): Prolongation {
	const { A, inverses, largest } = smoother;
	const n = A.rowSize;
	const tentative = nearNull.slice();
	const coarseModes = new Float64Array(count * modes * modes);
	orthonormalise(tentative, n, of, count, coarseModes);

	const builder = new BlockSparseBuilder(count, n, modes);
	const omega = 4 / (3 * largest);
	const product = new Float64Array(n * modes);
	for (let row = 0; row < A.rows; row++) {
		if (of[row] >= 0) {
			const at = builder.at(of[row]);
			for (let i = 0; i < n * modes; i++)
				builder.numbers[at + i] += tentative[row * n * modes + i];
		}
		for (let k = A.rowStart[row]; k < A.rowStart[row + 1]; k++) {
			const column = A.columnIndex[k];
			if (of[column] < 0) continue;
			product.fill(0);
			addBlockProduct(
				A.values,
				k * n * n,
				n,
				tentative,
				column * n * modes,
				product,
				0,
			);
			const at = builder.at(of[column]);
			const numbers = builder.numbers;
			for (let i = 0; i < n * modes; i++) product[i] *= -omega;
			addBlockProduct(inverses, row * n * n, n, product, 0, numbers, at);
		}
		builder.endRow();
	}
	return { P: builder.build(), coarseModes };
}

/** Gram–Schmidt on the columns of each aggregate; R goes to the coarse level, dependent columns become zero. */
function orthonormalise(
	columns: Float64Array,
	rowSize: number,
	of: Int32Array,
	count: number,
	R: Float64Array,
): void {
	const members: number[][] = Array.from({ length: count }, () => []);
	for (const [row, group] of of.entries())
		if (group >= 0) members[group].push(row);
	for (const [group, rows] of members.entries()) {
		const entries = rows.flatMap((row) =>
			Array.from({ length: rowSize }, (_, r) => (row * rowSize + r) * modes),
		);
		const product = (a: number, b: number) => {
			let sum = 0;
			for (const at of entries) sum += columns[at + a] * columns[at + b];
			return sum;
		};
		for (let m = 0; m < modes; m++) {
			const before = Math.sqrt(product(m, m));
			for (let k = 0; k < m; k++) {
				const share = product(k, m);
				R[(group * modes + k) * modes + m] = share;
				for (const at of entries) columns[at + m] -= share * columns[at + k];
			}
			const length = Math.sqrt(product(m, m));
			const keep = length > dependent * before && length > 0;
			R[(group * modes + m) * modes + m] = keep ? length : 0;
			for (const at of entries)
				columns[at + m] = keep ? columns[at + m] / length : 0;
		}
	}
}

/** The coarse matrix Pᵀ·A·P. */

import { addBlockProduct, addTransposedBlockProduct } from "./blockProducts.ts";
import { type BlockSparse, BlockSparseBuilder } from "./blockSparse.ts";

export function galerkinProduct(A: BlockSparse, P: BlockSparse): BlockSparse {
	const AP = multiplySparse(A, P);
	const { rowsOf, start } = columnLists(P);
	const n = P.rowSize;
	const m = P.columnSize;
	const builder = new BlockSparseBuilder(P.columns, m, m);
	for (let coarse = 0; coarse < P.columns; coarse++) {
		// Always there, and one where the aggregate has fewer than all modes.
		const own = builder.at(coarse);
		for (let l = start[coarse]; l < start[coarse + 1]; l++) {
			const [row, k] = [rowsOf[2 * l], rowsOf[2 * l + 1]];
			for (let j = AP.rowStart[row]; j < AP.rowStart[row + 1]; j++) {
				const at = builder.at(AP.columnIndex[j]);
				addTransposedBlockProduct(
					P.values,
					k * n * m,
					n,
					AP.values,
					j * n * m,
					builder.numbers,
					at,
				);
			}
		}
		for (let i = 0; i < m; i++)
			if (Math.abs(builder.numbers[own + i * m + i]) < Number.MIN_VALUE)
				builder.numbers[own + i * m + i] = 1;
		builder.endRow();
	}
	return builder.build();
}

/** Sparse product A·B. */
function multiplySparse(A: BlockSparse, B: BlockSparse): BlockSparse {
	const n = A.rowSize;
	const builder = new BlockSparseBuilder(B.columns, n, B.columnSize);
	for (let row = 0; row < A.rows; row++) {
		for (let k = A.rowStart[row]; k < A.rowStart[row + 1]; k++) {
			const middle = A.columnIndex[k];
			for (let l = B.rowStart[middle]; l < B.rowStart[middle + 1]; l++) {
				const at = builder.at(B.columnIndex[l]);
				addBlockProduct(
					A.values,
					k * n * n,
					n,
					B.values,
					l * n * 6,
					builder.numbers,
					at,
				);
			}
		}
		builder.endRow();
	}
	return builder.build();
}

/** For each column the rows that have it, and the index of the block. */
function columnLists({ rows, columns, rowStart, columnIndex }: BlockSparse) {
	const start = new Uint32Array(columns + 1);
	for (const column of columnIndex) start[column + 1]++;
	for (let c = 0; c < columns; c++) start[c + 1] += start[c];
	const next = start.slice();
	const rowsOf = new Uint32Array(2 * columnIndex.length);
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			const at = next[columnIndex[k]]++;
			rowsOf[2 * at] = row;
			rowsOf[2 * at + 1] = k;
		}
	return { start, rowsOf };
}

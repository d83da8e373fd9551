/** A symmetric linear map in vertex space, assembled or not. */
import type { BlockMatrix } from "../../system/blockMatrix.ts";

export interface LinearOperator {
	/** out = A · x. */
	apply(x: Float64Array, out: Float64Array): void;
	/** Writes the diagonal blocks, 9 numbers per row. */
	diagonalBlocks(out: Float64Array): void;
	/** The matrix, where there is one. */
	readonly matrix?: BlockMatrix;
}

/** A matrix as an operator. */
export function matrixOperator(matrix: BlockMatrix): LinearOperator {
	return {
		matrix,
		apply: (x, out) => matrix.multiply(x, out),
		diagonalBlocks: (out) => {
			for (const [row, block] of matrix.diagonal.entries())
				out.set(matrix.blocks.subarray(9 * block, 9 * block + 9), 9 * row);
		},
	};
}

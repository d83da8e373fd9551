/** A symmetric linear map in vertex space, in the forms that solvers ask for. */
import type { BlockMatrix } from "../../system/blockMatrix.ts";
import type { EdgeMatrix } from "../../system/edgeMatrix.ts";
import type { Vector } from "../../system/vectorSpace.ts";

export interface LinearOperator {
	/** out = A · x. */
	apply(x: Vector, out: Vector): void;
	/** Writes the diagonal blocks, 9 numbers per row. */
	diagonalBlocks(out: Float64Array): void;
	/** A in f64, to be factored. */
	matrix(): BlockMatrix;
	/** A in f32, to iterate with. Constraints are left to the solver. */
	edges(): EdgeMatrix;
	/**
	 * Calls `use` with the elastic and inertial parts at other positions, made positive, in place of what `edges` gave; and with
	 * contact as it is now, if that is asked for.
	 */
	atPositions<T>(
		positions: Float64Array,
		use: (A: EdgeMatrix) => T,
		withContact?: boolean,
	): T;
	/** Whether there are contacts. */
	readonly hasContact: boolean;
	/** Whether `edges` is what `apply` does but for rounding, so that the latter can refine a solution. */
	readonly isExact: boolean;
}

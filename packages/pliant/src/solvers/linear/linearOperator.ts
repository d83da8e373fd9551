/** A symmetric linear map in vertex space, in the forms that solvers ask for. */
import type { BlockMatrix } from "../../system/blockMatrix.ts";
import type { EdgeMatrix } from "../../system/edgeMatrix.ts";
import type { LooseMatrix } from "../../system/looseMatrix.ts";
import type { Vector } from "../../system/vectorSpace.ts";

export interface LinearOperator {
	/** out = A · x. */
	apply(x: Vector, out: Vector): void;
	/** Writes the diagonal blocks, 9 numbers per row. */
	diagonalBlocks(out: Float64Array): void;
	/** Fills a matrix with A in f64, to be factored, but for what is loose. */
	fill(matrix: BlockMatrix): void;
	/** Blocks of A that couple what the pattern does not, on free directions alone; undefined where there are none. */
	looseFree?(): LooseMatrix | undefined;
	/** Fills a matrix with A in f32, to iterate with. Constraints are left to the solver. */
	fillEdges(matrix: EdgeMatrix): void;
	/** Fills a matrix with the elastic and inertial parts at other positions, exact or made positive, and contact as it is now if asked for. The duration is that of `duration`. */
	fillEdgesAt(
		positions: Vector,
		options: {
			readonly hasContact: boolean;
			readonly isExact: boolean;
			readonly duration?: number | undefined;
		},
		matrix: EdgeMatrix,
	): void;
	/** τ [s] of the substep; infinite in statics. */
	readonly duration?: number | undefined;
	/** Multiple of the identity that was added to make it positive [N/m], once it is filled; by default none. */
	readonly shift?: number | undefined;
	/** Whether positive Hessians cost no more than exact ones. */
	readonly offersPositive: boolean;
	/** Whether there are contacts. */
	readonly hasContact: boolean;
	/** Whether it has blocks that couple what the pattern does not; by default it has none. */
	readonly isLoose?: boolean;
	/** Whether `fillEdges` gives what `apply` does but for rounding, so that the latter can refine a solution. */
	readonly isExact: boolean;
}

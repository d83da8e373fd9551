/** Chooses how linear systems are solved, and does so. */
import type { BlockMatrix } from "../../system/blockMatrix.ts";
import type { BlockPattern } from "../../system/blockPattern.ts";
import { BlockJacobi } from "./blockJacobi.ts";
import { SparseCholesky } from "./cholesky.ts";
import { ConjugateGradient, type LinearOutcome } from "./conjugateGradient.ts";
import type { LinearOperator } from "./linearOperator.ts";

export type LinearMethod = "direct" | "conjugate-gradient";

export interface LinearOptions {
	/** "auto" takes the direct solver where factors are small enough. */
	readonly method: LinearMethod | "auto";
	readonly maxIterations: number;
	/** Hessian as a block matrix, or applied element by element (which needs conjugate gradients). */
	readonly operator: "assembled" | "matrix-free";
}

export const defaultLinearOptions: LinearOptions = {
	method: "auto",
	maxIterations: 5000,
	operator: "assembled",
};

/** Larger systems are not even analysed for a factorisation by "auto". */
const analysedRows = 50_000;

export class LinearSolver {
	readonly method: LinearMethod;
	private readonly maxIterations: number;
	private readonly cholesky: SparseCholesky | undefined;
	private readonly preconditioner: BlockJacobi;
	private readonly conjugateGradient: ConjugateGradient;

	constructor(
		pattern: BlockPattern,
		options: LinearOptions,
		directLimit: number,
	) {
		const { method, operator, maxIterations } = options;
		if (method === "direct" && operator === "matrix-free")
			throw new Error(
				"linear solver: the direct method needs a matrix; choose operator 'assembled' or method 'conjugate-gradient'",
			);
		const cholesky =
			method === "direct" ||
			(method === "auto" &&
				operator === "assembled" &&
				pattern.rows <= analysedRows)
				? new SparseCholesky(pattern)
				: undefined;
		const direct =
			cholesky && (method === "direct" || cholesky.factorBlocks <= directLimit);
		this.cholesky = direct ? cholesky : undefined;
		this.method = direct ? "direct" : "conjugate-gradient";
		this.maxIterations = maxIterations;
		const rows = this.cholesky ? 0 : pattern.rows;
		this.preconditioner = new BlockJacobi(rows);
		this.conjugateGradient = new ConjugateGradient(rows);
	}

	/** Solves A·x = b. Where A is not positive definite it says so, and x is not to be used. */
	solve(
		A: LinearOperator,
		b: Float64Array,
		tolerance: number,
		x: Float64Array,
	): LinearOutcome {
		if (this.cholesky) {
			const { blocks } = A.matrix as BlockMatrix;
			const positive = this.cholesky.factor(blocks);
			if (positive) this.cholesky.solve(b, x);
			return { positive, iterations: 0, residual: 0 };
		}
		if (!this.preconditioner.update(A))
			return { positive: false, iterations: 0, residual: 1 };
		return this.conjugateGradient.solve(
			A,
			this.preconditioner,
			b,
			tolerance,
			this.maxIterations,
			x,
		);
	}
}

/** Chooses how linear systems are solved, and does so. */
import type { BlockMatrix } from "../../system/blockMatrix.ts";
import type { BlockPattern } from "../../system/blockPattern.ts";
import { BlockJacobi, type Preconditioner } from "./blockJacobi.ts";
import { SparseCholesky } from "./cholesky.ts";
import { ConjugateGradient, type LinearOutcome } from "./conjugateGradient.ts";
import type { LinearOperator } from "./linearOperator.ts";
import { Multigrid, type RigidMotionSource } from "./multigrid/multigrid.ts";

/** A factorisation, or conjugate gradients preconditioned by multigrid or by block Jacobi. */
export type LinearMethod = "direct" | "multigrid" | "conjugate-gradient";

export interface LinearOptions {
	/**
	 * "auto" takes the direct solver where factors are cheap enough. Elsewhere it tries block Jacobi, which serves soft bodies
	 * and short steps well, and takes multigrid for the rest of a step once that needs too many iterations.
	 */
	readonly method: LinearMethod | "auto";
	readonly maxIterations: number;
	/** Hessian as a block matrix, or applied element by element. */
	readonly operator: "assembled" | "matrix-free";
}

export const defaultLinearOptions: LinearOptions = {
	method: "auto",
	maxIterations: 5000,
	operator: "assembled",
};

/** Iterations with block Jacobi that cost about as much as making multigrid's levels. */
const easyIterations = 100;

/** Products of blocks that a factorisation takes, but for a factor: columns times the square of their mean length. */
const factorWork = ({ factorBlocks }: SparseCholesky, { rows }: BlockPattern) =>
	rows * (factorBlocks / rows) ** 2;

/** Larger systems are not even analysed for a factorisation by "auto". */
const analysedRows = 50_000;

export class LinearSolver {
	readonly method: LinearMethod;
	private readonly maxIterations: number;
	private readonly cholesky: SparseCholesky | undefined;
	private readonly preconditioner: Preconditioner;
	/** Tried before the preconditioner, as long as the systems of a step are easy. */
	private readonly easyPreconditioner: Preconditioner | undefined;
	private easy = true;
	private readonly conjugateGradient: ConjugateGradient;

	constructor(
		pattern: BlockPattern,
		{ method, operator, maxIterations }: LinearOptions,
		directLimit: number,
		rigidMotions: RigidMotionSource,
	) {
		const assembled = operator === "assembled";
		if (!assembled && (method === "direct" || method === "multigrid"))
			throw new Error(
				`linear solver: the method '${method}' needs a matrix; choose operator 'assembled' or method 'conjugate-gradient'`,
			);
		const analysed =
			method === "auto" && assembled && pattern.rows <= analysedRows;
		const cholesky =
			method === "direct" || analysed ? new SparseCholesky(pattern) : undefined;
		if (method !== "auto") this.method = method;
		else if (cholesky && factorWork(cholesky, pattern) <= directLimit)
			this.method = "direct";
		else this.method = assembled ? "multigrid" : "conjugate-gradient";

		const iterative = this.method === "direct" ? 0 : pattern.rows;
		this.cholesky = this.method === "direct" ? cholesky : undefined;
		this.maxIterations = maxIterations;
		this.preconditioner =
			this.method === "multigrid"
				? new Multigrid(rigidMotions)
				: new BlockJacobi(iterative);
		this.easyPreconditioner =
			method === "auto" && this.method === "multigrid"
				? new BlockJacobi(iterative)
				: undefined;
		this.conjugateGradient = new ConjugateGradient(iterative);
	}

	/** Makes what follows independent of earlier systems, so that a resumed simulation computes the same bits. */
	forget(): void {
		this.easy = true;
		this.preconditioner.forget?.();
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
			return { positive, converged: positive, iterations: 0 };
		}
		const { easyPreconditioner, preconditioner, maxIterations } = this;
		let wasted = 0;
		if (easyPreconditioner && this.easy) {
			const outcome = this.iterate(
				A,
				easyPreconditioner,
				b,
				tolerance,
				easyIterations,
				x,
			);
			if (outcome.converged || !outcome.positive) return outcome;
			this.easy = false;
			wasted = outcome.iterations;
		}
		const outcome = this.iterate(
			A,
			preconditioner,
			b,
			tolerance,
			maxIterations,
			x,
		);
		preconditioner.learn?.(outcome.iterations);
		return { ...outcome, iterations: outcome.iterations + wasted };
	}

	private iterate(
		A: LinearOperator,
		preconditioner: Preconditioner,
		b: Float64Array,
		tolerance: number,
		maxIterations: number,
		x: Float64Array,
	): LinearOutcome {
		return preconditioner.update(A)
			? this.conjugateGradient.solve(
					A,
					preconditioner,
					b,
					tolerance,
					maxIterations,
					x,
				)
			: { positive: false, converged: false, iterations: 0 };
	}
}

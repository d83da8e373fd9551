import { BlockMatrix } from "../../system/blockMatrix.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import { analyseFactor, type FactorAnalysis } from "./cholesky/analysis.ts";
import {
	type FactorContext,
	SparseCholesky,
} from "./cholesky/sparseCholesky.ts";
import type { LinearOperator } from "./linearOperator.ts";
import {
	type LinearOutcome,
	type LinearSolver,
	linearSolver,
} from "./linearSolver.ts";
import type { SolverMemory } from "./solverMemory.ts";

export const directSolver = linearSolver({
	name: "direct",
	meaning:
		"Factorises the matrix (sparse Cholesky): exact but for rounding, cheap for small scenes and slender bodies.",
	options: {},
	create: ({ pattern, memory, space }) =>
		new DirectSolver(analyseFactor(pattern), space, memory),
});

export class DirectSolver implements LinearSolver {
	readonly method = "direct";
	readonly memory: SolverMemory;
	private readonly cholesky: SparseCholesky;
	private readonly matrix: BlockMatrix;

	constructor(
		analysis: FactorAnalysis,
		context: FactorContext,
		memory: SolverMemory,
	) {
		this.cholesky = new SparseCholesky(analysis, context);
		this.matrix = new BlockMatrix(analysis.pattern, this.cholesky.blocks);
		this.memory = memory;
	}

	/** A Cholesky factorisation exists just for positive definite matrices. */
	isPositiveDefinite(A: LinearOperator): boolean {
		A.fill(this.matrix);
		return this.cholesky.factor();
	}

	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		_tolerance: number,
		x: Vector,
	): LinearOutcome {
		const positive = this.isPositiveDefinite(A);
		if (positive) this.cholesky.solve(b, sign, x);
		return { positive, converged: positive, iterations: 0 };
	}
}

import { BlockMatrix } from "../../system/blockMatrix.ts";
import type { BlockPattern } from "../../system/blockPattern.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import { SparseCholesky } from "./cholesky.ts";
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
	create: ({ pattern, memory }) =>
		new DirectSolver(new SparseCholesky(pattern), pattern, memory),
});

export class DirectSolver implements LinearSolver {
	readonly method = "direct";
	readonly memory: SolverMemory;
	private readonly cholesky: SparseCholesky;
	private readonly matrix: BlockMatrix;

	constructor(
		cholesky: SparseCholesky,
		pattern: BlockPattern,
		memory: SolverMemory,
	) {
		this.cholesky = cholesky;
		this.matrix = new BlockMatrix(pattern);
		this.memory = memory;
	}

	/** A Cholesky factorisation exists just for positive definite matrices. */
	isPositiveDefinite(A: LinearOperator): boolean {
		A.fill(this.matrix);
		return this.cholesky.factor(this.matrix.blocks);
	}

	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		_tolerance: number,
		x: Vector,
	): LinearOutcome {
		const positive = this.isPositiveDefinite(A);
		if (positive) this.cholesky.solve(b.array, x.array);
		if (sign < 0)
			for (let i = 0; i < x.array.length; i++) x.array[i] = -x.array[i];
		return { positive, converged: positive, iterations: 0 };
	}
}

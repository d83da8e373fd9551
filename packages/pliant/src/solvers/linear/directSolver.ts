import { BlockMatrix } from "../../system/blockMatrix.ts";
import type { LooseFactoring, LooseMatrix } from "../../system/looseMatrix.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import { analyseFactor, type FactorAnalysis } from "./cholesky/analysis.ts";
import { SparseCholesky } from "./cholesky/sparseCholesky.ts";
import {
	ConjugateGradient,
	type LinearSystem,
	type Product,
} from "./conjugateGradient.ts";
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
		"Factorises the matrix (sparse Cholesky): exact but for rounding. Within a step a factor also serves later systems, to the tolerance, where that is less work.",
	options: {},
	create: ({ pattern, memory, space }) =>
		new DirectSolver(analyseFactor(pattern), space, memory),
});

/**
 * Work of other things in products of 3×3 blocks, of which a factorisation takes 3 to 4 ns each: to fill a block of the matrix, to
 * solve with a block of the factor, to multiply with a block of the matrix.
 */
export const blockWork = { fill: 9, solve: 2, product: 1 };

/** Work of filling and factoring a matrix. */
export const factorWork = ({ pattern, branches }: FactorAnalysis): number =>
	branches.work + blockWork.fill * pattern.columns.length;

/** Part of the work of a new factor that iterations with an old one may take. */
const worthTrying = 1 / 2;

export class DirectSolver implements LinearSolver {
	readonly method = "direct";
	readonly memory: SolverMemory;
	readonly analysis: FactorAnalysis;
	private readonly cholesky: SparseCholesky;
	private readonly matrix: BlockMatrix;
	/** With an old factor; a new one takes less work after so many. */
	private readonly mostIterations: number;
	private readonly iteration: ConjugateGradient;
	private readonly space: VectorSpace;
	/** Made when first used, and whether the last factor is its. */
	private loose: LooseFactoring | undefined;
	private hasLoose = false;

	constructor(
		analysis: FactorAnalysis,
		space: VectorSpace,
		memory: SolverMemory,
	) {
		this.cholesky = new SparseCholesky(analysis, space);
		this.matrix = new BlockMatrix(analysis.pattern, this.cholesky.blocks);
		this.analysis = analysis;
		this.space = space;
		this.iteration = new ConjugateGradient(space);
		this.memory = memory;
		const blocks = analysis.pattern.columns.length;
		const iteration =
			blockWork.solve * analysis.storedBlocks + blockWork.product * blocks;
		this.mostIterations = Math.floor(
			(worthTrying * factorWork(analysis)) / iteration,
		);
	}

	/** A Cholesky factorisation exists just for positive definite matrices. */
	isPositiveDefinite(A: LinearOperator): boolean {
		A.fill(this.matrix);
		return this.factor(A.looseFree?.());
	}

	private factor(loose: LooseMatrix | undefined): boolean {
		const { analysis, space, matrix } = this;
		this.hasLoose = loose !== undefined;
		if (loose) this.loose ??= loose.factor({ analysis, space });
		const isPositive =
			this.loose && loose
				? this.loose.factor(matrix, loose)
				: this.cholesky.factor();
		this.memory.renewFactor(isPositive);
		return isPositive;
	}

	/** With the last factor. */
	private solveFactored(b: Vector, sign: number, x: Vector): void {
		const factor = this.hasLoose ? this.loose : this.cholesky;
		factor?.solve(b, sign, x);
	}

	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
	): LinearOutcome {
		const { matrix, memory } = this;
		let isFilled = false;
		let loose: LooseMatrix | undefined;
		if (memory.expectsFactor()) {
			// Of positive Hessians there are no products but those of the matrix.
			isFilled = !A.isExact;
			if (isFilled) {
				A.fill(matrix);
				loose = A.looseFree?.();
			}
			const product: Product = isFilled
				? {
						apply: (p, Ap) => {
							matrix.multiply(p.array, Ap.array);
							loose?.addProduct(p.array, Ap.array);
						},
					}
				: A;
			const outcome = this.iterate({ A: product, b, sign, tolerance }, x);
			if (outcome.converged) return outcome;
			memory.foundFactorOld();
		}
		const positive = isFilled ? this.factor(loose) : this.isPositiveDefinite(A);
		if (positive) this.solveFactored(b, sign, x);
		// What a factor of its own leaves of a system is rounding.
		return {
			positive,
			converged: positive,
			iterations: 0,
			isByError: positive,
		};
	}

	/** Conjugate gradients with the factor of an earlier system. */
	private iterate(
		system: Omit<LinearSystem, "maxIterations">,
		x: Vector,
	): LinearOutcome {
		return this.iteration.solve(
			{ ...system, maxIterations: this.mostIterations },
			{ apply: (r, z) => this.solveFactored(r, 1, z) },
			x,
		);
	}
}

import type { Vector } from "../../system/vectorSpace.ts";
import { BlockJacobi, noPreconditioner } from "./blockJacobi.ts";
import { ConjugateGradient } from "./conjugateGradient.ts";
import { isPositiveDefinite } from "./definiteness.ts";
import { IterativeSolver } from "./iterativeSolver.ts";
import type { LinearOperator } from "./linearOperator.ts";
import {
	type LinearContext,
	type LinearOutcome,
	type LinearSolver,
	linearSolver,
} from "./linearSolver.ts";
import { maxIterations, operator, preconditioner } from "./options.ts";
import type { SolverMemory } from "./solverMemory.ts";

export const conjugateGradientSolver = linearSolver({
	name: "conjugate-gradient",
	meaning:
		"Conjugate gradients with block Jacobi, an incomplete factor or none: the least memory; for soft bodies and short steps, or without a matrix. Small systems that rounding keeps from converging are factored.",
	options: { maxIterations, operator, preconditioner },
	create: (context, { maxIterations, operator, preconditioner }) => {
		if (operator === "assembled")
			// Without rounding they would end after as many as there are unknowns.
			return new IterativeSolver(
				context,
				{ maxIterations, preconditioner },
				3 * context.pattern.rows,
			);
		if (preconditioner === "incomplete")
			throw new Error(
				"linear: preconditioner is 'incomplete', but there is no matrix to factor with the operator 'matrix-free'; choose 'block-jacobi', or 'assembled'",
			);
		return new MatrixFreeSolver(context, maxIterations, preconditioner);
	},
});

/** Conjugate gradients in f64 on products that elements give. */
export class MatrixFreeSolver implements LinearSolver {
	readonly method = "conjugate-gradient";
	readonly memory: SolverMemory;
	private readonly maxIterations: number;
	private readonly conjugateGradient: ConjugateGradient;
	private readonly preconditioner: Pick<BlockJacobi, "update" | "apply">;

	constructor(
		{ pattern, space, memory }: LinearContext,
		most: number,
		kind: "block-jacobi" | "none",
	) {
		this.memory = memory;
		this.maxIterations = most;
		this.conjugateGradient = new ConjugateGradient(space);
		this.preconditioner =
			kind === "none" ? noPreconditioner : new BlockJacobi(pattern.rows);
	}

	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
	): LinearOutcome {
		const { conjugateGradient, preconditioner, maxIterations } = this;
		if (!preconditioner.update(A))
			return { positive: false, converged: false, iterations: 0 };
		const system = { A, b, sign, tolerance, maxIterations };
		return conjugateGradient.solve(system, preconditioner, x);
	}

	isPositiveDefinite(
		A: LinearOperator,
		buffers: readonly [Vector, Vector],
	): boolean | undefined {
		const { preconditioner, maxIterations } = this;
		if (!preconditioner.update(A)) return false;
		return isPositiveDefinite(
			{ A, preconditioner, maxIterations, buffers },
			this.conjugateGradient,
		);
	}
}

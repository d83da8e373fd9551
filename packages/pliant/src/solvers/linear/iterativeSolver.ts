import type { Vector } from "../../system/vectorSpace.ts";
import { EdgeSolver, type EdgeSolverOptions } from "./edgeSolver.ts";
import type { LinearOperator } from "./linearOperator.ts";
import type {
	LinearContext,
	LinearOutcome,
	LinearSolver,
} from "./linearSolver.ts";
import type { SolverMemory } from "./solverMemory.ts";
import { SpareFactor } from "./spareFactor.ts";

/**
 * Iterations that were asked for by name. Systems that take more than is sensible are factored where there is room for it: a thin plate of 48 vertices
 * took a thousand iterations in single precision for each of a hundred systems of a step, ten seconds where factors take one.
 */
export class IterativeSolver implements LinearSolver {
	readonly memory: SolverMemory;
	private readonly iterative: EdgeSolver;
	private readonly maxIterations: number;
	private readonly spare: SpareFactor;

	/** @param sensible iterations after which a factor is made */
	constructor(
		context: LinearContext,
		options: Omit<EdgeSolverOptions, "memory">,
		sensible: number,
	) {
		const { memory } = context;
		this.memory = memory;
		this.maxIterations = options.maxIterations;
		this.spare = new SpareFactor(context);
		this.iterative = new EdgeSolver(context.edges(), {
			...options,
			maxIterations: Math.min(sensible, options.maxIterations),
			memory,
		});
	}

	get method(): string {
		return this.memory.isDirect
			? this.spare.solver.method
			: this.iterative.method;
	}

	expectAlike(solution: Vector): void {
		this.iterative.expectAlike(solution);
	}

	isPositiveDefinite(
		A: LinearOperator,
		buffers: readonly [Vector, Vector],
	): boolean | undefined {
		const { memory, iterative, spare } = this;
		const found = memory.isDirect
			? undefined
			: iterative.isPositiveDefinite(A, buffers);
		return (
			found ?? (spare.fits ? spare.solver.isPositiveDefinite(A) : undefined)
		);
	}

	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
		error?: number,
	): LinearOutcome {
		const { memory, iterative, spare } = this;
		if (memory.expectsDirect())
			return spare.solver.solve(A, b, sign, tolerance, x);
		const outcome = iterative.solve(A, b, sign, tolerance, x, error);
		const isLimited = iterative.maxIterations === this.maxIterations;
		if (outcome.converged || !outcome.positive || isLimited) return outcome;
		if (spare.fits) {
			memory.foundDirectCheaper();
			return spare.solver.solve(A, b, sign, tolerance, x);
		}
		iterative.maxIterations = this.maxIterations;
		return iterative.solve(A, b, sign, tolerance, x, error);
	}
}

/** What a linear solver is: an object with a name, a meaning, options, and a function that makes one for a simulation. */
import type { BlockPattern } from "../../system/blockPattern.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import type { EdgeContext } from "./edgeSolver.ts";
import type { LinearOperator } from "./linearOperator.ts";
import type { Options, OptionValues } from "./options.ts";
import type { SolverMemory } from "./solverMemory.ts";

export interface LinearSolverKind<
	Name extends string = string,
	O extends Options = Options,
> {
	/** What `linear.method` calls it. */
	readonly name: Name;
	/** What it does and what it is good for, in a sentence. */
	readonly meaning: string;
	/** What can be set of it. */
	readonly options: O;
	create(context: LinearContext, options: OptionValues<O>): LinearSolver;
}

/** Solves the systems of a simulation, one after the other. */
export interface LinearSolver {
	/** Name of the kind that it is, or that was chosen. */
	readonly method: string;
	readonly memory: SolverMemory;
	/**
	 * Solves A·x = sign · b to a relative residual, or, where the solver can tell, to an error [√J] in A's norm. Where A is not positive definite it
	 * says so, and x is not to be used.
	 */
	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
		error?: number,
	): LinearOutcome;
	/** Whether A is; undefined where that was not found out. The buffers are overwritten. */
	isPositiveDefinite(
		A: LinearOperator,
		buffers: readonly [Vector, Vector],
	): boolean | undefined;
	/** The next solution will be like this one, but for its length. */
	expectAlike?(solution: Vector): void;
}

export interface LinearOutcome {
	/** Whether A was found to be positive definite; if not, x is not to be used. */
	readonly positive: boolean;
	/** Whether the tolerance was reached. */
	readonly converged: boolean;
	readonly iterations: number;
	/** Whether it ended at the error that was asked for. */
	readonly isByError?: boolean;
}

/** What solvers work on. */
export interface LinearContext {
	/** Of the matrix that is factored; found where somebody asks, and not kept. */
	readonly pattern: BlockPattern;
	readonly space: VectorSpace;
	/** Bytes that a factor may take that nobody has asked for. */
	readonly factorRoom: number;
	/** What solvers keep from one system to the next. */
	readonly memory: SolverMemory;
	/** What iterations on edge matrices need, made when asked for. */
	readonly edges: () => EdgeContext;
}

/** A kind of solver, with types that follow from its name and options. */
export const linearSolver = <
	const Name extends string,
	const O extends Options,
>(
	kind: LinearSolverKind<Name, O>,
): LinearSolverKind<Name, O> => kind;

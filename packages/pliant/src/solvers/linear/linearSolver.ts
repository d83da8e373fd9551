/** Chooses how linear systems are solved, and does so. */
import { BlockMatrix } from "../../system/blockMatrix.ts";
import type { BlockPattern } from "../../system/blockPattern.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import { BlockJacobi } from "./blockJacobi.ts";
import { SparseCholesky } from "./cholesky.ts";
import { ConjugateGradient, type LinearOutcome } from "./conjugateGradient.ts";
import { EdgeSolver, type EdgeSolverPlace } from "./edgeSolver.ts";
import type { LinearOperator } from "./linearOperator.ts";
import type { SolverMemory } from "./solverMemory.ts";

/** A factorisation, or conjugate gradients preconditioned by multigrid or by block Jacobi. */
export type LinearMethod = "direct" | "multigrid" | "conjugate-gradient";

export interface LinearOptions {
	/**
	 * "auto" takes the direct solver where factors are cheap enough. Elsewhere it tries block Jacobi, which serves soft bodies
	 * and short steps well, and takes multigrid from then on once that needs too many iterations.
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

/** Products of blocks that a factorisation takes, but for a factor: columns times the square of their mean length. */
const factorWork = ({ factorBlocks }: SparseCholesky, { rows }: BlockPattern) =>
	rows * (factorBlocks / rows) ** 2;

/** Larger systems are not even analysed for a factorisation by "auto". */
const analysedRows = 50_000;
/** Work that a factorisation takes at least, or nearly so: its columns are hardly shorter than the matrix's rows. Saves analysing. */
const leastWork = ({ columns, rows }: BlockPattern) =>
	rows * (columns.length / rows) ** 2;

/** What a solver works on. */
export interface LinearPlace {
	readonly pattern: BlockPattern;
	readonly edges: () => EdgeSolverPlace;
	readonly space: VectorSpace;
}

export class LinearSolver {
	readonly method: LinearMethod;
	readonly memory: SolverMemory;
	private readonly maxIterations: number;
	private readonly pattern: BlockPattern;
	private matrix: BlockMatrix | undefined;
	private readonly space: VectorSpace;
	private readonly solver:
		| SparseCholesky
		| EdgeSolver
		| { readonly iterate: ConjugateGradient; readonly jacobi: BlockJacobi };

	constructor(
		{ pattern, edges, space }: LinearPlace,
		{ method, operator, maxIterations }: LinearOptions,
		directLimit: number,
		memory: SolverMemory,
	) {
		const assembled = operator === "assembled";
		if (!assembled && (method === "direct" || method === "multigrid"))
			throw new Error(
				`linear solver: the method '${method}' needs a matrix; choose operator 'assembled' or method 'conjugate-gradient'`,
			);
		const analysed =
			method === "auto" &&
			assembled &&
			pattern.rows <= analysedRows &&
			leastWork(pattern) <= directLimit;
		const cholesky =
			method === "direct" || analysed ? new SparseCholesky(pattern) : undefined;
		this.maxIterations = maxIterations;
		this.pattern = pattern;
		this.space = space;
		this.memory = memory;
		if (method !== "auto") this.method = method;
		else if (cholesky && factorWork(cholesky, pattern) <= directLimit)
			this.method = "direct";
		else this.method = assembled ? "multigrid" : "conjugate-gradient";

		if (this.method === "direct" && cholesky) this.solver = cholesky;
		else if (assembled)
			this.solver = new EdgeSolver(
				edges(),
				method === "auto" ? method : this.method,
				memory,
			);
		else
			this.solver = {
				iterate: new ConjugateGradient(space),
				jacobi: new BlockJacobi(pattern.rows),
			};
	}

	/** The next solution will be like this one, but for its length. */
	expectAlike(solution: Vector): void {
		if (this.solver instanceof EdgeSolver)
			this.memory.expectAlike(solution, this.space);
	}

	/** Solves A·x = sign · b. Where A is not positive definite it says so, and x is not to be used. */
	solve(
		A: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
	): LinearOutcome {
		const { solver, maxIterations } = this;
		if (solver instanceof EdgeSolver)
			return solver.solve(A, b, sign, tolerance, maxIterations, x);
		if (solver instanceof SparseCholesky) {
			this.matrix ??= new BlockMatrix(this.pattern);
			A.fill(this.matrix);
			const positive = solver.factor(this.matrix.blocks);
			if (positive) solver.solve(b.array, x.array);
			if (sign < 0)
				for (let i = 0; i < x.array.length; i++) x.array[i] = -x.array[i];
			return { positive, converged: positive, iterations: 0 };
		}
		const { iterate, jacobi } = solver;
		if (!jacobi.update(A))
			return { positive: false, converged: false, iterations: 0 };
		return iterate.solve(A, jacobi, b, sign, tolerance, maxIterations, x);
	}
}

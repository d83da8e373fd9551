import type { BlockPattern } from "../../system/blockPattern.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import { MatrixFreeSolver } from "./conjugateGradientSolver.ts";
import { factorWork } from "./directSolver.ts";
import { EdgeSolver } from "./edgeSolver.ts";
import type { LinearOperator } from "./linearOperator.ts";
import {
	type LinearContext,
	type LinearOutcome,
	type LinearSolver,
	linearSolver,
} from "./linearSolver.ts";
import { maxIterations, operator } from "./options.ts";
import type { SolverMemory } from "./solverMemory.ts";
import { SpareFactor } from "./spareFactor.ts";

export const autoSolver = linearSolver({
	name: "auto",
	meaning:
		"Takes conjugate gradients with an incomplete factor; where these need too many iterations, multigrid, or direct while factors are less work, or where iterations fail. Tight tolerances are reached by direct at once where factors are cheap.",
	options: { maxIterations, operator },
	create: (context, { maxIterations, operator }) => {
		const { memory } = context;
		if (operator === "matrix-free")
			return new MatrixFreeSolver(context, maxIterations, "block-jacobi");
		const iterative = new EdgeSolver(context.edges(), {
			maxIterations,
			preconditioner: "either",
			memory,
		});
		return new AutoSolver(context, iterative);
	},
});

/**
 * Larger matrices are only analysed once the systems of a step have taken longer than that will: a second at this size, and the factor has 60 MB. (A surface of thin
 * triangles, 70,000 rows with those of bending, needed 75 iterations of multigrid for each of dozens of systems, four times as long as factors.)
 */
const mostRows = 6000;
/** Work of that for each row, in products of 3×3 blocks. */
const analysisWork = 2.5e4;

/** From this tolerance on a few iterations do. */
const looseTolerance = 1e-3;

/** Work of an iteration for each block of the matrix, in products of 3×3 blocks. */
const iterationWork = { incomplete: 0.5, multigrid: 4 };

/** Iterations, or a factorisation where that is less work. */
class AutoSolver implements LinearSolver {
	readonly memory: SolverMemory;
	/** Whether the last system was factored. */
	private isFactored = false;
	private readonly context: LinearContext;
	private readonly iterative: EdgeSolver;
	private readonly spare: SpareFactor;
	private cheap: boolean | undefined;
	private meanWidth: number | undefined;

	constructor(context: LinearContext, iterative: EdgeSolver) {
		this.context = context;
		this.memory = context.memory;
		this.iterative = iterative;
		this.spare = new SpareFactor(context);
	}

	/** That of the last system. */
	get method(): string {
		return this.isFactored ? this.spare.solver.method : this.iterative.method;
	}

	expectAlike(solution: Vector): void {
		if (!this.isFactored) this.iterative.expectAlike(solution);
	}

	isPositiveDefinite(
		A: LinearOperator,
		buffers: readonly [Vector, Vector],
	): boolean | undefined {
		const { spare } = this;
		const found =
			this.memory.isDirect || this.isCheap
				? undefined
				: this.iterative.isPositiveDefinite(A, buffers);
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
		const isTight = tolerance < looseTolerance;
		if (this.memory.expectsDirect() || (isTight && this.isCheap)) {
			this.isFactored = true;
			return this.spare.solver.solve(A, b, sign, tolerance, x);
		}
		this.isFactored = false;
		const outcome = this.iterative.solve(A, b, sign, tolerance, x, error);
		// Couplings that come and go have to be analysed anew, and fill the factor: systems of cloth at rest on a ball took half as long again.
		if (!A.isLoose && this.isMoreThanFactor(outcome.iterations))
			this.memory.foundDirectCheaper();
		if (outcome.positive || A.isExact) return outcome;
		// Positive Hessians are positive definite but for rounding, which slivers make too much of for f32; and for a system or two what is pressed together hard, where to find an order of elimination took a quarter of a second and more.
		if (A.isLoose) {
			const again = this.iterative.solveInF64(A, b, sign, tolerance, x);
			const iterations = outcome.iterations + again.iterations;
			if (again.converged) return { ...again, iterations };
		}
		if (!this.spare.fits) return outcome;
		if (!A.isLoose) this.memory.foundDirectCheaper();
		this.isFactored = true;
		return this.spare.solver.solve(A, b, sign, tolerance, x);
	}

	private isMoreThanFactor(iterations: number): boolean {
		const { memory } = this.context;
		const { rows, blockCount } = this.iterative.pattern;
		const each = memory.isHard
			? iterationWork.multigrid
			: iterationWork.incomplete;
		const work = each * iterations * blockCount;
		memory.spent += work;
		if (work < cheapWork * blockCount) return false;
		if (rows > mostRows && memory.spent < analysisWork * rows) return false;
		// Analysing 64,000 rows of quadratic tetrahedra took 12 s, to find a factor of 25 times the work.
		if (work < leastFactorWork(this.width)) return false;
		return this.spare.fits && work > factorWork(this.spare.analysis);
	}

	private get width(): number {
		this.meanWidth ??= meanWidth(this.context.pattern);
		return this.meanWidth;
	}

	/** Whether factors are cheap. */
	private get isCheap(): boolean {
		const { rows, blockCount } = this.iterative.pattern;
		this.cheap ??=
			rows <= mostRows &&
			this.width <= widest &&
			this.spare.analysis.branches.work <= cheapWork * blockCount &&
			this.spare.fits;
		return this.cheap;
	}
}

/**
 * Products of 3×3 blocks that a factorisation may take for each block of the matrix. Milliseconds of one processor per system, with
 * levels made when needed and factors kept within a step:
 *
 *   body                rows   work/block   statics: direct, multigrid, block Jacobi   steps: the same
 *   cloth 20 × 20        441        12           2.4     4.6     2.6                    1.1    1.1    0.7
 *   cloth 40 × 40       1681        28           3.7      11      13                    3.5    5.2    5.5
 *   cloth 80 × 80       6561        72            26      94     141                     23     13     26
 *   Morley 20 × 20       441        35             –     9.3     5.9                    2.3    1.8    1.6
 *   Morley 40 × 40      1681        95             –      41      37                     19    7.5     11
 *   tet rod 80 × 2 × 2   729         9           3.6      11      27                    2.3    2.2    1.4
 *   tet 16 × 4 × 4       425        43           5.0     9.6     9.0                    2.1    1.1    1.5
 *   tet 32 × 8 × 8      2673       346            57      38      60                     55    9.7    7.6
 *   hex 12 × 3 × 3       208        17           6.4      13     8.4                    1.5    1.0    0.7
 *   hex 20 × 5 × 5       756        60            18      15      18                    6.9    4.2    3.7
 *
 * In steps levels are kept and iterations win from half of this on; but there systems take a few milliseconds in any case, and a
 * factorisation neither depends on a tolerance nor on what was solved in earlier steps.
 */
const cheapWork = 50;

/** A body of longer columns is not even analysed. */
const widest = 75;

/** What the last separator alone takes, which is about as wide and full: a twentieth of all in boxes of quadratic tetrahedra, in products of 3×3 blocks. */
const leastFactorWork = (width: number): number => width ** 3 / 6;

/** Mean number of rows at equal distance from a first one of each body: about as long as columns of factors are. */
function meanWidth({ rows, rowStart, columns }: BlockPattern): number {
	const seen = new Uint8Array(rows);
	let levels = 0;
	for (let first = 0; first < rows; first++) {
		if (seen[first]) continue;
		seen[first] = 1;
		for (let level = [first]; level.length > 0; levels++) {
			const next: number[] = [];
			for (const row of level)
				for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
					if (seen[columns[k]]) continue;
					seen[columns[k]] = 1;
					next.push(columns[k]);
				}
			level = next;
		}
	}
	return rows / levels;
}

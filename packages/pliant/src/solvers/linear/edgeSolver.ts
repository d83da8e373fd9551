/**
 * Conjugate gradients on edge matrices, in f32, preconditioned by block Jacobi, an incomplete factor, multigrid or not at all; with a residual in
 * f64 where more is asked than f32 can give.
 */
import { constants } from "../../numerics/load.ts";
import type { Team } from "../../numerics/team.ts";
import type { ArenaArray, ArraySource } from "../../system/arena.ts";
import type { EdgeMatrix, EdgePattern } from "../../system/edgeMatrix.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import { noPreconditioner, type Preconditioner } from "./blockJacobi.ts";
import { ConjugateGradient } from "./conjugateGradient.ts";
import { isPositiveDefinite } from "./definiteness.ts";
import type { LinearOperator } from "./linearOperator.ts";
import type { LinearOutcome, LinearSolver } from "./linearSolver.ts";
import { Multigrid } from "./multigrid/multigrid.ts";
import { makePatches } from "./patches.ts";
import { levelCost, type SolverMemory } from "./solverMemory.ts";

/** The rows of a frame: its position, and its turn times a length [m]. */
export interface FrameRows {
	readonly position: number;
	readonly turn: number;
	readonly arm: number;
}

/** What iterations on edge matrices work on. */
export interface EdgeContext {
	readonly pattern: EdgePattern;
	/** Pointer to the constraints, and the vertices that cannot move at all. */
	readonly constraints: number;
	readonly fixed: Uint32Array;
	/** Those that are held in some direction at least. */
	readonly held: Uint32Array;
	/** Removes the constrained components of a vector, xyz per row. */
	readonly filter: (vector: Float64Array) => void;
	/** Inner nodes, and the vertices that each of them is between. */
	readonly innerNodes: ReadonlyMap<number, readonly number[]>;
	/** Frames: the nodes of their positions and turns, and ℓ [m]. */
	readonly frames: readonly FrameRows[];
	/** Positions [m]: the current ones, and those at rest, which decide about the structure of multigrid's levels; in the scratch vector. */
	readonly positions: Vector;
	/** Usual length of substeps [s], which decides about that structure as well. */
	readonly usualDuration?: number;
	readonly restPositions: () => Vector;
	readonly arena: ArraySource;
	readonly space: VectorSpace;
	readonly team: Team;
}

export interface EdgeSolverOptions {
	/**
	 * "either" tries an incomplete factor where tolerances are loose, and block Jacobi elsewhere, and takes multigrid once that needs too many iterations. The
	 * factor has the diagonal in f32, with which statics of stiff sheets did not converge: differences of rows are free of that rounding.
	 */
	readonly preconditioner:
		| "none"
		| "block-jacobi"
		| "incomplete"
		| "multigrid"
		| "either";
	readonly maxIterations: number;
	readonly memory: SolverMemory;
}

/**
 * Iterations that are tried before multigrid is. Levels of stiff cloth in steps last for a few systems only. Those of quadratic solids, which have most of
 * their nodes between vertices, are dear: at 20,000 nodes steps of hexahedra took 1.4 times as long with multigrid as with the hundred iterations
 * that it spared, tetrahedra 2.7 times. Where surfaces touch, levels last for a step at most, and hold on to what they were made for: cloth at rest on a ball took twice as long.
 */
const easyIterations = (
	{ pattern: { rows }, innerNodes }: EdgeContext,
	{ operator, tolerance }: System,
): number => {
	if (innerNodes.size > rows / 2) return 250;
	if (tolerance < trustedTolerance) return 80;
	if (operator.isLoose) return 600;
	return rows < 100_000 ? 200 : 50;
};
/** What f32 reaches by itself. Tighter tolerances are reached in sweeps, each on the residual that the last one left. */
const singleTolerance = 1e-5;
const mostSweeps = 10;
/** Tolerances from which on nothing is checked in f64; below, so much of it is aimed at that checks do not fail by a hair. */
const trustedTolerance = 1e-3;
const aim = 0.7;

/** Relative rounding of f32, and how much of inertia it may amount to. It is 1e-3 for silk with edges of 14 mm, and differs in sign from row to row. */
const singleRounding = 2 ** -24;
const mostHeld = 1e-2;

/** Of what elimination takes from the diagonal, the part that an incomplete factor takes. */
const ordinaryShare = 0.9;

const { Ending, Outcome } = constants;

/**
 * Number of iterations with levels in which a matrix must show whether it is positive definite. Close to the load at which a fine strip buckles it takes 80;
 * large membranes without tension would take thousands.
 */
const maxDefinitenessIterations = 300;

export class EdgeSolver implements LinearSolver {
	readonly memory: SolverMemory;
	private readonly context: EdgeContext;
	private readonly preconditioner: EdgeSolverOptions["preconditioner"];
	maxIterations: number;
	/**
	 * The solver's own matrix: that of the system, or that of multigrid's levels while they are made. Two of them would save an
	 * assembly in each renewal of the levels, for 54 MB at a million triangles, 108 MB with bending.
	 */
	private readonly matrix: EdgeMatrix;
	private holdsSystem = false;
	/** What was made from the matrix as it is. */
	private prepared: "none" | "diagonal" | "incomplete" = "none";
	/** Inverses of its diagonal blocks; what constraints leave free where there is no preconditioner. An incomplete factor has its diagonal there. */
	private readonly inverses: ArenaArray<Float32Array>;
	/** Vectors of multigrid's finest level, and of incomplete factors. */
	private readonly levelVectors: readonly [number, number];
	/** The preconditioned residual, and an incomplete factor's inverses and a vector of it: what is not needed while multigrid's levels are made. */
	private readonly spare: ArenaArray<Float32Array>;
	private readonly solution: ArenaArray<Float32Array>;
	private readonly product: ArenaArray<Float32Array>;
	/** Iterations and how they ended; and the residual relative to the first, and the first. */
	private readonly outcome: ArenaArray<Uint32Array>;
	private readonly outcomeResiduals: Float64Array;
	private readonly failed: ArenaArray<Uint32Array>;
	private readonly krylov: number;
	/** Pointer to the incomplete factor; 0 where none is asked for. */
	private readonly incomplete: number;
	/** Pointer to the patches of rows; 0 where there are none. */
	private readonly patches: number;
	private f64Iteration: ConjugateGradient | undefined;
	private multigrid: Multigrid | undefined;
	private areLevelsSound = false;

	constructor(context: EdgeContext, options: EdgeSolverOptions) {
		const { arena, pattern } = context;
		const vector = () => arena.f32(4 * pattern.rows);
		this.context = context;
		this.preconditioner = options.preconditioner;
		this.maxIterations = options.maxIterations;
		this.memory = options.memory;
		this.matrix = pattern.matrix();
		this.solution = vector();
		this.product = vector();
		this.outcome = arena.u32(Outcome.size / 4);
		this.outcomeResiduals = new Float64Array(
			this.outcome.array.buffer,
			this.outcome.pointer + Outcome.residual,
			2,
		);
		this.failed = arena.u32(1);
		const mayFactor =
			options.preconditioner === "either" ||
			options.preconditioner === "incomplete";
		this.spare = arena.f32((mayFactor ? 20 : 4) * pattern.rows);
		this.krylov = arena.structure("Krylov", {
			x: this.solution.pointer,
			r: vector().pointer,
			z: this.spare.pointer,
			p: vector().pointer,
			Ap: this.product.pointer,
			partials: arena.f64(2 * pattern.chunks).pointer,
			outcome: this.outcome.pointer,
			constraints: context.constraints,
		}).pointer;
		const t = vector();
		const Dt = vector();
		this.levelVectors = [t.pointer, Dt.pointer];
		this.inverses = arena.f32(12 * pattern.rows);
		this.patches = mayFactor ? this.makePatches() : 0;
		this.incomplete = mayFactor
			? arena.structure("Incomplete", {
					diagonal: this.inverses.pointer,
					inverses: this.spare.pointer + 16 * pattern.rows,
					t: t.pointer,
					Dt: Dt.pointer,
					w: this.spare.pointer + 64 * pattern.rows,
					patches: this.patches,
				}).pointer
			: 0;
	}

	/** Frames are few, and their turns are no positions. */
	private makePatches(): number {
		const { held, frames } = this.context;
		const out = new Set(held);
		for (const { position, turn } of frames) out.add(position).add(turn);
		return makePatches(this.context, (row) => out.has(row));
	}

	get pattern(): EdgePattern {
		return this.context.pattern;
	}

	get method(): string {
		const { preconditioner, memory } = this;
		return preconditioner === "multigrid" ||
			(preconditioner === "either" && memory.isHard)
			? "multigrid"
			: "conjugate-gradient";
	}

	private get mayHaveLevels(): boolean {
		return (
			this.preconditioner === "multigrid" || this.preconditioner === "either"
		);
	}

	expectAlike(solution: Vector): void {
		this.memory.expectAlike(solution, this.context.space);
	}

	/** The right side has no constrained components. */
	solve(
		operator: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
		error = 0,
	): LinearOutcome {
		const { memory, preconditioner, maxIterations } = this;
		const system = { operator, b, sign, tolerance, x, error };
		this.holdsSystem = false;
		if (!this.mayHaveLevels) return this.iterate(system, 0, maxIterations);
		let before: LinearOutcome | undefined;
		if (preconditioner === "either" && !memory.expectsHard()) {
			before = this.iterate(system, 0, easyIterations(this.context, system), {
				isTrial: true,
			});
			if (before.converged || !before.positive) return before;
			memory.foundHard();
		}
		if (memory.levelPositions && !memory.areWorn) {
			const levels = this.levels(operator);
			const limit = memory.firstIterations + levelCost;
			const already = before?.iterations ?? 0;
			const trial = { isTrial: true, before };
			before = this.iterate(system, levels, limit, trial);
			// An indefinite matrix tells nothing about the levels.
			if (!before.positive) return before;
			if (before.converged) {
				memory.learn(before.iterations - already);
				return before;
			}
			// What comes of a bad preconditioner is not worth going on from.
			if (this.ending === Ending.badPreconditioner) before = undefined;
		}
		const { positions, space } = this.context;
		const { hasContact, isExact, offersPositive, duration } = operator;
		memory.renewLevels(
			positions,
			{ hasContact, isExact: isExact && !offersPositive, duration },
			space,
		);
		const levels = this.levels(operator);
		const already = before?.iterations ?? 0;
		const outcome = this.iterate(system, levels, maxIterations, { before });
		if (outcome.positive) memory.learn(outcome.iterations - already);
		return outcome;
	}

	/** Pointer to the levels of the memory's positions; 0 where none can be made. */
	private levels(operator: LinearOperator): number {
		const { memory, context, matrix } = this;
		if (!this.multigrid) {
			const positions = context.restPositions();
			this.holdsSystem = false;
			operator.fillEdgesAt(
				positions,
				{
					hasContact: false,
					isExact: !operator.offersPositive,
					duration: context.usualDuration,
				},
				matrix,
			);
			this.invertDiagonal();
			this.multigrid = new Multigrid(
				{
					...context,
					inverses: this.inverses.pointer,
					vectors: [...this.levelVectors, this.product.pointer],
					spare: this.spare,
				},
				matrix,
				positions,
			);
			memory.areLevelsThere = false;
		}
		if (!memory.areLevelsThere) {
			this.areLevelsSound = this.makeLevels(operator, this.multigrid);
			if (!this.areLevelsSound && memory.areLevelsExact) {
				memory.areLevelsExact = false;
				this.areLevelsSound = this.makeLevels(operator, this.multigrid);
			}
			memory.areLevelsThere = true;
		}
		return this.areLevelsSound ? this.multigrid.pointer : 0;
	}

	/**
	 * Makes the numbers of the levels that the memory tells of; false where their matrix is not positive definite. Exact Hessians are tried
	 * first where positive ones have to be projected: for a solid of hexahedra that took ten times as long as all the rest.
	 */
	private makeLevels(operator: LinearOperator, multigrid: Multigrid): boolean {
		const { haveLevelsContact, areLevelsExact, levelPositions, levelDuration } =
			this.memory;
		const positions = levelPositions as Vector;
		this.holdsSystem = false;
		operator.fillEdgesAt(
			positions,
			{
				hasContact: haveLevelsContact,
				isExact: areLevelsExact,
				duration: levelDuration,
			},
			this.matrix,
		);
		const areSound = this.invertDiagonal() && multigrid.refresh(positions);
		// The padding of an incomplete factor's blocks has to be zero.
		this.spare.array.fill(0);
		return areSound;
	}

	/** Makes the matrix that of the system, if it is not; false where its diagonal shows that it is not positive definite. */
	private assemble(
		operator: LinearOperator,
		needed: "diagonal" | "incomplete",
	): boolean {
		if (!this.holdsSystem) {
			operator.fillEdges(this.matrix);
			this.holdsSystem = true;
			this.prepared = "none";
		}
		if (this.prepared === needed) return true;
		return needed === "diagonal"
			? this.invertDiagonal()
			: this.factorIncompletely();
	}

	/**
	 * Whether rounding of an incomplete factor's diagonal holds on to rows by more than a share of what their inertia does: cloth with triangles 2 µm high did not
	 * begin to fall.
	 */
	private get holdsOn(): boolean {
		const diagonal = this.inverses.array;
		const weights = this.matrix.weights.array;
		let held = 0;
		let inertia = 0;
		for (let row = 0; row < this.pattern.rows; row++) {
			const d = 12 * row;
			held += diagonal[d] + diagonal[d + 5] + diagonal[d + 10];
			inertia += 3 * weights[row];
		}
		return inertia > 0 && singleRounding * held > mostHeld * inertia;
	}

	private factorIncompletely(share = ordinaryShare): boolean {
		const { team, constraints } = this.context;
		this.failed.array[0] = 0;
		team.numerics.prepareIncomplete(
			this.matrix.pointer,
			constraints,
			this.incomplete,
			share,
			this.failed.pointer,
		);
		if (this.patches)
			team.numerics.preparePatches(this.matrix.pointer, this.patches);
		this.prepared = "incomplete";
		return this.failed.array[0] === 0;
	}

	/**
	 * Asks the exact operator, in f64: what decides about stability may be less than f32 can tell. The preconditioner has to be positive
	 * definite where A is not, so it is made of positive Hessians at the present positions.
	 */
	isPositiveDefinite(
		A: LinearOperator,
		buffers: readonly [Vector, Vector],
	): boolean | undefined {
		const { memory, matrix, maxIterations } = this;
		const { positions, space } = this.context;
		// What a shift amounts to is known once the matrix is assembled.
		A.fillEdges(matrix);
		let levels = 0;
		if (!this.mayHaveLevels) {
			A.fillEdgesAt(positions, { hasContact: true, isExact: false }, matrix);
			if (!this.invertDiagonal()) return undefined;
		} else {
			memory.renewLevels(
				positions,
				{ hasContact: true, isExact: false, duration: A.duration },
				space,
			);
			levels = this.levels(A);
		}
		this.f64Iteration ??= new ConjugateGradient(space);
		return isPositiveDefinite(
			{
				A,
				preconditioner: this.preconditionerInF64(levels),
				maxIterations: this.mayHaveLevels
					? Math.min(maxIterations, maxDefinitenessIterations)
					: maxIterations,
				filter: this.context.filter,
				buffers,
			},
			this.f64Iteration,
		);
	}

	/** Solves with a matrix that products in f32 find indefinite though it is positive but for rounding: in f64, with block Jacobi. */
	solveInF64(
		operator: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		x: Vector,
	): LinearOutcome {
		const { matrix, maxIterations, context } = this;
		const { team, space } = context;
		this.holdsSystem = false;
		if (!this.assemble(operator, "diagonal"))
			return { positive: false, converged: false, iterations: 0 };
		this.f64Iteration ??= new ConjugateGradient(space);
		const apply = (v: Vector, out: Vector) => {
			out.array.fill(0);
			team.numerics.addProductF64(matrix.pointer, 1, v.pointer, out.pointer);
		};
		const system = { A: { apply }, b, sign, tolerance, maxIterations };
		return this.f64Iteration.solve(system, this.preconditionerInF64(0), x);
	}

	/** The preconditioner of iterations on the matrix as it is now. */
	private preconditionerInF64(levels: number): Preconditioner {
		if (this.preconditioner === "none") return noPreconditioner;
		const { team, space } = this.context;
		return {
			apply: (r, out) => {
				const size = space.longest(r);
				team.numerics.preconditionF64(
					this.matrix.pointer,
					this.inverses.pointer,
					levels,
					this.krylov,
					r.pointer,
					size > 0 ? 1 / size : 1,
					out.pointer,
				);
			},
		};
	}

	/** A trial that does not converge leaves what it has reached to the next call, which goes on from there. */
	private iterate(
		{ operator, b, sign, tolerance, x, error }: System,
		levels: number,
		maxIterations: number,
		{ isTrial = false, before }: Continuation = {},
	): LinearOutcome {
		const { space, team } = this.context;
		const A = this.matrix;
		let iterations = before?.iterations ?? 0;
		let reached = before ? this.outcomeResiduals[0] : 0;
		/** The residual to come to, once it is known how large it was at first. */
		let goal = 0;
		const most = iterations + maxIterations;
		x.array.fill(0);
		let isIncomplete =
			levels === 0 &&
			(this.preconditioner === "incomplete" ||
				(this.preconditioner === "either" && tolerance >= trustedTolerance));
		const isPositive = !isIncomplete || this.assemble(operator, "incomplete");
		if (isPositive && isIncomplete && this.holdsOn) isIncomplete = false;
		if (!isPositive || (!isIncomplete && !this.assemble(operator, "diagonal")))
			return { positive: false, converged: false, iterations };
		// Contact stiffens from one iteration of Newton to the next, and smoothing that overshoots is no preconditioner.
		if (levels)
			this.multigrid?.fitSmoothing(operator.hasContact ? "present" : "levels");
		const isTrusted = tolerance >= trustedTolerance;
		// Block Jacobi gains little in many iterations long before it is there.
		const mayEndByError = error > 0 && (isIncomplete || levels !== 0);
		let rhs = b;
		let factor = sign;
		for (let sweep = 1; ; sweep++) {
			const size = space.longest(rhs);
			if (size === 0) return { positive: true, converged: true, iterations };
			// What block Jacobi leaves of a wrong guess would keep bodies swinging.
			if (sweep === 1 && levels && !before)
				reached = this.startFromGuess(b, factor / size);
			const relative = isTrusted
				? tolerance
				: Math.max(aim * tolerance, singleTolerance);
			const absolute = (aim * goal) / size;
			const scale = factor / size;
			const left = most - iterations;
			const solveIncompletely = () =>
				team.numerics.incompleteGradient(
					A.pointer,
					this.incomplete,
					this.krylov,
					rhs.pointer,
					scale,
					relative,
					absolute,
					error / size,
					left,
				);
			if (isIncomplete) {
				solveIncompletely();
				// Without elimination the factor is never smaller than the matrix, and sweeps do not grow.
				if (
					this.ending === Ending.badPreconditioner &&
					this.factorIncompletely(0)
				)
					solveIncompletely();
			} else
				team.numerics.conjugateGradient(
					A.pointer,
					this.inverses.pointer,
					levels,
					this.krylov,
					rhs.pointer,
					scale,
					relative,
					absolute,
					mayEndByError ? error / size : 0,
					left,
					reached,
				);
			const { ending } = this;
			iterations += this.outcome.array[Outcome.iterations / 4];
			if (
				ending === Ending.notPositive ||
				(ending === Ending.badPreconditioner && !isTrial)
			)
				return { positive: false, converged: false, iterations };
			if (isTrial && sweep === 1 && ending !== Ending.converged)
				return { positive: true, converged: false, iterations };
			team.numerics.addToF64(
				A.pattern.rows,
				size,
				this.solution.pointer,
				x.pointer,
			);
			const atFirst = this.outcomeResiduals[1] * size;
			if (sweep === 1) goal = tolerance * atFirst;
			// f32 believes to be nearer than it is: proof is a sweep that begins there, on a residual in f64.
			const converged = isTrusted
				? ending === Ending.converged
				: sweep > 1 && atFirst <= goal;
			if (converged || isTrusted || sweep === mostSweeps || iterations >= most)
				return {
					positive: true,
					converged,
					iterations,
					isByError: converged && mayEndByError,
				};
			// A·x − b, to be taken away in the next sweep.
			rhs = space.scratch;
			if (operator.isExact) operator.apply(x, rhs);
			else {
				rhs.array.fill(0);
				team.numerics.addProductF64(A.pointer, 1, x.pointer, rhs.pointer);
			}
			space.addScaled(rhs, -sign, b, rhs);
			factor = -1;
			reached = 0;
		}
	}

	private get ending(): number {
		return this.outcome.array[Outcome.ending / 4];
	}

	/** Goes some way with what the memory has for a guess; gives the residual that is left. */
	private startFromGuess(b: Vector, scale: number): number {
		const { guess } = this.memory;
		if (!guess) return 0;
		this.context.team.numerics.startFromGuess(
			this.matrix.pointer,
			this.inverses.pointer,
			this.krylov,
			guess.pointer,
			b.pointer,
			scale,
		);
		return this.outcomeResiduals[0];
	}

	private invertDiagonal(): boolean {
		const { team, constraints } = this.context;
		const { matrix, inverses } = this;
		this.failed.array[0] = 0;
		team.numerics.invertDiagonal(
			matrix.pointer,
			constraints,
			inverses.pointer,
			this.failed.pointer,
		);
		if (this.preconditioner === "none")
			team.numerics.fillProjectors(
				matrix.pattern.rows,
				constraints,
				inverses.pointer,
			);
		this.prepared = "diagonal";
		return this.failed.array[0] === 0;
	}
}

interface System {
	readonly operator: LinearOperator;
	readonly b: Vector;
	readonly sign: number;
	readonly tolerance: number;
	readonly x: Vector;
	/** In the norm of A [√J]; 0 where only the tolerance counts. */
	readonly error: number;
}

interface Continuation {
	readonly isTrial?: boolean;
	/** The trial to go on from. */
	readonly before?: LinearOutcome | undefined;
}

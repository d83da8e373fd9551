/** Conjugate gradients on edge matrices, in f32, with a residual in f64 where more is asked than f32 can give. */
import type { Team } from "../../numerics/team.ts";
import type { Arena, ArenaArray } from "../../system/arena.ts";
import type { EdgeMatrix, EdgePattern } from "../../system/edgeMatrix.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import type { LinearOutcome } from "./conjugateGradient.ts";
import type { LinearOperator } from "./linearOperator.ts";

export interface EdgeSolverPlace {
	readonly pattern: EdgePattern;
	/** Pointer to the constraints. */
	readonly constraints: number;
	readonly arena: Arena;
	readonly space: VectorSpace;
	readonly team: Team;
}

/** What f32 reaches by itself. Tighter tolerances are reached in sweeps, each on the residual that the last one left. */
const singleTolerance = 1e-5;
const mostSweeps = 10;

/** States of an outcome, as in numerics/conjugateGradient.ts. */
const state = { converged: 0, notPositive: 2 };

export class EdgeSolver {
	private readonly place: EdgeSolverPlace;
	private readonly inverses: ArenaArray<Float32Array>;
	private readonly solution: ArenaArray<Float32Array>;
	/** u32 iterations and state, then a f64. */
	private readonly outcome: ArenaArray<Uint32Array>;
	private readonly outcomeResidual: Float64Array;
	private readonly failed: ArenaArray<Uint32Array>;
	private readonly krylov: number;
	private residual: Vector | undefined;

	constructor(place: EdgeSolverPlace) {
		const { arena, pattern } = place;
		const vector = () => arena.f32(4 * pattern.rows);
		this.place = place;
		this.inverses = arena.f32(9 * pattern.rows);
		this.solution = vector();
		this.outcome = arena.u32(4);
		this.outcomeResidual = new Float64Array(
			this.outcome.array.buffer,
			this.outcome.pointer + 8,
			1,
		);
		this.failed = arena.u32(1);
		this.krylov = arena.structure("Krylov", {
			x: this.solution.pointer,
			r: vector().pointer,
			z: vector().pointer,
			p: vector().pointer,
			Ap: vector().pointer,
			partials: arena.f64(pattern.chunks).pointer,
			outcome: this.outcome.pointer,
		}).pointer;
	}

	/** Solves A·x = sign · b, where b has no constrained components. */
	solve(
		operator: LinearOperator,
		b: Vector,
		sign: number,
		tolerance: number,
		maxIterations: number,
		x: Vector,
	): LinearOutcome {
		const { space, team } = this.place;
		x.array.fill(0);
		const A = operator.edges();
		if (!this.invertDiagonal(A))
			return { positive: false, converged: false, iterations: 0 };
		let iterations = 0;
		let rhs = b;
		let factor = sign;
		for (let left = tolerance, sweep = 1; ; sweep++) {
			const size = space.longest(rhs);
			if (size === 0) return { positive: true, converged: true, iterations };
			const scale = factor / size;
			team.numerics.conjugateGradient(
				A.pointer,
				this.inverses.pointer,
				0,
				this.krylov,
				rhs.pointer,
				scale,
				operator.isExact ? Math.max(left, singleTolerance) : left,
				maxIterations - iterations,
			);
			const [taken, end] = this.outcome.array;
			iterations += taken;
			if (end === state.notPositive)
				return { positive: false, converged: false, iterations };
			team.numerics.addToF64(
				A.pattern.rows,
				Math.abs(1 / scale),
				this.solution.pointer,
				x.pointer,
			);
			left /= this.outcomeResidual[0];
			const converged = end === state.converged && left >= 1;
			if (converged || !operator.isExact || sweep === mostSweeps || iterations >= maxIterations)
				return { positive: true, converged, iterations };
			this.residual ??= space.vector();
			rhs = this.residual;
			operator.apply(x, rhs);
			space.addScaled(rhs, -sign, b, rhs);
			factor = -1;
		}
	}

	private invertDiagonal(A: EdgeMatrix): boolean {
		this.failed.array[0] = 0;
		this.place.team.numerics.invertDiagonal(
			A.pointer,
			this.place.constraints,
			this.inverses.pointer,
			this.failed.pointer,
		);
		return this.failed.array[0] === 0;
	}
}

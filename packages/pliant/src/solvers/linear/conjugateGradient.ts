/** Preconditioned conjugate gradients for A·x = b, A symmetric positive definite and applied in f64, without a matrix. */
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import type { Preconditioner } from "./blockJacobi.ts";
import type { LinearOperator } from "./linearOperator.ts";
import type { LinearOutcome } from "./linearSolver.ts";

export type Product = Pick<LinearOperator, "apply">;

/** A·x = sign · b, and how well it is to be solved. */
export interface LinearSystem {
	readonly A: Product;
	readonly b: Vector;
	readonly sign: number;
	/** Relative residual to stop at. */
	readonly tolerance: number;
	/** To stop at in any case. */
	readonly maxIterations: number;
}

interface ConjugateGradientOutcome extends LinearOutcome {
	/** Whether it ended since the preconditioner is not positive definite. */
	readonly isPreconditionerBad?: boolean;
}

export class ConjugateGradient {
	private readonly space: VectorSpace;
	private readonly r: Vector;
	private readonly z: Vector;
	private readonly p: Vector;
	private readonly Ap: Vector;

	constructor(space: VectorSpace) {
		this.space = space;
		this.r = space.vector();
		this.z = space.vector();
		this.p = space.vector();
		this.Ap = space.vector();
	}

	/** Starts from x = 0. */
	solve(
		{ A, b, sign, tolerance, maxIterations }: LinearSystem,
		preconditioner: Preconditioner,
		x: Vector,
	): ConjugateGradientOutcome {
		const { space, r, z, p, Ap } = this;
		x.array.fill(0);
		space.addScaled(x, sign, b, r);
		preconditioner.apply(r, z);
		p.array.set(z.array);
		let rz = space.dot(r, z);
		const failed = { positive: false, converged: false };
		if (!(rz >= 0))
			return { ...failed, iterations: 0, isPreconditionerBad: true };
		const enough = tolerance ** 2 * rz;
		let iterations = 0;
		while (rz > enough && iterations < maxIterations) {
			A.apply(p, Ap);
			const curvature = space.dot(p, Ap);
			if (!(curvature > 0)) return { ...failed, iterations };
			const step = rz / curvature;
			space.addScaled(x, step, p, x);
			space.addScaled(r, -step, Ap, r);
			preconditioner.apply(r, z);
			const next = space.dot(r, z);
			// Negative where the preconditioner is not positive definite, as that of an indefinite A may be.
			if (!(next >= 0))
				return { ...failed, iterations, isPreconditionerBad: true };
			space.addScaled(z, next / rz, p, p);
			rz = next;
			iterations++;
		}
		return { positive: true, converged: rz <= enough, iterations };
	}
}

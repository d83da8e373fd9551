/** Preconditioned conjugate gradients for A·x = b, A symmetric positive definite. */
import { addScaled, dot } from "../../system/vector.ts";
import type { Preconditioner } from "./blockJacobi.ts";
import type { LinearOperator } from "./linearOperator.ts";

export interface LinearOutcome {
	/** Whether A was found to be positive definite; if not, x is not to be used. */
	readonly positive: boolean;
	/** Whether the tolerance was reached. */
	readonly converged: boolean;
	readonly iterations: number;
}

export class ConjugateGradient {
	private readonly r: Float64Array;
	private readonly z: Float64Array;
	private readonly p: Float64Array;
	private readonly Ap: Float64Array;

	constructor(rows: number) {
		[this.r, this.z, this.p, this.Ap] = Array.from(
			{ length: 4 },
			() => new Float64Array(3 * rows),
		);
	}

	/** Starts from x = 0 and stops at the relative residual `tolerance` or after `maxIterations`. */
	solve(
		A: LinearOperator,
		preconditioner: Preconditioner,
		b: Float64Array,
		tolerance: number,
		maxIterations: number,
		x: Float64Array,
	): LinearOutcome {
		const { r, z, p, Ap } = this;
		x.fill(0);
		r.set(b);
		preconditioner.apply(r, z);
		p.set(z);
		let rz = dot(r, z);
		if (!(rz >= 0)) return { positive: false, converged: false, iterations: 0 };
		const enough = tolerance ** 2 * rz;
		let iterations = 0;
		while (rz > enough && iterations < maxIterations) {
			A.apply(p, Ap);
			const curvature = dot(p, Ap);
			if (!(curvature > 0))
				return { positive: false, converged: false, iterations };
			const step = rz / curvature;
			addScaled(x, step, p, x);
			addScaled(r, -step, Ap, r);
			preconditioner.apply(r, z);
			const next = dot(r, z);
			// Negative where the preconditioner is not positive definite, as that of an indefinite A may be.
			if (!(next >= 0))
				return { positive: false, converged: false, iterations };
			addScaled(z, next / rz, p, p);
			rz = next;
			iterations++;
		}
		return { positive: true, converged: rz <= enough, iterations };
	}
}

/**
 * Whether a matrix is positive definite, without a factorisation: conjugate gradients in f64 on a random right side.
 *
 * A direction p with pᵀAp < 0 proves that it is not. Where there is one they find it before they converge: the residual has a part in
 * every eigenvector, and its part in one of a negative eigenvalue is not reduced until a Ritz value is negative too, which shows as
 * negative curvature. So convergence tells that there is none.
 */
import { createRandom } from "../../mesh/generators/random.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import type { Preconditioner } from "./blockJacobi.ts";
import type { ConjugateGradient } from "./conjugateGradient.ts";
import type { LinearOperator } from "./linearOperator.ts";

/** Far below the share that any one eigenvector has in a random vector. */
const tolerance = 1e-6;

export interface DefinitenessQuestion {
	readonly A: LinearOperator;
	/** A positive definite approximation of A. Where it turns out to be none, nothing is known. */
	readonly preconditioner: Preconditioner;
	readonly maxIterations: number;
	/** Removes the constrained components of a vector, which the preconditioner knows but for rounding. */
	readonly filter?: (vector: Float64Array) => void;
	/** Two vectors to work with, which are overwritten. */
	readonly buffers: readonly [Vector, Vector];
}

/** Undefined where there was no convergence, or a bad preconditioner. */
export function isPositiveDefinite(
	{
		A,
		preconditioner,
		maxIterations,
		filter,
		buffers: [b, x],
	}: DefinitenessQuestion,
	iteration: ConjugateGradient,
): boolean | undefined {
	const random = createRandom(1);
	for (let i = 0; i < b.array.length; i++) b.array[i] = random() - 0.5;
	filter?.(b.array);
	const { positive, converged, isPreconditionerBad } = iteration.solve(
		{ A, b, sign: 1, tolerance, maxIterations },
		preconditioner,
		x,
	);
	if (isPreconditionerBad || (positive && !converged)) return undefined;
	return positive;
}

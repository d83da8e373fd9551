/** Newton's method on frames: solves for increments of the free velocities, and retracts. */
import { velocitySize } from "../mappings/skinning.ts";
import { DenseCholesky } from "../solvers/linear/denseCholesky.ts";
import type { FramePotential } from "./framePotential.ts";
import { retract } from "./motion.ts";
import type { StiffnessKind } from "./sampleSystem.ts";

/** Longest step: a frame turns by so much [rad] or moves by so much of the body's extent at most. */
const longest = { turn: 0.5, move: 0.3 };
const backtracks = 40;
/** Decrease that a line search asks for, relative to the slope. */
const armijo = 1e-4;
/** Of Ψ, relative to its value. */
const rounding = 1e-13;
/** Shifts of the diagonal that are tried where a matrix is not positive definite. */
const shifts = [0, 1e-6, 1e-4, 1e-2, 1, 100];

/** Imbalance that counts as converged where Ψ does not fall any more for rounding. */
const roundingResidual = 1e-6;

export interface FrameNewtonOptions {
	readonly iterations: number;
	/** Of the imbalance relative to the forces. */
	readonly tolerance: number;
	/** The first that is positive definite is taken. */
	readonly kinds: readonly StiffnessKind[];
	/**
	 * How far steps go: as they are; shortened until no vertex is in a collider; or until Ψ falls, which takes forces of an energy.
	 */
	readonly search: "none" | "outside" | "energy";
	/** One flag per degree of freedom. */
	readonly isFixed: Uint8Array;
}

export interface FrameNewtonReport {
	readonly iterations: number;
	/** Imbalance over forces at the end. */
	readonly residual: number;
	readonly converged: boolean;
}

export function minimizeFrames(
	potential: FramePotential,
	{ iterations, tolerance, kinds, search, isFixed }: FrameNewtonOptions,
): FrameNewtonReport {
	const { size } = potential;
	const gradient = new Float64Array(size);
	const hessian = new Float64Array(size * size);
	const cholesky = new DenseCholesky(size);
	let residual = 1;
	for (let iteration = 0; ; iteration++) {
		if (search !== "none") {
			potential.derivatives(gradient);
			filter(gradient, isFixed);
			const imbalance = potential.length(gradient);
			residual = imbalance > 0 ? imbalance / potential.scale : 0;
			const converged = residual <= tolerance;
			if (converged || iteration === iterations)
				return { iterations: iteration, residual, converged };
		} else if (iteration === iterations)
			return { iterations, residual, converged: true };
		const step = new Float64Array(size);
		for (const [i, kind] of kinds.entries()) {
			potential.derivatives(gradient, hessian, kind);
			filter(gradient, isFixed);
			fix(hessian, isFixed);
			const isLast = i === kinds.length - 1;
			const shift = (isLast ? shifts : [0]).find((shift) =>
				cholesky.factor(hessian, shift),
			);
			if (shift !== undefined) break;
			if (isLast)
				throw new Error(
					"the stiffness is infinite or not a number; check materials, weights and the time step",
				);
		}
		for (let i = 0; i < size; i++) step[i] = -gradient[i];
		cholesky.solve(step);
		if (search === "none") moveFrames(potential, step, 1);
		else if (!lineSearch(potential, gradient, step, search === "energy"))
			// Rounding leaves no more to be seen of Ψ.
			return {
				iterations: iteration,
				residual,
				converged: residual <= roundingResidual,
			};
	}
}

/** Neutral directions, such as free rigid motions, count as stable. */
const neutral = 1e-9;

/** Whether an equilibrium is a minimum: a Cholesky factorisation exists just for positive definite matrices. */
export function isStable(
	potential: FramePotential,
	isFixed: Uint8Array,
): boolean {
	const { size } = potential;
	const hessian = new Float64Array(size * size);
	potential.derivatives(new Float64Array(size), hessian, "exact");
	fix(hessian, isFixed);
	return new DenseCholesky(size).factor(hessian, neutral);
}

function filter(vector: Float64Array, isFixed: Uint8Array): void {
	for (let i = 0; i < vector.length; i++) if (isFixed[i]) vector[i] = 0;
}

/** Rows and columns of fixed velocities become those of the unit matrix. */
function fix(A: Float64Array, isFixed: Uint8Array): void {
	const size = isFixed.length;
	for (let i = 0; i < size; i++) {
		if (!isFixed[i]) continue;
		for (let j = 0; j < size; j++) {
			A[size * i + j] = 0;
			A[size * j + i] = 0;
		}
		A[size * i + i] = 1;
	}
}

export function moveFrames(
	potential: FramePotential,
	step: Float64Array,
	fraction: number,
): void {
	const { model } = potential;
	for (const [i, frame] of model.frames.entries()) {
		const by = step.subarray(velocitySize * i, velocitySize * i + velocitySize);
		retract(
			model.places.pose(frame),
			by.map((x) => fraction * x),
		);
	}
	potential.update();
}

/**
 * Moves along a step as far as Ψ falls enough, or as no vertex is in a collider where forces have no energy; false where there is no
 * such way within rounding, and then stays.
 */
function lineSearch(
	potential: FramePotential,
	gradient: Float64Array,
	step: Float64Array,
	mustFall: boolean,
): boolean {
	const { model } = potential;
	const before = model.places.poses.slice();
	const slope = step.reduce((sum, x, i) => sum + x * gradient[i], 0);
	const start = mustFall ? potential.value() : 0;
	const falls = (fraction: number, slack: number) =>
		potential.value() - start + potential.work(step.map((x) => fraction * x)) <=
		armijo * fraction * slope + slack;
	let fraction = Math.min(1, limit(step, model.extent), potential.limit(step));
	for (let i = 0; i < backtracks; i++) {
		moveFrames(potential, step, fraction);
		// The full step of a converged iteration may rise by rounding.
		const slack = i === 0 ? rounding * Math.abs(start) : 0;
		if (mustFall ? falls(fraction, slack) : potential.isOutside) return true;
		model.places.poses.set(before);
		fraction /= 2;
	}
	potential.update();
	return false;
}

/** The part of a step that is not too long. */
function limit(step: Float64Array, extent: number): number {
	let fraction = 1;
	for (let i = 0; i < step.length; i++) {
		const most = i % velocitySize < 3 ? longest.turn : longest.move * extent;
		if (Math.abs(step[i]) * fraction > most)
			fraction = most / Math.abs(step[i]);
	}
	return fraction;
}

/**
 * Anderson acceleration of an iteration x → G(x): the combination of the last few results whose steps G(x) − x cancel best. What it
 * gains is about what conjugate gradients gain over plain relaxation, without a parameter.
 */
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";

/** Keeps nearly parallel differences from getting large factors. */
const regularisation = 1e-10;

export class AndersonMixing {
	private readonly space: VectorSpace;
	/** Differences between successive steps, and between successive results; the oldest are overwritten. */
	private readonly stepChanges: readonly Vector[];
	private readonly resultChanges: readonly Vector[];
	private readonly lastStep: Vector;
	private readonly lastResult: Vector;
	private readonly system: Float64Array;
	private readonly factors: Float64Array;
	/** Results seen since the beginning. */
	private count = 0;

	/** Remembers so many results besides the last. */
	constructor(space: VectorSpace, depth: number) {
		const vectors = () => Array.from({ length: depth }, () => space.vector());
		this.space = space;
		this.stepChanges = vectors();
		this.resultChanges = vectors();
		this.lastStep = space.vector();
		this.lastResult = space.vector();
		this.system = new Float64Array(depth * depth);
		this.factors = new Float64Array(depth);
	}

	/** Forgets what it has seen. */
	begin(): void {
		this.count = 0;
	}

	/** Takes a result and the step that led to it; writes a better one. False where there is nothing to combine yet. */
	mix(result: Vector, step: Vector, better: Vector): boolean {
		const { space, stepChanges, resultChanges, lastStep, lastResult } = this;
		const depth = stepChanges.length;
		if (this.count > 0) {
			const slot = (this.count - 1) % depth;
			space.difference(1, step, lastStep, stepChanges[slot]);
			space.difference(1, result, lastResult, resultChanges[slot]);
		}
		lastStep.array.set(step.array);
		lastResult.array.set(result.array);
		const known = Math.min(this.count++, depth);
		if (known === 0) return false;
		this.solve(step, known);
		better.array.set(result.array);
		for (let i = 0; i < known; i++)
			space.addScaled(better, -this.factors[i], resultChanges[i], better);
		return true;
	}

	/** The factors of the changes that make the step shortest: normal equations by Cholesky. */
	private solve(step: Vector, known: number): void {
		const { space, stepChanges, system: A, factors } = this;
		for (let i = 0; i < known; i++) {
			factors[i] = space.dot(stepChanges[i], step);
			for (let j = 0; j <= i; j++)
				A[i * known + j] = space.dot(stepChanges[i], stepChanges[j]);
			A[i * known + i] *= 1 + regularisation;
		}
		for (let i = 0; i < known; i++)
			for (let j = 0; j <= i; j++) {
				let sum = A[i * known + j];
				for (let k = 0; k < j; k++) sum -= A[i * known + k] * A[j * known + k];
				A[i * known + j] = i === j ? Math.sqrt(sum) : sum / A[j * known + j];
			}
		for (let i = 0; i < known; i++) {
			for (let k = 0; k < i; k++) factors[i] -= A[i * known + k] * factors[k];
			factors[i] /= A[i * known + i];
		}
		for (let i = known - 1; i >= 0; i--) {
			for (let k = i + 1; k < known; k++)
				factors[i] -= A[k * known + i] * factors[k];
			factors[i] /= A[i * known + i];
		}
	}
}

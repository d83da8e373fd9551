/**
 * The error that finite substeps make: of positions over a second of motion, relative to the size of a body, or to its way in that second if this is
 * shorter, so that small vibrations keep their period. It is
 *
 *   c hᵖ · (derivative of positions of order p + 1) · 1 s
 *
 * with the order p and the error constant c of the integrator. The derivative is that of the motion that steps show: the change of mean accelerations from step
 * to step. Beside that, what spins may lose little of its momentum, since it does so for longer than a second.
 */
import type { BuiltScene } from "../scene/build.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { Integrator } from "../time/integrators/integrator.ts";
import { largest, type MeasuredBody } from "./measuredBodies.ts";
import { meanSpin, spinOf } from "./spin.ts";

/** Least distance in a second that errors are measured against, over the size of the body. */
const shortestWay = 1 / 20;
/** Time [s] in which a spin may lose a fraction `accuracy` of its momentum. */
const spinDuration = 150;

export class TimeError {
	/** Velocities at the end of the last step [m/s], its mean acceleration [m/s²], and 1 if these are known. */
	readonly velocities: Float64Array;
	readonly acceleration: Float64Array;
	readonly isKnown = new Float64Array(1);
	/** Length [s] of the first half of a first step, once it has ended. */
	private half = 0;
	private readonly scene: BuiltScene;
	private readonly masses: Vector;
	private readonly integrator: Integrator;

	constructor(scene: BuiltScene, masses: Vector, integrator: Integrator) {
		const { length } = scene.state.v.array;
		this.scene = scene;
		this.masses = masses;
		this.integrator = integrator;
		this.velocities = new Float64Array(length);
		this.acceleration = new Float64Array(length);
	}

	/** Forgets the motion so far. */
	forget(): void {
		this.isKnown[0] = 0;
	}

	/** Begins a step. */
	beginStep(bodies: readonly MeasuredBody[]): void {
		this.half = 0;
		// Only velocities are of use.
		if (this.isKnown[0] === 0) this.noteAcceleration(bodies, 1, 1, 0);
	}

	/** Ends the first half of a step, after some seconds. The second half of a first step is compared with it. */
	endHalf(bodies: readonly MeasuredBody[], duration: number): void {
		if (this.isKnown[0] === 1) return;
		this.half = duration;
		this.noteAcceleration(bodies, duration, 1, 0);
	}

	/** Ends a step of some seconds that substeps of length h [s] make; returns its error. */
	ofStep(bodies: readonly MeasuredBody[], duration: number, h: number): number {
		const { order, errorConstant } = this.integrator;
		const { half } = this;
		// From the middle of the half before, or of the step before.
		const apart = half > 0 ? duration / 2 : duration;
		const perTime = order === 1 ? 1 : 1 / apart;
		const isFirst = this.isKnown[0] === 0 && half === 0;
		const factor = isFirst ? 0 : errorConstant * h ** order * perTime;
		const error = this.noteAcceleration(bodies, duration - half, h, factor);
		this.isKnown[0] = 1;
		return error;
	}

	/** Length [s] of substeps in which spins keep their momentum as far as an accuracy asks for. */
	longestForSpins(bodies: readonly MeasuredBody[], accuracy: number): number {
		const { constant, order } = this.integrator.spinLoss;
		if (constant === 0) return Number.POSITIVE_INFINITY;
		const { frameParts, state } = this.scene;
		const [x, v] = [state.x.array, state.v.array];
		let frame = 0;
		let most = 0;
		for (const body of bodies) {
			const spin = body.isFrames
				? meanSpin(frameParts[frame++].velocities(v))
				: spinOf(body, this.masses.array, x, v);
			most = Math.max(most, spin);
		}
		const loss = constant * most ** (order + 1) * spinDuration;
		return (accuracy / loss) ** (1 / order);
	}

	/**
	 * Notes the mean acceleration of the step; returns the error that follows from how it differs from that of the step before.
	 * @param factor error over that difference [s²]
	 */
	private noteAcceleration(
		bodies: readonly MeasuredBody[],
		duration: number,
		h: number,
		factor: number,
	): number {
		const { velocities, acceleration, scene } = this;
		const { order } = this.integrator;
		const v = scene.state.v.array;
		// Factors of the squares of three errors: of the formula, of a node that had not moved, and of an oscillation that is not resolved.
		const ofChange = factor * factor;
		const ofAcceleration = (duration * h) ** 2;
		const ofOscillation = duration ** 4;
		let frame = 0;
		const error = largest(bodies, ({ begin, end, count, size, isFrames }) => {
			let squares = 0;
			for (let i = 3 * begin; i < 3 * end; i++) squares += v[i] * v[i];
			let sum = 0;
			for (let i = 3 * begin; !isFrames && i < 3 * end; i += 3) {
				let changes = 0;
				let after = 0;
				let before = 0;
				for (let k = i; k < i + 3; k++) {
					const now = (v[k] - velocities[k]) / duration;
					const change = order === 1 ? now : now - acceleration[k];
					changes += change * change;
					after += now * now;
					before += acceleration[k] * acceleration[k];
					acceleration[k] = now;
				}
				const most = Math.max(after, before);
				let square = Math.min(ofChange * changes, ofAcceleration * most);
				if (order > 1 && changes > 0)
					square = Math.min(
						square,
						(most * most * most * ofOscillation) / (changes * changes),
					);
				sum += square;
			}
			const way = Math.sqrt(squares / count) / size;
			const error = isFrames
				? factor * scene.frameParts[frame++].endStep(v, duration, order)
				: Math.sqrt(sum / count);
			return error / Math.max(shortestWay, Math.min(way, 1));
		});
		velocities.set(v);
		return error;
	}
}

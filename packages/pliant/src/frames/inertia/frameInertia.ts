/**
 * Inertia of a body of frames in the incremental potential: that of its matter y in space (`massSpace.ts`),
 *
 *   1/(2τₓτ) ‖y − y* − τₓ ẏ*‖²_m + α/(2τₓ) ‖y − y*‖²_m
 *
 * and gravity, as half the square of the distance from y to its target. Matter is integrated as points are (`time/integrators/implicitStep.ts`): it
 * remembers its rates, and the blend of frames constrains it like a very stiff material. The frames' velocities at the end of a substep are those with the
 * momenta of (y − y*)/τₓ, so no frame gains momentum from rotating.
 */

import type { TermStep } from "../../system/nodeTerm.ts";
import {
	type AccelerationMemory,
	forgetAccelerations,
	noteAccelerations,
} from "../../system/steadyAcceleration.ts";
import type { MassSpace } from "./massSpace.ts";
import { solveFree } from "./solveFree.ts";

export class FrameInertia {
	readonly space: MassSpace;
	/** Number of degrees of freedom. */
	private readonly size: number;
	/** Remembered rates of y and of ẏ. */
	private readonly rates: Float64Array;
	private readonly accelerations: Float64Array;
	/** ẏ at the end of the last step, and its mean change over the step per time. */
	private readonly velocitiesBefore: Float64Array;
	private readonly accelerationBefore: Float64Array;
	private readonly substepAccelerations: AccelerationMemory;
	/** ẏ at the beginning of the substep. */
	private readonly startVelocities: Float64Array;
	/** y* and ẏ*. */
	private readonly from: Float64Array;
	private readonly fromVelocities: Float64Array;
	/** y* + τₓ ẏ*, as far as mass damping allows, and fallen. */
	readonly target: Float64Array;
	private readonly y: Float64Array;
	private readonly force: Float64Array;
	/** ẏ at the end of the substep. */
	private readonly velocities: Float64Array;
	/** Size [N] of gravity's forces. */
	weightSize = 0;
	/** 1/(τₓτ) + α/τₓ. */
	factor = 0;
	/** Length of the substep, τₓ and τ [s]. */
	private length = 0;
	private duration = 0;
	private forceDuration = 0;
	private memoryWeight = 0;
	private isFirst = true;
	/** Mass of the frames where a substep begins. */
	private readonly startMass: Float64Array;

	/**
	 * @param size number of degrees of freedom
	 * @param memory arrays of the simulation's state, each at least as long as the mass space
	 */
	constructor(space: MassSpace, size: number, memory: readonly Float64Array[]) {
		this.space = space;
		this.size = size;
		[
			this.rates,
			this.accelerations,
			this.velocitiesBefore,
			this.accelerationBefore,
		] = memory;
		const [mean, steady] = memory.slice(4);
		this.substepAccelerations = { mean, steady };
		const array = () => new Float64Array(space.length);
		this.from = array();
		this.fromVelocities = array();
		this.startVelocities = array();
		this.target = array();
		this.y = array();
		this.force = array();
		this.velocities = array();
		this.startMass = new Float64Array(size * size);
	}

	/** Begins a substep where the frames are, with their velocities. */
	begin(
		{
			length,
			duration,
			forceDuration,
			memoryWeight,
			damping,
			isFirst,
			hasContact,
		}: TermStep,
		velocities: Float64Array,
		gravity: readonly number[],
	): void {
		const { space, from, fromVelocities, target } = this;
		this.length = length;
		this.duration = duration;
		this.forceDuration = forceDuration;
		this.memoryWeight = memoryWeight;
		this.factor = 1 / (duration * forceDuration) + damping.mass / duration;
		space.positions(from);
		space.velocities(velocities, fromVelocities);
		this.startVelocities.set(fromVelocities);
		this.isFirst = isFirst;
		if (isFirst) forgetAccelerations(this.substepAccelerations);
		const ahead = length - forceDuration;
		const { steady } = this.substepAccelerations;
		if (ahead > 0)
			for (let i = 0; i < from.length; i++) {
				from[i] += hasContact
					? (-(length ** 2) / 2) * steady[i]
					: ahead * this.rates[i];
				fromVelocities[i] += ahead * this.accelerations[i];
			}
		// ατ y* + y* + τₓ ẏ*, over 1 + ατ.
		const share = 1 / (1 + damping.mass * forceDuration);
		for (let i = 0; i < target.length; i++)
			target[i] = from[i] + share * duration * fromVelocities[i];
		this.fall(gravity);
		this.startMass.fill(0);
		space.addMass(1, this.startMass);
	}

	/** Moves the target by what gravity does. */
	private fall(gravity: readonly number[]): void {
		this.weightSize = 0;
		if (gravity.every((g) => g === 0)) return;
		const { space, y, target, factor, force } = this;
		space.fall(gravity, y);
		for (let i = 0; i < y.length; i++) target[i] += y[i] / factor;
		space.weigh(y, force);
		this.weightSize = space.size(force, 1);
	}

	value(): number {
		const force = this.inertialForce();
		let sum = 0;
		for (let i = 0; i < force.length; i++) sum += this.y[i] * force[i];
		return sum / (2 * this.factor);
	}

	/** As `SampleEnergies` have it, where frames are. */
	energies(arm: number) {
		const inertia = this.value();
		return { inertia, inertialForce: this.space.size(this.force, arm) };
	}

	/** out += gradient by the frames' motions; returns the size of the forces that balance in it, given a length of the body [m]. */
	addGradient(out: Float64Array, arm: number): number {
		const { space } = this;
		const force = this.inertialForce();
		space.pull(force, out);
		return Math.max(this.weightSize, space.size(force, arm));
	}

	/** m (y − target) (1/(τₓτ) + α/τₓ); leaves (y − target) (1/(τₓτ) + α/τₓ) in `y`. */
	private inertialForce(): Float64Array {
		const { space, y, target, force, factor } = this;
		space.positions(y);
		for (let i = 0; i < y.length; i++) y[i] = factor * (y[i] - target[i]);
		space.weigh(y, force);
		return force;
	}

	/** out += gradient of inertia alone, without gravity and damping. */
	addInertialGradient(out: Float64Array): void {
		const { space, y, from, fromVelocities, force } = this;
		const { duration, forceDuration } = this;
		space.positions(y);
		for (let i = 0; i < y.length; i++)
			y[i] = ((y[i] - from[i]) / duration - fromVelocities[i]) / forceDuration;
		space.weigh(y, force);
		space.pull(force, out);
	}

	/**
	 * out += Hessian, dense by rows; without what is not known to be positive on request. In the first iteration the mass of the beginning of the substep
	 * serves.
	 */
	addHessian(positive: boolean, isFirst: boolean, out: Float64Array): void {
		const { space, startMass, factor } = this;
		if (isFirst)
			for (let i = 0; i < out.length; i++) out[i] += factor * startMass[i];
		else space.addMass(factor, out);
		if (!positive) space.addCurvature?.(this.inertialForce(), out);
	}

	/** Takes the velocities that matter has at the end of a substep, which are not quite ones of frames. */
	takeVelocities(): void {
		const { space, from, velocities, duration } = this;
		space.positions(velocities);
		for (let i = 0; i < velocities.length; i++)
			velocities[i] = (velocities[i] - from[i]) / duration;
	}

	/**
	 * Remembers rates at the end of a substep: those of velocities that frames have. What a step from positions to positions leaves besides would swing on and
	 * grow if nothing damps it, as the trapezoidal rule does with constraints.
	 * @param frameVelocities velocities of the frames
	 * @param contact gradient of contact by the frames' motions
	 * @param fixed flags of the degrees of freedom that are fixed
	 */
	remember(
		frameVelocities: Float64Array,
		contact: Float64Array,
		fixed: ArrayLike<number>,
	): void {
		const { space, size, fromVelocities, velocities, forceDuration } = this;
		const { rates, accelerations, y, memoryWeight } = this;
		// Those of frames that are moved are only their means over the substep.
		const isMoved = (i: number) => fixed[i] && frameVelocities[i] !== 0;
		if (!frameVelocities.some((_, i) => isMoved(i)))
			space.velocities(frameVelocities, velocities);
		y.fill(0);
		if (contact.some((g) => g !== 0)) {
			const M = new Float64Array(size * size);
			space.addMass(1, M);
			space.velocities(solveFree(M, contact, new Float64Array(size), fixed), y);
		}
		const fresh = 1 / (1 + memoryWeight);
		for (let i = 0; i < y.length; i++) {
			const acceleration =
				(velocities[i] - fromVelocities[i]) / forceDuration + y[i];
			rates[i] += fresh * (velocities[i] - rates[i]);
			accelerations[i] += fresh * (acceleration - accelerations[i]);
		}
		noteAccelerations(
			this.substepAccelerations,
			this.length,
			this.startVelocities,
			velocities,
			this.isFirst,
		);
	}

	/**
	 * Notes the mean acceleration of matter over a step, and returns its change since the step before, or for first order that acceleration itself: the root
	 * mean square [m/s²].
	 */
	endStep(velocities: Float64Array, duration: number, order: number): number {
		const { space, y, force, velocitiesBefore, accelerationBefore } = this;
		space.velocities(velocities, y);
		for (let i = 0; i < y.length; i++) {
			const acceleration = (y[i] - velocitiesBefore[i]) / duration;
			velocitiesBefore[i] = y[i];
			y[i] = order === 1 ? acceleration : acceleration - accelerationBefore[i];
			accelerationBefore[i] = acceleration;
		}
		space.weigh(y, force);
		let sum = 0;
		for (let i = 0; i < y.length; i++) sum += y[i] * force[i];
		return Math.sqrt(Math.max(0, sum) / space.mass);
	}

	/** Momenta M Ω of the frames at the end of the substep, where they are then. */
	finalMomenta(): Float64Array {
		const { space, force, velocities } = this;
		const p = new Float64Array(this.size);
		space.weigh(velocities, force);
		space.pull(force, p);
		return p;
	}
}

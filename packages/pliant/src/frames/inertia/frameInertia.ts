/**
 * The inertia of bodies of frames in the incremental potential, that of their matter y in space (`massSpace.ts`):
 *
 *   1/(2h²) ‖y − y* − h ẏ*‖²_m + α/(2h) ‖y − y*‖²_m
 *
 * and gravity: half the square of how far y is from its target. y* and ẏ* are combined from the beginning of the step and what was before, as for points. The frames' velocities at the end are those whose momenta are the
 * ones of (y − y*)/h there: no frame gains momentum from turning.
 *
 * The midpoint rule is in terms of momenta p = (π, l) = M Ω about the frames' origins,
 *
 *   2/h (p − p₀) = f + ∂T/∂δ + (ω × π, 0),   Ω = 2/h · (motion since the beginning)
 *
 * at the middle, and p = 2 p(middle) − p₀ at the end. The kinetic energy T does not change when all turns, so the terms on the right sum to what v × l does: linear
 * and angular momentum are kept to the last digit. These are no forces of a potential; within an iteration their work to second order serves as one.
 */
import { velocitySize } from "../../mappings/skinning.ts";
import type { TermStep } from "../../system/nodeTerm.ts";
import type { MassSpace } from "./massSpace.ts";

/** Coordinates of matter and their rates at some time. */
export interface MatterMotion {
	readonly positions: Float64Array;
	readonly velocities: Float64Array;
}

export class FrameInertia {
	readonly space: MassSpace;
	/** Degrees of freedom. */
	private readonly size: number;
	/** How far frames have come since the beginning of the step, six numbers each. */
	private readonly displacements: () => Float64Array;
	private readonly start: Float64Array;
	private readonly startVelocities: Float64Array;
	/** y* + h ẏ*, as far as damping by mass lets it. */
	readonly target: Float64Array;
	private readonly y: Float64Array;
	private readonly force: Float64Array;
	/** The size of gravity's forces [N], where they are part of this. */
	weightSize = 0;
	/** 1/h² + α/h. */
	factor = 0;
	private h = 0;
	private massDamping = 0;
	private isMidpoint = false;
	/** The mass of frames where a step begins, and their momenta. */
	private readonly startMass: Float64Array;
	private startMomenta: Float64Array;
	/** Where an iteration began, the force there, and the mass. */
	private from: Float64Array | undefined;
	private fromForce: Float64Array;
	private fromMass: Float64Array;
	/** Rates, or momenta, at the end of the step. */
	private readonly rates: Float64Array;
	private endMomenta: Float64Array | undefined;

	constructor(
		space: MassSpace,
		size: number,
		displacements: () => Float64Array,
	) {
		this.space = space;
		this.size = size;
		this.displacements = displacements;
		const array = () => new Float64Array(space.length);
		this.start = array();
		this.startVelocities = array();
		this.target = array();
		this.y = array();
		this.force = array();
		this.rates = array();
		this.startMass = new Float64Array(size * size);
		this.startMomenta = new Float64Array(size);
		this.fromForce = new Float64Array(size);
		this.fromMass = new Float64Array(0);
	}

	/** Whether its forces have no potential. */
	get countsWork(): boolean {
		return this.usesMomenta;
	}

	/** Whether a step's inertia is a potential; gravity is then part of it. */
	isPotential({ duration, isMidpoint }: TermStep): boolean {
		return (
			Number.isFinite(duration) &&
			!(isMidpoint && this.space.addMomentumGrowth !== undefined)
		);
	}

	private get usesMomenta(): boolean {
		return this.isMidpoint && this.space.addMomentumGrowth !== undefined;
	}

	/** Coordinates and rates of matter where frames are, with these velocities. */
	motion(velocities: Float64Array): MatterMotion {
		const { space } = this;
		const [y, rates] = [0, 0].map(() => new Float64Array(space.length));
		space.positions(y);
		space.velocities(velocities, rates);
		return { positions: y, velocities: rates };
	}

	/** Begins a step where frames are, with their velocities; `before` is the motion a step ago, where that counts. */
	begin(
		{ duration: h, damping, past, isMidpoint }: TermStep,
		velocities: Float64Array,
		before: MatterMotion | undefined,
		gravity: readonly number[],
	): void {
		const { space, start, startVelocities, target } = this;
		this.h = h;
		this.massDamping = damping.mass;
		this.factor = 1 / h ** 2 + damping.mass / h;
		this.isMidpoint = isMidpoint;
		space.positions(start);
		space.velocities(velocities, startVelocities);
		if (before)
			for (let i = 0; i < start.length; i++) {
				start[i] += past * (start[i] - before.positions[i]);
				startVelocities[i] +=
					past * (startVelocities[i] - before.velocities[i]);
			}
		// αh y* + y* + h ẏ*, over 1 + αh.
		const share = 1 / (1 + damping.mass * h);
		for (let i = 0; i < target.length; i++)
			target[i] = start[i] + share * h * startVelocities[i];
		this.weightSize = 0;
		if (!this.usesMomenta) this.fall(gravity);
		this.startMass.fill(0);
		space.addMass(1, this.startMass);
		if (this.usesMomenta) {
			space.weigh(startVelocities, this.force);
			this.startMomenta.fill(0);
			space.pull(this.force, this.startMomenta);
		}
	}

	/** Moves the target by what gravity does. */
	private fall(gravity: readonly number[]): void {
		if (gravity.every((g) => g === 0)) return;
		const { space, y, target, factor, force } = this;
		space.fall(gravity, y);
		for (let i = 0; i < y.length; i++) target[i] += y[i] / factor;
		space.weigh(y, force);
		this.weightSize = space.size(force, 1);
	}

	beginIteration(): void {
		if (!this.usesMomenta) return;
		this.from = this.displacements();
		this.fromForce = this.momentumForce(this.from);
		this.fromMass = new Float64Array(this.size ** 2);
		this.space.addMass(this.factor, this.fromMass);
	}

	value(): number {
		if (this.usesMomenta) return this.workSinceIteration();
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

	private workSinceIteration(): number {
		const { from, fromForce, fromMass, size } = this;
		if (!from) return 0;
		const d = this.displacements();
		for (let i = 0; i < size; i++) d[i] -= from[i];
		let sum = 0;
		for (let i = 0; i < size; i++) {
			let product = 0;
			for (let j = 0; j < size; j++) product += fromMass[size * i + j] * d[j];
			sum += d[i] * (fromForce[i] + product / 2);
		}
		return sum;
	}

	/**
	 * out += gradient by the frames' motions; returns the size of the forces that balance in it, those that keep turning matter on its way
	 * included, given a length of the body [m].
	 */
	addGradient(out: Float64Array, arm: number): number {
		const { space } = this;
		if (!this.usesMomenta) {
			const force = this.inertialForce();
			space.pull(force, out);
			return Math.max(this.weightSize, space.size(force, arm));
		}
		const d = this.displacements();
		const force = this.momentumForce(d);
		for (let i = 0; i < out.length; i++) out[i] += force[i];
		// The forces that turn momenta as fast as the frames turn.
		const rate = this.y;
		space.velocities(
			d.map((x) => x / this.h),
			rate,
		);
		space.weigh(rate, this.force);
		return space.size(this.force, arm) * fastestTurn(d, this.h);
	}

	/** m (y − target) (1/h² + α/h); leaves (y − target) (1/h² + α/h) in `y`. */
	private inertialForce(): Float64Array {
		const { space, y, target, force, factor } = this;
		space.positions(y);
		for (let i = 0; i < y.length; i++) y[i] = factor * (y[i] - target[i]);
		space.weigh(y, force);
		return force;
	}

	/** M Ω of frames that have come so far in h. */
	private momenta(displacements: Float64Array): Float64Array {
		const { space, y, force, h } = this;
		space.velocities(
			displacements.map((d) => d / h),
			y,
		);
		space.weigh(y, force);
		const p = new Float64Array(this.size);
		space.pull(force, p);
		return p;
	}

	/** What momenta and their growth take: the forces on frames have to balance it. */
	private momentumForce(displacements: Float64Array): Float64Array {
		const { h, massDamping, startMomenta, space } = this;
		const p = this.momenta(displacements);
		const growth = new Float64Array(p.length);
		space.addMomentumGrowth?.(
			displacements.map((d) => d / h),
			p,
			growth,
		);
		return p.map(
			(x, i) => (x - startMomenta[i]) / h + massDamping * x - growth[i],
		);
	}

	/**
	 * out += Hessian, dense by rows; without what is not known to be positive on request. In the first iteration the mass of the beginning of
	 * the step serves.
	 */
	addHessian(positive: boolean, isFirst: boolean, out: Float64Array): void {
		const { space, startMass, factor } = this;
		if (isFirst)
			for (let i = 0; i < out.length; i++) out[i] += factor * startMass[i];
		else space.addMass(factor, out);
		if (!positive && !this.usesMomenta)
			space.addCurvature?.(this.inertialForce(), out);
	}

	/** To be called where the step is solved; `velocities` are asked for at its end. */
	finish(): void {
		const { space, start, startVelocities, y, h } = this;
		this.from = undefined;
		if (this.usesMomenta) {
			const p = this.momenta(this.displacements());
			this.endMomenta = p.map((x, i) => 2 * x - this.startMomenta[i]);
			return;
		}
		space.positions(y);
		this.endMomenta = undefined;
		const { rates, isMidpoint } = this;
		for (let i = 0; i < y.length; i++) {
			const rate = (y[i] - start[i]) / h;
			rates[i] = isMidpoint ? 2 * rate - startVelocities[i] : rate;
		}
	}

	/** Momenta M Ω of frames that the step ends with, where they are then. */
	finalMomenta(): Float64Array {
		if (this.endMomenta) return this.endMomenta;
		const { space, force, rates } = this;
		const p = new Float64Array(this.size);
		space.weigh(rates, force);
		space.pull(force, p);
		return p;
	}
}

/** [rad/s] */
function fastestTurn(displacements: Float64Array, h: number): number {
	let most = 0;
	for (let i = 0; i < displacements.length; i += velocitySize)
		most = Math.max(
			most,
			Math.hypot(displacements[i], displacements[i + 1], displacements[i + 2]),
		);
	return most / h;
}

/**
 * What an implicit step minimises. With v = (x − x*)/τₓ:
 *
 *   Ψ(x) = 1/(2τₓτ) ‖x − x* − τₓ v*‖²_M + E(x) − f·x + τₓ D(v) + τₓ/2 vᵀ(αM + βK)v + (h/τ) C(x)
 *
 * and the parts that act on some of the nodes (`system/nodeTerm.ts`): bodies of frames with their own inertia, attachments, contact.
 *
 * Its gradient is zero where M (v − v*)/τ = f − ∇E − ∂D/∂v − (αM + βK)v − (h/τ) ∇C. Contact and friction C act for the whole substep h.
 * Statics is the same without inertia and damping. K and the positions in D are those that v* predicts, fixed during the
 * step: the order of accuracy stays, and Ψ is a proper potential. (Renewing them in every Newton iteration cost three times
 * the iterations, and large steps did not converge at all.)
 */

import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { ContactTerm } from "../contact/contactTerm.ts";
import type { ContactProblem } from "../contact/placed.ts";
import type { SurfaceTerm } from "../contact/surface/surfaceTerm.ts";
import { Touching } from "../contact/touching.ts";
import type { FrameNodes } from "../frames/frameNodes.ts";
import type { FramePart } from "../frames/framePart.ts";
import type { Team } from "../numerics/team.ts";
import type { BlockObjective } from "../solvers/blockDescent.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import type { EdgeMatrix } from "../system/edgeMatrix.ts";
import { addDeadLoads } from "../system/loads.ts";
import {
	type Model,
	type State,
	type SumArrays,
	stepArrays,
	type WorkArrays,
} from "../system/model.ts";
import type { NodeTerm, TermStep } from "../system/nodeTerm.ts";
import { areSmooth } from "../system/steadyAcceleration.ts";
import {
	noStep,
	type RayleighDamping,
	type StepSetup,
} from "../system/stepSetup.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import { BodyBalance, type BodyNodes } from "./bodyBalance.ts";
import { expectedPositions } from "./expectedPositions.ts";
import { Hessian, type HessianFactors } from "./hessian.ts";
import { HessianWithRounding } from "./hessianWithRounding.ts";
import type { History } from "./integrators/integrator.ts";

/** What rounding may move in a step, in sizes of the scene. */
const relativeRounding = 1e-12;

/**
 * Where surfaces touch, a first guess may have more energy than staying, by so many times that of the motion which staying stops: what runs into something stops in it while what is beside goes on,
 * and the stretch between them is gone after an iteration, of a system that is easy to solve. (With three times half as much is saved, with ten as much, in steps that are more. Sheets of 1,681 vertices take as long as without, those of 5,041 and more a tenth to a quarter less.)
 */
const worthOfMotion = 5;

/** Part of the energy of inertia that a first guess takes away at least: where something lies on something else it takes nothing. */
const leastGain = 1e-3;

interface PotentialValue {
	readonly energy: number;
	readonly magnitude: number;
	/** Parts of it [J]: of inertia and of damping of vertices, and of contact and friction. */
	readonly inertia: number;
	readonly damping: number;
	readonly contact: number;
}

export interface PotentialInputs {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	readonly contact?: ContactTerm | undefined;
	readonly surfaces?: SurfaceTerm | undefined;
	/** Frames among the nodes, and the bodies that have them. */
	readonly frames?: FrameNodes | undefined;
	readonly frameParts?: readonly FramePart[];
	/** Other parts. */
	readonly terms?: readonly NodeTerm[];
	readonly space: VectorSpace;
	readonly team: Team;
	/** The bodies of meshes. */
	readonly ranges?: readonly BodyNodes[];
}

/** A frame turns by so much [rad] in an iteration at most. */
const longestTurn = 0.7;

export class IncrementalPotential implements BlockObjective {
	readonly x: Vector;
	/** Positions [m] at which the substep began. */
	readonly startPositions: Float64Array;
	/** x* and v* of the step. */
	readonly fromPositions: Vector;
	readonly fromVelocities: Vector;
	private readonly model: Model;
	private readonly work: WorkArrays;
	/** Where the model's sums are evaluated. */
	private readonly at: SumArrays;
	private readonly constraints: VertexConstraints;
	/** All that touches. */
	readonly touching: Touching;
	readonly frames: FrameNodes | undefined;
	readonly frameParts: readonly FramePart[];
	private readonly terms: readonly NodeTerm[];
	/** Why colliders leave no place for the vertices, and for which. */
	problem: ContactProblem | undefined;
	private readonly space: VectorSpace;
	private readonly team: Team;
	readonly rayleigh: RayleighDamping;
	/** Loads [N] that do not depend on x. */
	readonly external: Vector;
	private readonly buffer: Vector;
	/** Another one, where mass is consistent. */
	private secondBuffer: Vector | undefined;
	/** Whether somebody reads the velocity over the step, wherever the vertices are. */
	private keepsVelocity: boolean;
	/** K of stiffness damping. */
	dampingStiffness: EdgeMatrix | undefined;
	private readonly operator: Hessian;
	/** The value at x, once computed. */
	private known: PotentialValue | undefined;
	/** The value where the step began. */
	private begun: PotentialValue | undefined;
	/** Where it began, while it goes on from a guess with more energy. */
	private readonly beginning: Float64Array | undefined;
	private isRisked = false;
	private setup: StepSetup = noStep;
	private readonly meshBodies: readonly BodyNodes[];
	private balance = new BodyBalance([]);

	constructor(inputs: PotentialInputs, rayleigh: RayleighDamping) {
		const { model, state, work, constraints, space, team } = inputs;
		const { frames, frameParts = [], terms = [] } = inputs;
		const { contact, surfaces } = inputs;
		this.touching = new Touching(contact, surfaces, state.x.array);
		if (surfaces) this.beginning = state.x.array.slice();
		this.meshBodies = inputs.ranges ?? [];
		this.frames = frames;
		this.frameParts = frameParts;
		this.terms = [...frameParts, ...terms, ...this.touching.terms];
		this.model = model;
		this.x = state.x;
		this.startPositions = new Float64Array(state.x.array.length);
		this.work = work;
		this.at = stepArrays(state, work);
		this.constraints = constraints;
		this.space = space;
		this.team = team;
		this.rayleigh = rayleigh;
		this.fromPositions = space.vector();
		this.fromVelocities = space.vector();
		this.external = space.vector();
		this.buffer = space.vector();
		this.keepsVelocity =
			model.dissipation.groups.length > 0 ||
			rayleigh.mass + rayleigh.stiffness > 0;
		this.operator = new Hessian({
			...inputs,
			terms: this.terms,
		});
		this.structureChanged();
	}

	/** To be called when frames came or went. */
	structureChanged(): void {
		if (this.rayleigh.stiffness > 0)
			this.dampingStiffness = this.model.edges.matrix();
		this.operator.fixStructure(this.dampingStiffness, (duration) =>
			this.factorsOf({ duration, forceDuration: duration }, 0),
		);
		this.known = undefined;
		const frameBodies = this.frameParts.map(({ first, count }) => ({
			first: this.frames?.positionNode(first) ?? 0,
			count: 2 * count,
			...{ firstInner: 0, innerCount: 0 },
		}));
		this.balance = new BodyBalance([...this.meshBodies, ...frameBodies]);
	}

	/**
	 * Starts a step from `fromPositions` and `fromVelocities`, and moves constrained vertices to their place.
	 * @param history motion in the last substeps, which predicts the next one; by default nodes fall freely
	 */
	begin(setup: StepSetup, history?: History): void {
		this.setup = setup;
		const { time, fromTime, targetTime, targetFraction, loadFactor } = setup;
		const x = this.x.array;
		const { model, external } = this;
		external.array.fill(0);
		addDeadLoads(model.deadLoads, time, loadFactor, external.array);
		model.setPressures(time, loadFactor);
		const { gravity } = model;
		const from = {
			positions: this.fromPositions.array,
			velocities: this.fromVelocities.array,
		};
		const step = { ...setup, damping: this.rayleigh, gravity, from };
		for (const term of this.terms) term.begin(step);
		this.touching.weight = this.contactWeight;
		this.touching.beginStep(
			fromTime,
			targetTime,
			this.isDynamic ? this.fromVelocities.array : undefined,
		);
		const { start } = this.work;
		start.array.set(x);
		this.startPositions.set(x);
		this.startFlight(step);
		this.constraints.impose(x, targetTime, targetFraction);
		if (this.isDynamic)
			this.constraints.leadIn(
				start.array,
				x,
				setup,
				this.motionBefore(history),
				from.positions,
			);
		this.problem = this.touching.makeFeasible(start.array);
		if (this.isDynamic) {
			this.placeDissipation();
			this.startWhereLower(history);
		} else this.moved();
	}

	/**
	 * Returns the motion from which that of constrained vertices goes on, for methods of second order: with their mean velocity over the substep, vertices
	 * that share mass with them would be accurate to first order only.
	 */
	private motionBefore(history: History | undefined) {
		if (!history || !(this.ahead > 0 && history.length > 0)) return undefined;
		const { length } = this.setup;
		return {
			mean: history.meanVelocity.array,
			weight: length / (length + history.length),
		};
	}

	/** h/τ: contact acts with all of its impulse in a substep. */
	private get contactWeight(): number {
		const { length, forceDuration } = this.setup;
		return this.isDynamic ? length / forceDuration : 1;
	}

	/** h − τ [s]: the part of a substep that remembered rates lead over. */
	private get ahead(): number {
		const { length, forceDuration } = this.setup;
		return this.isDynamic ? length - forceDuration : 0;
	}

	/** Lets parts note where the velocities of the substep count from: x*, from where the nodes are. */
	private startFlight(step: TermStep): void {
		if (!this.isDynamic) return;
		const x = this.x.array;
		const { start } = this.work;
		x.set(this.fromPositions.array);
		this.frames?.read(x);
		for (const term of this.terms) term.moved();
		for (const term of this.terms) term.countFrom?.(step);
		x.set(start.array);
		this.frames?.read(x);
		for (const term of this.terms) term.moved();
	}

	/**
	 * Starts from where inertia would carry the vertices, unless the potential is lower where they are. The former makes
	 * steps of one iteration much more accurate, the latter keeps them from gaining energy when steps are long. Where surfaces touch, the former may
	 * be higher: `leaveGuess` tells whether it was worth it.
	 */
	private startWhereLower(history: History | undefined): void {
		const x = this.x.array;
		const start = this.work.start.array;
		start.set(x);
		this.moved();
		const here = this.value();
		this.begun = here;
		this.isRisked = false;
		if (!this.touching.takesGuess()) return;
		this.guess(history);
		const hold = () => this.constraints.hold(x, start);
		hold();
		this.touching.shorten(start, hold);
		this.moved();
		const { energy, inertia } = this.value();
		const mayBeHigher = this.beginning && !this.hasOtherForces;
		const risk = mayBeHigher ? worthOfMotion * here.inertia : 0;
		const isWorthIt =
			energy < here.energy + risk && inertia < (1 - leastGain) * here.inertia;
		this.touching.judgeGuess(isWorthIt);
		if (!isWorthIt) {
			x.set(start);
			this.moved();
			this.known = here;
			return;
		}
		this.isRisked = energy >= here.energy;
		if (this.isRisked) this.beginning?.set(start);
	}

	/**
	 * Goes back to where the step began, if a guess with more energy has led to no solution, or to one that has more energy than staying; returns whether
	 * it did.
	 */
	leaveGuess(isSolved: boolean): boolean {
		const { begun, beginning, isRisked } = this;
		this.isRisked = false;
		if (!isRisked || !begun || !beginning) return false;
		if (isSolved && this.value().energy <= begun.energy) return false;
		this.x.array.set(beginning);
		this.work.start.array.set(beginning);
		this.moved();
		return true;
	}

	/**
	 * Moves nodes as in the last substep, or if there was none, to where they would fall freely. Velocities at the end of a substep are those of unresolved
	 * oscillations, too, and would stretch what is stiff: fabrics took twice the iterations. Accelerations go on where they are smooth and of second order:
	 * solids take two thirds of the iterations.
	 */
	private guess(history?: History): void {
		const { fromPositions, frames, rayleigh, space, x, startPositions } = this;
		if (history && history.length > 0) {
			const { array: before } = history.meanVelocity;
			const { length: h, hasContact } = this.setup;
			const { mean } = history.accelerations;
			const goesOn =
				!hasContact && this.ahead > 0 && areSmooth(history.accelerations);
			const square = goesOn ? h * h : 0;
			for (let i = 0; i < before.length; i++)
				x.array[i] = startPositions[i] + h * before[i] + square * mean[i];
			frames?.boundTurns(x.array);
			return;
		}
		this.predict(x);
		expectedPositions(
			{
				...{ fromPositions, frames, rayleigh, ...this.setup },
				gravity: this.model.gravity,
				longestFall: this.touching.longestFall,
			},
			space,
			x,
		);
	}

	/** Where inertia carries the nodes. */
	private predict(out: Vector): void {
		const { space, fromPositions, fromVelocities } = this;
		const { duration } = this.setup;
		space.addScaled(fromPositions, duration, fromVelocities, out);
		this.frames?.boundTurns(out.array);
	}

	/** Where dissipation is that of the step. */
	private placeDissipation(): void {
		const { space, fromPositions, fromVelocities, dampingStiffness } = this;
		if (!dampingStiffness && this.model.dissipation.groups.length === 0) return;
		const { duration, dissipationWeight } = this.setup;
		const { dissipationPositions } = this.work;
		space.addScaled(
			fromPositions,
			dissipationWeight * duration,
			fromVelocities,
			dissipationPositions,
		);
		if (!dampingStiffness) return;
		this.team.numerics.clearMatrix(dampingStiffness.pointer);
		this.model.elastic.addEdges(
			{ x: dissipationPositions },
			{ scale: 1, positive: true },
			dampingStiffness,
		);
	}

	/** The length of frames, which may be at the origin; positions tell their own. */
	get length(): number {
		return this.frames?.arms.reduce((a, b) => Math.max(a, b), 0) ?? 0;
	}

	get ceiling(): number {
		return this.isRisked && this.begun
			? this.begun.energy
			: Number.POSITIVE_INFINITY;
	}

	get offersPositive(): boolean {
		return this.model.elastic.offersPositive;
	}

	get prefersPositive(): boolean {
		return this.model.elastic.prefersPositive;
	}

	/** τₓ [s]; infinite for statics. */
	get duration(): number {
		return this.setup.duration;
	}

	/** τ [s]; infinite for statics. */
	get forceDuration(): number {
		return this.setup.forceDuration;
	}

	/** √(τₓτ) [s]: length of a backward Euler step of the same inertia. */
	get inertialDuration(): number {
		const { duration, forceDuration } = this.setup;
		return Math.sqrt(duration * forceDuration);
	}

	private get isDynamic(): boolean {
		return Number.isFinite(this.setup.duration);
	}

	/** Factors of the parts of the Hessian. */
	private factorsOf(
		{ duration, forceDuration }: Pick<StepSetup, "duration" | "forceDuration">,
		shift: number,
	): HessianFactors {
		const { mass, stiffness } = this.rayleigh;
		return {
			mass: 1 / (duration * forceDuration) + mass / duration,
			dissipation: 1 / duration,
			damping: stiffness / duration,
			shift,
		};
	}

	moveTo(step: number, direction: Vector): void {
		this.moveFrom(this.work.start, step, direction);
	}

	moveFrom(from: Vector, step: number, direction: Vector): void {
		this.space.addScaled(from, step, direction, this.x);
		this.moved();
	}

	private moved(): void {
		this.known = undefined;
		this.frames?.read(this.x.array);
		for (const term of this.terms) term.moved();
		if (this.isDynamic && this.keepsVelocity)
			this.computeVelocity(this.work.stepVelocity);
	}

	/** (x − x*)/τₓ. */
	private computeVelocity(out: Vector): void {
		const { space, x, fromPositions, setup } = this;
		space.difference(1 / setup.duration, x, fromPositions, out);
	}

	/** The velocity over the step, from now on wherever the vertices are. */
	get stepVelocity(): Vector {
		this.keepsVelocity = true;
		return this.work.stepVelocity;
	}

	/** The part of a direction that no collider is in the way of, and that does not turn frames too far. */
	limit(direction: Vector): number {
		const turn = this.frames?.largestTurn(direction.array) ?? 0;
		const most = turn > longestTurn ? longestTurn / turn : 1;
		return Math.min(most, this.touching.limit(direction.array));
	}

	beginIteration(): void {
		this.frames?.recentre(this.x.array);
		const { start, before } = this.work;
		before.array.set(start.array);
		start.array.set(this.x.array);
		for (const term of this.terms) term.beginIteration();
		// The work of forces without a potential counts from here, and friction has new normal forces.
		if (this.hasOtherForces || this.touching.hasFriction)
			this.known = undefined;
	}

	/** Brings up to date what iterations took as constant, where they have ended; returns whether that may have changed. */
	catchUp(): boolean {
		let hasChanged = false;
		for (const term of this.terms) if (term.catchUp?.()) hasChanged = true;
		if (hasChanged) this.known = undefined;
		return hasChanged;
	}

	/** Whether there is pressure, or other forces without a potential. */
	private get hasOtherForces(): boolean {
		return (
			this.model.pressures.length > 0 ||
			this.terms.some((term) => term.countsWork)
		);
	}

	value(): PotentialValue {
		this.known ??= this.computeValue();
		return this.known;
	}

	private computeValue(): PotentialValue {
		const { model, space, x, fromPositions, buffer: difference } = this;
		space.difference(1, x, fromPositions, difference);
		const terms = [
			model.elastic.value(this.at.elastic),
			model.follower.value(this.at.follower),
			-space.dot(this.external, difference),
		];
		const { length } = terms;
		for (const term of this.terms) terms.push(term.value());
		const firstTouching =
			length + this.terms.length - this.touching.terms.length;
		const contact = terms.slice(firstTouching).reduce((a, b) => a + b, 0);
		const { inertia, damping } = this.isDynamic
			? this.dynamicEnergies()
			: { inertia: 0, damping: 0 };
		terms.push(inertia, damping);
		return {
			...{ inertia, damping, contact },
			energy: terms.reduce((a, b) => a + b),
			magnitude: terms.reduce((a, b) => a + Math.abs(b), 0),
		};
	}

	/** Energies [J] of inertia and of damping of vertices. */
	private dynamicEnergies() {
		const { space, model, rayleigh, buffer: difference } = this;
		const { duration: h, forceDuration } = this.setup;
		const product = space.scratch;
		this.predict(product);
		space.difference(1, this.x, product, difference);
		model.mass.multiply(difference, product);
		const inertia = space.dot(difference, product) / (2 * h * forceDuration);
		let damping = h * model.dissipation.value(this.at.dissipation);
		if (rayleigh.mass > 0) {
			const v = this.work.stepVelocity;
			model.mass.multiply(v, product);
			damping += 0.5 * h * rayleigh.mass * space.dot(v, product);
		}
		if (this.dampingStiffness) {
			product.array.fill(0);
			this.addDamping(0.5 * h, product);
			damping += space.dot(this.work.stepVelocity, product);
		}
		return { inertia, damping };
	}

	/**
	 * Returns the energy that a substep from velocities `before` to where vertices are creates, as a fraction of all energy: what kinetic and potential energy rise
	 * by, and dissipation takes. Contact counts once, whatever its weight in the potential. Not a number if forces have no potential, frames have an inertia
	 * of their own, or something is moved as prescribed.
	 */
	gain(before: Vector): number {
		const { begun, model, frameParts, touching } = this;
		if (
			!begun ||
			touching.hasMotion ||
			frameParts.length > 0 ||
			this.hasOtherForces
		)
			return Number.NaN;
		const now = this.value();
		this.computeVelocity(this.buffer);
		const kinetic = this.kinetic(this.buffer);
		const stored = ({ energy, inertia, contact }: PotentialValue) =>
			energy - inertia - this.surplus * contact;
		// Positions are not at x* as the substep begins, but nothing is damped yet.
		const rise = stored(now) - (stored(begun) - begun.damping);
		// What is at rest but for rounding gains and loses all that it has.
		const slowest = (relativeRounding * model.size) / this.duration;
		return (
			(rise + kinetic - this.kinetic(before)) /
			(kinetic +
				now.magnitude -
				now.inertia -
				this.surplus * now.contact +
				model.mass.total * slowest ** 2)
		);
	}

	/** Fraction of its energy in the potential that contact does not have. */
	private get surplus(): number {
		return 1 - 1 / this.contactWeight;
	}

	/** Writes the gradient of contact where the nodes are, with friction or without; returns it, or nothing if nothing touches. */
	contactGradient(out: Vector, hasFriction = true): Vector | undefined {
		out.array.fill(0);
		const touching = this.touching.terms.filter((term) => term.hasBlocks);
		for (const term of touching) term.addGradient(out.array, hasFriction);
		// From now on forces are asked for.
		this.touching.weight = 1;
		return touching.length > 0 ? out : undefined;
	}

	/** Writes the gradients of contact and of all other forces where the nodes are, without inertia. */
	forceGradients(contact: Vector, others: Vector): void {
		const { space, model, fromVelocities, buffer } = this;
		this.fullGradient(others);
		// The inertia of vertices: M (v − v*)/τ.
		this.computeVelocity(buffer);
		space.difference(
			1 / this.setup.forceDuration,
			buffer,
			fromVelocities,
			buffer,
		);
		model.mass.multiply(buffer, contact);
		space.addScaled(others, -1, contact, others);
		for (const part of this.frameParts) part.subtractInertia(others.array);
		contact.array.fill(0);
		for (const term of this.touching.terms) term.addGradient(contact.array);
		space.addScaled(others, -1, contact, others);
	}

	/** Returns M⁻¹ · gradient [m/s²] of vertices with mass, as far as they are free, and zeros of other nodes, in a buffer. */
	accelerations({ array: gradient }: Vector): Vector {
		const { buffer } = this;
		const { vertexMasses } = this.model.mass;
		for (let i = 0; i < gradient.length; i++) {
			const mass = vertexMasses[Math.floor(i / 3)];
			buffer.array[i] = mass > 0 ? gradient[i] / mass : 0;
		}
		this.constraints.filter(buffer.array);
		return buffer;
	}

	/** Returns the power [W] that the damping of meshes, as the substep ends, takes from nodes with velocities v. */
	dampingPower(v: Vector): number {
		const { model, rayleigh, space, buffer: product } = this;
		let power = 0;
		if (rayleigh.mass > 0) {
			model.mass.multiply(v, product);
			power += rayleigh.mass * space.dot(this.work.stepVelocity, product);
		}
		if (!this.dampingStiffness && model.dissipation.groups.length === 0)
			return power;
		product.array.fill(0);
		model.dissipation.addGradient(this.at.dissipation, product);
		this.addDamping(1, product);
		return power + space.dot(v, product);
	}

	/** The kinetic energy [J], where nothing moves that is not free to. */
	private kinetic(v: Vector): number {
		const { space, buffer: free } = this;
		const all = space.dot(v, v);
		free.array.set(v.array);
		this.constraints.filter(free.array);
		if (space.dot(free, free) < (1 - 1e-9) * all) return Number.NaN;
		this.model.mass.multiply(free, space.scratch);
		return 0.5 * space.dot(free, space.scratch);
	}

	/** out += factor · βK v. */
	private addDamping(factor: number, out: Vector): void {
		if (this.dampingStiffness)
			this.team.numerics.addProductF64(
				this.dampingStiffness.pointer,
				factor * this.rayleigh.stiffness,
				this.work.stepVelocity.pointer,
				out.pointer,
			);
	}

	/** Whether a step was begun. */
	get isBegun(): boolean {
		return this.setup !== noStep;
	}

	/** A step that was begun counts no more. */
	forgetStep(): void {
		this.setup = noStep;
	}

	/** The gradient with its constrained components, which is what holds them. */
	fullGradient(out: Vector): void {
		this.moved();
		this.computeGradient(out);
	}

	/** Force imbalance over forces, where the nodes are; `out` is overwritten. */
	residual(out: Vector): number {
		this.touching.weight = this.contactWeight;
		this.moved();
		const forces = this.gradient(out);
		this.touching.weight = 1;
		const size = this.space.norm(out);
		return size === 0 ? 0 : size / Math.max(forces, Number.MIN_VALUE);
	}

	gradient(out: Vector): number {
		const most = this.computeGradient(out);
		this.constraints.filter(out.array);
		return most;
	}

	/** Sets the flags of nodes on which contact or friction acts. */
	markTouching(flags: Uint8Array): void {
		flags.fill(0);
		for (const term of this.touching.terms) term.markTouching(flags);
	}

	missesBody(gradient: Vector): boolean {
		return this.balance.isMissed(gradient.array);
	}

	private computeGradient(out: Vector): number {
		const { model, space, external } = this;
		out.array.fill(0);
		this.balance.begin();
		model.elastic.addGradient(this.at.elastic, out);
		const elasticForces = space.norm(out);
		this.balance.see(out.array);
		model.follower.addGradient(this.at.follower, out);
		space.addScaled(out, -1, external, out);
		this.balance.see(external.array);
		const inertialForces = this.isDynamic ? this.addDynamicGradient(out) : 0;
		const externalForces = space.norm(external);
		let most = Math.max(elasticForces, externalForces, inertialForces);
		for (const [i, term] of this.terms.entries()) {
			const forces = term.addGradient(out.array);
			most = Math.max(most, forces);
			if (i < this.frameParts.length)
				this.balance.seeSize(this.meshBodies.length + i, forces);
		}
		return most;
	}

	private addDynamicGradient(out: Vector): number {
		const { space, model, rayleigh, fromVelocities } = this;
		const { forceDuration } = this.setup;
		const acceleration = this.buffer;
		// M (v − v*)/τ and αM v in one product.
		this.computeVelocity(acceleration);
		space.difference(
			1 / forceDuration,
			acceleration,
			fromVelocities,
			acceleration,
		);
		if (rayleigh.mass > 0)
			space.addScaled(
				acceleration,
				rayleigh.mass,
				this.work.stepVelocity,
				acceleration,
			);
		let product = acceleration;
		// The scratch vector may be the one that gradients are added to.
		if (model.mass.kind !== "lumped") {
			this.secondBuffer ??= space.vector();
			product = this.secondBuffer;
		}
		model.mass.multiply(acceleration, product);
		space.addScaled(out, 1, product, out);
		this.balance.see(product.array);
		model.dissipation.addGradient(this.at.dissipation, out);
		this.addDamping(1, out);
		return space.norm(product);
	}

	hessian(positive: boolean, shift: number): LinearOperator {
		return this.operator.set(this.factorsOf(this.setup, shift), positive);
	}

	/** Returns the exact Hessian with a bound of its rounding errors: positive definite unless the energy falls along some direction by more than rounding errors. */
	hessianWithRounding(): LinearOperator {
		const { frames } = this;
		return new HessianWithRounding(this.hessian(false, 0), {
			pattern: this.model.pattern,
			constraints: this.constraints,
			x: this.x.array,
			isPoint: (node) =>
				!frames || node < frames.first || (node - frames.first) % 2 === 0,
		});
	}
}

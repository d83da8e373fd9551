/**
 * What an implicit step minimises. With v = (x − x*)/h:
 *
 *   Ψ(x) = 1/(2h²) ‖x − x* − h v*‖²_M + E(x) − f·x + h D(v) + h/2 vᵀ(αM + βK)v
 *
 * and, where there are colliders, the potential of contact.
 *
 * Its gradient is zero where M (v − v*)/h = f − ∇E − ∂D/∂v − (αM + βK)v: a backward Euler step from (x*, v*).
 * Statics is the same without inertia and damping. K and the positions in D are those that v* predicts, fixed during the
 * step: the order of accuracy stays, and Ψ is a proper potential. (Renewing them in every Newton iteration cost three times
 * the iterations, and large steps did not converge at all.)
 */

import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Contact } from "../contact/contact.ts";
import type { ContactProblem } from "../contact/placed.ts";
import type { Team } from "../numerics/team.ts";
import type { BlockObjective } from "../solvers/blockDescent.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import type { EdgeMatrix } from "../system/edgeMatrix.ts";
import { addDeadLoads, setPressures } from "../system/loads.ts";
import {
	type Model,
	type State,
	type SumArrays,
	stepArrays,
	type WorkArrays,
} from "../system/model.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import { Hessian } from "./hessian.ts";

/** Rayleigh damping: forces −(mass · M + stiffness · K) v. */
export interface RayleighDamping {
	/** α [1/s]. */
	readonly mass: number;
	/** β [s]. */
	readonly stiffness: number;
}

export interface StepSetup {
	/** h [s]; infinite for statics. */
	readonly duration: number;
	/** Dissipation is evaluated at x* + weight · h v*. */
	readonly dissipationWeight: number;
	/** Time [s] at which loads are taken. */
	readonly time: number;
	/** Time [s] at which the step begins, which is where colliders are then. */
	readonly fromTime: number;
	/** Time [s] of the targets of constrained vertices, and of the colliders. */
	readonly targetTime: number;
	/** Fraction of the loads that acts. */
	readonly loadFactor: number;
	/** Fraction of the way from where they are to their targets that constrained vertices are moved. */
	readonly targetFraction: number;
}

interface PotentialValue {
	readonly energy: number;
	readonly magnitude: number;
}

export interface PotentialPlace {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	readonly contact?: Contact | undefined;
	readonly space: VectorSpace;
	readonly team: Team;
}

export class IncrementalPotential implements BlockObjective {
	readonly x: Vector;
	/** x* and v* of the step. */
	readonly fromPositions: Vector;
	readonly fromVelocities: Vector;
	private readonly model: Model;
	private readonly work: WorkArrays;
	/** Where the model's sums are evaluated. */
	private readonly at: SumArrays;
	private readonly constraints: VertexConstraints;
	private readonly contact: Contact | undefined;
	/** Why colliders leave no place for the vertices, and for which. */
	problem: ContactProblem | undefined;
	private readonly space: VectorSpace;
	private readonly team: Team;
	readonly rayleigh: RayleighDamping;
	/** Loads [N] that do not depend on x. */
	readonly external: Vector;
	private readonly predicted: Vector;
	private readonly buffers: readonly [Vector, Vector];
	/** K of stiffness damping. */
	readonly dampingStiffness: EdgeMatrix | undefined;
	private readonly operator: Hessian;
	/** The value at x, once computed. */
	private known: PotentialValue | undefined;
	private setup: StepSetup = {
		duration: Number.POSITIVE_INFINITY,
		dissipationWeight: 1,
		time: 0,
		fromTime: 0,
		targetTime: 0,
		targetFraction: 1,
		loadFactor: 1,
	};

	constructor(place: PotentialPlace, rayleigh: RayleighDamping) {
		const { model, state, work, constraints, contact, space, team } = place;
		this.model = model;
		this.x = state.x;
		this.work = work;
		this.at = stepArrays(state, work);
		this.constraints = constraints;
		this.contact = contact;
		this.space = space;
		this.team = team;
		this.rayleigh = rayleigh;
		this.fromPositions = space.vector();
		this.fromVelocities = space.vector();
		this.external = space.vector();
		this.predicted = space.vector();
		this.buffers = [space.vector(), space.vector()];
		this.dampingStiffness =
			rayleigh.stiffness > 0 ? model.edges.matrix() : undefined;
		this.operator = new Hessian({
			...place,
			dampingStiffness: this.dampingStiffness,
		});
	}

	/** Starts a step from `fromPositions` and `fromVelocities`, and moves constrained vertices to their place. */
	begin(setup: StepSetup): void {
		this.setup = setup;
		const { time, fromTime, targetTime, targetFraction, loadFactor } = setup;
		const x = this.x.array;
		const { model, external } = this;
		external.array.fill(0);
		addDeadLoads(model.deadLoads, time, loadFactor, external.array);
		setPressures(model.pressures, model.follower, time, loadFactor);
		if (this.contact) {
			this.contact.begin(x, fromTime, targetTime);
			this.work.start.array.set(x);
		}
		this.constraints.impose(x, targetTime, targetFraction);
		this.problem = this.contact?.ways.makeFeasible(x, this.work.start.array);
		if (this.isDynamic) {
			this.predict();
			this.startWhereLower();
		} else this.moved();
	}

	/**
	 * Starts from where inertia would carry the vertices, unless the potential is lower where they are. The former makes
	 * steps of one iteration much more accurate, the latter keeps them from gaining energy when steps are long.
	 */
	private startWhereLower(): void {
		const x = this.x.array;
		const start = this.work.start.array;
		start.set(x);
		this.moved();
		const here = this.value();
		x.set(this.predicted.array);
		this.constraints.hold(x, start);
		this.contact?.ways.shorten(start, x);
		this.moved();
		if (this.value().energy < here.energy) return;
		x.set(start);
		this.moved();
		this.known = here;
	}

	/** Where inertia and dissipation expect the step to be. */
	private predict(): void {
		const { space, fromPositions, fromVelocities, dampingStiffness } = this;
		const { duration, dissipationWeight } = this.setup;
		const { dissipationPositions } = this.work;
		space.addScaled(fromPositions, duration, fromVelocities, this.predicted);
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

	get offersPositive(): boolean {
		return this.model.elastic.offersPositive;
	}

	/** h [s]; infinite for statics. */
	get duration(): number {
		return this.setup.duration;
	}

	private get isDynamic(): boolean {
		return Number.isFinite(this.setup.duration);
	}

	/** Factor of M in the Hessian. */
	private get massFactor(): number {
		const { duration } = this.setup;
		return this.isDynamic
			? 1 / duration ** 2 + this.rayleigh.mass / duration
			: 0;
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
		this.contact?.moved();
		const { x, fromPositions, work } = this;
		if (this.isDynamic)
			this.space.difference(
				1 / this.setup.duration,
				x,
				fromPositions,
				work.stepVelocity,
			);
	}

	/** The part of a direction that no collider is in the way of. */
	limit(direction: Vector): number {
		return this.contact?.ways.limit(this.x.array, direction.array) ?? 1;
	}

	beginIteration(): void {
		this.work.start.array.set(this.x.array);
		// Pressure counts its work from there.
		if (this.model.pressures.length > 0) this.known = undefined;
	}

	value(): PotentialValue {
		this.known ??= this.computeValue();
		return this.known;
	}

	private computeValue(): PotentialValue {
		const { model, space, x, fromPositions } = this;
		const [difference] = this.buffers;
		space.difference(1, x, fromPositions, difference);
		const terms = [
			model.elastic.value(this.at.elastic),
			model.follower.value(this.at.follower),
			-space.dot(this.external, difference),
		];
		if (this.contact) terms.push(this.contact.value(x.array));
		if (this.isDynamic) this.addDynamicTerms(terms);
		return {
			energy: terms.reduce((a, b) => a + b),
			magnitude: terms.reduce((a, b) => a + Math.abs(b), 0),
		};
	}

	private addDynamicTerms(terms: number[]): void {
		const { space, model, rayleigh } = this;
		const { duration: h } = this.setup;
		const [difference, product] = this.buffers;
		const v = this.work.stepVelocity;
		space.difference(1, this.x, this.predicted, difference);
		model.mass.multiply(difference, product);
		terms.push(space.dot(difference, product) / (2 * h * h));
		terms.push(h * model.dissipation.value(this.at.dissipation));
		if (rayleigh.mass > 0) {
			model.mass.multiply(v, product);
			terms.push(0.5 * h * rayleigh.mass * space.dot(v, product));
		}
		if (this.dampingStiffness) {
			product.array.fill(0);
			this.addDamping(0.5 * h, product);
			terms.push(space.dot(v, product));
		}
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

	gradient(out: Vector): number {
		const { model, space, external } = this;
		out.array.fill(0);
		model.elastic.addGradient(this.at.elastic, out);
		const elasticForces = space.norm(out);
		model.follower.addGradient(this.at.follower, out);
		space.addScaled(out, -1, external, out);
		const inertialForces = this.isDynamic ? this.addDynamicGradient(out) : 0;
		const externalForces = space.norm(external);
		const contactForces =
			this.contact?.addGradient(this.x.array, out.array) ?? 0;
		this.constraints.filter(out.array);
		return Math.max(
			elasticForces,
			externalForces,
			inertialForces,
			contactForces,
		);
	}

	private addDynamicGradient(out: Vector): number {
		const { space, model, rayleigh, fromVelocities } = this;
		const { duration: h } = this.setup;
		const [acceleration, product] = this.buffers;
		const v = this.work.stepVelocity;
		// M (v − v*)/h and αM v in one product.
		space.difference(1 / h, v, fromVelocities, acceleration);
		if (rayleigh.mass > 0)
			space.addScaled(acceleration, rayleigh.mass, v, acceleration);
		model.mass.multiply(acceleration, product);
		space.addScaled(out, 1, product, out);
		model.dissipation.addGradient(this.at.dissipation, out);
		this.addDamping(1, out);
		return space.norm(product);
	}

	hessian(positive: boolean, shift: number): LinearOperator {
		const inverseDuration = this.isDynamic ? 1 / this.setup.duration : 0;
		return this.operator.set(
			{
				mass: this.massFactor,
				dissipation: inverseDuration,
				damping: this.rayleigh.stiffness * inverseDuration,
				shift,
			},
			positive,
		);
	}
}

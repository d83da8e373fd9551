/**
 * What an implicit step minimises. With v = (x − x*)/h:
 *
 *   Ψ(x) = 1/(2h²) ‖x − x* − h v*‖²_M + E(x) − f·x + h D(v) + h/2 vᵀ(αM + βK)v
 *
 * Its gradient is zero where M (v − v*)/h = f − ∇E − ∂D/∂v − (αM + βK)v: a backward Euler step from (x*, v*).
 * Statics is the same without inertia and damping. K and the positions in D are those that v* predicts, fixed during the
 * step: the order of accuracy stays, and Ψ is a proper potential. (Renewing them in every Newton iteration cost three times
 * the iterations, and large steps did not converge at all.)
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import {
	type LinearOperator,
	matrixOperator,
} from "../solvers/linear/linearOperator.ts";
import type { Objective } from "../solvers/newton.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { addDeadLoads, setPressures } from "../system/loads.ts";
import type { Model, State, WorkArrays } from "../system/model.ts";
import { addScaled, dot, norm } from "../system/vector.ts";
import { MatrixFreeHessian } from "./matrixFreeHessian.ts";

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
	/** Time [s] of the targets of constrained vertices. */
	readonly targetTime: number;
	/** Fraction of the loads that acts. */
	readonly loadFactor: number;
	/** Fraction of the way from where they are to their targets that constrained vertices are moved. */
	readonly targetFraction: number;
}

export class IncrementalPotential implements Objective {
	readonly x: Float64Array;
	/** x* and v* of the step. */
	readonly fromPositions: Float64Array;
	readonly fromVelocities: Float64Array;
	private readonly model: Model;
	private readonly work: WorkArrays;
	private readonly constraints: VertexConstraints;
	private readonly rayleigh: RayleighDamping;
	private readonly external: Float64Array;
	private readonly predicted: Float64Array;
	private readonly buffers: readonly [Float64Array, Float64Array];
	/** K of stiffness damping. */
	private readonly dampingStiffness: BlockMatrix | undefined;
	private readonly operator: BlockMatrix | MatrixFreeHessian;
	private setup: StepSetup = {
		duration: Number.POSITIVE_INFINITY,
		dissipationWeight: 1,
		time: 0,
		targetTime: 0,
		targetFraction: 1,
		loadFactor: 1,
	};

	constructor(
		model: Model,
		state: State,
		work: WorkArrays,
		constraints: VertexConstraints,
		rayleigh: RayleighDamping,
		operator: "assembled" | "matrix-free",
	) {
		const size = 3 * model.vertexCount;
		const vector = () => new Float64Array(size);
		this.model = model;
		this.x = state.x.array;
		this.work = work;
		this.constraints = constraints;
		this.rayleigh = rayleigh;
		this.fromPositions = vector();
		this.fromVelocities = vector();
		this.external = vector();
		this.predicted = vector();
		this.buffers = [vector(), vector()];
		this.dampingStiffness =
			rayleigh.stiffness > 0 ? new BlockMatrix(model.pattern) : undefined;
		this.operator =
			operator === "assembled"
				? new BlockMatrix(model.pattern)
				: new MatrixFreeHessian(
						model,
						constraints,
						work.direction.array,
						this.dampingStiffness,
					);
	}

	/** Starts a step from `fromPositions` and `fromVelocities`, and moves constrained vertices to their place. */
	begin(setup: StepSetup): void {
		this.setup = setup;
		const { time, targetTime, targetFraction, loadFactor } = setup;
		this.external.fill(0);
		addDeadLoads(this.model.deadLoads, time, loadFactor, this.external);
		setPressures(this.model.pressures, this.model.follower, time, loadFactor);
		this.constraints.impose(this.x, targetTime, targetFraction);
		if (this.isDynamic) {
			this.predict();
			this.startWhereLower();
		}
		this.moved();
	}

	/**
	 * Starts from where inertia would carry the vertices, unless the potential is lower where they are. The former makes
	 * steps of one iteration much more accurate, the latter keeps them from gaining energy when steps are long.
	 */
	private startWhereLower(): void {
		const { x } = this;
		const { start } = this.work;
		start.array.set(x);
		this.moved();
		const here = this.value().energy;
		x.set(this.predicted);
		this.constraints.hold(x, start.array);
		this.moved();
		if (!(this.value().energy < here)) x.set(start.array);
	}

	/** Where inertia and dissipation expect the step to be. */
	private predict(): void {
		const { x, fromPositions, fromVelocities, dampingStiffness } = this;
		const { duration, dissipationWeight } = this.setup;
		const positions = this.work.dissipationPositions.array;
		addScaled(fromPositions, duration, fromVelocities, this.predicted);
		addScaled(
			fromPositions,
			dissipationWeight * duration,
			fromVelocities,
			positions,
		);
		if (!dampingStiffness) return;
		const [current] = this.buffers;
		current.set(x);
		x.set(positions);
		dampingStiffness.blocks.fill(0);
		this.model.elastic.addHessian(dampingStiffness, 1, true);
		x.set(current);
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

	moveTo(from: Float64Array, step: number, direction: Float64Array): void {
		addScaled(from, step, direction, this.x);
		this.moved();
	}

	private moved(): void {
		const v = this.work.stepVelocity.array;
		const { duration } = this.setup;
		if (this.isDynamic)
			for (let i = 0; i < v.length; i++)
				v[i] = (this.x[i] - this.fromPositions[i]) / duration;
	}

	beginIteration(): void {
		this.work.start.array.set(this.x);
	}

	value(): { energy: number; magnitude: number } {
		const { model, x, external, fromPositions } = this;
		const terms = [model.elastic.value(), model.follower.value()];
		let load = 0;
		for (let i = 0; i < x.length; i++)
			load += external[i] * (x[i] - fromPositions[i]);
		terms.push(-load);
		if (this.isDynamic) this.addDynamicTerms(terms);
		return {
			energy: terms.reduce((a, b) => a + b),
			magnitude: terms.reduce((a, b) => a + Math.abs(b), 0),
		};
	}

	private addDynamicTerms(terms: number[]): void {
		const { duration: h } = this.setup;
		const [difference, product] = this.buffers;
		const v = this.work.stepVelocity.array;
		addScaled(this.x, -1, this.predicted, difference);
		this.model.mass.multiply(difference, product);
		terms.push(dot(difference, product) / (2 * h * h));
		terms.push(h * this.model.dissipation.value());
		if (this.rayleigh.mass > 0) {
			this.model.mass.multiply(v, product);
			terms.push(0.5 * h * this.rayleigh.mass * dot(v, product));
		}
		if (this.dampingStiffness) {
			this.dampingStiffness.multiply(v, product);
			terms.push(0.5 * h * this.rayleigh.stiffness * dot(v, product));
		}
	}

	gradient(out: Float64Array): number {
		const { model, external } = this;
		out.fill(0);
		model.elastic.addGradient(out);
		const elasticForces = norm(out);
		model.follower.addGradient(out);
		addScaled(out, -1, external, out);
		const inertialForces = this.isDynamic ? this.addDynamicGradient(out) : 0;
		const forces = Math.max(elasticForces, norm(external), inertialForces);
		this.constraints.filter(out);
		return forces;
	}

	private addDynamicGradient(out: Float64Array): number {
		const { duration: h } = this.setup;
		const [difference, product] = this.buffers;
		const v = this.work.stepVelocity.array;
		// M (v − v*)/h and αM v in one product.
		for (let i = 0; i < v.length; i++)
			difference[i] =
				(v[i] - this.fromVelocities[i]) / h + this.rayleigh.mass * v[i];
		this.model.mass.multiply(difference, product);
		addScaled(out, 1, product, out);
		const inertialForces = norm(product);
		this.model.dissipation.addGradient(out);
		if (this.dampingStiffness) {
			this.dampingStiffness.multiply(v, product);
			addScaled(out, this.rayleigh.stiffness, product, out);
		}
		return inertialForces;
	}

	hessian(positive: boolean, shift: number): LinearOperator {
		const { model, operator, dampingStiffness } = this;
		const inverseDuration = this.isDynamic ? 1 / this.setup.duration : 0;
		const factors = {
			mass: this.massFactor,
			dissipation: inverseDuration,
			damping: this.rayleigh.stiffness * inverseDuration,
			shift,
		};
		if (operator instanceof MatrixFreeHessian) return operator.set(factors);
		const matrix = operator;
		matrix.blocks.fill(0);
		model.elastic.addHessian(matrix, 1, positive);
		model.follower.addHessian(matrix, 1, positive);
		if (this.isDynamic) {
			model.mass.addTo(matrix, factors.mass);
			model.dissipation.addHessian(matrix, factors.dissipation, false);
			if (dampingStiffness) matrix.add(dampingStiffness, factors.damping);
		}
		matrix.shiftDiagonal(shift);
		this.constraints.restrict(matrix);
		return matrixOperator(matrix);
	}
}

/**
 * What an implicit step of a frame body minimises, and statics without the terms in h: with d how far the frames have come since the
 * beginning of the step (`displacement`) and Ω their velocities there,
 *
 *   Ψ = 1/(2h²) ‖d − hΩ‖²_M + 1/(2h) dᵀ(αM + βK)d + E(q) + attachments − loads + contact
 *
 * M and the K of damping are those of the beginning. One Newton iteration from d = 0 is the paper's step (eq. 4),
 * (M + h(αM + βK) + h²K) Ω⁺ = MΩ + hΓ. As there, the terms of the equation of motion that are quadratic in velocities, J̇Ω and the gyroscopic
 * ones, are left out; what follows for momentum is mended after the step (`freeMomentum.ts`).
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { FrameContact } from "./frameContact.ts";
import type { FrameForces } from "./frameForces.ts";
import { type FrameModel, multiply } from "./frameModel.ts";
import type { JointSprings } from "./jointSprings.ts";
import { displacement, inverseLeftJacobian } from "./motion.ts";
import type { StiffnessKind } from "./sampleSystem.ts";

/** The terms of a step. */
interface Inertia {
	readonly h: number;
	readonly velocities: Float64Array;
	/** Poses at the beginning. */
	readonly before: Float64Array;
	readonly mass: Float64Array;
	/** α [1/s] and β [s]. */
	readonly damping: { readonly mass: number; readonly stiffness: number };
}

export class FramePotential {
	readonly model: FrameModel;
	forces: FrameForces;
	contact: FrameContact | undefined;
	/** Instead of samples. */
	springs: JointSprings | undefined;
	/** On frames, six numbers each, besides what the energy of samples has: gravity of lumped masses. */
	weight: Float64Array | undefined;
	private inertia: Inertia | undefined;
	/** αM + βK of the step, as soon as K is known. */
	private drag: Float64Array | undefined;
	/** Whether contact takes part. */
	isTouching = false;
	/** Size of the forces that are in balance: of each kind, summed. */
	scale = 0;

	constructor(model: FrameModel, forces: FrameForces) {
		this.model = model;
		this.forces = forces;
	}

	/** Takes the terms of a step, or none for statics. */
	begin(inertia?: Inertia): void {
		this.inertia = inertia;
		this.drag = undefined;
	}

	get size(): number {
		return this.model.size;
	}

	/** To be called when poses have changed. */
	update(): void {
		this.model.update();
		this.forces.update();
		if (this.isTouching) this.contact?.update();
	}

	/** Ψ [J] but for what has no potential; not a number where a vertex is in a collider. */
	value(): number {
		const { elastic, gravity } = this.model.energy();
		let sum = elastic + gravity + this.forces.value();
		if (this.isTouching && this.contact) sum += this.contact.value();
		const { inertia } = this;
		if (!inertia) return sum;
		const { h, velocities, mass } = inertia;
		const d = this.displacements();
		if (this.drag) sum += form(this.drag, d) / (2 * h);
		for (let i = 0; i < d.length; i++) d[i] -= h * velocities[i];
		return sum + form(mass, d) / (2 * h * h);
	}

	/** Work of what has no potential along a way, as part of Ψ. */
	work(way: Float64Array): number {
		let sum = this.forces.wrenchWork(way);
		const { weight } = this;
		if (weight) for (let i = 0; i < way.length; i++) sum -= weight[i] * way[i];
		return sum;
	}

	/** Whether no vertex is in a collider. */
	get isOutside(): boolean {
		return !(this.isTouching && this.contact?.isInside());
	}

	/** The part of a step that frames can go, to first order, without coming into a collider. */
	limit(step: Float64Array): number {
		return (this.isTouching && this.contact?.limit(step)) || 1;
	}

	/** How far frames have come since the beginning of the step. */
	displacements(): Float64Array {
		const d = new Float64Array(this.size);
		const { before } = this.inertia as Inertia;
		for (const [i, frame] of this.model.frames.entries())
			displacement(
				before.subarray(7 * frame, 7 * frame + 7),
				this.model.places.pose(frame),
				d.subarray(velocitySize * i, velocitySize * i + velocitySize),
			);
		return d;
	}

	/** Writes ∂Ψ/∂δ, and the Hessian if wanted. */
	derivatives(
		gradient: Float64Array,
		hessian?: Float64Array,
		kind: StiffnessKind = "gauss-newton",
	): void {
		const source = this.springs ?? this.model;
		source.assemble(hessian || this.lacksDrag ? kind : "none");
		if (this.lacksDrag) this.takeDrag(source.stiffness);
		gradient.set(source.gradient);
		hessian?.set(source.stiffness);
		this.scale = this.length(gradient);
		const outside = new Float64Array(this.size);
		this.forces.addGradient(outside);
		const { weight } = this;
		if (weight)
			for (let i = 0; i < outside.length; i++) outside[i] -= weight[i];
		if (this.isTouching) this.contact?.addGradient(outside);
		this.scale += this.length(outside);
		for (let i = 0; i < outside.length; i++) gradient[i] += outside[i];
		if (hessian) {
			this.forces.addStiffness(hessian);
			if (this.isTouching)
				this.contact?.addStiffness(hessian, kind === "gauss-newton");
		}
		this.addInertia(gradient, hessian);
	}

	private get lacksDrag(): boolean {
		if (!this.inertia || this.drag) return false;
		const { mass, stiffness } = this.inertia.damping;
		return mass > 0 || stiffness > 0;
	}

	private takeDrag(K: Float64Array): void {
		const { mass, damping } = this.inertia as Inertia;
		this.drag = mass.map((m, i) => damping.mass * m + damping.stiffness * K[i]);
	}

	private addInertia(gradient: Float64Array, hessian?: Float64Array): void {
		if (!this.inertia) return;
		const { size } = this;
		const { drag } = this;
		const { h, velocities, mass } = this.inertia;
		const d = this.displacements();
		const jacobians = this.model.frames.map((_, i) =>
			inverseLeftJacobian(d.subarray(velocitySize * i)),
		);
		const relative = d.map((x, i) => x - h * velocities[i]);
		const momentum = multiply(mass, size, size, relative);
		const force = momentum.map((p) => p / (h * h));
		if (drag) {
			const dragged = multiply(drag, size, size, d);
			for (let i = 0; i < size; i++) force[i] += dragged[i] / h;
		}
		this.scale += this.length(force);
		for (let i = 0; i < size; i++)
			gradient[i] += turnedBack(jacobians, force, i);
		if (!hessian) return;
		const isStart = d.every((x) => x === 0);
		const sum = new Float64Array(size * size);
		for (let i = 0; i < sum.length; i++)
			sum[i] = mass[i] / (h * h) + (drag ? drag[i] / h : 0);
		if (!isStart) {
			// J⁻ᵀ A J⁻¹, rows and then columns.
			for (let turn = 0; turn < 2; turn++) {
				for (let c = 0; c < size; c++) {
					const column = Float64Array.from(
						{ length: size },
						(_, r) => sum[size * r + c],
					);
					for (let r = 0; r < size; r++)
						sum[size * r + c] = turnedBack(jacobians, column, r);
				}
				transpose(sum, size);
			}
		}
		for (let i = 0; i < sum.length; i++) hessian[i] += sum[i];
	}

	/** Size of a vector of torques and forces [N]. */
	length(f: Float64Array): number {
		const arm = this.model.extent;
		let sum = 0;
		for (let i = 0; i < f.length; i++)
			sum += (i % velocitySize < 3 ? f[i] / arm : f[i]) ** 2;
		return Math.sqrt(sum);
	}
}

/** Entry i of diag(Jᵀ, 1) f. */
function turnedBack(
	jacobians: readonly number[][],
	f: Float64Array,
	i: number,
): number {
	const k = i % velocitySize;
	if (k >= 3) return f[i];
	const J = jacobians[Math.floor(i / velocitySize)];
	const first = i - k;
	return J[k] * f[first] + J[3 + k] * f[first + 1] + J[6 + k] * f[first + 2];
}

function transpose(A: Float64Array, size: number): void {
	for (let r = 0; r < size; r++)
		for (let c = 0; c < r; c++)
			[A[size * r + c], A[size * c + r]] = [A[size * c + r], A[size * r + c]];
}

/** xᵀ A x. */
function form(A: Float64Array, x: Float64Array): number {
	const Ax = multiply(A, x.length, x.length, x);
	return x.reduce((sum, value, i) => sum + value * Ax[i], 0);
}

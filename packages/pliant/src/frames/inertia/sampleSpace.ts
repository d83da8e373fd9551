/** Mass at the samples of a frame body: y is where they are, xyz each. The mass matrix of frames that follows is the consistent one. */
import type { FrameModel } from "../frameModel.ts";
import type { SkinnedPoints } from "../skinnedPoints.ts";
import type { MassSpace } from "./massSpace.ts";

export class SampleSpace implements MassSpace {
	private readonly model: FrameModel;
	private readonly points: SkinnedPoints;
	/** [kg] */
	private readonly masses: Float64Array;
	/** Poses that the points are blended for, and that the model's mass is of. */
	private blended = new Float64Array(0);
	private weighed = new Float64Array(0);
	/** Where samples are, and the poses that this is of. */
	private readonly y: Float64Array;
	private placed = new Float64Array(0);

	/** For the present frames. */
	constructor(model: FrameModel) {
		this.model = model;
		const { samples } = model.body.definition;
		this.points = model.skinned(samples.positions);
		this.masses = model.body.sampleMasses();
		this.y = new Float64Array(3 * this.masses.length);
	}

	get length(): number {
		return 3 * this.masses.length;
	}

	get mass(): number {
		return this.masses.reduce((sum, m) => sum + m, 0);
	}

	private blend(): void {
		const { poses } = this.model.places;
		if (isSame(this.blended, poses)) return;
		this.points.update();
		this.blended = poses.slice();
	}

	positions(out: Float64Array): void {
		const { poses } = this.model.places;
		if (!isSame(this.placed, poses)) {
			this.model.samples.positions(this.y);
			this.placed = poses.slice();
		}
		out.set(this.y);
	}

	velocities(frames: Float64Array, out: Float64Array): void {
		this.blend();
		this.points.applyJ(this.model.expand(frames), out);
	}

	weigh(a: Float64Array, out: Float64Array): void {
		const { masses } = this;
		for (let i = 0; i < masses.length; i++) {
			const m = masses[i];
			out[3 * i] = m * a[3 * i];
			out[3 * i + 1] = m * a[3 * i + 1];
			out[3 * i + 2] = m * a[3 * i + 2];
		}
	}

	size(f: Float64Array): number {
		let squares = 0;
		for (let i = 0; i < f.length; i++) squares += f[i] * f[i];
		return Math.sqrt(squares);
	}

	pull(f: Float64Array, out: Float64Array): void {
		this.blend();
		const all = new Float64Array(6 * this.model.places.count);
		this.points.applyJT(f, all);
		this.model.addReduced(all, out);
	}

	addMass(factor: number, out: Float64Array): void {
		const { model, weighed } = this;
		if (!isSame(weighed, model.places.poses)) {
			model.assembleMass();
			this.weighed = model.places.poses.slice();
		}
		for (let i = 0; i < out.length; i++) out[i] += factor * model.mass[i];
	}

	fall(acceleration: ArrayLike<number>, out: Float64Array): void {
		for (let i = 0; i < out.length; i++) out[i] = acceleration[i % 3];
	}
}

function isSame(a: Float64Array, b: Float64Array): boolean {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
}

/**
 * Mass that frames carry as rigid bodies do: y is [R | t] of each frame, by columns, with R its rotation since rest and t its origin, and m the moments
 * of the mass about that, Σ m [r; 1][r; 1]ᵀ.
 */
import {
	conjugate,
	multiplyQuaternions,
	poseSize,
	rotationOf,
} from "../../mappings/quaternion.ts";
import { velocitySize } from "../../mappings/skinning.ts";
import { addRigidMass } from "../lumpedMass.ts";
import type { MassSpace } from "./massSpace.ts";

/** Frames and what follows from theirs, of those with degrees of freedom. */
export interface CarryingFrames {
	readonly places: {
		readonly count: number;
		pose(frame: number): Float64Array;
		restPose(frame: number): Float64Array;
	};
	/** Degrees of freedom. */
	readonly size: number;
	/** Velocities of all frames. */
	expand(velocities: Float64Array): Float64Array;
	/** out += forces by degrees of freedom, from those on all frames; the same for matrices. */
	addReduced(f: Float64Array, out: Float64Array): void;
	addReducedMatrix(A: Float64Array, out: Float64Array): void;
}

/** Numbers of a frame: four columns. */
export const frameMassWidth = 12;
const width = frameMassWidth;
/** Numbers of the moments of a frame: mass, first, second. */
export const momentCount = 10;

export class MomentSpace implements MassSpace {
	private readonly frames: CarryingFrames;
	private readonly moments: Float64Array;
	private readonly y: Float64Array;
	/** Poses that y belongs to. */
	private readonly poses: Float64Array;

	/** @param moments ten numbers per frame, as in `lumpedMass.ts` */
	constructor(frames: CarryingFrames, moments: Float64Array) {
		this.frames = frames;
		this.moments = moments;
		const { count } = frames.places;
		this.y = new Float64Array(width * count);
		this.poses = new Float64Array(poseSize * count).fill(Number.NaN);
	}

	get length(): number {
		return this.y.length;
	}

	get mass(): number {
		let sum = 0;
		for (let i = 0; i < this.moments.length; i += momentCount)
			sum += this.moments[i];
		return sum;
	}

	positions(out: Float64Array): void {
		this.place();
		out.set(this.y);
	}

	/** Computes y where the frames are, unless they are where they were. */
	private place(): void {
		const { places } = this.frames;
		const { y, poses } = this;
		for (let i = 0; i < places.count; i++) {
			const pose = places.pose(i);
			let isSame = true;
			for (let k = 0; k < poseSize; k++)
				isSame &&= poses[poseSize * i + k] === pose[k];
			if (isSame) continue;
			poses.set(pose, poseSize * i);
			const R = rotationOf(
				multiplyQuaternions(
					pose.subarray(3),
					conjugate(places.restPose(i).subarray(3)),
				),
			);
			for (let c = 0; c < 3; c++)
				for (let r = 0; r < 3; r++) y[width * i + 3 * c + r] = R[3 * r + c];
			for (let r = 0; r < 3; r++) y[width * i + 9 + r] = pose[r];
		}
	}

	velocities(frames: Float64Array, out: Float64Array): void {
		const all = this.frames.expand(frames);
		this.place();
		for (let at = 0, v = 0; at < out.length; at += width, v += velocitySize) {
			for (let c = 0; c < 9; c += 3) cross(all, v, this.y, at + c, out, at + c);
			for (let r = 0; r < 3; r++) out[at + 9 + r] = all[v + 3 + r];
		}
	}

	weigh(a: Float64Array, out: Float64Array): void {
		const { moments } = this;
		for (let i = 0; i < out.length / width; i++) {
			const m = momentCount * i;
			const at = width * i;
			for (let r = 0; r < 3; r++) {
				const x = a[at + r];
				const y = a[at + 3 + r];
				const z = a[at + 6 + r];
				const t = a[at + 9 + r];
				out[at + r] =
					moments[m + 4] * x +
					moments[m + 5] * y +
					moments[m + 6] * z +
					moments[m + 1] * t;
				out[at + 3 + r] =
					moments[m + 5] * x +
					moments[m + 7] * y +
					moments[m + 8] * z +
					moments[m + 2] * t;
				out[at + 6 + r] =
					moments[m + 6] * x +
					moments[m + 8] * y +
					moments[m + 9] * z +
					moments[m + 3] * t;
				out[at + 9 + r] =
					moments[m + 1] * x +
					moments[m + 2] * y +
					moments[m + 3] * z +
					moments[m] * t;
			}
		}
	}

	size(f: Float64Array, arm: number): number {
		let squares = 0;
		for (let i = 0; i < f.length; i++)
			squares += (i % width < 9 ? f[i] / arm : f[i]) ** 2;
		return Math.sqrt(squares);
	}

	pull(f: Float64Array, out: Float64Array): void {
		const { count } = this.frames.places;
		const wrenches = new Float64Array(velocitySize * count);
		this.place();
		for (let i = 0; i < count; i++) {
			const at = width * i;
			for (let c = 0; c < 9; c += 3)
				addCross(this.y, at + c, f, at + c, wrenches, velocitySize * i);
			for (let r = 0; r < 3; r++)
				wrenches[velocitySize * i + 3 + r] = f[at + 9 + r];
		}
		this.frames.addReduced(wrenches, out);
	}

	addMass(factor: number, out: Float64Array): void {
		const { frames, moments } = this;
		const { count } = frames.places;
		const size = velocitySize * count;
		const M = new Float64Array(size * size);
		this.place();
		for (let i = 0; i < count; i++)
			addRigidMass(
				factor,
				moments.subarray(momentCount * i, momentCount * i + momentCount),
				this.y.subarray(width * i, width * i + 9),
				M,
				(size + 1) * velocitySize * i,
				size,
			);
		frames.addReducedMatrix(M, out);
	}

	/** Turning by δ moves a column R by δ × (δ × R)/2 to second order. */
	addCurvature(f: Float64Array, out: Float64Array): void {
		const { count } = this.frames.places;
		const size = velocitySize * count;
		const C = new Float64Array(size * size);
		this.place();
		for (let i = 0; i < count; i++) {
			let along = 0;
			const to = (size + 1) * velocitySize * i;
			for (let c = width * i; c < width * i + 9; c += 3)
				for (let r = 0; r < 3; r++) {
					along += this.y[c + r] * f[c + r];
					for (let s = 0; s < 3; s++)
						C[to + size * r + s] +=
							(this.y[c + r] * f[c + s] + this.y[c + s] * f[c + r]) / 2;
				}
			for (let r = 0; r < 3; r++) C[to + (size + 1) * r] -= along;
		}
		this.frames.addReducedMatrix(C, out);
	}

	fall(acceleration: ArrayLike<number>, out: Float64Array): void {
		out.fill(0);
		for (let at = 9; at < out.length; at += width)
			for (let r = 0; r < 3; r++) out[at + r] = acceleration[r];
	}
}

/** out = a × b, of vectors that begin at offsets. */
function cross(
	a: Float64Array,
	i: number,
	b: Float64Array,
	j: number,
	out: Float64Array,
	k: number,
): void {
	out.fill(0, k, k + 3);
	addCross(a, i, b, j, out, k);
}

function addCross(
	a: Float64Array,
	i: number,
	b: Float64Array,
	j: number,
	out: Float64Array,
	k: number,
): void {
	out[k] += a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
	out[k + 1] += a[i + 2] * b[j] - a[i] * b[j + 2];
	out[k + 2] += a[i] * b[j + 1] - a[i + 1] * b[j];
}

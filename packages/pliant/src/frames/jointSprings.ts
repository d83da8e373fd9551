/**
 * Springs between frames in place of samples (Gilles et al. 2011, section 4.3 and algorithm 2): the stiffness of the body at rest is
 * computed once and kept as a 6D spring for every pair of frames whose weights overlap, at the middle m between them. While running it is
 * turned with the middle of where the two frames carry m to,
 *
 *   Γᵢ = D(lᵢ)ᵀ(Kₘ + Kₘᵀ)θⱼ,   Γⱼ = −D(lⱼ)ᵀ(Kₘ + Kₘᵀ)θⱼ,   D(l) = [1 0; [l]ₓ 1],   l = t − tₘ,
 *
 * with θⱼ half the gap between the two. K and Γ here have the signs of the paper, those of energies outside. At rest this is
 * the stiffness of the samples. Forces keep momentum, but are not those of an energy at large strains, since the stiffness is turned.
 *
 * Beyond the paper: where three or more frames overlap, Kₘ has an antisymmetric part A, which the forces above miss while the stiffness has it;
 * a block with seven frames then started to shake by itself. It says how the forces of two frames depend on the motion of a third,
 * so it is no matter of a pair: Σⱼ Aᵢⱼ = 0. Its forces are computed for all frames together, in axes that turn with the body,
 *
 *   Γᵢ = Σⱼ Aᵢⱼ uⱼ,   u the displacements of frames relative to the body's mean motion, all about one point.
 */
import {
	conjugate,
	dualQuaternion,
	inverseDual,
	logarithm,
	multiplyDual,
	multiplyQuaternions,
	normalizedDual,
	poseOf,
	rotationOf,
	turned,
} from "../mappings/quaternion.ts";
import { velocitySize } from "../mappings/skinning.ts";
import {
	addBlock,
	addTransposed,
	blockSize,
	readBlock,
} from "./denseBlocks.ts";
import type { FrameModel } from "./frameModel.ts";
import type { FrameElasticity } from "./frameSystem.ts";
import { transport } from "./transport.ts";

interface Joint {
	/** Among frames with degrees of freedom, i < j. */
	readonly i: number;
	readonly j: number;
	/** Kₘ at rest. */
	readonly stiffness: Float64Array;
	/** The middle as each frame has it: q̄⁻¹∘m̄. */
	readonly fromI: readonly number[];
	readonly fromJ: readonly number[];
}

/** The antisymmetric part of a joint's stiffness, about the common point. */
interface Skew {
	readonly i: number;
	readonly j: number;
	readonly stiffness: Float64Array;
}

/** Relative to a joint's stiffness: antisymmetric parts below are rounding. */
const skewTolerance = 1e-10;

export class JointSprings implements FrameElasticity {
	readonly isPotential = false;
	readonly weighs = false;
	readonly gradient: Float64Array;
	readonly stiffness: Float64Array;
	private readonly model: FrameModel;
	private readonly joints: readonly Joint[];
	private readonly skews: readonly Skew[];
	/** The common point at rest: the middle of all frames. */
	private readonly centre: readonly number[];

	/** From the stiffness of samples at rest. Frames come back to where they are. */
	constructor(model: FrameModel) {
		this.model = model;
		this.gradient = new Float64Array(model.size);
		this.stiffness = new Float64Array(model.size ** 2);
		this.joints = model.atRest(() => {
			model.assemble("gauss-newton");
			return makeJoints(model);
		});
		const { frames, places } = model;
		this.centre = [0, 1, 2].map((k) =>
			frames.reduce(
				(sum, frame) => sum + places.restPose(frame)[k] / frames.length,
				0,
			),
		);
		this.skews = this.joints.flatMap((joint) => this.skewOf(joint));
	}

	private skewOf({ i, j, stiffness: K }: Joint): Skew[] {
		const { frames, places } = this.model;
		const [a, b] = [places.restPose(frames[i]), places.restPose(frames[j])];
		const arm = this.centre.map((c, k) => c - (a[k] + b[k]) / 2);
		const skew = K.map(
			(entry, at) =>
				(entry - K[velocitySize * (at % 6) + Math.floor(at / 6)]) / 2,
		);
		const size = (A: Float64Array) =>
			A.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
		if (size(skew) < skewTolerance * size(K)) return [];
		const stiffness = new Float64Array(blockSize);
		transport(skew, arm, arm, stiffness);
		return [{ i, j, stiffness }];
	}

	/** That of the samples, for comparison: springs have none. */
	energy() {
		return this.model.energy();
	}

	setGravity(): boolean {
		return false;
	}

	setInertia(): void {}

	internalGradient(): Float64Array {
		this.assemble();
		return this.gradient.slice();
	}

	/** Springs that there are. */
	get count(): number {
		return this.joints.length;
	}

	/** Computes `gradient` and `stiffness`. */
	assemble(): void {
		const { model, gradient, stiffness } = this;
		const { size, places, frames } = model;
		gradient.fill(0);
		stiffness.fill(0);
		const Km = new Float64Array(blockSize);
		const block = new Float64Array(blockSize);
		for (const joint of this.joints) {
			const { i, j } = joint;
			const [poseI, poseJ] = [places.pose(frames[i]), places.pose(frames[j])];
			const mi = multiplyDual(dualOf(poseI), joint.fromI);
			let mj = multiplyDual(dualOf(poseJ), joint.fromJ);
			let dot = 0;
			for (let k = 0; k < 4; k++) dot += mi[k] * mj[k];
			if (dot < 0) mj = mj.map((x) => -x);
			const m = poseOf(normalizedDual(mi.map((x, k) => x + mj[k])));
			const turn = multiplyQuaternions(mj, conjugate(m.slice(3)));
			const place = poseOf(mj);
			const theta = [
				...logarithm(turn),
				...[0, 1, 2].map((k) => place[k] - m[k]),
			];
			turnBlocks(joint.stiffness, rotationOf(m.slice(3)), Km);
			const li = [0, 1, 2].map((k) => poseI[k] - m[k]);
			const lj = [0, 1, 2].map((k) => poseJ[k] - m[k]);
			addForces(Km, theta, li, lj, i, j, gradient);
			transport(Km, li, lj, block);
			addBlock(block, -1, i, j, size, stiffness);
			addTransposed(block, -1, j, i, size, stiffness);
			// On the diagonal the symmetric part: at rest, summed over joints, there is no other.
			transport(Km, li, li, block);
			addBlock(block, 0.5, i, i, size, stiffness);
			addTransposed(block, 0.5, i, i, size, stiffness);
			transport(Km, lj, lj, block);
			addBlock(block, 0.5, j, j, size, stiffness);
			addTransposed(block, 0.5, j, j, size, stiffness);
		}
		if (this.skews.length > 0) this.addSkewForces();
	}

	private addSkewForces(): void {
		const { model, centre, gradient } = this;
		const { frames, places } = model;
		const moved = frames.map((frame) => {
			const rest = inverseDual(dualOf(places.restPose(frame)));
			return multiplyDual(dualOf(places.pose(frame)), rest);
		});
		const sign = (a: readonly number[]) =>
			a[0] * moved[0][0] +
				a[1] * moved[0][1] +
				a[2] * moved[0][2] +
				a[3] * moved[0][3] <
			0
				? -1
				: 1;
		const mean = normalizedDual(
			moved[0].map((_, r) => moved.reduce((sum, a) => sum + sign(a) * a[r], 0)),
		);
		const back = inverseDual(mean);
		const point = dualQuaternion(centre, [0, 0, 0, 1]);
		const u = moved.map((a) => {
			const relative = multiplyDual(multiplyDual(back, a), point);
			const place = poseOf(relative);
			return [
				...logarithm(relative),
				...[0, 1, 2].map((k) => place[k] - centre[k]),
			];
		});
		const forces = frames.map(() => [0, 0, 0, 0, 0, 0]);
		for (const { i, j, stiffness } of this.skews)
			for (let r = 0; r < velocitySize; r++)
				for (let c = 0; c < velocitySize; c++) {
					const entry = stiffness[velocitySize * r + c];
					forces[i][r] += entry * u[j][c];
					forces[j][r] -= entry * u[i][c];
				}
		const pose = poseOf(multiplyDual(mean, point));
		for (const [i, frame] of frames.entries()) {
			const f = turned(mean, forces[i].slice(3));
			const torque = turned(mean, forces[i]);
			const arm = [0, 1, 2].map((k) => pose[k] - places.pose(frame)[k]);
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				gradient[velocitySize * i + k] -=
					torque[k] + arm[a] * f[b] - arm[b] * f[a];
				gradient[velocitySize * i + 3 + k] -= f[k];
			}
		}
	}
}

const dualOf = (pose: Float64Array) => dualQuaternion(pose, pose.subarray(3));

function makeJoints(model: FrameModel): Joint[] {
	const { size, stiffness, frames, places } = model;
	const joints: Joint[] = [];
	for (let i = 0; i < frames.length; i++)
		for (let j = i + 1; j < frames.length; j++) {
			const K = new Float64Array(blockSize);
			readBlock(stiffness, -1, i, j, size, K);
			if (K.every((entry) => entry === 0)) continue;
			const [restI, restJ] = [
				places.restPose(frames[i]),
				places.restPose(frames[j]),
			];
			const middle = [0, 1, 2].map((k) => (restI[k] + restJ[k]) / 2);
			const Km = new Float64Array(blockSize);
			// D(−l)ᵀ K D(−l).
			const back = (rest: Float64Array) => middle.map((m, k) => m - rest[k]);
			transport(K, back(restI), back(restJ), Km);
			const m = dualQuaternion(middle, [0, 0, 0, 1]);
			joints.push({
				i,
				j,
				stiffness: Km,
				fromI: multiplyDual(inverseDual(dualOf(restI)), m),
				fromJ: multiplyDual(inverseDual(dualOf(restJ)), m),
			});
		}
	return joints;
}

/** out = diag(R, R) K diag(R, R)ᵀ. */
function turnBlocks(
	K: Float64Array,
	R: readonly number[],
	out: Float64Array,
): void {
	for (let block = 0; block < 4; block++) {
		const first = (block >> 1) * 3 * velocitySize + (block & 1) * 3;
		for (let r = 0; r < 3; r++) {
			let [a, b, c] = [0, 0, 0];
			for (let k = 0; k < 3; k++) {
				const at = first + velocitySize * k;
				const factor = R[3 * r + k];
				a += factor * K[at];
				b += factor * K[at + 1];
				c += factor * K[at + 2];
			}
			for (let s = 0; s < 3; s++)
				out[first + velocitySize * r + s] =
					a * R[3 * s] + b * R[3 * s + 1] + c * R[3 * s + 2];
		}
	}
}

/** Subtracts Γ of a joint from the gradient. */
function addForces(
	Km: Float64Array,
	theta: readonly number[],
	li: readonly number[],
	lj: readonly number[],
	i: number,
	j: number,
	gradient: Float64Array,
): void {
	const f = [0, 0, 0, 0, 0, 0];
	for (let r = 0; r < velocitySize; r++)
		for (let c = 0; c < velocitySize; c++)
			f[r] += (Km[velocitySize * r + c] + Km[velocitySize * c + r]) * theta[c];
	const add = (frame: number, l: readonly number[], sign: number) => {
		const at = velocitySize * frame;
		const [x, y, z] = [f[3], f[4], f[5]];
		gradient[at] -= sign * (f[0] + y * l[2] - z * l[1]);
		gradient[at + 1] -= sign * (f[1] + z * l[0] - x * l[2]);
		gradient[at + 2] -= sign * (f[2] + x * l[1] - y * l[0]);
		gradient[at + 3] -= sign * x;
		gradient[at + 4] -= sign * y;
		gradient[at + 5] -= sign * z;
	};
	add(i, li, 1);
	add(j, lj, -1);
}

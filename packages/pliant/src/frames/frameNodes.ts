/**
 * Frames among the nodes of a simulation. Each is two nodes, so that all matrices are made of 3×3 blocks: where its origin is [m], and how
 * it has turned, as a rotation vector θ times a length ℓ of its body: [m] too, so that norms and tolerances mean the same for all nodes.
 *
 * θ counts from `orientations`, which follow the frames (`recentre`): it is zero at the beginning of every Newton iteration and between
 * steps. There derivatives by θ are those by small rotations; elsewhere a torque τ is J(θ)ᵀτ by θ, with J the left Jacobian of the
 * exponential.
 */
import {
	exponential,
	multiplyQuaternions,
	normalized,
	poseSize,
} from "../mappings/quaternion.ts";
import { velocitySize } from "../mappings/skinning.ts";
import type { TakeBlock } from "../system/nodeTerm.ts";
import { leftJacobian } from "./motion.ts";

export class FrameNodes {
	/** The first of their nodes. */
	readonly first: number;
	readonly count: number;
	/** ℓ [m] of each frame. */
	readonly arms: Float64Array;
	/** Unit quaternions of frames whose turn is zero. */
	readonly orientations: Float64Array;
	/** Position [m] and quaternion of each frame, where the nodes are. */
	readonly poses: Float64Array;
	/** Rotation vectors [rad] of the same. */
	private readonly turns: Float64Array;
	private readonly block = new Float64Array(9);

	constructor(first: number, count: number) {
		this.first = first;
		this.count = count;
		this.arms = new Float64Array(count).fill(1);
		this.orientations = new Float64Array(4 * count);
		for (let i = 0; i < count; i++) this.orientations[4 * i + 3] = 1;
		this.poses = new Float64Array(poseSize * count);
		this.turns = new Float64Array(3 * count);
	}

	/** The node of a frame's origin. */
	positionNode(frame: number): number {
		return this.first + 2 * frame;
	}

	/** The node of how it has turned. */
	turnNode(frame: number): number {
		return this.first + 2 * frame + 1;
	}

	/** The rows of each frame in matrices. */
	rows(): { position: number; turn: number; arm: number }[] {
		return Array.from({ length: this.count }, (_, i) => ({
			position: this.positionNode(i),
			turn: this.turnNode(i),
			arm: this.arms[i],
		}));
	}

	pose(frame: number): Float64Array {
		return this.poses.subarray(poseSize * frame, poseSize * frame + poseSize);
	}

	/** Computes `poses` from where the nodes are. */
	read(x: Float64Array): void {
		const { poses, turns, arms, orientations } = this;
		for (let i = 0; i < this.count; i++) {
			const at = 3 * this.positionNode(i);
			for (let k = 0; k < 3; k++) {
				poses[poseSize * i + k] = x[at + k];
				turns[3 * i + k] = x[at + 3 + k] / arms[i];
			}
			const q = orientations.subarray(4 * i, 4 * i + 4);
			if (
				turns[3 * i] === 0 &&
				turns[3 * i + 1] === 0 &&
				turns[3 * i + 2] === 0
			)
				poses.set(q, poseSize * i + 3);
			else
				poses.set(
					normalized(
						multiplyQuaternions(
							exponential(turns.subarray(3 * i, 3 * i + 3)),
							q,
						),
					),
					poseSize * i + 3,
				);
		}
	}

	/** Lets turns count from where the frames are. */
	recentre(x: Float64Array): void {
		this.read(x);
		for (let i = 0; i < this.count; i++) {
			for (let k = 0; k < 4; k++)
				this.orientations[4 * i + k] = this.poses[poseSize * i + 3 + k];
			x.fill(0, 3 * this.turnNode(i), 3 * this.turnNode(i) + 3);
		}
		this.turns.fill(0);
	}

	/** The largest turn [rad] in a direction of nodes. */
	largestTurn(direction: Float64Array): number {
		let most = 0;
		for (let i = 0; i < this.count; i++) {
			const at = 3 * this.turnNode(i);
			most = Math.max(
				most,
				Math.hypot(direction[at], direction[at + 1], direction[at + 2]) /
					this.arms[i],
			);
		}
		return most;
	}

	/** Shortens turns to less than a quarter: matter that goes on in straight lines turns by no more. */
	boundTurns(x: Float64Array): void {
		for (let i = 0; i < this.count; i++) {
			const at = 3 * this.turnNode(i);
			const angle = Math.hypot(x[at], x[at + 1], x[at + 2]) / this.arms[i];
			const factor = angle > 0 ? Math.atan(angle) / angle : 1;
			for (let k = 0; k < 3; k++) x[at + k] *= factor;
		}
	}

	/** Puts a frame somewhere. */
	place(frame: number, pose: ArrayLike<number>, x: Float64Array): void {
		for (let k = 0; k < 3; k++) x[3 * this.positionNode(frame) + k] = pose[k];
		this.orient(frame, Array.from(pose).slice(3), x);
		this.read(x);
	}

	/** Turns a frame to an orientation; `poses` follow when they are read. */
	orient(frame: number, q: ArrayLike<number>, x: Float64Array): void {
		const turn = 3 * this.turnNode(frame);
		x.fill(0, turn, turn + 3);
		for (let k = 0; k < 4; k++) this.orientations[4 * frame + k] = q[k];
	}

	/** Writes angular [rad/s] and linear [m/s] velocities, six numbers per frame, of those of nodes. */
	velocities(v: Float64Array, first: number, out: Float64Array): void {
		for (let i = 0; i < out.length / velocitySize; i++) {
			const at = 3 * this.positionNode(first + i);
			for (let k = 0; k < 3; k++) {
				out[velocitySize * i + k] = v[at + 3 + k] / this.arms[first + i];
				out[velocitySize * i + 3 + k] = v[at + k];
			}
		}
	}

	/** The other way: velocities of nodes from those of frames. */
	setVelocities(v: Float64Array, first: number, of: Float64Array): void {
		for (let i = 0; i < of.length / velocitySize; i++) {
			const at = 3 * this.positionNode(first + i);
			for (let k = 0; k < 3; k++) {
				v[at + 3 + k] = of[velocitySize * i + k] * this.arms[first + i];
				v[at + k] = of[velocitySize * i + 3 + k];
			}
		}
	}

	/** out += what torques and forces, six numbers per frame from the first one on, are by the nodes. */
	addWrenches(wrenches: Float64Array, first: number, out: Float64Array): void {
		const { turns, arms } = this;
		for (let i = 0; i < wrenches.length / velocitySize; i++) {
			const frame = first + i;
			const at = 3 * this.positionNode(frame);
			const from = velocitySize * i;
			for (let k = 0; k < 3; k++) out[at + k] += wrenches[from + 3 + k];
			const x = turns[3 * frame];
			const y = turns[3 * frame + 1];
			const z = turns[3 * frame + 2];
			if (x === 0 && y === 0 && z === 0) {
				for (let k = 0; k < 3; k++)
					out[at + 3 + k] += wrenches[from + k] / arms[frame];
				continue;
			}
			const J = leftJacobian([x, y, z]);
			for (let k = 0; k < 3; k++)
				out[at + 3 + k] +=
					(J[k] * wrenches[from] +
						J[3 + k] * wrenches[from + 1] +
						J[6 + k] * wrenches[from + 2]) /
					arms[frame];
		}
	}

	/** Returns torques and forces, six numbers per frame from the first one on, of a gradient by the nodes where turns are zero. */
	wrenches(gradient: Float64Array, first: number, size: number): Float64Array {
		const out = new Float64Array(size);
		for (let i = 0; i < size / velocitySize; i++) {
			const at = 3 * this.positionNode(first + i);
			for (let k = 0; k < 3; k++) {
				out[velocitySize * i + k] = gradient[at + 3 + k] * this.arms[first + i];
				out[velocitySize * i + 3 + k] = gradient[at + k];
			}
		}
		return out;
	}

	/** Gives the blocks of a dense symmetric matrix of frames from the first one on, six rows each, where turns are zero. */
	visitDense(
		K: Float64Array,
		count: number,
		first: number,
		take: TakeBlock,
	): void {
		const size = velocitySize * count;
		for (let i = 0; i < count; i++)
			for (let j = i; j < count; j++)
				for (let r = 0; r < 2; r++)
					for (let c = i === j ? r : 0; c < 2; c++)
						this.give(K, size, i, j, r, c, first, take);
	}

	/** The block of nodes r of frame i and c of frame j; 0 is the position, whose rows come second in K. */
	private give(
		K: Float64Array,
		size: number,
		i: number,
		j: number,
		r: number,
		c: number,
		first: number,
		take: TakeBlock,
	): void {
		const { block, arms } = this;
		const scale =
			1 / ((r === 1 ? arms[first + i] : 1) * (c === 1 ? arms[first + j] : 1));
		const row = velocitySize * i + (r === 0 ? 3 : 0);
		const column = velocitySize * j + (c === 0 ? 3 : 0);
		for (let a = 0; a < 3; a++)
			for (let b = 0; b < 3; b++)
				block[3 * a + b] = scale * K[size * (row + a) + column + b];
		take(
			this.positionNode(first + i) + r,
			this.positionNode(first + j) + c,
			block,
		);
	}
}

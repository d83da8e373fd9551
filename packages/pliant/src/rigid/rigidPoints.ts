/** Points of a rigid body among the points of a simulation: x = t + R (X − t̄). */
import type { FramePart } from "../frames/framePart.ts";
import { turned } from "../mappings/quaternion.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

export class RigidPoints implements FollowingPoints {
	readonly count: number;
	private readonly part: FramePart;
	/** Positions relative to the frame, in its axes. */
	private readonly local: Float64Array;
	private readonly J = new Float64Array(9);

	/** @param local positions relative to the frame, in its axes [m] */
	constructor(part: FramePart, local: Float64Array) {
		this.part = part;
		this.local = local;
		this.count = local.length / 3;
	}

	/** From the frame's origin to a point, in the axes of the world. */
	private arm(point: number): readonly number[] {
		const pose = this.part.nodes.pose(this.part.first);
		return turned(
			pose.subarray(3),
			this.local.subarray(3 * point, 3 * point + 3),
		);
	}

	positions(out: Float64Array): void {
		const pose = this.part.nodes.pose(this.part.first);
		for (let i = 0; i < this.count; i++) {
			const r = this.arm(i);
			for (let k = 0; k < 3; k++) out[3 * i + k] = pose[k] + r[k];
		}
	}

	velocities(v: Float64Array, out: Float64Array): void {
		const Omega = this.part.velocities(v);
		for (let i = 0; i < this.count; i++) {
			const r = this.arm(i);
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				out[3 * i + k] = Omega[3 + k] + Omega[a] * r[b] - Omega[b] * r[a];
			}
		}
	}

	addForces(forces: Float64Array, out: Float64Array): void {
		const wrench = new Float64Array(6);
		for (let i = 0; i < this.count; i++) {
			const r = this.arm(i);
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				wrench[k] += r[a] * forces[3 * i + b] - r[b] * forces[3 * i + a];
				wrench[3 + k] += forces[3 * i + k];
			}
		}
		this.part.nodes.addWrenches(wrench, this.part.first, out);
	}

	visitNodes(_point: number, each: (node: number) => void): void {
		const { nodes, first } = this.part;
		each(nodes.positionNode(first));
		each(nodes.turnNode(first));
	}

	visitJacobian(
		point: number,
		each: (node: number, J: Float64Array) => void,
	): void {
		const { nodes, first } = this.part;
		each(nodes.positionNode(first), identity);
		const [x, y, z] = this.arm(point).map((c) => c / nodes.arms[first]);
		this.J.set([0, z, -y, -z, 0, x, y, -x, 0]);
		each(nodes.turnNode(first), this.J);
	}

	/** Turning by δ moves a point by δ × (δ × r)/2 to second order. */
	visitCurvature(
		point: number,
		force: ArrayLike<number>,
		each: (row: number, column: number, block: Float64Array) => void,
	): void {
		const { nodes, first } = this.part;
		const r = this.arm(point);
		const along = r[0] * force[0] + r[1] * force[1] + r[2] * force[2];
		const scale = 1 / nodes.arms[first] ** 2;
		for (let i = 0; i < 3; i++)
			for (let j = 0; j < 3; j++)
				this.J[3 * i + j] =
					scale *
					((r[i] * force[j] + r[j] * force[i]) / 2 - (i === j ? along : 0));
		each(nodes.turnNode(first), nodes.turnNode(first), this.J);
	}
}

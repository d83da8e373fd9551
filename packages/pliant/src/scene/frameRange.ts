/** A body of frames in a simulation: its frames among the nodes, and the points of its surfaces. */
import type { VertexConstraint } from "../constraints/vertexConstraints.ts";
import {
	type FramedBody,
	type FramePose,
	poseNumbers,
} from "../frames/framedBody.ts";
import type { FrameNodes } from "../frames/frameNodes.ts";
import { FramePart } from "../frames/framePart.ts";
import type { FrameMassKind } from "../frames/frameSystem.ts";
import {
	conjugate,
	logarithm,
	multiplyQuaternions,
} from "../mappings/quaternion.ts";
import { boundingBox } from "../mesh/measure.ts";
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";

const axes: readonly Vector3[] = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];

export class FrameRange {
	readonly body: FramedBody;
	readonly part: FramePart;
	/** The vertices of the body's mesh. */
	readonly surface: FollowingPoints;
	/** The vertices that touch colliders, and their mesh. */
	readonly touching: FollowingPoints | undefined;
	readonly touchingMesh: Mesh;
	/** The first of them among all points that touch. */
	firstTouching: number | undefined;
	/** Where frames are that are led by hand, at a time [s], by their numbers at the beginning. */
	readonly led = new Map<number, (time: number) => Required<FramePose>>();

	static async create(
		body: FramedBody,
		nodes: FrameNodes,
		first: number,
		mass: FrameMassKind,
		gravity: Vector3,
	): Promise<FrameRange> {
		const system = await body.createSystem(mass);
		const { frameCapacity } = body;
		const part = new FramePart(system, nodes, first, frameCapacity, gravity);
		return new FrameRange(body, part);
	}

	private constructor(body: FramedBody, part: FramePart) {
		this.body = body;
		this.part = part;
		this.surface = this.points(body.mesh.positions);
		this.touchingMesh = body.collisionMesh;
		const { positions } = this.touchingMesh;
		if (positions.length > 0)
			this.touching =
				positions === body.mesh.positions
					? this.surface
					: this.points(positions);
		part.wrenches = body.frameLoads;
	}

	get touchingCount(): number {
		return this.touching?.count ?? 0;
	}

	/** Points of the body at rest positions [m]. */
	points(rest: Float64Array): FollowingPoints {
		return this.part.system.points(this.part, rest);
	}

	/** The rest position [m] of the material point that is somewhere now. */
	restOf(position: Vector3): Vector3 {
		return this.part.system.materialPoint(position);
	}

	/** Puts the frames where they start, with their velocities. */
	start(x: Float64Array, v: Float64Array): void {
		const { body, part } = this;
		const { nodes, first } = part;
		for (const [i, rest] of body.restFrames.entries()) {
			const pose = body.moved.get(i)?.(0) ?? body.started.get(i) ?? rest;
			nodes.place(first + i, poseNumbers(pose), x);
		}
		part.moved();
		const { start } = body;
		if (!start) return;
		const velocities = new Float64Array(part.size);
		for (let i = 0; i < body.frameCount; i++) {
			const [a, b, c] = nodes.pose(first + i);
			velocities.set(start.angularVelocity, 6 * i);
			velocities.set(start.velocity(a, b, c), 6 * i + 3);
		}
		nodes.setVelocities(v, first, velocities);
	}

	/** Leads a frame, by its number at the beginning, from one pose to another, from a time [s] on. */
	lead(own: number, from: Required<FramePose>, to: FramePose, start: number) {
		const { min, max } = this.box;
		const size = Math.hypot(...max.map((c, k) => c - min[k]));
		const end = { orientation: [0, 0, 0, 1], ...to } as const;
		this.led.set(own, wayTo(from, end, { start, size }));
	}

	/** What holds its frames, and the ones it has room for. */
	constraints(): [node: number, VertexConstraint][] {
		const { body, part } = this;
		const { nodes, first, capacity, system } = part;
		const found: [number, VertexConstraint][] = [];
		const hold = (node: number, target: (time: number) => Vector3) =>
			found.push([node, { normals: axes, target }]);
		const turn = (
			frame: number,
			orientation: (time: number) => ArrayLike<number>,
		) =>
			hold(nodes.turnNode(frame), (time) => {
				const at = nodes.orientations.subarray(4 * frame, 4 * frame + 4);
				const [a, b, c] = logarithm(
					multiplyQuaternions(orientation(time), conjugate(at)),
				);
				const arm = nodes.arms[frame];
				return [arm * a, arm * b, arm * c];
			});
		for (let i = 0; i < capacity; i++) {
			const frame = first + i;
			// By its number at the beginning: those that are inserted come later.
			const own = i < part.count ? (system.frames[i] ?? i) : -1;
			const [x, y, z, ...q] = nodes.pose(frame);
			const held = own < 0 ? "all" : body.held.get(own);
			const led = this.led.get(own);
			if (led) {
				// It may be led elsewhere meanwhile.
				const at = (time: number) => (this.led.get(own) ?? led)(time);
				hold(nodes.positionNode(frame), (time) => at(time).position);
				turn(frame, (time) => at(time).orientation);
				continue;
			}
			const moved = body.moved.get(own);
			if (moved) {
				hold(nodes.positionNode(frame), (time) => moved(time).position);
				turn(frame, (time) => moved(time).orientation ?? [0, 0, 0, 1]);
			}
			if (held === "all" || held === "position")
				hold(nodes.positionNode(frame), () => [x, y, z]);
			if (held === "all" || held === "orientation") turn(frame, () => q);
		}
		return found;
	}

	/** Whether a node is one of its frames'. */
	has(node: number): boolean {
		const { nodes, first, capacity } = this.part;
		const begin = nodes.positionNode(first);
		return node >= begin && node < begin + 2 * capacity;
	}

	/** The frame of a node. */
	frameOf(node: number): number {
		const { nodes, first } = this.part;
		return Math.floor((node - nodes.positionNode(first)) / 2);
	}

	/** A box about the body at rest [m]. */
	get box(): { readonly min: Vector3; readonly max: Vector3 } {
		const { body } = this;
		const positions = [...body.extentPoints];
		for (const { position } of body.restFrames) positions.push(...position);
		return boundingBox(Float64Array.from(positions));
	}
}

/** From one pose to another in a straight line, as fast as what is led by hand may go. */
function wayTo(
	from: Required<FramePose>,
	to: Required<FramePose>,
	{ start, size }: { readonly start: number; readonly size: number },
): (time: number) => Required<FramePose> {
	const way = to.position.map((c, k) => c - from.position[k]);
	const cosine = to.orientation.reduce(
		(sum, c, k) => sum + c * from.orientation[k],
		0,
	);
	const angle = 2 * Math.acos(Math.min(1, Math.abs(cosine)));
	const duration = Math.max(
		Math.hypot(...way) / (2 * size),
		angle / (2 * Math.PI),
	);
	return (time) => {
		const part = duration > 0 ? Math.min(1, (time - start) / duration) : 1;
		if (part === 1) return to;
		const mix = (a: number, b: number) => a + part * (b - a);
		// Of two quaternions for the same orientation, the nearer.
		const q = from.orientation.map((c, k) =>
			mix(c, Math.sign(cosine || 1) * to.orientation[k]),
		);
		const length = Math.hypot(...q);
		const [x, y, z] = from.position.map((c, k) => mix(c, to.position[k]));
		const [a, b, c, w] = q.map((part) => part / length);
		return { position: [x, y, z], orientation: [a, b, c, w] };
	};
}

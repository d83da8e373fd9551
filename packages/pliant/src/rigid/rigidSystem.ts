/** The frame of a rigid body and its mass. */
import { poseNumbers } from "../frames/framedBody.ts";
import type { FramePart } from "../frames/framePart.ts";
import type { FrameSystem } from "../frames/frameSystem.ts";
import type { MassSpace } from "../frames/inertia/massSpace.ts";
import { MomentSpace } from "../frames/inertia/momentSpace.ts";
import type { PointTensors } from "../frames/pointStress.ts";
import { conjugate, turned } from "../mappings/quaternion.ts";
import { velocitySize } from "../mappings/skinning.ts";
import { boundingBox } from "../mesh/measure.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { momentAxes } from "./massProperties.ts";
import type { RigidBody } from "./rigidBody.ts";
import { RigidPoints } from "./rigidPoints.ts";

export class RigidSystem implements FrameSystem {
	readonly body: RigidBody;
	readonly frames = [0];
	readonly size = velocitySize;
	readonly extent: number;
	readonly places: FrameSystem["places"];

	constructor(body: RigidBody) {
		this.body = body;
		const rest = Float64Array.from(poseNumbers(body.restFrames[0]));
		const pose = rest.slice();
		this.places = { count: 1, pose: () => pose, restPose: () => rest };
		this.extent = extentOf(body);
	}

	update(): void {}

	expand(velocities: Float64Array): Float64Array {
		return velocities;
	}

	addReduced(f: Float64Array, out: Float64Array): void {
		for (let i = 0; i < f.length; i++) out[i] += f[i];
	}

	addReducedMatrix(A: Float64Array, out: Float64Array): void {
		for (let i = 0; i < A.length; i++) out[i] += A[i];
	}

	massSpace(): MassSpace {
		const { mass, centre, moments } = this.body.properties;
		const s = centre.map((c, k) => c - this.places.restPose(0)[k]);
		return new MomentSpace(
			this,
			Float64Array.of(
				mass,
				...s.map((c) => mass * c),
				...momentAxes.map(([a, b], i) => moments[i] + mass * s[a] * s[b]),
			),
		);
	}

	points(part: FramePart, rest: Float64Array): RigidPoints {
		const origin = this.places.restPose(0);
		return new RigidPoints(
			part,
			rest.map((c, i) => c - origin[i % 3]),
		);
	}

	materialPoint(position: Vector3): Vector3 {
		const pose = this.places.pose(0);
		const origin = this.places.restPose(0);
		const [x, y, z] = turned(
			conjugate(pose.subarray(3)),
			position.map((c, k) => c - pose[k]),
		);
		return [x + origin[0], y + origin[1], z + origin[2]];
	}

	/** It is not strained, and its stress is not known. */
	tensorsAt(): PointTensors {
		return { strain: [0, 0, 0, 0, 0, 0], stress: [0, 0, 0, 0, 0, 0] };
	}

	elasticity(): undefined {
		return undefined;
	}
}

/** The size of its mesh, or of a ball with its mass and inertia. */
function extentOf({ mesh, properties }: RigidBody): number {
	if (mesh.positions.length > 0) {
		const { min, max } = boundingBox(mesh.positions);
		return Math.hypot(...max.map((c, k) => c - min[k]));
	}
	const [xx, , , yy, , zz] = properties.moments;
	return 2 * Math.sqrt((5 / 3) * ((xx + yy + zz) / properties.mass));
}

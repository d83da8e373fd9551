/** All that is nearer than a radius to a line between two points: a rod with round ends. */
import type { Vector3 } from "../../mesh/mesh.ts";
import { capsuleSurface } from "./revolved.ts";
import {
	checkDirection,
	checkPoint,
	checkSize,
	type Shape,
	sphericalCurvature,
	upright,
} from "./shape.ts";

export interface CapsuleOptions {
	/** The ends of the line [m]. */
	readonly from: Vector3;
	readonly to: Vector3;
	/** [m] */
	readonly radius: number;
}

export function capsule({ from, to, radius }: CapsuleOptions): Shape {
	checkSize("radius", radius);
	const [a, b] = [checkPoint("from", from), checkPoint("to", to)];
	const axis: Vector3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const half =
		Math.hypot(...checkDirection("the way from 'from' to 'to'", axis)) / 2;
	/** How far a point is beyond the nearest end, along the axis. */
	const beyond = (y: number) => y - Math.max(-half, Math.min(half, y));
	return {
		kind: "capsule",
		rotation: upright(axis),
		origin: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2],
		distance(x, y, z) {
			const over = beyond(y);
			return Math.sqrt(x * x + over * over + z * z) - radius;
		},
		derivatives(x, y, z, out) {
			const over = beyond(y);
			const r = Math.sqrt(x * x + over * over + z * z);
			sphericalCurvature(x / r, over / r, z / r, r, out);
			// Straight along the rod.
			if (over === 0) out[6] = 0;
		},
		surface: () => capsuleSurface(half, radius),
	};
}

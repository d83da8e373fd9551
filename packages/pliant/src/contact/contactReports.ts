/** How vertices touch colliders: for each collider, how many do, how near and how hard. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { ColliderSliding } from "./colliderSliding.ts";
import type { ContactReport } from "./contactInputs.ts";
import { isWithin, type Placed, type PointRange } from "./placed.ts";
import { toLocal, turnDerivatives } from "./pose.ts";

/**
 * Reports of points of some ranges at positions x and a time [s].
 * @param pressure the normal force [N] on a vertex at a distance [m] from a collider
 */
export function contactReports(
	parts: {
		readonly placed: readonly Placed[];
		readonly sliding: ColliderSliding;
		/** Flags of points that nothing but a script moves. */
		readonly isFixed: Uint8Array;
	},
	x: Float64Array,
	time: number,
	ranges: readonly PointRange[],
	pressure: (vertex: number, placed: Placed, distance: number) => number,
): ContactReport[] {
	const { sliding, isFixed } = parts;
	const local = new Float64Array(3);
	const derivatives = new Float64Array(9);
	const pose = new Float64Array(12);
	const isAsked = (point: number) => isWithin(ranges, point);
	const concerned = parts.placed.filter(({ points }) => points.some(isAsked));
	return concerned.map((placed) => {
		const { collider, shape, floor, reach, points } = placed;
		const index = parts.placed.indexOf(placed);
		collider.poseAt(time, pose);
		let count = 0;
		let distance = Number.POSITIVE_INFINITY;
		let total = 0;
		const moments: [number, number, number] = [0, 0, 0];
		const normalForce: [number, number, number] = [0, 0, 0];
		const frictionForce: [number, number, number] = [0, 0, 0];
		for (const vertex of points) {
			if (!isAsked(vertex)) continue;
			const at = 3 * vertex;
			toLocal(pose, x[at], x[at + 1], x[at + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			distance = Math.min(distance, d + floor);
			if (d >= reach) continue;
			count++;
			if (isFixed[vertex]) continue;
			shape.derivatives(local[0], local[1], local[2], derivatives);
			turnDerivatives(pose, derivatives);
			const force = pressure(vertex, placed, d);
			total += force;
			for (let k = 0; k < 3; k++) {
				normalForce[k] += force * derivatives[k];
				moments[k] += force * x[at + k];
			}
		}
		for (let i = 0; i < sliding.count; i++) {
			if (!isAsked(sliding.vertex(i)) || sliding.collider(i) !== index)
				continue;
			const pull = sliding.gradient(i, x);
			for (let k = 0; k < 3; k++) frictionForce[k] -= pull[k];
		}
		const centre = moments.map((m) => m / total) as unknown as Vector3;
		return {
			collider,
			count,
			distance,
			...(total > 0 && { centre }),
			normalForce,
			frictionForce,
		};
	});
}

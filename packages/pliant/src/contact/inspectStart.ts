import {
	type ContactProblem,
	isWithin,
	type Placed,
	type PointRange,
} from "./placed.ts";
import { toLocal, turnDerivatives } from "./pose.ts";
import type { Shape } from "./shapes/shape.ts";

/** Vertices deeper than this fraction of their body's extent are in a collider by mistake; others just touch it. */
const touching = 1e-6;

/**
 * Vertices that are in a collider at the beginning, and how far those that just touch one have to be lifted: calls `lift` with the
 * collider's normal times a distance [m].
 */
export function inspectStart(
	placed: readonly Placed[],
	x: Float64Array,
	ranges: readonly PointRange[],
	lift: (by: Float64Array, vertex: number) => void,
): ContactProblem | undefined {
	const local = new Float64Array(3);
	const derivatives = new Float64Array(9);
	for (const { collider, shape, floor, reach, now, points, size } of placed) {
		const { label } = collider;
		let nearest = Number.POSITIVE_INFINITY;
		let vertex = -1;
		for (const v of points) {
			if (!isWithin(ranges, v)) continue;
			toLocal(now, x[3 * v], x[3 * v + 1], x[3 * v + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			if (d < nearest) [nearest, vertex] = [d, v];
		}
		if (nearest > Math.min(touching * size, reach / 4)) continue;
		if (nearest + floor < -touching * size)
			return {
				what: `it is ${(-nearest - floor).toPrecision(3)} m inside ${label} at the beginning; place the body or the collider elsewhere`,
				vertex,
			};
		const at = 3 * vertex;
		toLocal(now, x[at], x[at + 1], x[at + 2], local);
		outwards(shape, local, reach, derivatives);
		turnDerivatives(now, derivatives);
		const by = reach / 2 - nearest;
		lift(
			derivatives.subarray(0, 3).map((n) => n * by),
			vertex,
		);
	}
	return undefined;
}

/** Calls `push` with how far points that are in a collider, or too near to it, have to be moved [m]. */
export function visitInside(
	placed: readonly Placed[],
	x: Float64Array,
	push: (point: number, by: Float64Array) => void,
): void {
	const local = new Float64Array(3);
	const derivatives = new Float64Array(9);
	for (const { shape, reach, now, points } of placed)
		for (const point of points) {
			toLocal(now, x[3 * point], x[3 * point + 1], x[3 * point + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			if (d > reach / 4) continue;
			outwards(shape, local, reach, derivatives);
			turnDerivatives(now, derivatives);
			const by = reach / 2 - d;
			push(
				point,
				derivatives.subarray(0, 3).map((n) => n * by),
			);
		}
}

/** The normal on or about the surface, where shapes with edges have no derivatives: by differences over a distance. */
function outwards(
	shape: Shape,
	[x, y, z]: Float64Array,
	by: number,
	out: Float64Array,
): void {
	out.fill(0);
	out[0] = shape.distance(x + by, y, z) - shape.distance(x - by, y, z);
	out[1] = shape.distance(x, y + by, z) - shape.distance(x, y - by, z);
	out[2] = shape.distance(x, y, z + by) - shape.distance(x, y, z - by);
	const length = Math.hypot(out[0], out[1], out[2]) || 1;
	for (let k = 0; k < 3; k++) out[k] /= length;
}

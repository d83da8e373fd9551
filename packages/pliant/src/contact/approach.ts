/** How far a point can go along a line before it comes too near to a shape. */
import type { Shape } from "./shapes/shape.ts";

const derivatives = new Float64Array(9);
/** Tangents converge quadratically; more are needed only where the way just misses. */
const mostTangents = 60;
/** A distance is close enough to the least allowed one within so much of it. */
const closeEnough = 0.05;

/**
 * The largest fraction up to 1, or a little less, of a way from a point at which a distance of `least` [m] is kept everywhere;
 * 0 where the point is nearer from the beginning. The distance from a convex shape lies above its tangents, so
 * going to where the tangent is down to `least` never goes too far (Newton's method from the convex side).
 */
export function approach(
	shape: Shape,
	from: Float64Array,
	way: Float64Array,
	least: number,
): number {
	// Typed arrays are slow to destructure.
	const x = from[0];
	const y = from[1];
	const z = from[2];
	const dx = way[0];
	const dy = way[1];
	const dz = way[2];
	let distance = shape.distance(x, y, z);
	// A distance changes by the length of the way at most.
	if (distance - least > Math.sqrt(dx * dx + dy * dy + dz * dz)) return 1;
	let fraction = 0;
	for (let i = 0; i < mostTangents; i++) {
		if (distance <= 0) return 0;
		shape.derivatives(
			x + fraction * dx,
			y + fraction * dy,
			z + fraction * dz,
			derivatives,
		);
		const slope =
			derivatives[0] * dx + derivatives[1] * dy + derivatives[2] * dz;
		// It comes no nearer from here on.
		if (slope >= 0) return 1;
		if (distance <= (1 + closeEnough) * least) return fraction;
		fraction += (distance - least) / -slope;
		if (fraction >= 1) return 1;
		distance = shape.distance(
			x + fraction * dx,
			y + fraction * dy,
			z + fraction * dz,
		);
	}
	return fraction;
}

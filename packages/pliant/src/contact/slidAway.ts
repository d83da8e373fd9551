/** Points that slide without end in statics: friction does not hold their body. */
import type { ColliderSliding } from "./colliderSliding.ts";
import type { FrictionCoefficients } from "./friction.ts";
import type { Placed } from "./placed.ts";
import type { Sliding } from "./surface/sliding.ts";
import type { Surfaces } from "./surface/surfaces.ts";

/** Part of the size of its body by which a point slides before nothing is expected to hold it any more. */
const far = 1 / 2;

/** A point that has slid that far. */
export interface SlidAway {
	/** Its number among all points, or that of a node which moves it. */
	readonly point: number;
	/** Label of the collider or body that it slides on. */
	readonly on: string;
	readonly friction: FrictionCoefficients;
}

/** Finds a point that has slid away on a collider at positions x [m]. */
export function slidAwayOnCollider(
	placed: readonly Placed[],
	sliding: ColliderSliding,
	x: Float64Array,
): SlidAway | undefined {
	for (let i = 0; i < sliding.count; i++) {
		const { collider, size, friction } = placed[sliding.collider(i)];
		if (sliding.slide(i, x) > far * size)
			return { point: sliding.vertex(i), on: collider.label, friction };
	}
	return undefined;
}

/**
 * Finds a point that has slid away on a surface at positions x [m].
 * @param start positions at the beginning of the step [m]
 */
export function slidAwayOnSurface(
	{ all, surfaceOfPoint }: Surfaces,
	sliding: Sliding,
	friction: (a: number, b: number) => FrictionCoefficients,
	start: Float64Array,
	x: Float64Array,
): SlidAway | undefined {
	const { list } = sliding;
	const sizes = new Map<number, number>();
	for (let i = 0; i < list.count; i++) {
		const slid = sliding.slide(i, x);
		if (slid <= sliding.threshold) continue;
		const pair = [list.first(i), list.second(i)];
		if (moved(pair[0], start, x) < moved(pair[1], start, x)) pair.reverse();
		const [point, other] = pair;
		const [a, b] = [surfaceOfPoint[point], surfaceOfPoint[other]];
		const size = sizes.get(a) ?? extent(all[a].ranges, start);
		sizes.set(a, size);
		if (slid > far * size)
			return { point, on: all[b].label, friction: friction(a, b) };
	}
	return undefined;
}

function moved(point: number, start: Float64Array, x: Float64Array): number {
	const at = 3 * point;
	return Math.hypot(
		x[at] - start[at],
		x[at + 1] - start[at + 1],
		x[at + 2] - start[at + 2],
	);
}

/** Returns the diagonal of the box around the points of some ranges [m]. */
function extent(
	ranges: Surfaces["all"][number]["ranges"],
	x: Float64Array,
): number {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const { first, last } of ranges)
		for (let i = 3 * first; i < 3 * last; i++) {
			low[i % 3] = Math.min(low[i % 3], x[i]);
			high[i % 3] = Math.max(high[i % 3], x[i]);
		}
	return Math.hypot(...high.map((value, k) => value - low[k]));
}

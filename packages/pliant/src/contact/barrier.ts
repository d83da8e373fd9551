/**
 * The barrier that keeps a distance d positive (Li et al. 2020, Incremental Potential Contact, eq. 6, of distances and not of their squares):
 *
 *   b(d) = −(d − r)² ln(d/r)  for 0 < d < r,  0 beyond the reach r
 *
 * It is twice continuously differentiable, grows without bound towards d = 0, and is convex.
 */

/**
 * The natural logarithm of a number from 0 to 1, by arithmetic alone: that of the platform differs from engine to engine in its
 * last bits, and so would trajectories. log(y) = e·log(2) + 2·atanh(s), y = 2^e·m, s = (m − 1)/(m + 1), √½ ≤ m.
 */
export function log(y: number): number {
	if (!(y > 0)) return y === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
	let e = 0;
	let m = y;
	for (; m < Math.SQRT1_2; m *= 2) e--;
	const s = (m - 1) / (m + 1);
	const z = s * s;
	let series = 0;
	for (let k = 23; k > 0; k -= 2) series = series * z + 1 / k;
	return e * Math.LN2 + 2 * s * series;
}

/** [m²] */
export function barrier(d: number, reach: number): number {
	return d >= reach ? 0 : -((d - reach) ** 2) * log(d / reach);
}

/** b′(d) [m], negative. */
export function barrierSlope(d: number, reach: number): number {
	if (d >= reach) return 0;
	const gap = d - reach;
	return -gap * (2 * log(d / reach) + gap / d);
}

/** b″(d), positive. */
export function barrierCurvature(d: number, reach: number): number {
	if (d >= reach) return 0;
	const gap = d - reach;
	return -2 * log(d / reach) - (4 * gap) / d + (gap / d) ** 2;
}

/** Where the barrier of two skins begins to rise without bound and where it ends, over the distance that they are to rest at. */
export const floorShare = 0.5;
export const outerShare = 1.1;

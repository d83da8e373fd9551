/**
 * The barrier that keeps a distance d positive (Li et al. 2020, Incremental Potential Contact, eq. 6, of distances and not of their squares):
 *
 *   b(d) = −(d − r)² ln(d/r)  for 0 < d < r,  0 beyond the reach r
 *
 * It is twice continuously differentiable, grows without bound towards d = 0, and is convex.
 */

/** [m²] */
export function barrier(d: number, reach: number): number {
	return d >= reach ? 0 : -((d - reach) ** 2) * Math.log(d / reach);
}

/** b′(d) [m], negative. */
export function barrierSlope(d: number, reach: number): number {
	if (d >= reach) return 0;
	const gap = d - reach;
	return -gap * (2 * Math.log(d / reach) + gap / d);
}

/** b″(d), positive. */
export function barrierCurvature(d: number, reach: number): number {
	if (d >= reach) return 0;
	const gap = d - reach;
	return -2 * Math.log(d / reach) - (4 * gap) / d + (gap / d) ** 2;
}

/**
 * The barrier that keeps a distance d positive:
 *
 *   b(d) = r² (y − 1 − ln y),  y = d/r  for 0 < d < r,  0 beyond the reach r
 *
 * Its force r (r − d)/d rises linearly from the reach and without bound towards d = 0. It is convex and self-concordant, which is what Newton's method converges fast for.
 * (The barrier of Li et al. 2020, −(d − r)² ln(d/r), is smoother at the reach. But where things hardly touch, its force is like (r − d)², of which a Newton
 * iteration takes no more than three quarters: cloth on a ball took twice the iterations.)
 */

/** 1/23, 1/21, … 1: dividing anew for each logarithm took most of its time. */
const oddInverses = Float64Array.from(
	{ length: 12 },
	(_, i) => 1 / (23 - 2 * i),
);

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
	for (let i = 0; i < 12; i++) series = series * z + oddInverses[i];
	return e * Math.LN2 + 2 * s * series;
}

/** b′(d) [m], negative. */
export function barrierSlope(d: number, reach: number): number {
	return d < reach ? reach * (1 - reach / d) : 0;
}

/** Writes b, b′ and b″ to three places, with one logarithm. */
export function measureBarrier(
	d: number,
	reach: number,
	out: Float64Array,
	at: number,
): void {
	if (d >= reach) {
		out[at] = out[at + 1] = out[at + 2] = 0;
		return;
	}
	const y = d / reach;
	out[at] = reach * reach * (y - 1 - log(y));
	out[at + 1] = reach * (1 - reach / d);
	out[at + 2] = 1 / (y * y);
}

/**
 * Where the barrier of two skins begins to rise without bound and where it ends, over the distance that they are to rest at. The nearer its end is to that distance the stiffer
 * it is against what is pressed on: with 1.1, impacts went through most of its range, and Newton took three to four times the iterations. The farther away its beginning is the
 * longer are steps: with 0.5, a few edges that were pressed together held up all the rest, and a drop on a ball took a third more iterations, ten layers half as many again; with 0.1 as many as with 0.2. (With 0.2, strands of a rod that are pressed together slide off each other.)
 */
export const floorShare = 0.25;
export const outerShare = 1.01;

/** κ is doubled where less than this part of the range is left, and halved again where there is more than that. */
const tooNear = 0.03;
const farEnough = 0.1;
/** In a gap that is narrower than that, no stiffness helps. */
const mostStiffness = 2 ** 30;

/**
 * The factor of κ of the next step, 1 where nothing was pressed together hard. (Where it was never lowered, an impact left cloth with four thousand times the stiffness
 * for the rest of its time, and systems with three times the iterations.)
 * @param nearest the smallest distance over reach
 */
export function nextStiffness(stiffness: number, nearest: number): number {
	if (nearest < tooNear) return Math.min(2 * stiffness, mostStiffness);
	return nearest > farEnough ? Math.max(stiffness / 2, 1) : stiffness;
}

/**
 * Contact acts in a substep with its forces at the end, where other forces act on the mean. What slides along a curve would be driven by the difference: a rope that
 * slides around a cylinder ran a tenth too fast. So forces of contact turn back by half of what their normals have turned by in the substep.
 */

/** Cosine of the largest angle that normals may turn by: with more, something else touches. */
const leastCosine = 0.95;

/**
 * Turns the forces of contact back at the end of a substep, as far as they last.
 * @param before gradient of contact without friction [N] at the end of the last substep, which becomes that of now
 * @param normalGradient that of now
 * @param gradient gradient of contact over masses [m/s²], which has acted for a duration [s]
 * @param v velocities [m/s]
 */
export function turnContact(
	before: Float64Array,
	normalGradient: Float64Array,
	gradient: ArrayLike<number>,
	duration: number,
	v: Float64Array,
): void {
	for (let i = 0; i < v.length; i += 3) {
		const earlier = length(before, i);
		const now = length(normalGradient, i);
		const part = (duration * Math.min(earlier, now)) / now;
		if (!(part > 0)) continue;
		const change = turnedBack(
			before.subarray(i, i + 3).map((c) => c / earlier),
			normalGradient.subarray(i, i + 3).map((c) => c / now),
			gradient,
			i,
		);
		for (let k = 0; k < 3; k++) v[i + k] -= part * change[k];
	}
	before.set(normalGradient);
}

const length = (f: Float64Array, i: number): number =>
	Math.sqrt(f[i] ** 2 + f[i + 1] ** 2 + f[i + 2] ** 2);

const none = [0, 0, 0];

/** Returns R f − f, where R turns the normal n halfway to the one before. */
function turnedBack(
	[x, y, z]: Float64Array,
	[a, b, c]: Float64Array,
	f: ArrayLike<number>,
	i: number,
): readonly number[] {
	if (a * x + b * y + c * z < leastCosine) return none;
	// Half of the sine of the whole angle is the sine of half of it, to third order.
	const p = (b * z - c * y) / 2;
	const q = (c * x - a * z) / 2;
	const r = (a * y - b * x) / 2;
	const cosine = Math.sqrt(1 - p * p - q * q - r * r);
	const along = (p * f[i] + q * f[i + 1] + r * f[i + 2]) / (1 + cosine);
	return [
		q * f[i + 2] - r * f[i + 1] + (cosine - 1) * f[i] + p * along,
		r * f[i] - p * f[i + 2] + (cosine - 1) * f[i + 1] + q * along,
		p * f[i + 1] - q * f[i] + (cosine - 1) * f[i + 2] + r * along,
	];
}

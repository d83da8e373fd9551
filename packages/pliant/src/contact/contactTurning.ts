/**
 * Contact acts in a substep with its forces at the end, where other forces act on the mean. The difference would drive what slides along a curve: a rope would slide
 * around a cylinder a tenth too fast. So forces of contact turn back by half of what their normals have turned by in the substep.
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
		if (part > 0)
			turnBack(before, normalGradient, earlier * now, gradient, i, part, v);
	}
	before.set(normalGradient);
}

const length = (f: Float64Array, i: number): number =>
	Math.sqrt(f[i] ** 2 + f[i + 1] ** 2 + f[i + 2] ** 2);

/**
 * Subtracts part · (R f − f) from v, where R turns the normal now halfway to the one before.
 * @param product of the lengths of both normals
 */
function turnBack(
	before: Float64Array,
	now: Float64Array,
	product: number,
	f: ArrayLike<number>,
	i: number,
	part: number,
	v: Float64Array,
): void {
	const [x, y, z] = [before[i], before[i + 1], before[i + 2]];
	const [a, b, c] = [now[i], now[i + 1], now[i + 2]];
	if (a * x + b * y + c * z < leastCosine * product) return;
	// Half of the sine of the whole angle is the sine of half of it, to third order.
	const p = (b * z - c * y) / (2 * product);
	const q = (c * x - a * z) / (2 * product);
	const r = (a * y - b * x) / (2 * product);
	const cosine = Math.sqrt(1 - p * p - q * q - r * r);
	const along = (p * f[i] + q * f[i + 1] + r * f[i + 2]) / (1 + cosine);
	const less = cosine - 1;
	v[i] -= part * (q * f[i + 2] - r * f[i + 1] + less * f[i] + p * along);
	v[i + 1] -= part * (r * f[i] - p * f[i + 2] + less * f[i + 1] + q * along);
	v[i + 2] -= part * (p * f[i + 1] - q * f[i] + less * f[i + 2] + r * along);
}

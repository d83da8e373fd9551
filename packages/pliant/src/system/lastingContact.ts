/**
 * Contact acts in a substep with its forces at the end, where other forces act on the mean. What slides along a curve would be driven by the difference: a rope that
 * slides around a cylinder ran a tenth too fast. So forces of contact turn back by half of what their normals have turned by in the substep.
 */

/** Unit normals of contact at the end of the last substep, xyz of each node; zero if nothing touched it. */
export type ContactNormals = Float64Array;

/** Cosine of the largest angle that normals may turn by: with more, something else touches. */
const leastCosine = 0.8;

/**
 * Turns the forces of contact back in velocities at the end of a substep of length h [s], and notes the normals.
 * @param normalForces gradient of contact without friction
 * @param accelerations by contact [m/s²]
 * @param v velocities [m/s]
 */
export function turnContact(
	normals: ContactNormals,
	normalForces: ArrayLike<number>,
	accelerations: ArrayLike<number>,
	h: number,
	v: Float64Array,
): void {
	for (let i = 0; i < v.length; i += 3) {
		const size = Math.hypot(
			normalForces[i],
			normalForces[i + 1],
			normalForces[i + 2],
		);
		let [a, b, c] = [0, 0, 0];
		if (size > 0) {
			a = -normalForces[i] / size;
			b = -normalForces[i + 1] / size;
			c = -normalForces[i + 2] / size;
			turnBack(normals, [a, b, c], accelerations, i, h, v);
		}
		normals[i] = a;
		normals[i + 1] = b;
		normals[i + 2] = c;
	}
}

/** Adds h (R f − f), where R turns the normal n halfway to the one before: the axis is n × (n + n before), and half of the angle is small. */
function turnBack(
	before: ContactNormals,
	[a, b, c]: readonly number[],
	f: ArrayLike<number>,
	i: number,
	h: number,
	v: Float64Array,
): void {
	const [x, y, z] = [before[i], before[i + 1], before[i + 2]];
	if (a * x + b * y + c * z < leastCosine) return;
	// sin of the whole angle over two is that of half of it, to third order.
	const p = (b * z - c * y) / 2;
	const q = (c * x - a * z) / 2;
	const r = (a * y - b * x) / 2;
	const cosine = Math.sqrt(1 - p * p - q * q - r * r) - 1;
	const along =
		(p * f[i] + q * f[i + 1] + r * f[i + 2]) / (1 + Math.abs(cosine + 1));
	v[i] += h * (q * f[i + 2] - r * f[i + 1] + cosine * f[i] + p * along);
	v[i + 1] += h * (r * f[i] - p * f[i + 2] + cosine * f[i + 1] + q * along);
	v[i + 2] += h * (p * f[i + 1] - q * f[i] + cosine * f[i + 2] + r * along);
}

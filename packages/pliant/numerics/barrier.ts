/** The barrier of src/contact/barrier.ts, to the same bits. */

const halfRoot: f64 = 0.7071067811865476;
const logOfTwo: f64 = 0.6931471805599453;

/** The natural logarithm of a number from 0 to 1, by arithmetic alone. */
function log(y: f64): f64 {
	if (!(y > 0)) return y == 0 ? -Infinity : NaN;
	let e: f64 = 0;
	let m = y;
	for (; m < halfRoot; m *= 2) e--;
	const s = (m - 1) / (m + 1);
	const z = s * s;
	let series: f64 = 1.0 / 23.0;
	series = series * z + 1.0 / 21.0;
	series = series * z + 1.0 / 19.0;
	series = series * z + 1.0 / 17.0;
	series = series * z + 1.0 / 15.0;
	series = series * z + 1.0 / 13.0;
	series = series * z + 1.0 / 11.0;
	series = series * z + 1.0 / 9.0;
	series = series * z + 1.0 / 7.0;
	series = series * z + 1.0 / 5.0;
	series = series * z + 1.0 / 3.0;
	series = series * z + 1.0;
	return e * logOfTwo + 2 * s * series;
}

/** Writes b, b′ and b″. */
export function measureBarrier(d: f64, reach: f64, out: usize): void {
	if (d >= reach) {
		memory.fill(out, 0, 24);
		return;
	}
	const y = d / reach;
	store<f64>(out, reach * reach * (y - 1 - log(y)));
	store<f64>(out, reach * (1 - reach / d), 8);
	store<f64>(out, 1 / (y * y), 16);
}

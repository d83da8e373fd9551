/** On which side points lie, exactly: with a bound of rounding first, and in whole numbers where that does not decide. */

/** Rounding of a determinant of differences, relative to the sum of the sizes of its products (Shewchuk 1997). */
const roundingOf3 = (7 + 56 * 2 ** -53) * 2 ** -53;
const roundingOf2 = (3 + 16 * 2 ** -53) * 2 ** -53;

/** Sign of the determinant of (a − d, b − d, c − d), points by their numbers among x. */
export function orientation3(
	x: Float64Array,
	a: number,
	b: number,
	c: number,
	d: number,
): number {
	const dx = x[3 * d];
	const dy = x[3 * d + 1];
	const dz = x[3 * d + 2];
	const ax = x[3 * a] - dx;
	const ay = x[3 * a + 1] - dy;
	const az = x[3 * a + 2] - dz;
	const bx = x[3 * b] - dx;
	const by = x[3 * b + 1] - dy;
	const bz = x[3 * b + 2] - dz;
	const cx = x[3 * c] - dx;
	const cy = x[3 * c + 1] - dy;
	const cz = x[3 * c + 2] - dz;
	const determinant =
		az * (bx * cy - cx * by) +
		bz * (cx * ay - ax * cy) +
		cz * (ax * by - bx * ay);
	const size =
		Math.abs(az) * (Math.abs(bx * cy) + Math.abs(cx * by)) +
		Math.abs(bz) * (Math.abs(cx * ay) + Math.abs(ax * cy)) +
		Math.abs(cz) * (Math.abs(ax * by) + Math.abs(bx * ay));
	if (Math.abs(determinant) > roundingOf3 * size) return Math.sign(determinant);
	const [A, B, C] = wholeNumbers(x, [a, b, c, d], [0, 1, 2]).map(
		(point, _, all) => point.map((value, k) => value - all[3][k]),
	);
	return signOf(
		A[2] * (B[0] * C[1] - C[0] * B[1]) +
			B[2] * (C[0] * A[1] - A[0] * C[1]) +
			C[2] * (A[0] * B[1] - B[0] * A[1]),
	);
}

/** Sign of the determinant of (a − c, b − c) in two of the coordinates. */
export function orientation2(
	x: Float64Array,
	a: number,
	b: number,
	c: number,
	i: number,
	j: number,
): number {
	const left = (x[3 * a + i] - x[3 * c + i]) * (x[3 * b + j] - x[3 * c + j]);
	const right = (x[3 * a + j] - x[3 * c + j]) * (x[3 * b + i] - x[3 * c + i]);
	const size = Math.abs(left) + Math.abs(right);
	if (Math.abs(left - right) > roundingOf2 * size)
		return Math.sign(left - right);
	const [A, B, C] = wholeNumbers(x, [a, b, c], [i, j]);
	return signOf((A[0] - C[0]) * (B[1] - C[1]) - (A[1] - C[1]) * (B[0] - C[0]));
}

const signOf = (value: bigint): number =>
	value > 0n ? 1 : value < 0n ? -1 : 0;

const bits = new DataView(new ArrayBuffer(8));

/** Significand and exponent of a number: value = significand · 2^exponent. */
function parts(value: number): { significand: bigint; exponent: number } {
	bits.setFloat64(0, value);
	const raw = bits.getBigUint64(0);
	const biased = Number((raw >> 52n) & 0x7ffn);
	const fraction = raw & 0xfffffffffffffn;
	const size = biased === 0 ? fraction : fraction | 0x10000000000000n;
	return {
		significand: raw >> 63n ? -size : size,
		exponent: Math.max(biased, 1) - 1075,
	};
}

/** Coordinates of points as multiples of one power of two. */
function wholeNumbers(
	x: Float64Array,
	points: readonly number[],
	coordinates: readonly number[],
): bigint[][] {
	const all = points.map((point) =>
		coordinates.map((k) => parts(x[3 * point + k])),
	);
	const least = Math.min(...all.flat().map(({ exponent }) => exponent));
	return all.map((point) =>
		point.map(
			({ significand, exponent }) => significand << BigInt(exponent - least),
		),
	);
}

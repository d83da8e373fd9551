/** Blocks of 6×6 numbers in f32, packed: 144 bytes. Rows of vectors have eight places, of which the last two are zero. */

export const wideBytes: usize = 144;
/** Where the last two of six numbers begin. */
export const highBytes: usize = 16;

/** Keeps the last two of six numbers. */
export const two = i32x4(-1, -1, 0, 0);

/** The sums of four vectors' numbers. */
@inline
export function sumsOf(a: v128, b: v128, c: v128, d: v128): v128 {
	const ab = f32x4.add(f32x4.shuffle(a, b, 0, 1, 4, 5), f32x4.shuffle(a, b, 2, 3, 6, 7));
	const cd = f32x4.add(f32x4.shuffle(c, d, 0, 1, 4, 5), f32x4.shuffle(c, d, 2, 3, 6, 7));
	return f32x4.add(f32x4.shuffle(ab, cd, 0, 2, 4, 6), f32x4.shuffle(ab, cd, 1, 3, 5, 7));
}

/** Products of a line's six numbers with those of x, added to `sum`. */
@inline
export function addLineProducts(line: usize, low: v128, high: v128, sum: v128): v128 {
	return f32x4.add(
		f32x4.add(sum, f32x4.mul(v128.load(line), low)),
		f32x4.mul(v128.load64_zero(line, 16), high),
	);
}

/**
 * The first four numbers of Σ_c x_c · line_c, for the six lines of a block, added to `sum`: B·x where lines are columns. From the
 * block's fifth number on it gives the last two, with something in the places after them.
 */
@inline
export function addLines(block: usize, x: usize, sum: v128): v128 {
	sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(x), v128.load(block)));
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 4), v128.load(block, 24)),
	);
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 8), v128.load(block, 48)),
	);
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 12), v128.load(block, 72)),
	);
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 16), v128.load(block, 96)),
	);
	return f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 20), v128.load(block, 120)),
	);
}

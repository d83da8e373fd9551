/** Blocks of 6×6 numbers in f32, packed: 144 bytes. Rows of vectors have eight places, of which the last two are zero. */

export const wideBytes: usize = 144;

/** Keeps the last two of six numbers. */
export const two = i32x4(-1, -1, 0, 0);

/** The first four numbers of Σ_c x_c · line_c, for the six lines of a block, added to `sum`: B·x where lines are columns. */
@inline
export function addLow(block: usize, x: usize, sum: v128): v128 {
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

/** The last two numbers of that, with something in the last two places. */
@inline
export function addHigh(block: usize, x: usize, sum: v128): v128 {
	sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(x), v128.load(block, 16)));
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 4), v128.load(block, 40)),
	);
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 8), v128.load(block, 64)),
	);
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 12), v128.load(block, 88)),
	);
	sum = f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 16), v128.load(block, 112)),
	);
	return f32x4.add(
		sum,
		f32x4.mul(v128.load32_splat(x, 20), v128.load(block, 136)),
	);
}

/** line · x for lines of six numbers. */
@inline
export function lineTimes(line: usize, low: v128, high: v128): f32 {
	const s = f32x4.add(
		f32x4.mul(v128.load(line), low),
		f32x4.mul(v128.load64_zero(line, 16), high),
	);
	const t = f32x4.add(s, v128.shuffle<f32>(s, s, 2, 3, 0, 1));
	return f32x4.extract_lane(t, 0) + f32x4.extract_lane(t, 1);
}

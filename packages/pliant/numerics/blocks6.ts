/** Blocks of 6×6 numbers in f32, packed: 144 bytes. Rows of vectors have eight places, of which the last two are zero. */

export const wideBytes: usize = 144;

/** Keeps the last two of six numbers. */
export const two = i32x4(-1, -1, 0, 0);

/** out += Σ_c x_c · line_c, for the six lines of a block of six numbers each: B·x where lines are columns, Bᵀ·x where they are rows. */
@inline
export function addLines(block: usize, x: usize, out: usize): void {
	let low = v128.load(out);
	let high = v128.load(out, 16);
	let s = v128.load32_splat(x);
	low = f32x4.add(low, f32x4.mul(s, v128.load(block)));
	high = f32x4.add(high, f32x4.mul(s, v128.load(block, 16)));
	s = v128.load32_splat(x, 4);
	low = f32x4.add(low, f32x4.mul(s, v128.load(block, 24)));
	high = f32x4.add(high, f32x4.mul(s, v128.load(block, 40)));
	s = v128.load32_splat(x, 8);
	low = f32x4.add(low, f32x4.mul(s, v128.load(block, 48)));
	high = f32x4.add(high, f32x4.mul(s, v128.load(block, 64)));
	s = v128.load32_splat(x, 12);
	low = f32x4.add(low, f32x4.mul(s, v128.load(block, 72)));
	high = f32x4.add(high, f32x4.mul(s, v128.load(block, 88)));
	s = v128.load32_splat(x, 16);
	low = f32x4.add(low, f32x4.mul(s, v128.load(block, 96)));
	high = f32x4.add(high, f32x4.mul(s, v128.load(block, 112)));
	s = v128.load32_splat(x, 20);
	low = f32x4.add(low, f32x4.mul(s, v128.load(block, 120)));
	high = f32x4.add(high, f32x4.mul(s, v128.load(block, 136)));
	v128.store(out, low);
	v128.store(out, v128.and(high, two), 16);
}

/** out += factor · line, for lines of six numbers that follow each other: what comes after the line is left alone. */
@inline
export function addLine(factor: f32, line: usize, out: usize): void {
	const s = f32x4.splat(factor);
	v128.store(
		out,
		f32x4.add(v128.load(out), f32x4.mul(s, v128.load(line))),
	);
	v128.store64_lane(
		out,
		f32x4.add(
			v128.load64_zero(out, 16),
			f32x4.mul(s, v128.load64_zero(line, 16)),
		),
		0,
		16,
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

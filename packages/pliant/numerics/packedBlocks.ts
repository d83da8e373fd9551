/**
 * Blocks of a prolongation in 16 bits: integers, and one scale in f32 for all blocks of a row. What rounding adds to rigid motions has some 1e-9 of the energy that
 * motions of single rows have; the matrix itself, in f32, is no better. It takes half of the memory, which is what a cycle waits for.
 */

const largest: f32 = 32767;

@inline
export function packedBytes(size: usize): usize {
	return 12 * size;
}

/** The first four of a line's six numbers, and the last two, in units of the scale. */
@inline
export function packedLow(line: usize): v128 {
	return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v128.load64_zero(line)));
}

@inline
export function packedHigh(line: usize): v128 {
	return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v128.load32_zero(line, 8)));
}

/** Packs so many numbers, an even one, of a row; returns their scale. */
export function packRow(from: usize, count: u32, to: usize): f32 {
	let most: f32 = 0;
	for (let i: u32 = 0; i < count; i++) most = max(most, abs(load<f32>(from + 4 * i)));
	if (!(most > 0)) {
		memory.fill(to, 0, 2 * count);
		return 0;
	}
	const fits = f32x4.splat(largest / most);
	for (let i: usize = 0; i < count; i += 2) {
		const rounded = f32x4.nearest(f32x4.mul(fits, v128.load64_zero(from + 4 * i)));
		const integers = i32x4.trunc_sat_f32x4_s(rounded);
		v128.store32_lane(to + 2 * i, i16x8.narrow_i32x4_s(integers, integers), 0);
	}
	return most / largest;
}

/** Writes `lines` lines of six f32. */
export function unpack(from: usize, lines: usize, scale: f32, to: usize): void {
	const s = f32x4.splat(scale);
	for (const end = to + 24 * lines; to < end; to += 24, from += 12) {
		v128.store(to, f32x4.mul(s, packedLow(from)));
		v128.store64_lane(to, f32x4.mul(s, packedHigh(from)), 0, 16);
	}
}

/** out += factor · B for three packed lines, in units of their scale. */
export function addPackedMultiple(factor: f32, from: usize, out: usize): void {
	const f = f32x4.splat(factor);
	for (const end = out + 72; out < end; out += 24, from += 12) {
		v128.store(out, f32x4.add(v128.load(out), f32x4.mul(f, packedLow(from))));
		v128.store64_lane(out, f32x4.add(v128.load64_zero(out, 16), f32x4.mul(f, packedHigh(from))), 0, 16);
	}
}

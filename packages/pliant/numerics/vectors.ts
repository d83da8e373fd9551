/** Vectors of f32 with three numbers per row, padded to four: the fourth is zero. Sums run in f64. */
import { shareEnd, shareStart } from "./team";

/** Keeps the three numbers of a row. */
export const three = i32x4(-1, -1, -1, 0);

/** Sums of the even and odd terms of a·b, in f64. */
@inline
export function addDot(sum: v128, a: v128, b: v128): v128 {
	const low = f64x2.mul(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
	const high = f64x2.mul(
		f64x2.promote_low_f32x4(i64x2.shuffle(a, a, 1, 1)),
		f64x2.promote_low_f32x4(i64x2.shuffle(b, b, 1, 1)),
	);
	return f64x2.add(sum, f64x2.add(low, high));
}

@inline
export function total(sum: v128): f64 {
	return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Sum of f64 numbers, in order: every thread computes it and gets the same. */
export function sumOf(numbers: usize, count: u32): f64 {
	let sum: f64 = 0;
	for (let i: u32 = 0; i < count; i++) sum += load<f64>(numbers + 8 * i);
	return sum;
}

/** y += factor · x for rows of this thread: x in f32 with four numbers per row, y in f64 with three. */
export function addToF64(rows: u32, factor: f64, x: usize, y: usize): void {
	const end = shareEnd(rows);
	for (let row = shareStart(rows); row < end; row++) {
		const from = x + 16 * row;
		const to = y + 24 * row;
		store<f64>(to, load<f64>(to) + factor * load<f32>(from));
		store<f64>(to, load<f64>(to, 8) + factor * load<f32>(from, 4), 8);
		store<f64>(to, load<f64>(to, 16) + factor * load<f32>(from, 8), 16);
	}
}

/** Blocks of 3×3 numbers in f32, by columns, packed: 36 bytes. Loads of a column reach one number beyond it. */
import { three } from "./vectors";

export const blockBytes: usize = 36;

/** B·v, with something in the fourth place. */
@inline
export function times(block: usize, v: v128): v128 {
	return f32x4.add(
		f32x4.add(
			f32x4.mul(v128.load(block), v128.shuffle<f32>(v, v, 0, 0, 0, 0)),
			f32x4.mul(v128.load(block, 12), v128.shuffle<f32>(v, v, 1, 1, 1, 1)),
		),
		f32x4.mul(v128.load(block, 24), v128.shuffle<f32>(v, v, 2, 2, 2, 2)),
	);
}

/** The sums of the first three numbers of a, b and c, with something in the fourth place. */
@inline
export function sumsOfThree(a: v128, b: v128, c: v128): v128 {
	const xy = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
	const z = v128.shuffle<f32>(a, b, 2, 6, 2, 6);
	return f32x4.add(
		f32x4.add(
			v128.shuffle<f32>(xy, c, 0, 1, 4, 4),
			v128.shuffle<f32>(xy, c, 2, 3, 5, 5),
		),
		v128.shuffle<f32>(z, c, 0, 1, 6, 6),
	);
}

/** Bᵀ·v, with something in the fourth place. The fourth number of v must be zero or ignored: it meets what follows a column. */
@inline
export function transposedTimes(block: usize, v: v128): v128 {
	return sumsOfThree(
		f32x4.mul(v128.load(block), v),
		f32x4.mul(v128.load(block, 12), v),
		f32x4.mul(v128.load(block, 24), v),
	);
}

/** B·v for a row: nothing in the fourth place. */
@inline
export function rowTimes(block: usize, v: v128): v128 {
	return v128.and(times(block, v), three);
}

/** Symmetric blocks of 3×3 numbers in f32, by columns of four, the last of which is not used. */
import { transposedTimes } from "./blocks3";
import { three } from "./vectors";

export const paddedBytes: usize = 48;

@inline
export function paddedTimes(block: usize, v: v128): v128 {
	return v128.and(
		f32x4.add(
			f32x4.add(
				f32x4.mul(v128.load(block), v128.shuffle<f32>(v, v, 0, 0, 0, 0)),
				f32x4.mul(v128.load(block, 16), v128.shuffle<f32>(v, v, 1, 1, 1, 1)),
			),
			f32x4.mul(v128.load(block, 32), v128.shuffle<f32>(v, v, 2, 2, 2, 2)),
		),
		three,
	);
}

/** Adds Aᵀ·B·A to a padded block, for a block A and a padded B. */
export function addSandwich(A: usize, B: usize, to: usize): void {
	for (let k: usize = 0; k < 3; k++)
		v128.store(
			to + 16 * k,
			f32x4.add(v128.load(to + 16 * k), transposedTimes(A, paddedTimes(B, v128.load(A + 12 * k)))),
		);
}

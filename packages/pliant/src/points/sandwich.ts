/** out = leftᵀ B right, 3×3 by rows: how a block of points comes to nodes that they follow. */
export function sandwich(
	left: Float64Array,
	B: Float64Array,
	right: Float64Array,
	out: Float64Array,
): void {
	for (let r = 0; r < 3; r++)
		for (let c = 0; c < 3; c++) {
			let sum = 0;
			for (let a = 0; a < 3; a++)
				for (let b = 0; b < 3; b++)
					sum += left[3 * a + r] * B[3 * a + b] * right[3 * b + c];
			out[3 * r + c] = sum;
		}
}

/**
 * The 3×3 kernels of the Cholesky factorisation. Panels are row-major and lie one after another in
 * `values`; a tile is given by the index of its first number and the stride from one row to the next.
 */

/**
 * Subtracts A·Bᵀ from the tile at `t`, for the 3×`length` strips A at `a` and B at `b`. They may lie in
 * another panel than the tile, hence the two strides.
 *
 * Both strips run along rows, so the loop reads memory in order; the nine sums fit the sixteen
 * registers of x64 and ARM, and each loaded number is used three times.
 */
export function subtractProduct(
	values: Float64Array,
	a: number,
	b: number,
	stride: number,
	length: number,
	t: number,
	targetStride: number,
): void {
	let s00 = 0;
	let s01 = 0;
	let s02 = 0;
	let s10 = 0;
	let s11 = 0;
	let s12 = 0;
	let s20 = 0;
	let s21 = 0;
	let s22 = 0;
	const aEnd = a + length;
	for (; a < aEnd; a++, b++) {
		const a0 = values[a];
		const a1 = values[a + stride];
		const a2 = values[a + 2 * stride];
		const b0 = values[b];
		const b1 = values[b + stride];
		const b2 = values[b + 2 * stride];
		s00 += a0 * b0;
		s01 += a0 * b1;
		s02 += a0 * b2;
		s10 += a1 * b0;
		s11 += a1 * b1;
		s12 += a1 * b2;
		s20 += a2 * b0;
		s21 += a2 * b1;
		s22 += a2 * b2;
	}
	values[t] -= s00;
	values[t + 1] -= s01;
	values[t + 2] -= s02;
	t += targetStride;
	values[t] -= s10;
	values[t + 1] -= s11;
	values[t + 2] -= s12;
	t += targetStride;
	values[t] -= s20;
	values[t + 1] -= s21;
	values[t + 2] -= s22;
}

/**
 * Replaces the lower triangle of the symmetric tile at `d` by its Cholesky factor, with the reciprocals
 * of the diagonal in place of the diagonal, so that the solves multiply. Returns false when a pivot is
 * not a positive finite number.
 */
export function factorTile(
	values: Float64Array,
	d: number,
	stride: number,
): boolean {
	const row1 = d + stride;
	const row2 = row1 + stride;
	const pivot0 = values[d];
	const r0 = 1 / Math.sqrt(pivot0);
	const l10 = values[row1] * r0;
	const l20 = values[row2] * r0;
	const pivot1 = values[row1 + 1] - l10 * l10;
	const r1 = 1 / Math.sqrt(pivot1);
	const l21 = (values[row2 + 1] - l20 * l10) * r1;
	const pivot2 = values[row2 + 2] - l20 * l20 - l21 * l21;
	const r2 = 1 / Math.sqrt(pivot2);
	values[d] = r0;
	values[row1] = l10;
	values[row1 + 1] = r1;
	values[row2] = l20;
	values[row2 + 1] = l21;
	values[row2 + 2] = r2;
	return isPivot(pivot0) && isPivot(pivot1) && isPivot(pivot2);
}

function isPivot(value: number): boolean {
	return value > 0 && value < Number.POSITIVE_INFINITY;
}

/** Replaces the tile X at `t` by X·L⁻ᵀ, with L the factored tile at `d`. */
export function solveTile(
	values: Float64Array,
	d: number,
	t: number,
	stride: number,
): void {
	const r0 = values[d];
	const l10 = values[d + stride];
	const r1 = values[d + stride + 1];
	const l20 = values[d + 2 * stride];
	const l21 = values[d + 2 * stride + 1];
	const r2 = values[d + 2 * stride + 2];
	for (let row = 0; row < 3; row++, t += stride) {
		const x0 = values[t] * r0;
		const x1 = (values[t + 1] - x0 * l10) * r1;
		values[t] = x0;
		values[t + 1] = x1;
		values[t + 2] = (values[t + 2] - x0 * l20 - x1 * l21) * r2;
	}
}

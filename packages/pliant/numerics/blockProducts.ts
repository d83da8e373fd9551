/** Products of small blocks whose right factor has lines of six numbers in f32. */

/** Stores to `out` the six numbers in low and high plus factor times a combination of the three lines at b. */
@inline
function addThree(
	factor: v128,
	a: usize,
	columnStep: usize,
	b: usize,
	low: v128,
	high: v128,
	out: usize,
): void {
	const s = f32x4.mul(factor, v128.load32_splat(a));
	const t = f32x4.mul(factor, v128.load32_splat(a + columnStep));
	const u = f32x4.mul(factor, v128.load32_splat(a + 2 * columnStep));
	low = f32x4.add(low, f32x4.mul(s, v128.load(b)));
	high = f32x4.add(high, f32x4.mul(s, v128.load64_zero(b, 16)));
	low = f32x4.add(low, f32x4.mul(t, v128.load(b, 24)));
	high = f32x4.add(high, f32x4.mul(t, v128.load64_zero(b, 40)));
	low = f32x4.add(low, f32x4.mul(u, v128.load(b, 48)));
	high = f32x4.add(high, f32x4.mul(u, v128.load64_zero(b, 64)));
	v128.store(out, low);
	v128.store64_lane(out, high, 0, 16);
}

/** out += factor · A·B for A of 3×3, with steps between its rows and columns, and B and out of three lines. */
@inline
function addNarrowProduct(
	f: v128,
	a: usize,
	rowStep: usize,
	columnStep: usize,
	b: usize,
	out: usize,
): void {
	const low0 = v128.load(b);
	const high0 = v128.load64_zero(b, 16);
	const low1 = v128.load(b, 24);
	const high1 = v128.load64_zero(b, 40);
	const low2 = v128.load(b, 48);
	const high2 = v128.load64_zero(b, 64);
	for (const end = out + 72; out < end; a += rowStep, out += 24) {
		const s = f32x4.mul(f, v128.load32_splat(a));
		const t = f32x4.mul(f, v128.load32_splat(a + columnStep));
		const u = f32x4.mul(f, v128.load32_splat(a + 2 * columnStep));
		const low = f32x4.add(
			f32x4.add(v128.load(out), f32x4.mul(s, low0)),
			f32x4.add(f32x4.mul(t, low1), f32x4.mul(u, low2)),
		);
		const high = f32x4.add(
			f32x4.add(v128.load64_zero(out, 16), f32x4.mul(s, high0)),
			f32x4.add(f32x4.mul(t, high1), f32x4.mul(u, high2)),
		);
		v128.store(out, low);
		v128.store64_lane(out, high, 0, 16);
	}
}

/** out += factor · A·B for A of size × size, with steps between its rows and columns, and B and out of `size` lines. */
export function addProduct(
	size: usize,
	factor: f32,
	a: usize,
	rowStep: usize,
	columnStep: usize,
	b: usize,
	out: usize,
): void {
	const f = f32x4.splat(factor);
	if (size == 3) {
		addNarrowProduct(f, a, rowStep, columnStep, b, out);
		return;
	}
	for (let r: u32 = 0; r < 6; r++, a += rowStep, out += 24)
		for (let c: usize = 0; c < 6; c += 3)
			addThree(
				f,
				a + c * columnStep,
				columnStep,
				b + 24 * c,
				v128.load(out),
				v128.load64_zero(out, 16),
				out,
			);
}

/** The columns of Aᵀ·B, six lines of six numbers, for A and B of `size` lines: column q gets Σ_r B_rq · line r of A. */
export function addTransposedProduct(
	size: u32,
	a: usize,
	b: usize,
	out: usize,
): void {
	const one = f32x4.splat(1);
	for (let q: u32 = 0; q < 6; q++, out += 24)
		for (let r: u32 = 0; r < size; r += 3)
			addThree(
				one,
				b + 24 * r + 4 * q,
				24,
				a + 24 * r,
				v128.load(out),
				v128.load64_zero(out, 16),
				out,
			);
}

/** out += factor · B for three lines. */
@inline
export function addMultiple(factor: f32, b: usize, out: usize): void {
	const f = f32x4.splat(factor);
	for (let i: usize = 0; i < 64; i += 16)
		v128.store(out + i, f32x4.add(v128.load(out + i), f32x4.mul(f, v128.load(b + i))));
	v128.store64_lane(
		out + 64,
		f32x4.add(v128.load64_zero(out + 64), f32x4.mul(f, v128.load64_zero(b + 64))),
		0,
	);
}

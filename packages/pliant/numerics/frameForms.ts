/** Stiffness and mass of points that follow frames, summed up by pairs of frames; points and weights as in frameBlending.ts. */
import { addTo, frameOf, multiplyAdd } from "./frameBlending";

/** K += leftᵀ right for the blocks of frames i ≤ j of a group, in 3×3 tiles; both as `rowsOfFrames` writes them, K by rows of `width`. */
export function addRowProducts(
	rows: u32,
	count: u32,
	frames: usize,
	left: usize,
	right: usize,
	K: usize,
	width: u32,
): void {
	const half: usize = <usize>48 * rows;
	for (let i: u32 = 0; i < 2 * count; i++) {
		const row = 6 * frameOf(frames, i >> 1) + 3 * (i & 1);
		for (let j = i; j < 2 * count; j++) {
			const column = 6 * frameOf(frames, j >> 1) + 3 * (j & 1);
			addTile(
				rows,
				left + half * i,
				right + half * j,
				K + 8 * (<usize>width * row + column),
				8 * width,
			);
		}
	}
}

function addTile(rows: u32, left: usize, right: usize, to: usize, line: usize): void {
	let s00 = f64x2.splat(0);
	let s01 = s00;
	let s02 = s00;
	let s10 = s00;
	let s11 = s00;
	let s12 = s00;
	let s20 = s00;
	let s21 = s00;
	let s22 = s00;
	// Two rows at a time take two thirds of the time of one.
	const end = left + <usize>48 * rows;
	while (left + 48 < end) {
		let b0 = v128.load(right);
		let b1 = v128.load(right, 16);
		let b2 = v128.load(right, 32);
		let a = v128.load(left);
		s00 = multiplyAdd(s00, a, b0);
		s01 = multiplyAdd(s01, a, b1);
		s02 = multiplyAdd(s02, a, b2);
		a = v128.load(left, 16);
		s10 = multiplyAdd(s10, a, b0);
		s11 = multiplyAdd(s11, a, b1);
		s12 = multiplyAdd(s12, a, b2);
		a = v128.load(left, 32);
		s20 = multiplyAdd(s20, a, b0);
		s21 = multiplyAdd(s21, a, b1);
		s22 = multiplyAdd(s22, a, b2);
		b0 = v128.load(right, 48);
		b1 = v128.load(right, 64);
		b2 = v128.load(right, 80);
		a = v128.load(left, 48);
		s00 = multiplyAdd(s00, a, b0);
		s01 = multiplyAdd(s01, a, b1);
		s02 = multiplyAdd(s02, a, b2);
		a = v128.load(left, 64);
		s10 = multiplyAdd(s10, a, b0);
		s11 = multiplyAdd(s11, a, b1);
		s12 = multiplyAdd(s12, a, b2);
		a = v128.load(left, 80);
		s20 = multiplyAdd(s20, a, b0);
		s21 = multiplyAdd(s21, a, b1);
		s22 = multiplyAdd(s22, a, b2);
		left += 96;
		right += 96;
	}
	if (left < end) {
		const b0 = v128.load(right);
		const b1 = v128.load(right, 16);
		const b2 = v128.load(right, 32);
		let a = v128.load(left);
		s00 = multiplyAdd(s00, a, b0);
		s01 = multiplyAdd(s01, a, b1);
		s02 = multiplyAdd(s02, a, b2);
		a = v128.load(left, 16);
		s10 = multiplyAdd(s10, a, b0);
		s11 = multiplyAdd(s11, a, b1);
		s12 = multiplyAdd(s12, a, b2);
		a = v128.load(left, 32);
		s20 = multiplyAdd(s20, a, b0);
		s21 = multiplyAdd(s21, a, b1);
		s22 = multiplyAdd(s22, a, b2);
	}
	addTo(to, s00);
	addTo(to + 8, s01);
	addTo(to + 16, s02);
	to += line;
	addTo(to, s10);
	addTo(to + 8, s11);
	addTo(to + 16, s12);
	to += line;
	addTo(to, s20);
	addTo(to + 8, s21);
	addTo(to + 16, s22);
}

/**
 * out[frame i][frame j][entry] += Σ wᵢ wⱼ results[pair][entry] for i ≤ j: quadratic forms of the blend itself, such as mass. `frameCount`
 * is that of all frames.
 */
export function addWeightedForms(
	pairs: u32,
	count: u32,
	frames: usize,
	frameCount: u32,
	entries: u32,
	results: usize,
	weights: usize,
	out: usize,
): void {
	const step: usize = <usize>64 * count;
	for (let i: u32 = 0; i < count; i++)
		for (let j = i; j < count; j++) {
			const to =
				out +
				<usize>8 * entries * (frameOf(frames, i) * frameCount + frameOf(frames, j));
			for (let e: u32 = 0; e < entries; e += 6) {
				let s0 = f64x2.splat(0);
				let s1 = s0;
				let s2 = s0;
				let s3 = s0;
				let s4 = s0;
				let s5 = s0;
				let from = results + 16 * e;
				let wi = weights + 64 * i;
				let wj = weights + 64 * j;
				for (let pair: u32 = 0; pair < pairs; pair++) {
					const w = f64x2.mul(v128.load(wi), v128.load(wj));
					s0 = multiplyAdd(s0, w, v128.load(from));
					s1 = multiplyAdd(s1, w, v128.load(from, 16));
					s2 = multiplyAdd(s2, w, v128.load(from, 32));
					s3 = multiplyAdd(s3, w, v128.load(from, 48));
					s4 = multiplyAdd(s4, w, v128.load(from, 64));
					s5 = multiplyAdd(s5, w, v128.load(from, 80));
					from += 16 * entries;
					wi += step;
					wj += step;
				}
				addTo(to + 8 * e, s0);
				addTo(to + 8 * e + 8, s1);
				addTo(to + 8 * e + 16, s2);
				addTo(to + 8 * e + 24, s3);
				addTo(to + 8 * e + 32, s4);
				addTo(to + 8 * e + 40, s5);
			}
		}
}

/**
 * out[frame i][frame j] += Σ (wᵢ Uⱼ + Uᵢᵀ wⱼ) for i ≤ j, size × size by rows, with U = ½ w A + Σₖ Bₖ ∇ₖw of a frame: second derivatives A by the
 * blend itself, [coordinate][coordinate], and B by it and its gradient, [coordinate][coordinate][3]. `workspace` has room for
 * count · size² vectors.
 */
export function addBlendForms(
	pairs: u32,
	count: u32,
	frames: usize,
	frameCount: u32,
	size: u32,
	A: usize,
	B: usize,
	stride: u32,
	weights: usize,
	workspace: usize,
	out: usize,
): void {
	const entries = size * size;
	for (let pair: u32 = 0; pair < pairs; pair++) {
		const w = weights + <usize>64 * count * pair;
		const fromA = A + <usize>stride * pair;
		const fromB = B + <usize>stride * pair;
		for (let j: u32 = 0; j < count; j++) {
			const wj = w + 64 * j;
			const w0 = f64x2.mul(f64x2.splat(0.5), v128.load(wj));
			const to = workspace + <usize>16 * entries * j;
			for (let e: u32 = 0; e < entries; e++) {
				const b = fromB + 48 * e;
				let u = f64x2.mul(v128.load(fromA + 16 * e), w0);
				u = multiplyAdd(u, v128.load(b), v128.load(wj, 16));
				u = multiplyAdd(u, v128.load(b, 16), v128.load(wj, 32));
				u = multiplyAdd(u, v128.load(b, 32), v128.load(wj, 48));
				v128.store(to + 16 * e, u);
			}
		}
		for (let i: u32 = 0; i < count; i++)
			for (let j = i; j < count; j++) {
				const to =
					out +
					<usize>8 * entries * (frameOf(frames, i) * frameCount + frameOf(frames, j));
				const wi = v128.load(w + 64 * i);
				const wj = v128.load(w + 64 * j);
				const Ui = workspace + <usize>16 * entries * i;
				const Uj = workspace + <usize>16 * entries * j;
				for (let r: u32 = 0; r < size; r++)
					for (let s: u32 = 0; s < size; s++)
						addTo(
							to + 8 * (size * r + s),
							multiplyAdd(
								f64x2.mul(wi, v128.load(Uj + 16 * (size * r + s))),
								wj,
								v128.load(Ui + 16 * (size * s + r)),
							),
						);
			}
	}
}

/**
 * Points that follow frames, and what they give back to them. They go two at a time: a v128 has the same number of two points. Points of a
 * group have the same `count` of frames, listed in `frames`, and entries [pair][entry of the list][columns] in `weights`: a weight, and
 * where there are four columns its gradient. Frames have `size` coordinates each.
 */

@inline
export function frameOf(frames: usize, k: u32): u32 {
	return load<u32>(frames + 4 * k);
}

@inline
export function multiplyAdd(sum: v128, a: v128, b: v128): v128 {
	return f64x2.add(sum, f64x2.mul(a, b));
}

@inline
function total(sum: v128): f64 {
	return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

@inline
export function addTo(at: usize, sum: v128): void {
	store<f64>(at, load<f64>(at) + total(sum));
}

/** out[pair][coordinate][column] = Σ coordinates[frame] · weights; `stride` is in bytes. */
export function blendFrames(
	pairs: u32,
	count: u32,
	frames: usize,
	size: u32,
	columns: u32,
	coordinates: usize,
	weights: usize,
	out: usize,
	stride: u32,
): void {
	const entry: usize = 16 * columns;
	for (let pair: u32 = 0; pair < pairs; pair++) {
		const w = weights + entry * count * pair;
		const to = out + <usize>stride * pair;
		for (let r: u32 = 0; r < size; r++) {
			let s0 = f64x2.splat(0);
			if (columns == 1) {
				for (let k: u32 = 0; k < count; k++)
					s0 = multiplyAdd(
						s0,
						v128.load64_splat(coordinates + 8 * (size * frameOf(frames, k) + r)),
						v128.load(w + 16 * k),
					);
				v128.store(to + 16 * r, s0);
				continue;
			}
			let s1 = s0;
			let s2 = s0;
			let s3 = s0;
			for (let k: u32 = 0; k < count; k++) {
				const a = v128.load64_splat(
					coordinates + 8 * (size * frameOf(frames, k) + r),
				);
				const from = w + 64 * k;
				s0 = multiplyAdd(s0, a, v128.load(from));
				s1 = multiplyAdd(s1, a, v128.load(from, 16));
				s2 = multiplyAdd(s2, a, v128.load(from, 32));
				s3 = multiplyAdd(s3, a, v128.load(from, 48));
			}
			v128.store(to + 64 * r, s0);
			v128.store(to + 64 * r, s1, 16);
			v128.store(to + 64 * r, s2, 32);
			v128.store(to + 64 * r, s3, 48);
		}
	}
}

/** The transpose: out[frame][coordinate] += Σ results[pair][coordinate][column] · weights. */
export function spreadToFrames(
	pairs: u32,
	count: u32,
	frames: usize,
	size: u32,
	columns: u32,
	results: usize,
	stride: u32,
	weights: usize,
	out: usize,
): void {
	const entry: usize = 16 * columns;
	for (let k: u32 = 0; k < count; k++) {
		const to = out + 8 * size * frameOf(frames, k);
		for (let r: u32 = 0; r < size; r++) {
			let sum = f64x2.splat(0);
			let from = results + <usize>16 * columns * r;
			let w = weights + entry * k;
			for (let pair: u32 = 0; pair < pairs; pair++) {
				for (let c: u32 = 0; c < columns; c++)
					sum = multiplyAdd(sum, v128.load(from + 16 * c), v128.load(w + 16 * c));
				from += stride;
				w += entry * count;
			}
			addTo(to + 8 * r, sum);
		}
	}
}

/**
 * Rows of derivatives by the blend, results[pair][row][coordinate][4], as derivatives by the velocities of each frame:
 * out[half of a frame's six][pair and row][3]. `tangents` are size × 6 per frame, zero at the right of the first `turning` rows. The first
 * `count` frames of a group are looked at, whose weights have `step` bytes per pair.
 */
export function rowsOfFrames(
	pairs: u32,
	count: u32,
	frames: usize,
	size: u32,
	turning: u32,
	rows: u32,
	tangents: usize,
	results: usize,
	stride: u32,
	weights: usize,
	step: u32,
	out: usize,
): void {
	const half: usize = <usize>48 * rows * pairs;
	for (let k: u32 = 0; k < count; k++) {
		const tangent = tangents + 48 * size * frameOf(frames, k);
		let to = out + 2 * half * k;
		for (let pair: u32 = 0; pair < pairs; pair++) {
			const w = weights + <usize>step * pair + 64 * k;
			const w0 = v128.load(w);
			const w1 = v128.load(w, 16);
			const w2 = v128.load(w, 32);
			const w3 = v128.load(w, 48);
			let from = results + <usize>stride * pair;
			for (let row: u32 = 0; row < rows; row++) {
				let t = tangent;
				let s0 = f64x2.splat(0);
				let s1 = s0;
				let s2 = s0;
				let s3 = s0;
				let s4 = s0;
				let s5 = s0;
				for (let r: u32 = 0; r < turning; r++) {
					const b = blended(from, w0, w1, w2, w3);
					s0 = multiplyAdd(s0, b, v128.load64_splat(t));
					s1 = multiplyAdd(s1, b, v128.load64_splat(t, 8));
					s2 = multiplyAdd(s2, b, v128.load64_splat(t, 16));
					t += 48;
					from += 64;
				}
				for (let r: u32 = turning; r < size; r++) {
					const b = blended(from, w0, w1, w2, w3);
					s0 = multiplyAdd(s0, b, v128.load64_splat(t));
					s1 = multiplyAdd(s1, b, v128.load64_splat(t, 8));
					s2 = multiplyAdd(s2, b, v128.load64_splat(t, 16));
					s3 = multiplyAdd(s3, b, v128.load64_splat(t, 24));
					s4 = multiplyAdd(s4, b, v128.load64_splat(t, 32));
					s5 = multiplyAdd(s5, b, v128.load64_splat(t, 40));
					t += 48;
					from += 64;
				}
				v128.store(to, s0);
				v128.store(to, s1, 16);
				v128.store(to, s2, 32);
				v128.store(to + half, s3);
				v128.store(to + half, s4, 16);
				v128.store(to + half, s5, 32);
				to += 48;
			}
		}
	}
}

@inline
function blended(from: usize, w0: v128, w1: v128, w2: v128, w3: v128): v128 {
	return f64x2.add(
		multiplyAdd(f64x2.mul(v128.load(from), w0), v128.load(from, 16), w1),
		multiplyAdd(f64x2.mul(v128.load(from, 32), w2), v128.load(from, 48), w3),
	);
}

/**
 * The same for the six strains of Hooke's law, so scaled that the stiffness is the product of the rows: results[pair] are derivatives S of
 * strains by the blend, [6][coordinate], vectors q, [3][coordinate], with which gradients of weights make up the rest, and how much of their
 * trace is added to normal strains. `workspace` has room for 6 · size vectors.
 *
 *   normal k:   w S + ∂ₖw q_k,   shear kl:   w S + √½ (∂ₗw q_k + ∂ₖw q_l)
 */
export function strainRowsOfFrames(
	pairs: u32,
	count: u32,
	frames: usize,
	size: u32,
	turning: u32,
	tangents: usize,
	results: usize,
	stride: u32,
	weights: usize,
	step: u32,
	workspace: usize,
	out: usize,
): void {
	const half: usize = <usize>288 * pairs;
	const line: usize = 16 * size;
	const root = f64x2.splat(0.7071067811865476);
	for (let k: u32 = 0; k < count; k++) {
		const tangent = tangents + 48 * size * frameOf(frames, k);
		let to = out + 2 * half * k;
		for (let pair: u32 = 0; pair < pairs; pair++) {
			const w = weights + <usize>step * pair + 64 * k;
			const from = results + <usize>stride * pair;
			const w0 = v128.load(w);
			const w1 = v128.load(w, 16);
			const w2 = v128.load(w, 32);
			const w3 = v128.load(w, 48);
			const h1 = f64x2.mul(root, w1);
			const h2 = f64x2.mul(root, w2);
			const h3 = f64x2.mul(root, w3);
			const share = v128.load(from + 9 * line);
			for (let r: usize = 0; r < line; r += 16) {
				const S = from + r;
				const q0 = v128.load(S + 6 * line);
				const q1 = v128.load(S + 7 * line);
				const q2 = v128.load(S + 8 * line);
				const x = multiplyAdd(f64x2.mul(w1, q0), w0, v128.load(S));
				const y = multiplyAdd(f64x2.mul(w2, q1), w0, v128.load(S + line));
				const z = multiplyAdd(f64x2.mul(w3, q2), w0, v128.load(S + 2 * line));
				const trace = f64x2.mul(share, f64x2.add(x, f64x2.add(y, z)));
				const to = workspace + r;
				v128.store(to, f64x2.add(x, trace));
				v128.store(to + line, f64x2.add(y, trace));
				v128.store(to + 2 * line, f64x2.add(z, trace));
				v128.store(
					to + 3 * line,
					multiplyAdd(
						multiplyAdd(f64x2.mul(h2, q0), h1, q1),
						w0,
						v128.load(S + 3 * line),
					),
				);
				v128.store(
					to + 4 * line,
					multiplyAdd(
						multiplyAdd(f64x2.mul(h3, q1), h2, q2),
						w0,
						v128.load(S + 4 * line),
					),
				);
				v128.store(
					to + 5 * line,
					multiplyAdd(
						multiplyAdd(f64x2.mul(h1, q2), h3, q0),
						w0,
						v128.load(S + 5 * line),
					),
				);
			}
			for (let row: u32 = 0; row < 6; row += 2) {
				twoRows(workspace + line * row, line, size, turning, tangent, to, half);
				to += 96;
			}
		}
	}
}

/** Two rows of derivatives by a frame's coordinates times its tangent. */
function twoRows(
	from: usize,
	line: usize,
	size: u32,
	turning: u32,
	t: usize,
	to: usize,
	half: usize,
): void {
	let s0 = f64x2.splat(0);
	let s1 = s0;
	let s2 = s0;
	let s3 = s0;
	let s4 = s0;
	let s5 = s0;
	let u0 = s0;
	let u1 = s0;
	let u2 = s0;
	let u3 = s0;
	let u4 = s0;
	let u5 = s0;
	const turned = from + 16 * turning;
	const end = from + 16 * size;
	while (from < turned) {
		const b = v128.load(from);
		const c = v128.load(from + line);
		let a = v128.load64_splat(t);
		s0 = multiplyAdd(s0, b, a);
		u0 = multiplyAdd(u0, c, a);
		a = v128.load64_splat(t, 8);
		s1 = multiplyAdd(s1, b, a);
		u1 = multiplyAdd(u1, c, a);
		a = v128.load64_splat(t, 16);
		s2 = multiplyAdd(s2, b, a);
		u2 = multiplyAdd(u2, c, a);
		t += 48;
		from += 16;
	}
	while (from < end) {
		const b = v128.load(from);
		const c = v128.load(from + line);
		let a = v128.load64_splat(t);
		s0 = multiplyAdd(s0, b, a);
		u0 = multiplyAdd(u0, c, a);
		a = v128.load64_splat(t, 8);
		s1 = multiplyAdd(s1, b, a);
		u1 = multiplyAdd(u1, c, a);
		a = v128.load64_splat(t, 16);
		s2 = multiplyAdd(s2, b, a);
		u2 = multiplyAdd(u2, c, a);
		a = v128.load64_splat(t, 24);
		s3 = multiplyAdd(s3, b, a);
		u3 = multiplyAdd(u3, c, a);
		a = v128.load64_splat(t, 32);
		s4 = multiplyAdd(s4, b, a);
		u4 = multiplyAdd(u4, c, a);
		a = v128.load64_splat(t, 40);
		s5 = multiplyAdd(s5, b, a);
		u5 = multiplyAdd(u5, c, a);
		t += 48;
		from += 16;
	}
	v128.store(to, s0);
	v128.store(to, s1, 16);
	v128.store(to, s2, 32);
	v128.store(to, u0, 48);
	v128.store(to, u1, 64);
	v128.store(to, u2, 80);
	to += half;
	v128.store(to, s3);
	v128.store(to, s4, 16);
	v128.store(to, s5, 32);
	v128.store(to, u3, 48);
	v128.store(to, u4, 64);
	v128.store(to, u5, 80);
}

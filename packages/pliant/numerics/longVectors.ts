/** Vectors in f64, as long as there are unknowns. Sums are made chunk by chunk. */
import { shareEnd, shareStart } from "./team";

/** Numbers of a chunk: a multiple of 2 and 3. */
export const vectorChunk: u32 = 6144;

@inline
function chunksOf(length: u32): u32 {
	return (length + vectorChunk - 1) / vectorChunk;
}

/** Partial sums of a·b, one per chunk. */
export function dotChunks(
	length: u32,
	a: usize,
	b: usize,
	partials: usize,
): void {
	const end = shareEnd(chunksOf(length));
	for (let c = shareStart(chunksOf(length)); c < end; c++) {
		const last: usize = 8 * min(length, (c + 1) * vectorChunk);
		let i: usize = 8 * c * vectorChunk;
		let even = f64x2.splat(0);
		let odd = f64x2.splat(0);
		for (; i + 32 <= last; i += 32) {
			even = f64x2.add(even, f64x2.mul(v128.load(a + i), v128.load(b + i)));
			odd = f64x2.add(
				odd,
				f64x2.mul(v128.load(a + i, 16), v128.load(b + i, 16)),
			);
		}
		const both = f64x2.add(even, odd);
		let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
		for (; i < last; i += 8) sum += load<f64>(a + i) * load<f64>(b + i);
		store<f64>(partials + 8 * c, sum);
	}
}

/** Largest square of the 3-vectors in a, one per chunk. */
export function longestChunks(length: u32, a: usize, partials: usize): void {
	const end = shareEnd(chunksOf(length));
	for (let c = shareStart(chunksOf(length)); c < end; c++) {
		const last: usize = 8 * min(length, (c + 1) * vectorChunk);
		let most: f64 = 0;
		for (let i: usize = 8 * c * vectorChunk; i < last; i += 24) {
			const x = load<f64>(a + i);
			const y = load<f64>(a + i, 8);
			const z = load<f64>(a + i, 16);
			most = max(most, x * x + y * y + z * z);
		}
		store<f64>(partials + 8 * c, most);
	}
}

/** out = a + scale · b. */
export function addScaled(
	length: u32,
	a: usize,
	scale: f64,
	b: usize,
	out: usize,
): void {
	const s = f64x2.splat(scale);
	// Each thread begins at a whole vector.
	const pairs = length / 2;
	const end: usize = 16 * shareEnd(pairs);
	for (let i: usize = 16 * shareStart(pairs); i < end; i += 16)
		v128.store(
			out + i,
			f64x2.add(v128.load(a + i), f64x2.mul(s, v128.load(b + i))),
		);
	if (length & 1 && end == 16 * pairs) {
		const i: usize = 8 * (length - 1);
		store<f64>(out + i, load<f64>(a + i) + scale * load<f64>(b + i));
	}
}

/** out = scale · (a − b). */
export function scaledDifference(
	length: u32,
	scale: f64,
	a: usize,
	b: usize,
	out: usize,
): void {
	const s = f64x2.splat(scale);
	const pairs = length / 2;
	const end: usize = 16 * shareEnd(pairs);
	for (let i: usize = 16 * shareStart(pairs); i < end; i += 16)
		v128.store(
			out + i,
			f64x2.mul(s, f64x2.sub(v128.load(a + i), v128.load(b + i))),
		);
	if (length & 1 && end == 16 * pairs) {
		const i: usize = 8 * (length - 1);
		store<f64>(out + i, scale * (load<f64>(a + i) - load<f64>(b + i)));
	}
}

/** out = w · x, with one w for the three numbers of a row. */
export function scaleRows(rows: u32, w: usize, x: usize, out: usize): void {
	const end = shareEnd(rows);
	for (let row = shareStart(rows); row < end; row++) {
		const weight = load<f64>(w + 8 * row);
		const i: usize = 24 * row;
		store<f64>(out + i, weight * load<f64>(x + i));
		store<f64>(out + i, weight * load<f64>(x + i, 8), 8);
		store<f64>(out + i, weight * load<f64>(x + i, 16), 16);
	}
}

/** x = from + share · (x − from) + fall, of rows that all fall alike. */
export function fallFreely(
	rows: u32,
	from: usize,
	share: f64,
	fallX: f64,
	fallY: f64,
	fallZ: f64,
	x: usize,
): void {
	const end: usize = 24 * shareEnd(rows);
	for (let i: usize = 24 * shareStart(rows); i < end; i += 24) {
		store<f64>(x + i, carried(from + i, share, x + i) + fallX);
		store<f64>(x + i, carried(from + i + 8, share, x + i + 8) + fallY, 8);
		store<f64>(x + i, carried(from + i + 16, share, x + i + 16) + fallZ, 16);
	}
}

@inline
function carried(from: usize, share: f64, x: usize): f64 {
	return load<f64>(from) + share * (load<f64>(x) - load<f64>(from));
}

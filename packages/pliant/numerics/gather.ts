/** Sums of what element kernels have written, by target, each in a fixed order. */
import { blockBytes } from "./blocks3";
import { at, EdgeMatrix } from "./edgeMatrix";
import { shareEnd, shareStart } from "./team";

/** Energies that are summed up before partial sums are. */
export const energyChunk: u32 = 1024;

/**
 * Adds to each vertex of `out` (f64, xyz) the items that belong to it. An item is the place of an x component in `results`
 * (f64); y and z follow in steps of `lanes`.
 */
export function gatherVertices(
	vertices: u32,
	start: usize,
	items: usize,
	results: usize,
	lanes: u32,
	out: usize,
): void {
	const end = shareEnd(vertices);
	const step: usize = 8 * lanes;
	let item = items + 4 * at(start, shareStart(vertices));
	for (let vertex = shareStart(vertices); vertex < end; vertex++) {
		const last = items + 4 * at(start, vertex + 1);
		let x: f64 = 0;
		let y: f64 = 0;
		let z: f64 = 0;
		for (; item < last; item += 4) {
			const from = results + 8 * load<u32>(item);
			x += load<f64>(from);
			y += load<f64>(from + step);
			z += load<f64>(from + 2 * step);
		}
		const to = out + 24 * vertex;
		store<f64>(to, load<f64>(to) + x);
		store<f64>(to, load<f64>(to, 8) + y, 8);
		store<f64>(to, load<f64>(to, 16) + z, 16);
	}
}

/**
 * Sums up what samples give, block by block: `bytes` of each of the samples, one after the other, become `bytes`. Numbers are f64 or f32.
 */
export function sumSamples(
	blocks: u32,
	samples: u32,
	bytes: u32,
	isDouble: bool,
	from: usize,
	to: usize,
): void {
	const end = shareEnd(blocks);
	const whole: usize = bytes & ~15;
	for (let block = shareStart(blocks); block < end; block++) {
		const first: usize = from + <usize>block * samples * bytes;
		const out: usize = to + <usize>block * bytes;
		const last: usize = first + <usize>samples * bytes;
		for (let i: usize = 0; i < whole; i += 16) {
			let sum = v128.load(first + i);
			if (isDouble)
				for (let at = first + bytes; at < last; at += bytes)
					sum = f64x2.add(sum, v128.load(at + i));
			else
				for (let at = first + bytes; at < last; at += bytes)
					sum = f32x4.add(sum, v128.load(at + i));
			v128.store(out + i, sum);
		}
		if (isDouble)
			for (let i = whole; i < bytes; i += 8) {
				let sum = load<f64>(first + i);
				for (let at = first + bytes; at < last; at += bytes) sum += load<f64>(at + i);
				store<f64>(out + i, sum);
			}
		else
			for (let i = whole; i < bytes; i += 4) {
				let sum = load<f32>(first + i);
				for (let at = first + bytes; at < last; at += bytes) sum += load<f32>(at + i);
				store<f32>(out + i, sum);
			}
	}
}

/** Adds scale times the items that belong to a block at `to`: an item is 2·place in `results` (f32), plus 1 where it is to be transposed. */
@inline
function addItems(
	item: usize,
	last: usize,
	results: usize,
	lanes: u32,
	scale: f32,
	to: usize,
): void {
	let a: f32 = 0;
	let b: f32 = 0;
	let c: f32 = 0;
	let d: f32 = 0;
	let e: f32 = 0;
	let f: f32 = 0;
	let g: f32 = 0;
	let h: f32 = 0;
	let i: f32 = 0;
	const narrow: usize = 4 * lanes;
	const wide: usize = 3 * narrow;
	for (; item < last; item += 4) {
		const entry = load<u32>(item);
		const from = results + 4 * (entry >> 1);
		// The results are by rows and the blocks by columns.
		const down: usize = entry & 1 ? narrow : wide;
		const across: usize = entry & 1 ? wide : narrow;
		const second = from + across;
		const third = second + across;
		a += load<f32>(from);
		b += load<f32>(from + down);
		c += load<f32>(from + 2 * down);
		d += load<f32>(second);
		e += load<f32>(second + down);
		f += load<f32>(second + 2 * down);
		g += load<f32>(third);
		h += load<f32>(third + down);
		i += load<f32>(third + 2 * down);
	}
	store<f32>(to, load<f32>(to) + scale * a);
	store<f32>(to, load<f32>(to, 4) + scale * b, 4);
	store<f32>(to, load<f32>(to, 8) + scale * c, 8);
	store<f32>(to, load<f32>(to, 12) + scale * d, 12);
	store<f32>(to, load<f32>(to, 16) + scale * e, 16);
	store<f32>(to, load<f32>(to, 20) + scale * f, 20);
	store<f32>(to, load<f32>(to, 24) + scale * g, 24);
	store<f32>(to, load<f32>(to, 28) + scale * h, 28);
	store<f32>(to, load<f32>(to, 32) + scale * i, 32);
}

/** Adds scale times the element blocks to `count` blocks. */
export function gatherBlocks(
	count: u32,
	blocks: usize,
	start: usize,
	items: usize,
	results: usize,
	lanes: u32,
	scale: f32,
): void {
	const end = shareEnd(count);
	for (let k = shareStart(count); k < end; k++)
		addItems(
			items + 4 * at(start, k),
			items + 4 * at(start, k + 1),
			results,
			lanes,
			scale,
			blocks + blockBytes * k,
		);
}

/** Partial sums of the first of each element's results: pairs of a sum and what rounding has lost of it. */
export function sumChunks(count: u32, results: usize, partials: usize): void {
	const chunks = (count + energyChunk - 1) / energyChunk;
	const end = shareEnd(chunks);
	for (let c = shareStart(chunks); c < end; c++) {
		let sum: f64 = 0;
		let lost: f64 = 0;
		const last = min(count, (c + 1) * energyChunk);
		for (let i = c * energyChunk; i < last; i++) {
			const term = load<f64>(results + 8 * i);
			const next = sum + term;
			lost += abs(sum) >= abs(term) ? sum - next + term : term - next + sum;
			sum = next;
		}
		store<f64>(partials + 16 * c, sum);
		store<f64>(partials + 16 * c, lost, 8);
	}
}

/** Sets all blocks, couplings and own blocks of a matrix to zero. */
export function clearMatrix(A: EdgeMatrix): void {
	const blocks = at(A.rowStart, A.rows);
	const first = blockBytes * shareStart(blocks);
	memory.fill(A.blocks + first, 0, blockBytes * shareEnd(blocks) - first);
	const own = blockBytes * shareStart(A.ownCount);
	memory.fill(A.ownBlocks + own, 0, blockBytes * shareEnd(A.ownCount) - own);
	const couplings = at(A.couplingStart, A.rows);
	const coupling = 4 * shareStart(couplings);
	memory.fill(A.couplings + coupling, 0, 4 * shareEnd(couplings) - coupling);
}

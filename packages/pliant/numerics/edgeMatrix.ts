/**
 * A symmetric matrix of 3×3 blocks in f32: those above the diagonal, row by row, and for each row the number (times the
 * identity) that its blocks sum to. With A_ii = w_i I − Σ_j A_ij,
 *
 *   (A·x)_i = w_i x_i + Σ_j A_ij (x_j − x_i):
 *
 * the diagonal need not be stored, and what is rigid stays free of rounding. Rows whose blocks sum to something else have a
 * block of their own on top. Blocks that are known to be multiples of the identity are couplings: a number each, in full rows.
 *
 * Rows are cut into chunks. A chunk adds A_ijᵀ to its own rows at once, and to rows of later chunks by way of slots, which these
 * collect afterwards in fixed order.
 */
import { blockBytes, rowTimes, times, transposedTimes } from "./blocks3";
import { barrier, isFirst, shareEnd, shareStart } from "./team";
import { three } from "./vectors";

@unmanaged
export class EdgeMatrix {
	rows: u32;
	chunks: u32;
	/** First row of each chunk, then the number of rows. */
	chunkStart: usize;
	/** First block of each row, then the number of blocks. */
	rowStart: usize;
	/** First block of each row whose column is in a later chunk. */
	rowSplit: usize;
	columns: usize;
	blocks: usize;
	/** w, f32 per row. */
	weights: usize;
	/** First slot of each chunk, then the number of slots. */
	slotStart: usize;
	/** First of the blocks that leave each chunk, counted among such. */
	leavingStart: usize;
	/** Slot of each block that leaves its chunk. */
	leavingSlots: usize;
	/** Sums in slots. */
	slots: usize;
	/** First of what each chunk receives, then the number of all. */
	incomingStart: usize;
	/** Pairs of row and slot. */
	incoming: usize;
	/** First of each row's blocks below the diagonal, then their number. */
	lowerStart: usize;
	/** Pairs of column and block, which is to be transposed. */
	lower: usize;
	/** First coupling of each row, then their number. */
	couplingStart: usize;
	/** Of each row: its first coupling in its chunk, the first above the diagonal, the first beyond the chunk, and how many above the diagonal rows before it have. */
	couplingSplits: usize;
	/** For each coupling below the diagonal, how many couplings above it its mirrored one follows in its row, u8. */
	mirrored: usize;
	couplingColumns: usize;
	/** k, f32 each. */
	couplings: usize;
	/** Rows with a block of their own. */
	ownCount: u32;
	ownRows: usize;
	ownBlocks: usize;
	/** Rows with loose blocks, which couple what the pattern does not: number, rows ascending, first block of each and then the number of all. */
	looseCount: u32;
	looseRows: usize;
	looseStart: usize;
	/** Columns and blocks of both triangles, columns of a row ascending, and for each block its number on the other side of the diagonal. */
	looseColumns: usize;
	looseBlocks: usize;
	looseMirrors: usize;
	/** What an incomplete factor has of each of them (`ties.ts`). */
	ties: usize;
}

/** Start of a list in an array of starts. */
@inline
export function at(starts: usize, index: u32): u32 {
	return load<u32>(starts + 4 * index);
}

/** Index of the first of ascending rows that is not before a row. */
export function lowerBound(rows: usize, count: u32, row: u32): u32 {
	let begin: u32 = 0;
	let end = count;
	while (begin < end) {
		const middle = (begin + end) >> 1;
		if (at(rows, middle) < row) begin = middle + 1;
		else end = middle;
	}
	return begin;
}

/** Parts of a row's couplings. */
export const enum RowPart {
	inChunk = 0,
	above = 4,
	beyond = 8,
	before = 12,
}

@inline
export function couplingSplit(A: EdgeMatrix, row: u32, part: RowPart): u32 {
	return load<u32>(A.couplingSplits + 16 * row + part);
}

/** From so many on, `mirrored` says only that there are as many or more. */
const mostMirrored: u32 = 255;

/** The place of a row's coupling, counted among those above the diagonal: its own, or, below, that of the mirrored one. */
@inline
export function placeAbove(A: EdgeMatrix, row: u32, coupling: u32): u32 {
	const above = couplingSplit(A, row, RowPart.above);
	const before = couplingSplit(A, row, RowPart.before);
	if (coupling >= above) return before + coupling - above;
	const column = at(A.couplingColumns, coupling);
	let place: u32 = load<u8>(A.mirrored + (coupling - before));
	if (place == mostMirrored) {
		const first = couplingSplit(A, column, RowPart.above);
		while (at(A.couplingColumns, first + place) != row) place++;
	}
	return couplingSplit(A, column, RowPart.before) + place;
}

@inline
function coupling(k: usize, column: usize, x: usize): v128 {
	return f32x4.mul(v128.load32_splat(k), v128.load(x + 16 * load<u32>(column)));
}

/** sum + Σ k x_j over some couplings. */
@inline
export function addCoupled(A: EdgeMatrix, from: u32, to: u32, x: usize, sum: v128): v128 {
	const end = A.couplingColumns + 4 * to;
	let column = A.couplingColumns + 4 * from;
	let k = A.couplings + 4 * from;
	// Two at a time, so that additions need not wait for each other.
	let other = f32x4.splat(0);
	for (; column + 4 < end; column += 8, k += 8) {
		sum = f32x4.add(sum, coupling(k, column, x));
		other = f32x4.add(other, coupling(k + 4, column + 4, x));
	}
	if (column < end) sum = f32x4.add(sum, coupling(k, column, x));
	return f32x4.add(sum, other);
}

/** Σ k over a row's couplings. */
export function coupled(A: EdgeMatrix, row: u32): f64 {
	let sum: f64 = 0;
	const end = at(A.couplingStart, row + 1);
	for (let k = at(A.couplingStart, row); k < end; k++) sum += load<f32>(A.couplings + 4 * k);
	return sum;
}

/** The part of y = A·x that a chunk can compute from its own blocks. */
function multiplyChunk(A: EdgeMatrix, chunk: u32, x: usize, y: usize): void {
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	const slots = A.slots;
	const firstSlot = at(A.slotStart, chunk);
	memory.fill(y + 16 * first, 0, 16 * (last - first));
	memory.fill(
		slots + 16 * firstSlot,
		0,
		16 * (at(A.slotStart, chunk + 1) - firstSlot),
	);
	let slot = A.leavingSlots + 4 * at(A.leavingStart, chunk);
	let k = at(A.rowStart, first);
	let block = A.blocks + blockBytes * k;
	let column = A.columns + 4 * k;
	for (let row = first; row < last; row++) {
		const own = v128.load(x + 16 * row);
		let sum = f32x4.add(
			v128.load(y + 16 * row),
			f32x4.mul(v128.load32_splat(A.weights + 4 * row), own),
		);
		const couplingEnd = at(A.couplingStart, row + 1);
		for (let c = at(A.couplingStart, row); c < couplingEnd; c++) {
			const d = f32x4.sub(v128.load(x + 16 * at(A.couplingColumns, c)), own);
			sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(A.couplings + 4 * c), d));
		}
		const split = A.columns + 4 * at(A.rowSplit, row);
		const end = A.columns + 4 * at(A.rowStart, row + 1);
		for (; column < split; column += 4, block += blockBytes) {
			const other = 16 * load<u32>(column);
			const d = f32x4.sub(v128.load(x + other), own);
			sum = f32x4.add(sum, times(block, d));
			v128.store(
				y + other,
				f32x4.sub(v128.load(y + other), transposedTimes(block, d)),
			);
		}
		for (; column < end; column += 4, block += blockBytes, slot += 4) {
			const d = f32x4.sub(v128.load(x + 16 * load<u32>(column)), own);
			const to = slots + 16 * load<u32>(slot);
			sum = f32x4.add(sum, times(block, d));
			v128.store(to, f32x4.sub(v128.load(to), transposedTimes(block, d)));
		}
		v128.store(y + 16 * row, v128.and(sum, three));
	}
}

/** Adds to the rows of a chunk what other chunks have for them. */
export function collectChunk(A: EdgeMatrix, chunk: u32, y: usize): void {
	const end = A.incoming + 8 * at(A.incomingStart, chunk + 1);
	for (
		let pair = A.incoming + 8 * at(A.incomingStart, chunk);
		pair < end;
		pair += 8
	) {
		const to = y + 16 * load<u32>(pair);
		const part = v128.load(A.slots + 16 * load<u32>(pair, 4));
		v128.store(to, v128.and(f32x4.add(v128.load(to), part), three));
	}
}

/** Adds to rows from `first` to before `last` what loose blocks have for them. */
function addLoose(A: EdgeMatrix, first: u32, last: u32, x: usize, y: usize): void {
	for (let i: u32 = 0; i < A.looseCount; i++) {
		const row = at(A.looseRows, i);
		if (row < first) continue;
		if (row >= last) return;
		const own = v128.load(x + 16 * row);
		let sum = v128.load(y + 16 * row);
		const end = at(A.looseStart, i + 1);
		for (let k = at(A.looseStart, i); k < end; k++)
			sum = f32x4.add(
				sum,
				times(
					A.looseBlocks + blockBytes * k,
					f32x4.sub(v128.load(x + 16 * at(A.looseColumns, k)), own),
				),
			);
		v128.store(y + 16 * row, v128.and(sum, three));
	}
}

/** y = A·x for this thread's chunks; other threads' parts of x must be there. Reading others' y needs a barrier. */
export function multiply(A: EdgeMatrix, x: usize, y: usize): void {
	const end = shareEnd(A.chunks);
	for (let c = shareStart(A.chunks); c < end; c++) multiplyChunk(A, c, x, y);
	barrier();
	for (let c = shareStart(A.chunks); c < end; c++) collectChunk(A, c, y);
	const first = at(A.chunkStart, shareStart(A.chunks));
	const last = at(A.chunkStart, end);
	addLoose(A, first, last, x, y);
	for (let i: u32 = 0; i < A.ownCount; i++) {
		const row = at(A.ownRows, i);
		if (row < first || row >= last) continue;
		const part = rowTimes(A.ownBlocks + blockBytes * i, v128.load(x + 16 * row));
		v128.store(y + 16 * row, f32x4.add(v128.load(y + 16 * row), part));
	}
}

/** The same with vectors in f64, three numbers per row, by one thread: sums are as exact as the blocks. Adds scale · A·x to y. */
export function addProductF64(
	A: EdgeMatrix,
	scale: f64,
	x: usize,
	y: usize,
): void {
	if (!isFirst()) return;
	for (let row: u32 = 0; row < A.rows; row++) {
		const w = scale * load<f32>(A.weights + 4 * row);
		const i = 24 * row;
		let s0 = w * load<f64>(x + i);
		let s1 = w * load<f64>(x + i, 8);
		let s2 = w * load<f64>(x + i, 16);
		const end = at(A.rowStart, row + 1);
		for (let k = at(A.rowStart, row); k < end; k++) {
			const block = A.blocks + blockBytes * k;
			const j = 24 * at(A.columns, k);
			const d0 = scale * (load<f64>(x + j) - load<f64>(x + i));
			const d1 = scale * (load<f64>(x + j, 8) - load<f64>(x + i, 8));
			const d2 = scale * (load<f64>(x + j, 16) - load<f64>(x + i, 16));
			const a = <f64>load<f32>(block);
			const b = <f64>load<f32>(block, 4);
			const c = <f64>load<f32>(block, 8);
			const d = <f64>load<f32>(block, 12);
			const e = <f64>load<f32>(block, 16);
			const f = <f64>load<f32>(block, 20);
			const g = <f64>load<f32>(block, 24);
			const h = <f64>load<f32>(block, 28);
			const l = <f64>load<f32>(block, 32);
			s0 += a * d0 + d * d1 + g * d2;
			s1 += b * d0 + e * d1 + h * d2;
			s2 += c * d0 + f * d1 + l * d2;
			store<f64>(y + j, load<f64>(y + j) - (a * d0 + b * d1 + c * d2));
			store<f64>(y + j, load<f64>(y + j, 8) - (d * d0 + e * d1 + f * d2), 8);
			store<f64>(y + j, load<f64>(y + j, 16) - (g * d0 + h * d1 + l * d2), 16);
		}
		const couplingEnd = at(A.couplingStart, row + 1);
		for (let c = at(A.couplingStart, row); c < couplingEnd; c++) {
			const j = 24 * at(A.couplingColumns, c);
			const k = scale * load<f32>(A.couplings + 4 * c);
			s0 += k * (load<f64>(x + j) - load<f64>(x + i));
			s1 += k * (load<f64>(x + j, 8) - load<f64>(x + i, 8));
			s2 += k * (load<f64>(x + j, 16) - load<f64>(x + i, 16));
		}
		store<f64>(y + i, load<f64>(y + i) + s0);
		store<f64>(y + i, load<f64>(y + i, 8) + s1, 8);
		store<f64>(y + i, load<f64>(y + i, 16) + s2, 16);
	}
	for (let k: u32 = 0; k < A.ownCount; k++) {
		const i = 24 * at(A.ownRows, k);
		for (let row: u32 = 0; row < 3; row++) {
			let sum: f64 = 0;
			for (let column: u32 = 0; column < 3; column++)
				sum +=
					<f64>load<f32>(A.ownBlocks + blockBytes * k + 12 * column + 4 * row) *
					load<f64>(x + i + 8 * column);
			const to = y + i + 8 * row;
			store<f64>(to, load<f64>(to) + scale * sum);
		}
	}
	for (let i: u32 = 0; i < A.looseCount; i++) {
		const row: usize = 24 * at(A.looseRows, i);
		const end = at(A.looseStart, i + 1);
		for (let k = at(A.looseStart, i); k < end; k++) {
			const block = A.looseBlocks + blockBytes * k;
			const column: usize = 24 * at(A.looseColumns, k);
			for (let r: u32 = 0; r < 3; r++) {
				const to = y + row + 8 * r;
				store<f64>(
					to,
					load<f64>(to) + scale * looseTerm(block, x, row, column, r),
				);
			}
		}
	}
}

/** One number of a loose block times a difference of two rows. */
@inline
function looseTerm(block: usize, x: usize, i: usize, j: usize, row: u32): f64 {
	let sum: f64 = 0;
	for (let column: usize = 0; column < 3; column++)
		sum +=
			<f64>load<f32>(block + 12 * column + 4 * row) *
			(load<f64>(x + j + 8 * column) - load<f64>(x + i + 8 * column));
	return sum;
}

/** Adds scale · k · identity to each block, and scale · k to each coupling, k (f64) being that of the block or, above the diagonal, of the coupling. */
export function addCouplings(
	A: EdgeMatrix,
	scale: f64,
	ofBlocks: usize,
	ofCouplings: usize,
): void {
	const blocks = at(A.rowStart, A.rows);
	const end = shareEnd(blocks);
	for (let i = shareStart(blocks); i < end; i++) {
		const amount = <f32>(scale * load<f64>(ofBlocks + 8 * i));
		const to = A.blocks + blockBytes * i;
		store<f32>(to, load<f32>(to) + amount);
		store<f32>(to, load<f32>(to, 16) + amount, 16);
		store<f32>(to, load<f32>(to, 32) + amount, 32);
	}
	const last = shareEnd(A.rows);
	for (let row = shareStart(A.rows); row < last; row++) {
		const couplingEnd = at(A.couplingStart, row + 1);
		for (let i = at(A.couplingStart, row); i < couplingEnd; i++) {
			const to = A.couplings + 4 * i;
			const k = load<f64>(ofCouplings + 8 * placeAbove(A, row, i));
			store<f32>(to, load<f32>(to) + <f32>(scale * k));
		}
	}
}

/** b += scale · a for f32, this thread's share of them. */
function addNumbers(count: u32, scale: f32, a: usize, b: usize): void {
	const end = shareEnd(count);
	for (let i = shareStart(count); i < end; i++)
		store<f32>(b + 4 * i, load<f32>(b + 4 * i) + scale * load<f32>(a + 4 * i));
}

/** A = A + add · B on the same pattern, own blocks aside. */
export function combine(A: EdgeMatrix, add: f32, B: EdgeMatrix): void {
	addNumbers(9 * at(A.rowStart, A.rows), add, B.blocks, A.blocks);
	addNumbers(at(A.couplingStart, A.rows), add, B.couplings, A.couplings);
	addNumbers(A.rows, add, B.weights, A.weights);
}

/**
 * A level of multigrid: a matrix with 3 (the finest) or 6 numbers per row, how it is smoothed, and how it depends on the level
 * below, whose rows are aggregates of its own.
 *
 * Blocks of the prolongation have `size` lines of six numbers, in 16 bits (packedBlocks.ts).
 */
import { blockBytes, rowTimes } from "./blocks3";
import { addLineProducts, addLines, highBytes, sumsOf, two, wideBytes } from "./blocks6";
import { at, EdgeMatrix, multiply } from "./edgeMatrix";
import { barrier, shareEnd, shareStart } from "./team";

@unmanaged
export class Level {
	/** Numbers per row. */
	size: u32;
	rows: u32;
	/** EdgeMatrix where there are three numbers per row, WideMatrix where there are six. */
	matrix: usize;
	/** Inverses of the diagonal blocks. */
	inverses: usize;
	/** Degree of the smoothing polynomial. */
	degree: u32;
	/** Largest eigenvalue of D⁻¹A, f32. */
	largest: f32;
	/** Centre of each row [m], three f64. */
	centres: usize;
	/** On a finest level with frames: ℓ [m] of rows that are a frame's turn times ℓ, 0 of others, one f64 each; or 0. */
	arms: usize;
	/** Rigid motions about the centre, lines of six f32; for three numbers per row none, since they are known. */
	modes: usize;
	/** The aggregate of each row, −1 for none; first row of each aggregate, then the number of rows; the rows. */
	aggregates: usize;
	aggregateStart: usize;
	aggregateRows: usize;
	/** Prolongation: first block of each row, then their number; columns; packed blocks, and the scale of each row's, f32. */
	prolongationStart: usize;
	prolongationColumns: usize;
	prolongation: usize;
	prolongationScales: usize;
	/** The same by columns: first of each column, then their number; pairs of row and block. */
	restrictionStart: usize;
	restriction: usize;
	/** Pattern of A·P while the level below is made, of the rows that are multiplied: first block of each row, then their number; columns. */
	productStart: usize;
	productColumns: usize;
	/** Vectors with four or eight f32 per row. */
	x: usize;
	b: usize;
	residual: usize;
	step: usize;
	product: usize;
	/** The level below, or 0. The inverse of the matrix where that is small enough, or 0. */
	next: usize;
	dense: usize;
}

/** A symmetric matrix of 6×6 blocks, by columns: those on and above the diagonal, this first in each row. With those below it took 35 bytes more per triangle of a sheet, and as long. */
@unmanaged
export class WideMatrix {
	rows: u32;
	rowStart: usize;
	columns: usize;
	blocks: usize;
	/** First of each row's blocks below the diagonal, then their number; pairs of column and block, which is to be transposed. The last of a row is the diagonal once more. */
	lowerStart: usize;
	lower: usize;
}

/** What the numbers of a row of the prolongation are to be multiplied by. */
@inline
export function scaleOf(level: Level, row: u32): f32 {
	return load<f32>(level.prolongationScales + 4 * row);
}

@inline
export function next(level: Level): Level {
	return changetype<Level>(level.next);
}

/** Bytes per row of a vector. */
@inline
export function rowBytes(level: Level): u32 {
	return level.size == 3 ? 16 : 32;
}

/** First row of this thread, as matrices with chunks divide them. */
@inline
export function firstRow(level: Level): u32 {
	if (level.size != 3) return shareStart(level.rows);
	const A = changetype<EdgeMatrix>(level.matrix);
	return at(A.chunkStart, shareStart(A.chunks));
}

@inline
export function lastRow(level: Level): u32 {
	if (level.size != 3) return shareEnd(level.rows);
	const A = changetype<EdgeMatrix>(level.matrix);
	return at(A.chunkStart, shareEnd(A.chunks));
}

/** y = A·x for the rows of this thread. Begins with a barrier, so that x may just have been written. */
export function multiplyLevel(level: Level, x: usize, y: usize): void {
	barrier();
	if (level.size == 3) {
		multiply(changetype<EdgeMatrix>(level.matrix), x, y);
		return;
	}
	const A = changetype<WideMatrix>(level.matrix);
	const last = lastRow(level);
	for (let row = firstRow(level); row < last; row++) multiplyWideRow(A, row, x, y + 32 * row);
}

function multiplyWideRow(A: WideMatrix, row: u32, x: usize, out: usize): void {
	const zero = f32x4.splat(0);
	let low = zero;
	let high = zero;
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row); k < end; k++) {
		const block = A.blocks + wideBytes * k;
		const from = x + 32 * at(A.columns, k);
		low = addLines(block, from, low);
		high = addLines(block + highBytes, from, high);
	}
	// Numbers of transposed blocks are summed up across in the end.
	let a = zero;
	let b = zero;
	let c = zero;
	let d = zero;
	let e = zero;
	let f = zero;
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1) - 8;
	for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8) {
		const from = x + 32 * load<u32>(pair);
		const first = v128.load(from);
		const rest = v128.load(from, 16);
		const block = A.blocks + wideBytes * load<u32>(pair, 4);
		a = addLineProducts(block, first, rest, a);
		b = addLineProducts(block + 24, first, rest, b);
		c = addLineProducts(block + 48, first, rest, c);
		d = addLineProducts(block + 72, first, rest, d);
		e = addLineProducts(block + 96, first, rest, e);
		f = addLineProducts(block + 120, first, rest, f);
	}
	v128.store(out, f32x4.add(low, sumsOf(a, b, c, d)));
	v128.store(out, v128.and(f32x4.add(high, sumsOf(e, f, zero, zero)), two), 16);
}

/** out = D⁻¹·r for the rows of this thread. */
export function applyInverse(level: Level, r: usize, out: usize): void {
	const last = lastRow(level);
	const inverses = level.inverses;
	if (level.size == 3)
		for (let row = firstRow(level); row < last; row++)
			v128.store(
				out + 16 * row,
				rowTimes(inverses + blockBytes * row, v128.load(r + 16 * row)),
			);
	else
		for (let row = firstRow(level); row < last; row++) {
			const block = inverses + wideBytes * row;
			const from = r + 32 * row;
			const low = addLines(block, from, f32x4.splat(0));
			const high = addLines(block + highBytes, from, f32x4.splat(0));
			v128.store(out + 32 * row, low);
			v128.store(out + 32 * row, v128.and(high, two), 16);
		}
}

/**
 * A coarse space for iterations: rows are grouped into patches, each of which may move as a whole. W has the identity for each row, in the three columns of
 * its patch. Patches begin with what they alone can do about a load, W·A_c⁻¹·Wᵀ·b with A_c = Wᵀ·A·W, which carries forces across the whole mesh at once, as stiff cloth does
 * within a step. After that they go along with every direction t of iterations, by −W·A_c⁻¹·Wᵀ·A·t, such that nothing is left for them to do (deflation, Nicolaides 1987).
 * It takes a sixth fewer iterations than W·A_c⁻¹·Wᵀ as a term of the preconditioner, which this was.
 *
 * A·W is never stored as a whole. By A_ii = w_i I − Σ_j A_ij, what patches make of coefficients g is, in row i of patch p,
 *
 *   (A·W·g)_i = w_i g_p + Σ_q B_iq (g_q − g_p),
 *
 * B_iq being the sum of the blocks to rows of another patch q: only rows at borders have any.
 */
import { blockBytes, times, transposedTimes } from "./blocks3";
import { at, EdgeMatrix, lowerBound } from "./edgeMatrix";
import { barrier, isFirst, ownPart, shareEnd, shareStart } from "./team";
import { three } from "./vectors";

@unmanaged
export class Patches {
	count: u32;
	/** The patch of each row; `count` for rows of none, which stay. */
	ofRows: usize;
	/** Rows that are coupled with those of other patches, ascending; the first of each chunk, then their number. */
	borderRows: usize;
	borderStart: usize;
	/** First of each border row's sums of blocks, then their number; the patch of each, `count` included; B, 3×3 f32 each. */
	sumStart: usize;
	sumPatches: usize;
	sums: usize;
	/** The Cholesky factor of A_c, f64, rows up to the diagonal, which has inverses; first column of each row. */
	factor: usize;
	firstColumns: usize;
	/** Whether A_c is positive definite. */
	isSound: u32;
	/** Sums over the rows of each chunk: four f64 for each patch, and for none. */
	partials: usize;
	/** Each thread's own vectors, as `Coarse` tells. */
	vectors: usize;
	vectorBytes: u32;
}

/** Vectors of three f64 per patch, one after the other, and at last one of four f32 per patch and for none. */
const enum Coarse {
	force = 0,
	solution = 1,
	sum = 2,
	single = 3,
}

@inline
function numbers(W: Patches): u32 {
	return 3 * W.count;
}

function vector(W: Patches, which: Coarse): usize {
	return ownPart(W.vectors, W.vectorBytes) + 8 * which * numbers(W);
}

/** A row of the factor. */
@inline
function line(W: Patches, i: u32): usize {
	return W.factor + 4 * (i * (i + 1));
}

/** Bytes of the sums of a chunk. */
function partialBytes(W: Patches): u32 {
	return 32 * (W.count + 1);
}

function partialsOf(W: Patches, chunk: u32): usize {
	return W.partials + partialBytes(W) * chunk;
}

@inline
function patchOf(W: Patches, row: u32): u32 {
	return at(W.ofRows, row);
}

/** Adds four f32 to four f64. */
@inline
function accumulate(to: usize, value: v128): void {
	v128.store(to, f64x2.add(v128.load(to), f64x2.promote_low_f32x4(value)));
	const high = f64x2.promote_low_f32x4(i64x2.shuffle(value, value, 1, 1));
	v128.store(to, f64x2.add(v128.load(to, 16), high), 16);
}

/** Adds a force to a patch, for those who have few. */
function addForce(partials: usize, patch: u32, force: v128): void {
	accumulate(partials + 32 * patch, force);
}

/** Where a border row has its sum of blocks to a patch. */
function sumOfPatch(W: Patches, border: u32, patch: u32): usize {
	let k = at(W.sumStart, border);
	while (at(W.sumPatches, k) != patch) k++;
	return W.sums + blockBytes * k;
}

/** to += B. */
function addBlock(block: usize, to: usize): void {
	v128.store(to, f32x4.add(v128.load(to), v128.load(block)));
	v128.store(to, f32x4.add(v128.load(to, 16), v128.load(block, 16)), 16);
	store<f32>(to, load<f32>(to, 32) + load<f32>(block, 32), 32);
}

/** to += Bᵀ, number by number. */
function addTransposed(block: usize, to: usize): void {
	for (let column: u32 = 0; column < 3; column++)
		for (let row: u32 = 0; row < 3; row++) {
			const place = to + 12 * column + 4 * row;
			store<f32>(place, load<f32>(place) + load<f32>(block + 12 * row + 4 * column));
		}
}

/** B of the border rows of a chunk. */
function sumBorders(A: EdgeMatrix, W: Patches, chunk: u32): void {
	const end = at(W.borderStart, chunk + 1);
	const begin = at(W.borderStart, chunk);
	const first = at(W.sumStart, begin);
	memory.fill(W.sums + blockBytes * first, 0, blockBytes * (at(W.sumStart, end) - first));
	for (let border = begin; border < end; border++) {
		const row = at(W.borderRows, border);
		const own = patchOf(W, row);
		const last = at(A.rowStart, row + 1);
		for (let k = at(A.rowStart, row); k < last; k++) {
			const patch = patchOf(W, at(A.columns, k));
			if (patch != own) addBlock(A.blocks + blockBytes * k, sumOfPatch(W, border, patch));
		}
		const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
		for (let k = A.lower + 8 * at(A.lowerStart, row); k < lowerEnd; k += 8) {
			const patch = patchOf(W, load<u32>(k));
			if (patch != own) addTransposed(A.blocks + blockBytes * load<u32>(k, 4), sumOfPatch(W, border, patch));
		}
		const couplingEnd = at(A.couplingStart, row + 1);
		for (let k = at(A.couplingStart, row); k < couplingEnd; k++) {
			const patch = patchOf(W, at(A.couplingColumns, k));
			if (patch == own) continue;
			const to = sumOfPatch(W, border, patch);
			const coupling = load<f32>(A.couplings + 4 * k);
			for (let i: usize = 0; i < blockBytes; i += 16) store<f32>(to + i, load<f32>(to + i) + coupling);
		}
	}
}

/** Whether a block has other numbers than zero: most rows that may touch something do not. */
@inline
function isThere(block: usize): bool {
	const all = v128.or(v128.or(v128.load(block), v128.load(block, 16)), v128.load32_zero(block, 32));
	return v128.any_true(all);
}

/** Adds a multiple of a block to A_c, where it is below the diagonal. */
function addToMatrix(W: Patches, row: u32, column: u32, factor: f64, block: usize): void {
	if (column > row) return;
	const known = at(W.firstColumns, 3 * row);
	const first: u32 = min(3 * column, known);
	for (let i: u32 = 0; i < 3; i++) {
		const to = line(W, 3 * row + i);
		if (first < known) {
			memory.fill(to + 8 * first, 0, 8 * (known - first));
			store<u32>(W.firstColumns + 4 * (3 * row + i), first);
		}
		for (let j: u32 = 0; j < 3; j++) {
			// The diagonal has no more than what is below it.
			if (column == row && j > i) break;
			const place = to + 8 * (3 * column + j);
			store<f64>(place, load<f64>(place) + factor * load<f32>(block + 12 * j + 4 * i));
		}
	}
}

/** A block to another patch: what a patch has of it, it lacks on its own diagonal. */
function addCrossing(W: Patches, own: u32, other: u32, block: usize): void {
	if (own == W.count || own == other) return;
	if (other < W.count) addToMatrix(W, own, other, 1, block);
	addToMatrix(W, own, own, -1, block);
}

function sumMatrix(A: EdgeMatrix, W: Patches): void {
	const n = numbers(W);
	for (let i: u32 = 0; i < n; i++) {
		const first = i - (i % 3);
		store<u32>(W.firstColumns + 4 * i, first);
		memory.fill(line(W, i) + 8 * first, 0, 8 * (i - first + 1));
	}
	for (let row: u32 = 0; row < A.rows; row++) {
		const patch = patchOf(W, row);
		if (patch == W.count) continue;
		for (let i: u32 = 0; i < 3; i++) {
			const to = line(W, 3 * patch + i) + 8 * (3 * patch + i);
			store<f64>(to, load<f64>(to) + load<f32>(A.weights + 4 * row));
		}
	}
	const borders = at(W.borderStart, A.chunks);
	for (let border: u32 = 0; border < borders; border++) {
		const own = patchOf(W, at(W.borderRows, border));
		const end = at(W.sumStart, border + 1);
		for (let k = at(W.sumStart, border); k < end; k++)
			addCrossing(W, own, at(W.sumPatches, k), W.sums + blockBytes * k);
	}
	for (let i: u32 = 0; i < A.ownCount; i++) {
		const patch = patchOf(W, at(A.ownRows, i));
		const block = A.ownBlocks + blockBytes * i;
		if (patch < W.count && isThere(block)) addToMatrix(W, patch, patch, 1, block);
	}
	for (let i: u32 = 0; i < A.looseCount; i++) {
		const own = patchOf(W, at(A.looseRows, i));
		const end = at(A.looseStart, i + 1);
		for (let k = at(A.looseStart, i); k < end; k++)
			addCrossing(W, own, patchOf(W, at(A.looseColumns, k)), A.looseBlocks + blockBytes * k);
	}
}

/** Σ a_k b_k over some numbers. */
function dot(a: usize, b: usize, first: u32, last: u32): f64 {
	let sum = f64x2.splat(0);
	let k = first;
	for (; k + 1 < last; k += 2)
		sum = f64x2.add(sum, f64x2.mul(v128.load(a + 8 * k), v128.load(b + 8 * k)));
	let total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
	if (k < last) total += load<f64>(a + 8 * k) * load<f64>(b + 8 * k);
	return total;
}

/** A_c becomes its factor; false where it is not positive definite. */
function factorMatrix(W: Patches): bool {
	const n = numbers(W);
	for (let i: u32 = 0; i < n; i++) {
		const own = line(W, i);
		const first = at(W.firstColumns, i);
		for (let j = first; j < i; j++) {
			const other = line(W, j);
			const rest = load<f64>(own + 8 * j) - dot(own, other, max(first, at(W.firstColumns, j)), j);
			store<f64>(own + 8 * j, rest * load<f64>(other + 8 * j));
		}
		const pivot = load<f64>(own + 8 * i) - dot(own, own, first, i);
		if (!(pivot > 0)) return false;
		store<f64>(own + 8 * i, 1 / sqrt(pivot));
	}
	return true;
}

/** Makes the coarse matrix of A, and its factor. */
export function preparePatches(A: EdgeMatrix, W: Patches): void {
	const end = shareEnd(A.chunks);
	for (let chunk = shareStart(A.chunks); chunk < end; chunk++) sumBorders(A, W, chunk);
	barrier();
	if (!isFirst()) return;
	sumMatrix(A, W);
	W.isSound = factorMatrix(W) ? 1 : 0;
}

/** solution = A_c⁻¹ · force; returns solution · force. */
function solveCoarse(W: Patches): f64 {
	const n = numbers(W);
	const c = vector(W, Coarse.force);
	const y = vector(W, Coarse.solution);
	let square: f64 = 0;
	for (let i: u32 = 0; i < n; i++) {
		const own = line(W, i);
		const value = (load<f64>(c + 8 * i) - dot(own, y, at(W.firstColumns, i), i)) * load<f64>(own + 8 * i);
		store<f64>(y + 8 * i, value);
		square += value * value;
	}
	for (let i = n; i-- > 0; ) {
		const own = line(W, i);
		const value = load<f64>(y + 8 * i) * load<f64>(own + 8 * i);
		store<f64>(y + 8 * i, value);
		for (let k = at(W.firstColumns, i); k < i; k++)
			store<f64>(y + 8 * k, load<f64>(y + 8 * k) - load<f64>(own + 8 * k) * value);
	}
	return square;
}

/** A multiple of a vector of coefficients in f32, with zero for rows of no patch. */
function toSingle(W: Patches, which: Coarse, factor: f64): usize {
	const from = vector(W, which);
	const to = vector(W, Coarse.single);
	for (let patch: u32 = 0; patch < W.count; patch++) {
		for (let i: u32 = 0; i < 3; i++)
			store<f32>(to + 16 * patch + 4 * i, <f32>(factor * load<f64>(from + 24 * patch + 8 * i)));
		store<f32>(to + 16 * patch, 0, 12);
	}
	v128.store(to + 16 * W.count, f32x4.splat(0));
	return to;
}

/** Partial sums of Wᵀ·z for a chunk, four f32 per row. */
export function restrictChunk(A: EdgeMatrix, W: Patches, chunk: u32, z: usize): void {
	const partials = partialsOf(W, chunk);
	memory.fill(partials, 0, partialBytes(W));
	const last = at(A.chunkStart, chunk + 1);
	for (let row = at(A.chunkStart, chunk); row < last; row++)
		addForce(partials, patchOf(W, row), v128.load(z + 16 * row));
}

/** Partial sums of (A·W)ᵀ·t for a chunk. */
export function restrictProduct(A: EdgeMatrix, W: Patches, chunk: u32, t: usize): void {
	const partials = partialsOf(W, chunk);
	memory.fill(partials, 0, partialBytes(W));
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	let border = at(W.borderStart, chunk);
	const borderEnd = at(W.borderStart, chunk + 1);
	let own = lowerBound(A.ownRows, A.ownCount, first);
	for (let row = first; row < last; row++) {
		const value = v128.load(t + 16 * row);
		let sum = f32x4.mul(v128.load32_splat(A.weights + 4 * row), value);
		if (border < borderEnd && at(W.borderRows, border) == row) {
			const end = at(W.sumStart, border + 1);
			for (let k = at(W.sumStart, border); k < end; k++) {
				const f = v128.and(transposedTimes(W.sums + blockBytes * k, value), three);
				accumulate(partials + 32 * at(W.sumPatches, k), f);
				sum = f32x4.sub(sum, f);
			}
			border++;
		}
		if (own < A.ownCount && at(A.ownRows, own) == row) {
			const block = A.ownBlocks + blockBytes * own;
			if (isThere(block)) sum = f32x4.add(sum, v128.and(transposedTimes(block, value), three));
			own++;
		}
		accumulate(partials + 32 * patchOf(W, row), sum);
	}
	for (let i = lowerBound(A.looseRows, A.looseCount, first); i < A.looseCount; i++) {
		const row = at(A.looseRows, i);
		if (row >= last) break;
		const patch = patchOf(W, row);
		const value = v128.load(t + 16 * row);
		const end = at(A.looseStart, i + 1);
		for (let k = at(A.looseStart, i); k < end; k++) {
			const other = patchOf(W, at(A.looseColumns, k));
			if (other == patch) continue;
			const f = v128.and(transposedTimes(A.looseBlocks + blockBytes * k, value), three);
			addForce(partials, other, f);
			addForce(partials, patch, f32x4.neg(f));
		}
	}
}

/** y −= A·W·solution for the rows of a chunk. */
export function addMoved(A: EdgeMatrix, W: Patches, chunk: u32, y: usize): void {
	const g = vector(W, Coarse.single);
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	let border = at(W.borderStart, chunk);
	const borderEnd = at(W.borderStart, chunk + 1);
	let own = lowerBound(A.ownRows, A.ownCount, first);
	for (let row = first; row < last; row++) {
		const value = v128.load(g + 16 * patchOf(W, row));
		let sum = f32x4.mul(v128.load32_splat(A.weights + 4 * row), value);
		if (border < borderEnd && at(W.borderRows, border) == row) {
			const end = at(W.sumStart, border + 1);
			for (let k = at(W.sumStart, border); k < end; k++) {
				const d = f32x4.sub(v128.load(g + 16 * at(W.sumPatches, k)), value);
				sum = f32x4.add(sum, times(W.sums + blockBytes * k, d));
			}
			border++;
		}
		if (own < A.ownCount && at(A.ownRows, own) == row) {
			const block = A.ownBlocks + blockBytes * own;
			if (isThere(block)) sum = f32x4.add(sum, times(block, value));
			own++;
		}
		v128.store(y + 16 * row, f32x4.add(v128.load(y + 16 * row), v128.and(sum, three)));
	}
	for (let i = lowerBound(A.looseRows, A.looseCount, first); i < A.looseCount; i++) {
		const row = at(A.looseRows, i);
		if (row >= last) break;
		const patch = patchOf(W, row);
		const value = v128.load(g + 16 * patch);
		let sum = v128.load(y + 16 * row);
		const end = at(A.looseStart, i + 1);
		for (let k = at(A.looseStart, i); k < end; k++) {
			const other = patchOf(W, at(A.looseColumns, k));
			if (other == patch) continue;
			const d = f32x4.sub(v128.load(g + 16 * other), value);
			sum = f32x4.add(sum, times(A.looseBlocks + blockBytes * k, d));
		}
		v128.store(y + 16 * row, v128.and(sum, three));
	}
}

/** The force on each patch: the sums of all chunks. */
function sumPartials(A: EdgeMatrix, W: Patches): void {
	const to = vector(W, Coarse.force);
	const n = numbers(W);
	for (let i: u32 = 0; i < n; i++) {
		let sum: f64 = 0;
		for (let chunk: u32 = 0; chunk < A.chunks; chunk++)
			sum += load<f64>(partialsOf(W, chunk) + 8 * (i + i / 3));
		store<f64>(to + 8 * i, sum);
	}
}

/** Finds what patches do about forces that have been summed up by chunks; returns its work. */
export function solvePatches(A: EdgeMatrix, W: Patches): f64 {
	sumPartials(A, W);
	const work = solveCoarse(W);
	toSingle(W, Coarse.solution, -1);
	return work;
}

/** Begins with what patches do about the whole load. */
export function beginPatches(W: Patches): void {
	memory.copy(vector(W, Coarse.sum), vector(W, Coarse.solution), 8 * numbers(W));
}

/** What patches do against a direction, by a step along that. */
export function stepPatches(W: Patches, step: f64): void {
	const n = numbers(W);
	const sum = vector(W, Coarse.sum);
	const solution = vector(W, Coarse.solution);
	for (let i: u32 = 0; i < n; i++)
		store<f64>(sum + 8 * i, load<f64>(sum + 8 * i) - step * load<f64>(solution + 8 * i));
}

/** Adds to the rows of a chunk of x how far patches have moved in all. */
export function movePatches(A: EdgeMatrix, W: Patches, chunk: u32, x: usize): void {
	const moved = toSingle(W, Coarse.sum, 1);
	const last = at(A.chunkStart, chunk + 1);
	for (let row = at(A.chunkStart, chunk); row < last; row++)
		v128.store(x + 16 * row, f32x4.add(v128.load(x + 16 * row), v128.load(moved + 16 * patchOf(W, row))));
}

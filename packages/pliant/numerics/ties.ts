/**
 * Couplings of contacts in an incomplete factor (`incomplete.ts`). Where two rows i > j of a chunk have a loose block B, L has their tie
 *
 *   T_ij = B_ij − Σ_k T_ik·D_k⁻¹·T_jkᵀ
 *
 * on top of what the pattern has, k being rows before both that both are tied to. Contacts are stiff and of low rank: with their blocks as they are, elimination would take
 * the same stiffness away again and again (100 iterations for a system of denim that took 63 without any), and without them what moves together would count for as stiff as what moves apart; with ties that system takes
 * 28. What else elimination brings, of the pattern beside ties, made no difference. Rows have their columns ascending.
 */
import { blockBytes, times, transposedTimes } from "./blocks3";
import { at, EdgeMatrix, lowerBound } from "./edgeMatrix";
import { addSandwich, paddedBytes, paddedTimes } from "./paddedBlocks";
import { three } from "./vectors";

/** A tie, of a row to a column as loose blocks are. */
@inline
function tie(A: EdgeMatrix, k: u32): usize {
	return A.ties + blockBytes * k;
}

/** The same above the diagonal. */
@inline
function tieAbove(A: EdgeMatrix, k: u32): usize {
	return tie(A, at(A.looseMirrors, k));
}

/** The first of a row's loose blocks whose column is not before another. */
function blockFrom(A: EdgeMatrix, i: u32, column: u32): u32 {
	const begin = at(A.looseStart, i);
	return begin + lowerBound(A.looseColumns + 4 * begin, at(A.looseStart, i + 1) - begin, column);
}

/** Takes all ties of some rows away. */
export function clearTies(A: EdgeMatrix, first: u32, last: u32): void {
	if (A.looseCount == 0) return;
	const begin = at(A.looseStart, lowerBound(A.looseRows, A.looseCount, first));
	const end = at(A.looseStart, lowerBound(A.looseRows, A.looseCount, last));
	memory.fill(tie(A, begin), 0, blockBytes * (end - begin));
}

/** T −= Bᵀ·D⁻¹·C, D⁻¹ being padded. */
function eliminate(B: usize, inverse: usize, C: usize, T: usize): void {
	for (let k: usize = 0; k < 36; k += 12) {
		const part = transposedTimes(B, paddedTimes(inverse, v128.load(C + k)));
		const rest = f32x4.sub(v128.load(T + k), part);
		v128.store64_lane(T + k, rest, 0);
		v128.store32_lane(T + k, rest, 2, 8);
	}
}

/**
 * Ties the i-th row with loose blocks to rows before it in its chunk, and adds what that takes from its diagonal.
 * @param inverses D⁻¹ of the rows before it, padded
 * @param marks four bytes in sixteen for each row, zero before and after
 */
export function tieRow(A: EdgeMatrix, i: u32, first: u32, inverses: usize, marks: usize, taken: usize): void {
	const begin = blockFrom(A, i, first);
	const end = blockFrom(A, i, at(A.looseRows, i));
	for (let k = begin; k < end; k++) {
		const column = at(A.looseColumns, k);
		const above = tieAbove(A, k);
		memory.copy(above, A.looseBlocks + blockBytes * at(A.looseMirrors, k), blockBytes);
		const other = lowerBound(A.looseRows, A.looseCount, column);
		const otherEnd = blockFrom(A, other, column);
		for (let m = blockFrom(A, other, first); m < otherEnd; m++) {
			const before = at(A.looseColumns, m);
			const mark = load<u32>(marks + 16 * before);
			if (mark) eliminate(tieAbove(A, m), inverses + paddedBytes * before, tieAbove(A, mark - 1), above);
		}
		addSandwich(above, inverses + paddedBytes * column, taken);
		for (let row: usize = 0; row < 12; row += 4)
			for (let c: usize = 0; c < 3; c++)
				store<f32>(tie(A, k) + 3 * row + 4 * c, load<f32>(above + row + 12 * c));
		store<u32>(marks + 16 * column, k + 1);
	}
	for (let k = begin; k < end; k++) store<u32>(marks + 16 * at(A.looseColumns, k), 0);
}

/** What ties of the i-th row with loose blocks to rows from one to before another make of a vector. Most rows have few blocks: to look for the first of them took longer than to pass over others. */
export function timesTies(A: EdgeMatrix, i: u32, from: u32, to: u32, x: usize): v128 {
	let sum = f32x4.splat(0);
	const end = at(A.looseStart, i + 1);
	for (let k = at(A.looseStart, i); k < end; k++) {
		const column = at(A.looseColumns, k);
		if (column >= to) break;
		if (column >= from) sum = f32x4.add(sum, times(tie(A, k), v128.load(x + 16 * column)));
	}
	return v128.and(sum, three);
}

/** Adds to rows from one to before another what loose blocks make of t besides ties. */
export function addUntied(A: EdgeMatrix, first: u32, last: u32, t: usize, y: usize): void {
	const end = lowerBound(A.looseRows, A.looseCount, last);
	for (let i = lowerBound(A.looseRows, A.looseCount, first); i < end; i++) {
		const to = y + 16 * at(A.looseRows, i);
		const rowEnd = at(A.looseStart, i + 1);
		let sum = v128.load(to);
		for (let k = at(A.looseStart, i); k < rowEnd; k++) {
			const v = v128.load(t + 16 * at(A.looseColumns, k));
			const block = A.looseBlocks + blockBytes * k;
			sum = f32x4.add(sum, f32x4.sub(times(block, v), times(tie(A, k), v)));
		}
		v128.store(to, v128.and(sum, three));
	}
}

/** Dense symmetric matrices in f64. */
import { at } from "./edgeMatrix";
import { applyInverse, firstRow, lastRow, Level, multiplyLevel, rowBytes, WideMatrix } from "./level";
import { barrier, isFirst, ownPart, shareEnd, shareStart } from "./team";

/** Inverts a positive definite matrix in place, by Gauss and Jordan; false where it is not. */
function invert(a: usize, n: u32): bool {
	const line: usize = 8 * n;
	for (let k: u32 = 0; k < n; k++) {
		const pivotLine = a + line * k;
		const pivot = load<f64>(pivotLine + 8 * k);
		if (!(pivot > 0)) return false;
		const inverse = 1 / pivot;
		store<f64>(pivotLine + 8 * k, 1);
		for (let j: u32 = 0; j < n; j++)
			store<f64>(pivotLine + 8 * j, load<f64>(pivotLine + 8 * j) * inverse);
		for (let i: u32 = 0; i < n; i++) {
			if (i == k) continue;
			const to = a + line * i;
			const factor = load<f64>(to + 8 * k);
			if (factor == 0) continue;
			store<f64>(to + 8 * k, 0);
			for (let j: u32 = 0; j < n; j++)
				store<f64>(
					to + 8 * j,
					load<f64>(to + 8 * j) - factor * load<f64>(pivotLine + 8 * j),
				);
		}
	}
	return true;
}

/** Inverses of the 6×6 diagonal blocks of this thread's rows; 1 in `failed` where one is not positive definite. */
export function invertWideDiagonal(
	level: Level,
	workspaces: usize,
	workspaceBytes: u32,
	failed: usize,
): void {
	const workspace = ownPart(workspaces, workspaceBytes);
	const A = changetype<WideMatrix>(level.matrix);
	const last = shareEnd(level.rows);
	for (let row = shareStart(level.rows); row < last; row++) {
		const block = A.blocks + 144 * at(A.rowStart, row);
		for (let i: u32 = 0; i < 36; i++)
			store<f64>(workspace + 8 * i, <f64>load<f32>(block + 4 * i));
		if (!invert(workspace, 6)) store<u32>(failed, 1);
		const to = level.inverses + 144 * row;
		for (let i: u32 = 0; i < 36; i++)
			store<f32>(to + 4 * i, <f32>load<f64>(workspace + 8 * i));
	}
}

/** The dense inverse of the last level, by one thread; 1 in `failed` where the matrix is not positive definite. */
export function invertLast(
	level: Level,
	workspace: usize,
	failed: usize,
): void {
	if (!isFirst()) return;
	const A = changetype<WideMatrix>(level.matrix);
	const n: u32 = 6 * level.rows;
	memory.fill(workspace, 0, 8 * n * n);
	for (let row: u32 = 0; row < level.rows; row++) {
		const end = at(A.rowStart, row + 1);
		for (let k = at(A.rowStart, row); k < end; k++) {
			const column = at(A.columns, k);
			for (let i: u32 = 0; i < 6; i++)
				for (let j: u32 = 0; j < 6; j++) {
					const number = <f64>load<f32>(A.blocks + 144 * k + 24 * j + 4 * i);
					store<f64>(workspace + 8 * (n * (6 * row + i) + 6 * column + j), number);
					store<f64>(workspace + 8 * (n * (6 * column + j) + 6 * row + i), number);
				}
		}
	}
	if (!invert(workspace, n)) store<u32>(failed, 1);
	for (let i: u32 = 0; i < n; i++)
		for (let row: u32 = 0; row < level.rows; row++)
			for (let j: u32 = 0; j < 8; j++)
				store<f32>(
					level.dense + 4 * (8 * level.rows * i + 8 * row + j),
					j < 6 ? <f32>load<f64>(workspace + 8 * (n * i + 6 * row + j)) : 0,
				);
}

/** Partial sums of squares that `estimateLargest` makes, f64 each. */
export const squarePieces: u32 = 32;

/** Partial sums of the squares of a vector; every thread gets the sum of all. */
function squares(level: Level, x: usize, partials: usize): f64 {
	barrier();
	const end = shareEnd(squarePieces);
	for (let c = shareStart(squarePieces); c < end; c++) {
		const first: usize = rowBytes(level) * ((level.rows * c) / squarePieces);
		const last: usize = rowBytes(level) * ((level.rows * (c + 1)) / squarePieces);
		let sum: f64 = 0;
		for (let i = first; i < last; i += 4) {
			const value = <f64>load<f32>(x + i);
			sum += value * value;
		}
		store<f64>(partials + 8 * c, sum);
	}
	barrier();
	let total: f64 = 0;
	for (let c: u32 = 0; c < squarePieces; c++) total += load<f64>(partials + 8 * c);
	return total;
}

/** Estimates the largest eigenvalue of D⁻¹A by power iteration from a fixed, rough vector. `partials` has room for `squarePieces` of them. */
export function estimateLargest(
	level: Level,
	iterations: u32,
	partials: usize,
): void {
	const x = level.step;
	const numbers = rowBytes(level) / 4;
	const last = lastRow(level);
	for (let row = firstRow(level); row < last; row++)
		for (let i: u32 = 0; i < numbers; i++) {
			// Rough: neighbours differ in sign more often than not.
			const mixed = ((row * 8 + i) * 2654435761) >> 16;
			const value = <f32>(mixed & 1023) / 1023 - 0.5;
			store<f32>(x + 4 * (numbers * row + i), i < level.size ? value : 0);
		}
	let size = squares(level, x, partials);
	let largest: f64 = 1;
	for (let k: u32 = 0; k < iterations; k++) {
		multiplyLevel(level, x, level.product);
		applyInverse(level, level.product, level.residual);
		const following = squares(level, level.residual, partials);
		if (!(following > 0)) break;
		largest = sqrt(following / size);
		const scale = <f32>(1 / sqrt(following));
		const end = numbers * last;
		for (let i = numbers * firstRow(level); i < end; i++)
			store<f32>(x + 4 * i, scale * load<f32>(level.residual + 4 * i));
		size = 1;
	}
	barrier();
	if (isFirst()) level.largest = <f32>largest;
	barrier();
}

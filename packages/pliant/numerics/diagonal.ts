/** Inverses of the diagonal blocks of a matrix, on the directions that constraints leave free. */
import { blockBytes, rowTimes } from "./blocks3";
import { at, coupled, EdgeMatrix } from "./edgeMatrix";
import { Block, restrictBlock } from "./symmetricBlock";
import { shareEnd, shareStart } from "./team";

/** Rows whose motion is restricted: S is the projector onto what is free. */
@unmanaged
export class Constraints {
	count: u32;
	/** Rows, ascending. */
	rows: usize;
	/** S, nine f32 each. */
	projectors: usize;
}

@inline
function subtractBlock(block: usize): void {
	Block.xx -= load<f32>(block);
	Block.xy -= 0.5 * (load<f32>(block, 4) + load<f32>(block, 12));
	Block.xz -= 0.5 * (load<f32>(block, 8) + load<f32>(block, 24));
	Block.yy -= load<f32>(block, 16);
	Block.yz -= 0.5 * (load<f32>(block, 20) + load<f32>(block, 28));
	Block.zz -= load<f32>(block, 32);
}

export function loadDiagonal(A: EdgeMatrix, row: u32, own: usize, loose: u32): void {
	Block.xx = Block.yy = Block.zz = load<f32>(A.weights + 4 * row) - coupled(A, row);
	Block.xy = Block.xz = Block.yz = 0;
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row); k < end; k++)
		subtractBlock(A.blocks + blockBytes * k);
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
	for (let k = A.lower + 8 * at(A.lowerStart, row); k < lowerEnd; k += 8)
		subtractBlock(A.blocks + blockBytes * load<u32>(k, 4));
	if (loose < A.looseCount && at(A.looseRows, loose) == row) {
		const last = at(A.looseStart, loose + 1);
		for (let k = at(A.looseStart, loose); k < last; k++)
			subtractBlock(A.looseBlocks + blockBytes * k);
	}
	if (own) {
		Block.xx += load<f32>(own);
		Block.xy += 0.5 * (load<f32>(own, 4) + load<f32>(own, 12));
		Block.xz += 0.5 * (load<f32>(own, 8) + load<f32>(own, 24));
		Block.yy += load<f32>(own, 16);
		Block.yz += 0.5 * (load<f32>(own, 20) + load<f32>(own, 28));
		Block.zz += load<f32>(own, 32);
	}
}

/**
 * A weight for constrained directions like what the block has on free ones, so that the rounding of S, which is f32, does not leak into them: a
 * power of two, with which nothing is rounded where S has zeros and ones alone.
 */
export function constrainedWeight(): f64 {
	const trace = Block.xx + Block.yy + Block.zz;
	return trace > 0
		? reinterpret<f64>(reinterpret<u64>(trace) & 0x7ff0000000000000)
		: 1;
}

/** Replaces the block D by S·D·S + weight · (I − S). */
export function restrict(S: usize, weight: f64): void {
	restrictBlock(
		load<f32>(S),
		load<f32>(S, 4),
		load<f32>(S, 8),
		load<f32>(S, 16),
		load<f32>(S, 20),
		load<f32>(S, 32),
		weight,
	);
}

/** Subtracts (I − S) / weight: what the inverse of a restricted block has on constrained directions. */
export function removeConstrained(S: usize, weight: f64): void {
	const share = 1 / weight;
	Block.xx -= share * (1 - load<f32>(S));
	Block.xy += share * load<f32>(S, 4);
	Block.xz += share * load<f32>(S, 8);
	Block.yy -= share * (1 - load<f32>(S, 16));
	Block.yz += share * load<f32>(S, 20);
	Block.zz -= share * (1 - load<f32>(S, 32));
}

/** Inverts the block; false where it is not positive definite. */
export function invert(): bool {
	const minor = Block.yy * Block.zz - Block.yz * Block.yz;
	const first = Block.xz * Block.yz - Block.xy * Block.zz;
	const second = Block.xy * Block.yz - Block.xz * Block.yy;
	const determinant = Block.xx * minor + Block.xy * first + Block.xz * second;
	if (!(Block.xx > 0 && Block.xx * Block.yy - Block.xy * Block.xy > 0 && determinant > 0)) return false;
	const scale = 1 / determinant;
	const c = scale * (Block.xx * Block.zz - Block.xz * Block.xz);
	const d = scale * (Block.xy * Block.xz - Block.xx * Block.yz);
	const e = scale * (Block.xx * Block.yy - Block.xy * Block.xy);
	Block.xx = scale * minor;
	Block.xy = scale * first;
	Block.xz = scale * second;
	Block.yy = c;
	Block.yz = d;
	Block.zz = e;
	return true;
}

/** Index of the first of ascending rows, from one on, that is not before a row. */
export function seek(rows: usize, count: u32, from: u32, row: u32): u32 {
	while (from < count && at(rows, from) < row) from++;
	return from;
}

/** v = S·v for the constrained ones of some rows, four f32 per row: rounding must not leave what constraints bear in a residual. */
export function filterRows(
	constraints: Constraints,
	first: u32,
	last: u32,
	v: usize,
): void {
	for (let c: u32 = 0; c < constraints.count; c++) {
		const row = at(constraints.rows, c);
		if (row < first) continue;
		if (row >= last) break;
		const to = v + 16 * row;
		v128.store(
			to,
			rowTimes(constraints.projectors + blockBytes * c, v128.load(to)),
		);
	}
}

/** Writes the projector onto what is free of each of this thread's rows, in place of inverses: no preconditioning but for constraints. */
export function fillProjectors(
	rows: u32,
	constraints: Constraints,
	out: usize,
): void {
	const end = shareEnd(rows);
	let constraint: u32 = 0;
	for (let row = shareStart(rows); row < end; row++) {
		constraint = seek(constraints.rows, constraints.count, constraint, row);
		const restricted =
			constraint < constraints.count &&
			at(constraints.rows, constraint) == row;
		const S = constraints.projectors + blockBytes * constraint;
		const to = out + blockBytes * row;
		for (let k: u32 = 0; k < 9; k++)
			store<f32>(
				to + 4 * k,
				restricted ? load<f32>(S + 4 * k) : k % 4 == 0 ? 1 : 0,
			);
	}
}

/** Writes the inverses of this thread's rows, zero on constrained directions; 1 in `failed` where one is not positive definite. */
export function invertDiagonal(
	A: EdgeMatrix,
	constraints: Constraints,
	inverses: usize,
	failed: usize,
): void {
	const end = shareEnd(A.rows);
	let constraint: u32 = 0;
	let own: u32 = 0;
	let loose: u32 = 0;
	for (let row = shareStart(A.rows); row < end; row++) {
		own = seek(A.ownRows, A.ownCount, own, row);
		loose = seek(A.looseRows, A.looseCount, loose, row);
		constraint = seek(constraints.rows, constraints.count, constraint, row);
		const hasOwn = own < A.ownCount && at(A.ownRows, own) == row;
		loadDiagonal(A, row, hasOwn ? A.ownBlocks + blockBytes * own : 0, loose);
		const restricted =
			constraint < constraints.count &&
			at(constraints.rows, constraint) == row;
		const S = constraints.projectors + blockBytes * constraint;
		const weight = constrainedWeight();
		if (restricted) restrict(S, weight);
		if (!invert()) store<u32>(failed, 1);
		if (restricted) removeConstrained(S, weight);
		const to = inverses + blockBytes * row;
		store<f32>(to, <f32>Block.xx);
		store<f32>(to, <f32>Block.xy, 4);
		store<f32>(to, <f32>Block.xz, 8);
		store<f32>(to, <f32>Block.xy, 12);
		store<f32>(to, <f32>Block.yy, 16);
		store<f32>(to, <f32>Block.yz, 20);
		store<f32>(to, <f32>Block.xz, 24);
		store<f32>(to, <f32>Block.yz, 28);
		store<f32>(to, <f32>Block.zz, 32);
	}
}

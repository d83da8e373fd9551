/** Inverses of the diagonal blocks of a matrix, on the directions that constraints leave free. */
import { blockBytes } from "./blocks3";
import { at, EdgeMatrix } from "./edgeMatrix";
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

/** The six different numbers of a symmetric block. */
let xx: f64 = 0;
let xy: f64 = 0;
let xz: f64 = 0;
let yy: f64 = 0;
let yz: f64 = 0;
let zz: f64 = 0;

@inline
function subtractBlock(block: usize): void {
	xx -= load<f32>(block);
	xy -= 0.5 * (load<f32>(block, 4) + load<f32>(block, 12));
	xz -= 0.5 * (load<f32>(block, 8) + load<f32>(block, 24));
	yy -= load<f32>(block, 16);
	yz -= 0.5 * (load<f32>(block, 20) + load<f32>(block, 28));
	zz -= load<f32>(block, 32);
}

function loadDiagonal(A: EdgeMatrix, row: u32, own: usize): void {
	xx = yy = zz = load<f32>(A.weights + 4 * row);
	xy = xz = yz = 0;
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row); k < end; k++)
		subtractBlock(A.blocks + blockBytes * k);
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
	for (let k = A.lower + 8 * at(A.lowerStart, row); k < lowerEnd; k += 8)
		subtractBlock(A.blocks + blockBytes * load<u32>(k, 4));
	if (own) {
		xx += load<f32>(own);
		xy += load<f32>(own, 4);
		xz += load<f32>(own, 8);
		yy += load<f32>(own, 16);
		yz += load<f32>(own, 20);
		zz += load<f32>(own, 32);
	}
}

/** Replaces the block D by S·D·S + (I − S). */
function restrict(S: usize): void {
	const a = load<f32>(S);
	const b = load<f32>(S, 4);
	const c = load<f32>(S, 8);
	const e = load<f32>(S, 16);
	const f = load<f32>(S, 20);
	const i = load<f32>(S, 32);
	// D·S, then S times that.
	const d00 = xx * a + xy * b + xz * c;
	const d01 = xx * b + xy * e + xz * f;
	const d02 = xx * c + xy * f + xz * i;
	const d10 = xy * a + yy * b + yz * c;
	const d11 = xy * b + yy * e + yz * f;
	const d12 = xy * c + yy * f + yz * i;
	const d20 = xz * a + yz * b + zz * c;
	const d21 = xz * b + yz * e + zz * f;
	const d22 = xz * c + yz * f + zz * i;
	xx = a * d00 + b * d10 + c * d20 + 1 - a;
	xy = a * d01 + b * d11 + c * d21 - b;
	xz = a * d02 + b * d12 + c * d22 - c;
	yy = b * d01 + e * d11 + f * d21 + 1 - e;
	yz = b * d02 + e * d12 + f * d22 - f;
	zz = c * d02 + f * d12 + i * d22 + 1 - i;
}

/** Subtracts I − S: what a restricted block has on constrained directions. */
@inline
function removeConstrained(S: usize): void {
	xx -= 1 - load<f32>(S);
	xy += load<f32>(S, 4);
	xz += load<f32>(S, 8);
	yy -= 1 - load<f32>(S, 16);
	yz += load<f32>(S, 20);
	zz -= 1 - load<f32>(S, 32);
}

/** Inverts the block; false where it is not positive definite. */
function invert(): bool {
	const minor = yy * zz - yz * yz;
	const first = xz * yz - xy * zz;
	const second = xy * yz - xz * yy;
	const determinant = xx * minor + xy * first + xz * second;
	if (!(xx > 0 && xx * yy - xy * xy > 0 && determinant > 0)) return false;
	const scale = 1 / determinant;
	const c = scale * (xx * zz - xz * xz);
	const d = scale * (xy * xz - xx * yz);
	const e = scale * (xx * yy - xy * xy);
	xx = scale * minor;
	xy = scale * first;
	xz = scale * second;
	yy = c;
	yz = d;
	zz = e;
	return true;
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
	for (let row = shareStart(A.rows); row < end; row++) {
		while (own < A.ownCount && at(A.ownRows, own) < row) own++;
		while (
			constraint < constraints.count &&
			at(constraints.rows, constraint) < row
		)
			constraint++;
		const hasOwn = own < A.ownCount && at(A.ownRows, own) == row;
		loadDiagonal(A, row, hasOwn ? A.ownBlocks + blockBytes * own : 0);
		const restricted =
			constraint < constraints.count &&
			at(constraints.rows, constraint) == row;
		const S = constraints.projectors + blockBytes * constraint;
		if (restricted) restrict(S);
		if (!invert()) store<u32>(failed, 1);
		if (restricted) removeConstrained(S);
		const to = inverses + blockBytes * row;
		store<f32>(to, <f32>xx);
		store<f32>(to, <f32>xy, 4);
		store<f32>(to, <f32>xz, 8);
		store<f32>(to, <f32>xy, 12);
		store<f32>(to, <f32>yy, 16);
		store<f32>(to, <f32>yz, 20);
		store<f32>(to, <f32>xz, 24);
		store<f32>(to, <f32>yz, 28);
		store<f32>(to, <f32>zz, 32);
	}
}

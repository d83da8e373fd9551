/**
 * Conjugate gradients preconditioned by P = (D + L)·D⁻¹·(D + Lᵀ), all threads together. L is what A has below the diagonal within its chunks, changed by elimination where
 * rows touch (`ties.ts`), and D is such that P has most of the diagonal of A:
 *
 *   D_i = A_ii − share · Σ_j<i A_ij·D_j⁻¹·A_ji.
 *
 * Iterations are on (D + L)⁻¹·A·(D + Lᵀ)⁻¹ (Eisenstat 1981): with t = (D + Lᵀ)⁻¹·p and R what A has besides L, Lᵀ and its diagonal,
 *
 *   (D + L)⁻¹·A·t = t + (D + L)⁻¹·(p − 2D·t + diag(A)·t + R·t),
 *
 * two sweeps, which are as much work as one product with A. Residuals are r = (D + L)⁻¹·(b − A·x) and z = D·r.
 *
 * Where rows have patches (`patches.ts`), these go along with t, by W·g, such that A·(t + W·g) has no sums over patches. (D + L)⁻¹·A·W·g is one more term of the second sweep.
 */
import { blockBytes, sumsOfThree, transposedTimes, times } from "./blocks3";
import { Ending, finish, Krylov, toSingle } from "./conjugateGradient";
import {
	Constraints,
	constrainedWeight,
	filterRows,
	invert,
	loadDiagonal,
	removeConstrained,
	restrict,
	seek,
} from "./diagonal";
import { beginGains, Gains, hasReached } from "./gains";
import {
	addMoved,
	beginPatches,
	movePatches,
	Patches,
	restrictChunk,
	restrictProduct,
	solvePatches,
	stepPatches,
} from "./patches";
import { addCoupled, at, collectChunk, couplingSplit, EdgeMatrix, lowerBound, RowPart } from "./edgeMatrix";
import { addSandwich, paddedBytes, paddedTimes } from "./paddedBlocks";
import { Block } from "./symmetricBlock";
import { barrier, shareEnd, shareStart } from "./team";
import { addUntied, clearTies, tieRow, timesTies } from "./ties";
import { addDot, sumOf, three, total } from "./vectors";

@unmanaged
export class Incomplete {
	/** Blocks of rows: those on the diagonal of A, and D⁻¹, which is zero on constrained directions. */
	diagonal: usize;
	inverses: usize;
	/** Vectors: t, D·t, and w, of which t + w is the product with the preconditioned matrix. */
	t: usize;
	Dt: usize;
	w: usize;
	/** Patches, or 0. */
	patches: usize;
}

/** Of a diagonal block, what at least is left of it. */
const leastLeft: f64 = 0.05;
const leastShare: f64 = 0.05;
/** Forces are 1 at most. */
const faded: f32 = 1e-25;
/** What sweeps make of forces at most, as squares in the norm of the diagonal. Beyond, what little was left of some rows makes them grow from row to row. */
const mostGrowth: f64 = 1e4;
/** Where an error is asked for, residuals decide only once they are so small: they tell little of what is smooth. */
const tinyResidual: f64 = 1e-2;
/** Iterations without progress after which there will be none. */
const patience: u32 = 1000;

/** D⁻¹·v of a row. Sweeps fade away from where forces are, and arithmetic with the smallest of numbers is slow: they become zero. */
@inline
function inverseTimes(P: Incomplete, row: u32, v: v128): v128 {
	const product = paddedTimes(P.inverses + paddedBytes * row, v);
	return v128.and(product, f32x4.gt(f32x4.abs(product), f32x4.splat(faded)));
}

function storePadded(to: usize): void {
	store<f32>(to, <f32>Block.xx);
	store<f32>(to, <f32>Block.xy, 4);
	store<f32>(to, <f32>Block.xz, 8);
	store<f32>(to, <f32>Block.xy, 16);
	store<f32>(to, <f32>Block.yy, 20);
	store<f32>(to, <f32>Block.yz, 24);
	store<f32>(to, <f32>Block.xz, 32);
	store<f32>(to, <f32>Block.yz, 36);
	store<f32>(to, <f32>Block.zz, 40);
}

/** Replaces the block B by B − most · S, S being padded; less of S where too little of B would be left. */
function subtractShare(S: usize, most: f64): void {
	const xx = Block.xx;
	const xy = Block.xy;
	const xz = Block.xz;
	const yy = Block.yy;
	const yz = Block.yz;
	const zz = Block.zz;
	const sxx = <f64>load<f32>(S);
	const sxy = 0.5 * (<f64>load<f32>(S, 4) + load<f32>(S, 16));
	const sxz = 0.5 * (<f64>load<f32>(S, 8) + load<f32>(S, 32));
	const syy = <f64>load<f32>(S, 20);
	const syz = 0.5 * (<f64>load<f32>(S, 24) + load<f32>(S, 36));
	const szz = <f64>load<f32>(S, 40);
	for (let share = most; share > leastShare; share *= 0.5) {
		const rest = 1 - leastLeft;
		const a = rest * xx - share * sxx;
		const b = rest * xy - share * sxy;
		const c = rest * xz - share * sxz;
		const d = rest * yy - share * syy;
		const e = rest * yz - share * syz;
		const f = rest * zz - share * szz;
		const minor = a * d - b * b;
		const determinant = f * minor - c * (c * d - b * e) - e * (a * e - b * c);
		if (!(a > 0 && minor > 0 && determinant > 0)) continue;
		Block.xx = xx - share * sxx;
		Block.xy = xy - share * sxy;
		Block.xz = xz - share * sxz;
		Block.yy = yy - share * syy;
		Block.yz = yz - share * syz;
		Block.zz = zz - share * szz;
		return;
	}
}

/** Adds k² · B to a padded block for a row's couplings to rows before it in its chunk, B being theirs. */
@inline
function addCoupledSquares(A: EdgeMatrix, row: u32, blocks: usize, to: usize): void {
	let a = v128.load(to);
	let b = v128.load(to, 16);
	let c = v128.load(to, 32);
	const end = couplingSplit(A, row, RowPart.above);
	for (let i = couplingSplit(A, row, RowPart.inChunk); i < end; i++) {
		const from = blocks + paddedBytes * at(A.couplingColumns, i);
		const k = v128.load32_splat(A.couplings + 4 * i);
		const square = f32x4.mul(k, k);
		a = f32x4.add(a, f32x4.mul(square, v128.load(from)));
		b = f32x4.add(b, f32x4.mul(square, v128.load(from, 16)));
		c = f32x4.add(c, f32x4.mul(square, v128.load(from, 32)));
	}
	v128.store(to, a);
	v128.store(to, b, 16);
	v128.store(to, c, 32);
}

/**
 * Makes the preconditioner of A, with a share of what elimination takes from the diagonal: all of it would leave nothing of some rows. 1 in `failed` where a diagonal
 * block is not positive definite.
 */
export function prepareIncomplete(
	A: EdgeMatrix,
	constraints: Constraints,
	P: Incomplete,
	share: f64,
	failed: usize,
): void {
	const lastChunk = shareEnd(A.chunks);
	const begin = at(A.chunkStart, shareStart(A.chunks));
	const end = at(A.chunkStart, lastChunk);
	// What is to be taken from a row gathers where its diagonal block will be.
	memory.fill(P.diagonal + paddedBytes * begin, 0, paddedBytes * (end - begin));
	const hasTies = A.looseCount > 0 && share > 0;
	clearTies(A, begin, end);
	if (hasTies) memory.fill(P.w + 16 * begin, 0, 16 * (end - begin));
	let own: u32 = 0;
	let loose: u32 = 0;
	let constraint: u32 = 0;
	let chunk = shareStart(A.chunks);
	for (let row = begin; row < end; row++) {
		if (row == at(A.chunkStart, chunk + 1)) chunk++;
		own = seek(A.ownRows, A.ownCount, own, row);
		loose = seek(A.looseRows, A.looseCount, loose, row);
		const hasOwn = own < A.ownCount && at(A.ownRows, own) == row;
		loadDiagonal(A, row, hasOwn ? A.ownBlocks + blockBytes * own : 0, loose);
		const diagonal = P.diagonal + paddedBytes * row;
		const inverse = P.inverses + paddedBytes * row;
		storePadded(inverse);
		addCoupledSquares(A, row, P.inverses, diagonal);
		if (hasTies && loose < A.looseCount && at(A.looseRows, loose) == row)
			tieRow(A, loose, at(A.chunkStart, chunk), P.inverses, P.w, diagonal);
		subtractShare(diagonal, share);
		memory.copy(diagonal, inverse, paddedBytes);
		constraint = seek(constraints.rows, constraints.count, constraint, row);
		const isRestricted = constraint < constraints.count && at(constraints.rows, constraint) == row;
		const S = constraints.projectors + blockBytes * constraint;
		const weight = constrainedWeight();
		if (isRestricted) restrict(S, weight);
		if (!invert()) store<u32>(failed, 1);
		if (isRestricted) removeConstrained(S, weight);
		storePadded(inverse);
		const split = at(A.rowSplit, row);
		for (let k = at(A.rowStart, row); k < split; k++)
			addSandwich(A.blocks + blockBytes * k, inverse, P.diagonal + paddedBytes * at(A.columns, k));
	}
}

/** The row of the i-th with loose blocks; none where there are no more. */
@inline
function looseRow(A: EdgeMatrix, i: u32): u32 {
	return i < A.looseCount ? at(A.looseRows, i) : u32.MAX_VALUE;
}

/** t = (D + Lᵀ)⁻¹·p and D·t for a chunk. */
function sweepBack(A: EdgeMatrix, chunk: u32, P: Incomplete, p: usize): void {
	const t = P.t;
	const Dt = P.Dt;
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	// One more than the number of the row with loose blocks that comes next.
	let loose = lowerBound(A.looseRows, A.looseCount, last);
	for (let row = last; row-- > first; ) {
		const begin = A.columns + 4 * at(A.rowStart, row);
		let column = A.columns + 4 * at(A.rowSplit, row);
		let block = A.blocks + blockBytes * at(A.rowSplit, row);
		const coupled = addCoupled(
			A,
			couplingSplit(A, row, RowPart.above),
			couplingSplit(A, row, RowPart.beyond),
			t,
			f32x4.splat(0),
		);
		let sum = f32x4.sub(v128.load(p + 16 * row), coupled);
		while (column > begin) {
			column -= 4;
			block -= blockBytes;
			sum = f32x4.sub(sum, times(block, v128.load(t + 16 * load<u32>(column))));
		}
		if (loose > 0 && at(A.looseRows, loose - 1) == row)
			sum = f32x4.sub(sum, timesTies(A, --loose, row, last, t));
		sum = v128.and(sum, three);
		v128.store(Dt + 16 * row, sum);
		v128.store(t + 16 * row, inverseTimes(P, row, sum));
	}
}

/** Σ k x_j over some couplings, of which there are few. */
function sumCoupled(A: EdgeMatrix, from: u32, to: u32, x: usize): v128 {
	return addCoupled(A, from, to, x, f32x4.splat(0));
}

/** y = R·t for the rows of a chunk, but for what other chunks have for them, and what it has for those. */
function leaveChunk(A: EdgeMatrix, chunk: u32, t: usize, y: usize): void {
	const firstSlot = at(A.slotStart, chunk);
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	if (A.chunks == 1) {
		memory.fill(y + 16 * first, 0, 16 * (last - first));
		return;
	}
	memory.fill(A.slots + 16 * firstSlot, 0, 16 * (at(A.slotStart, chunk + 1) - firstSlot));
	let slot = A.leavingSlots + 4 * at(A.leavingStart, chunk);
	for (let row = first; row < last; row++) {
		const own = v128.load(t + 16 * row);
		const end = at(A.rowStart, row + 1);
		let sum = f32x4.splat(0);
		const begin = at(A.couplingStart, row);
		const inChunk = couplingSplit(A, row, RowPart.inChunk);
		if (begin < inChunk) sum = sumCoupled(A, begin, inChunk, t);
		const beyond = couplingSplit(A, row, RowPart.beyond);
		const couplingEnd = at(A.couplingStart, row + 1);
		if (beyond < couplingEnd) sum = f32x4.add(sum, sumCoupled(A, beyond, couplingEnd, t));
		for (let k = at(A.rowSplit, row); k < end; k++, slot += 4) {
			const block = A.blocks + blockBytes * k;
			const to = A.slots + 16 * load<u32>(slot);
			sum = f32x4.add(sum, times(block, v128.load(t + 16 * at(A.columns, k))));
			v128.store(to, f32x4.add(v128.load(to), transposedTimes(block, own)));
		}
		v128.store(y + 16 * row, v128.and(sum, three));
	}
}

/** What L makes of a vector in a row: couplings, and blocks of earlier rows of the chunk, transposed, whose products are summed up before they are turned into rows. */
@inline
function before(A: EdgeMatrix, row: u32, first: u32, w: usize): v128 {
	let a = f32x4.splat(0);
	let b = f32x4.splat(0);
	let c = f32x4.splat(0);
	const begin = A.lower + 8 * at(A.lowerStart, row);
	// Rows of earlier chunks come first.
	for (let pair = A.lower + 8 * at(A.lowerStart, row + 1); pair > begin; ) {
		pair -= 8;
		const column = load<u32>(pair);
		if (column < first) break;
		const v = v128.load(w + 16 * column);
		const block = A.blocks + blockBytes * load<u32>(pair, 4);
		a = f32x4.add(a, f32x4.mul(v128.load(block), v));
		b = f32x4.add(b, f32x4.mul(v128.load(block, 12), v));
		c = f32x4.add(c, f32x4.mul(v128.load(block, 24), v));
	}
	const coupled = addCoupled(
		A,
		couplingSplit(A, row, RowPart.inChunk),
		couplingSplit(A, row, RowPart.above),
		w,
		f32x4.splat(0),
	);
	return f32x4.add(coupled, sumsOfThree(a, b, c));
}

/** The same with ties, `loose` being the number of the row among those with loose blocks, if it has any; for those who seldom ask. */
function allBefore(A: EdgeMatrix, row: u32, first: u32, loose: u32, w: usize): v128 {
	let sum = before(A, row, first, w);
	if (row == looseRow(A, loose)) sum = f32x4.add(sum, timesTies(A, loose, first, row, w));
	return v128.and(sum, three);
}

/** With y = R·t: w and y = D·(t + w), for w = (D + L)⁻¹·(p − 2D·t + diag(A)·t + R·t) of a chunk; returns p·(t + w). */
function sweepForth(A: EdgeMatrix, chunk: u32, P: Incomplete, p: usize, y: usize): f64 {
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	const two = f32x4.splat(2);
	let loose = lowerBound(A.looseRows, A.looseCount, first);
	let dot = f64x2.splat(0);
	for (let row = first; row < last; row++) {
		const i: usize = 16 * row;
		const t = v128.load(P.t + i);
		const Dt = v128.load(P.Dt + i);
		const direction = v128.load(p + i);
		const inner = f32x4.add(
			f32x4.sub(direction, f32x4.mul(two, Dt)),
			paddedTimes(P.diagonal + paddedBytes * row, t),
		);
		let rest = f32x4.sub(v128.load(y + i), before(A, row, first, P.w));
		if (row == looseRow(A, loose)) rest = f32x4.sub(rest, timesTies(A, loose++, first, row, P.w));
		const sum = v128.and(f32x4.add(rest, inner), three);
		const w = inverseTimes(P, row, sum);
		v128.store(P.w + i, w);
		v128.store(y + i, f32x4.add(Dt, sum));
		dot = addDot(dot, direction, f32x4.add(t, w));
	}
	return total(dot);
}

/** z·D⁻¹·z for a chunk. */
function squareOfChunk(A: EdgeMatrix, chunk: u32, P: Incomplete, z: usize): f64 {
	const last = at(A.chunkStart, chunk + 1);
	let dot = f64x2.splat(0);
	for (let row = at(A.chunkStart, chunk); row < last; row++) {
		const v = v128.load(z + 16 * row);
		dot = addDot(dot, v, paddedTimes(P.inverses + paddedBytes * row, v));
	}
	return total(dot);
}

/** r = (D + L)⁻¹·z and z = D·r for a chunk; returns r·z. */
function startChunk(A: EdgeMatrix, chunk: u32, P: Incomplete, r: usize, z: usize): f64 {
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	let loose = lowerBound(A.looseRows, A.looseCount, first);
	let dot = f64x2.splat(0);
	for (let row = first; row < last; row++) {
		const i: usize = 16 * row;
		const sum = f32x4.sub(v128.load(z + i), allBefore(A, row, first, loose, r));
		if (row == looseRow(A, loose)) loose++;
		const w = inverseTimes(P, row, sum);
		v128.store(z + i, sum);
		v128.store(r + i, w);
		dot = addDot(dot, w, sum);
	}
	return total(dot);
}

/** r = (D + L)·r, given z = D·r: the residual of A, for iterations with another preconditioner. */
function endChunk(A: EdgeMatrix, chunk: u32, r: usize, z: usize): void {
	const first = at(A.chunkStart, chunk);
	const last = at(A.chunkStart, chunk + 1);
	let loose = lowerBound(A.looseRows, A.looseCount, last);
	for (let row = last; row-- > first; ) {
		if (loose > 0 && at(A.looseRows, loose - 1) == row) loose--;
		v128.store(r + 16 * row, f32x4.add(v128.load(z + 16 * row), allBefore(A, row, first, loose, r)));
	}
}

/** x += step · t, r −= step · (t + w), z −= step · y for a chunk; returns r·z. */
function takeStep(A: EdgeMatrix, chunk: u32, P: Incomplete, K: Krylov, step: f32): f64 {
	const s = f32x4.splat(step);
	const last: usize = 16 * at(A.chunkStart, chunk + 1);
	let dot = f64x2.splat(0);
	for (let i: usize = 16 * at(A.chunkStart, chunk); i < last; i += 16) {
		v128.store(K.x + i, f32x4.add(v128.load(K.x + i), f32x4.mul(s, v128.load(P.t + i))));
		const product = f32x4.add(v128.load(P.t + i), v128.load(P.w + i));
		const r = f32x4.sub(v128.load(K.r + i), f32x4.mul(s, product));
		const z = f32x4.sub(v128.load(K.z + i), f32x4.mul(s, v128.load(K.Ap + i)));
		v128.store(K.r + i, r);
		v128.store(K.z + i, z);
		dot = addDot(dot, r, z);
	}
	return total(dot);
}

/**
 * Solves A·x = scale · b from x = 0; b is f64 with three numbers per row. It ends at the relative residual `tolerance` in P's norm, or at
 * the residual `goal`; or, where `error` is not zero, at that error in A's norm. Where it ends before, r is what is left.
 */
export function incompleteGradient(
	A: EdgeMatrix,
	P: Incomplete,
	K: Krylov,
	b: usize,
	scale: f64,
	tolerance: f64,
	goal: f64,
	error: f64,
	maxIterations: u32,
): void {
	const constraints = changetype<Constraints>(K.constraints);
	const firstChunk = shareStart(A.chunks);
	const lastChunk = shareEnd(A.chunks);
	const first = at(A.chunkStart, firstChunk);
	const last = at(A.chunkStart, lastChunk);
	const begin: usize = 16 * first;
	const end: usize = 16 * last;
	const p = K.p;
	const y = K.Ap;
	const sums = K.partials + 8 * A.chunks;
	const W = changetype<Patches>(P.patches);
	const hasPatches = P.patches != 0 && W.isSound != 0;
	for (let c = firstChunk; c < lastChunk; c++) toSingle(A, c, b, scale, K.z);
	filterRows(constraints, first, last, K.z);
	memory.fill(K.x + begin, 0, end - begin);
	let moved: f64 = 0;
	if (hasPatches) {
		for (let c = firstChunk; c < lastChunk; c++) restrictChunk(A, W, c, K.z);
		barrier();
		moved = solvePatches(A, W);
		beginPatches(W);
		for (let c = firstChunk; c < lastChunk; c++) addMoved(A, W, c, K.z);
		filterRows(constraints, first, last, K.z);
	}
	for (let c = firstChunk; c < lastChunk; c++)
		store<f64>(K.partials + 8 * c, squareOfChunk(A, c, P, K.z));
	for (let c = firstChunk; c < lastChunk; c++)
		store<f64>(sums + 8 * c, startChunk(A, c, P, K.r, K.z));
	filterRows(constraints, first, last, K.z);
	memory.copy(p + begin, K.z + begin, end - begin);
	barrier();
	let rz = sumOf(sums, A.chunks);
	if (!(rz <= mostGrowth * sumOf(K.partials, A.chunks))) {
		finish(K, 0, Ending.badPreconditioner, 1, rz);
		return;
	}
	const start = rz + moved;
	const relative = error > 0 ? min(tolerance, tinyResidual) : tolerance;
	const enough = max(relative * relative * start, goal * goal);
	let iterations: u32 = 0;
	let best = rz;
	let bestIteration: u32 = 0;
	let ending = Ending.converged;
	beginGains();
	Gains.all = moved;
	while (rz > enough) {
		if (error > 0 && hasReached(error, iterations)) break;
		if (rz < 0.25 * best) {
			best = rz;
			bestIteration = iterations;
		}
		if (iterations == maxIterations || iterations > bestIteration + patience) {
			ending = Ending.exhausted;
			break;
		}
		for (let c = firstChunk; c < lastChunk; c++) {
			sweepBack(A, c, P, p);
			if (hasPatches) restrictProduct(A, W, c, P.t);
		}
		barrier();
		if (hasPatches) solvePatches(A, W);
		for (let c = firstChunk; c < lastChunk; c++) {
			leaveChunk(A, c, P.t, y);
			if (hasPatches) addMoved(A, W, c, y);
		}
		addUntied(A, first, last, P.t, y);
		barrier();
		for (let c = firstChunk; c < lastChunk; c++) {
			collectChunk(A, c, y);
			store<f64>(K.partials + 8 * c, sweepForth(A, c, P, p, y));
		}
		filterRows(constraints, first, last, y);
		barrier();
		const curvature = sumOf(K.partials, A.chunks);
		if (!(curvature > 0)) {
			ending = Ending.notPositive;
			break;
		}
		const step = <f32>(rz / curvature);
		Gains.lately += (rz * rz) / curvature;
		for (let c = firstChunk; c < lastChunk; c++)
			store<f64>(sums + 8 * c, takeStep(A, c, P, K, step));
		barrier();
		if (hasPatches) stepPatches(W, step);
		const next = sumOf(sums, A.chunks);
		if (!(next >= 0)) {
			ending = Ending.badPreconditioner;
			break;
		}
		const ratio = f32x4.splat(<f32>(next / rz));
		for (let i = begin; i < end; i += 16)
			v128.store(p + i, f32x4.add(v128.load(K.z + i), f32x4.mul(ratio, v128.load(p + i))));
		rz = next;
		iterations++;
	}
	if (hasPatches) for (let c = firstChunk; c < lastChunk; c++) movePatches(A, W, c, K.x);
	if (ending == Ending.exhausted)
		for (let c = firstChunk; c < lastChunk; c++) endChunk(A, c, K.r, K.z);
	finish(K, iterations, ending, start > 0 ? sqrt(rz / start) : 0, start);
}

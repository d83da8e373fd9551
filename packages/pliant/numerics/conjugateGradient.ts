/** Preconditioned conjugate gradients in f32 with sums in f64, all threads together. */
import { blockBytes, rowTimes } from "./blocks3";
import { cycle } from "./cycle";
import { Constraints, filterRows } from "./diagonal";
import { at, EdgeMatrix, multiply } from "./edgeMatrix";
import { beginGains, Gains, hasReached } from "./gains";
import { Level } from "./level";
import { barrier, isFirst, shareEnd, shareStart } from "./team";
import { addDot, sumOf, total } from "./vectors";

/** Vectors of the iteration, four f32 per row. */
@unmanaged
export class Krylov {
	x: usize;
	r: usize;
	z: usize;
	p: usize;
	Ap: usize;
	/** Two sums per chunk, f64. */
	partials: usize;
	/** What came out, as `Outcome` has it; residuals in the preconditioner's norm. */
	outcome: usize;
	/** Rows whose motion is restricted. */
	constraints: usize;
}

/** Iterations without progress after which there will be none: rounding is in the way. */
const levelPatience: u32 = 60;
const jacobiPatience: u32 = 1000;

/** How an iteration ended. With a bad preconditioner: it is not positive definite, so it is not that of A any more, or A is not. */
export const enum Ending {
	converged = 0,
	exhausted = 1,
	notPositive = 2,
	badPreconditioner = 3,
}

/** What came out of an iteration [bytes]: u32 iterations, u32 how it ended, f64 residual relative to the first, f64 the first. */
export const enum Outcome {
	iterations = 0,
	ending = 4,
	residual = 8,
	firstResidual = 16,
	size = 24,
}

/** z = D⁻¹·r for a chunk. */
function jacobi(
	inverses: usize,
	first: u32,
	last: u32,
	r: usize,
	z: usize,
): void {
	for (let row = first; row < last; row++)
		v128.store(
			z + 16 * row,
			rowTimes(inverses + blockBytes * row, v128.load(r + 16 * row)),
		);
}

/** to = scale · from for a chunk, from three f64 per row. */
export function toSingle(
	A: EdgeMatrix,
	chunk: u32,
	from: usize,
	scale: f64,
	to: usize,
): void {
	const last = at(A.chunkStart, chunk + 1);
	for (let row = at(A.chunkStart, chunk); row < last; row++) {
		const a = from + 24 * row;
		const b = to + 16 * row;
		store<f32>(b, <f32>(scale * load<f64>(a)));
		store<f32>(b, <f32>(scale * load<f64>(a, 8)), 4);
		store<f32>(b, <f32>(scale * load<f64>(a, 16)), 8);
		store<f32>(b, 0, 12);
	}
}

/** Ap = S·A·p for this thread's rows. */
function multiplyFree(A: EdgeMatrix, K: Krylov): void {
	multiply(A, K.p, K.Ap);
	filterRows(
		changetype<Constraints>(K.constraints),
		at(A.chunkStart, shareStart(A.chunks)),
		at(A.chunkStart, shareEnd(A.chunks)),
		K.Ap,
	);
}

/** Partial sums of a·b for this thread's chunks. */
function dotChunks(A: EdgeMatrix, a: usize, b: usize, partials: usize): void {
	const end = shareEnd(A.chunks);
	for (let c = shareStart(A.chunks); c < end; c++) {
		const last: usize = 16 * at(A.chunkStart, c + 1);
		let sum = f64x2.splat(0);
		for (let i: usize = 16 * at(A.chunkStart, c); i < last; i += 16)
			sum = addDot(sum, v128.load(a + i), v128.load(b + i));
		store<f64>(partials + 8 * c, total(sum));
	}
}

/** z = P⁻¹·r for this thread's chunks: a multigrid cycle where there is a level, block Jacobi otherwise. */
function precondition(
	A: EdgeMatrix,
	inverses: usize,
	level: usize,
	K: Krylov,
): void {
	const first = at(A.chunkStart, shareStart(A.chunks));
	const last = at(A.chunkStart, shareEnd(A.chunks));
	if (!level) return jacobi(inverses, first, last, K.r, K.z);
	cycle(changetype<Level>(level), K.r, K.z);
	// Packed blocks of the prolongation are not quite along the free directions.
	filterRows(changetype<Constraints>(K.constraints), first, last, K.z);
}

/** z = P⁻¹·r with r and z in f64, three numbers per row: the preconditioner of `conjugateGradient`, for iterations elsewhere. */
export function preconditionF64(
	A: EdgeMatrix,
	inverses: usize,
	level: usize,
	K: Krylov,
	r: usize,
	scale: f64,
	z: usize,
): void {
	const end = shareEnd(A.chunks);
	for (let c = shareStart(A.chunks); c < end; c++) toSingle(A, c, r, scale, K.r);
	precondition(A, inverses, level, K);
	const last = at(A.chunkStart, end);
	const back: f64 = 1 / scale;
	for (let row = at(A.chunkStart, shareStart(A.chunks)); row < last; row++) {
		const from = K.z + 16 * row;
		const to = z + 24 * row;
		store<f64>(to, back * load<f32>(from));
		store<f64>(to, back * load<f32>(from, 4), 8);
		store<f64>(to, back * load<f32>(from, 8), 16);
	}
}

/** x += step · p and r −= step · Ap for this thread's chunks. */
function takeStep(A: EdgeMatrix, K: Krylov, step: f32): void {
	const s = f32x4.splat(step);
	const x = K.x;
	const r = K.r;
	const p = K.p;
	const Ap = K.Ap;
	const end: usize = 16 * at(A.chunkStart, shareEnd(A.chunks));
	let i: usize = 16 * at(A.chunkStart, shareStart(A.chunks));
	for (; i < end; i += 16) {
		v128.store(
			x + i,
			f32x4.add(v128.load(x + i), f32x4.mul(s, v128.load(p + i))),
		);
		v128.store(
			r + i,
			f32x4.sub(v128.load(r + i), f32x4.mul(s, v128.load(Ap + i))),
		);
	}
}

/** The same with z = D⁻¹·r and the partial sums of r·z, in one pass. */
function takeJacobiStep(
	A: EdgeMatrix,
	K: Krylov,
	step: f32,
	inverses: usize,
	sums: usize,
): void {
	const s = f32x4.splat(step);
	const x = K.x;
	const r = K.r;
	const z = K.z;
	const p = K.p;
	const Ap = K.Ap;
	const end = shareEnd(A.chunks);
	for (let c = shareStart(A.chunks); c < end; c++) {
		const last = at(A.chunkStart, c + 1);
		let sum = f64x2.splat(0);
		for (let row = at(A.chunkStart, c); row < last; row++) {
			const i: usize = 16 * row;
			v128.store(
				x + i,
				f32x4.add(v128.load(x + i), f32x4.mul(s, v128.load(p + i))),
			);
			const residual = f32x4.sub(
				v128.load(r + i),
				f32x4.mul(s, v128.load(Ap + i)),
			);
			v128.store(r + i, residual);
			const direction = rowTimes(inverses + blockBytes * row, residual);
			v128.store(z + i, direction);
			sum = addDot(sum, residual, direction);
		}
		store<f64>(sums + 8 * c, total(sum));
	}
}

export function finish(
	K: Krylov,
	iterations: u32,
	ending: Ending,
	residual: f64,
	start: f64,
): void {
	if (!isFirst()) return;
	store<u32>(K.outcome + Outcome.iterations, iterations);
	store<u32>(K.outcome + Outcome.ending, ending);
	store<f64>(K.outcome + Outcome.residual, residual);
	store<f64>(K.outcome + Outcome.firstResidual, sqrt(start));
}

/**
 * Makes x the multiple of a guess (f64, three numbers per row) that comes nearest to the solution of A·x = scale · b in A's norm, and
 * r what it leaves, for `conjugateGradient` to go on from. The outcome is how much that is, relative to b, in block Jacobi's
 * norm; 0 where the guess is of no use.
 */
export function startFromGuess(
	A: EdgeMatrix,
	inverses: usize,
	K: Krylov,
	guess: usize,
	b: usize,
	scale: f64,
): void {
	const end = shareEnd(A.chunks);
	const products = K.partials + 8 * A.chunks;
	for (let c = shareStart(A.chunks); c < end; c++)
		toSingle(A, c, guess, 1, K.p);
	barrier();
	multiplyFree(A, K);
	for (let c = shareStart(A.chunks); c < end; c++)
		toSingle(A, c, b, scale, K.r);
	dotChunks(A, K.p, K.Ap, K.partials);
	dotChunks(A, K.p, K.r, products);
	barrier();
	const curvature = sumOf(K.partials, A.chunks);
	const length = sumOf(products, A.chunks) / curvature;
	barrier();
	const isUsable = curvature > 0 && length == length;
	if (!isUsable) return finish(K, 0, Ending.exhausted, 0, 0);
	const first = at(A.chunkStart, shareStart(A.chunks));
	const last = at(A.chunkStart, end);
	jacobi(inverses, first, last, K.r, K.z);
	dotChunks(A, K.r, K.z, K.partials);
	memory.fill(K.x + 16 * first, 0, 16 * (last - first));
	takeStep(A, K, <f32>length);
	jacobi(inverses, first, last, K.r, K.z);
	dotChunks(A, K.r, K.z, products);
	barrier();
	const before = sumOf(K.partials, A.chunks);
	finish(K, 0, Ending.exhausted, sqrt(sumOf(products, A.chunks) / before), sqrt(before));
	barrier();
}

/**
 * Solves A·x = scale · b from x = 0; b is f64 with three numbers per row. Where `reached` is positive it goes on from the x and r
 * that an earlier call has left at that residual, with another preconditioner. It ends at the relative residual `tolerance`, or
 * at the residual `goal`; or, where `error` is not zero, at that error in A's norm.
 */
export function conjugateGradient(
	A: EdgeMatrix,
	inverses: usize,
	level: usize,
	K: Krylov,
	b: usize,
	scale: f64,
	tolerance: f64,
	goal: f64,
	error: f64,
	maxIterations: u32,
	reached: f64,
): void {
	const first = at(A.chunkStart, shareStart(A.chunks));
	const last = at(A.chunkStart, shareEnd(A.chunks));
	const begin: usize = 16 * first;
	const end: usize = 16 * last;
	const x = K.x;
	const r = K.r;
	const z = K.z;
	const p = K.p;
	const Ap = K.Ap;
	if (reached == 0) {
		const lastChunk = shareEnd(A.chunks);
		for (let c = shareStart(A.chunks); c < lastChunk; c++)
			toSingle(A, c, b, scale, r);
		filterRows(changetype<Constraints>(K.constraints), first, last, r);
		memory.fill(x + begin, 0, end - begin);
	}
	precondition(A, inverses, level, K);
	memory.copy(p + begin, z + begin, end - begin);
	dotChunks(A, r, z, K.partials);
	barrier();
	let rz = sumOf(K.partials, A.chunks);
	const start = reached == 0 ? rz : rz / (reached * reached);
	let iterations: u32 = 0;
	let best = rz;
	let bestIteration: u32 = 0;
	const patience: u32 = level ? levelPatience : jacobiPatience;
	if (!(rz >= 0)) return finish(K, 0, Ending.badPreconditioner, 1, 1);
	const enough = max(tolerance * tolerance * start, goal * goal);
	beginGains();
	while (rz > enough) {
		if (error > 0 && hasReached(error, iterations)) break;
		if (rz < 0.25 * best) {
			best = rz;
			bestIteration = iterations;
		}
		if (iterations == maxIterations || iterations > bestIteration + patience)
			return finish(K, iterations, Ending.exhausted, sqrt(rz / start), start);
		multiplyFree(A, K);
		dotChunks(A, p, Ap, K.partials);
		barrier();
		const curvature = sumOf(K.partials, A.chunks);
		if (!(curvature > 0)) return finish(K, iterations, Ending.notPositive, 1, start);
		const step = <f32>(rz / curvature);
		Gains.lately += (rz * rz) / curvature;
		// Others may still be reading the last sums.
		const sums = K.partials + 8 * A.chunks;
		if (level) {
			takeStep(A, K, step);
			precondition(A, inverses, level, K);
			dotChunks(A, r, z, sums);
		} else takeJacobiStep(A, K, step, inverses, sums);
		barrier();
		const next = sumOf(sums, A.chunks);
		if (!(next >= 0)) return finish(K, iterations, Ending.badPreconditioner, 1, start);
		const ratio = f32x4.splat(<f32>(next / rz));
		for (let i = begin; i < end; i += 16)
			v128.store(
				p + i,
				f32x4.add(v128.load(z + i), f32x4.mul(ratio, v128.load(p + i))),
			);
		rz = next;
		iterations++;
		barrier();
	}
	finish(K, iterations, Ending.converged, start > 0 ? sqrt(rz / start) : 0, start);
}

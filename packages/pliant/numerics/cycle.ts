/** The V-cycle: Chebyshev smoothing with block Jacobi on each level, and a dense inverse on the last. */
import { lineTimes } from "./blocks6";
import { at } from "./edgeMatrix";
import {
	applyInverse,
	firstRow,
	lastRow,
	Level,
	multiplyLevel,
	next,
	rowBytes,
} from "./level";
import { barrier } from "./team";

/** The polynomial's degree, and which part of the spectrum it damps: from a fraction of the largest eigenvalue on. */
const degree: u32 = 2;
const lowestFraction: f32 = 0.16666667;
/** The estimate of the largest eigenvalue comes from below. */
const safety: f32 = 1.15;

/** y += factor · x for the rows of this thread. */
@inline
function add(level: Level, factor: f32, x: usize, y: usize): void {
	const s = f32x4.splat(factor);
	const end: usize = rowBytes(level) * lastRow(level);
	for (let i: usize = rowBytes(level) * firstRow(level); i < end; i += 16)
		v128.store(
			y + i,
			f32x4.add(v128.load(y + i), f32x4.mul(s, v128.load(x + i))),
		);
}

/** y = a · y + b · x for the rows of this thread. */
@inline
function combine(level: Level, a: f32, y: usize, b: f32, x: usize): void {
	const s = f32x4.splat(a);
	const t = f32x4.splat(b);
	const end: usize = rowBytes(level) * lastRow(level);
	for (let i: usize = rowBytes(level) * firstRow(level); i < end; i += 16)
		v128.store(
			y + i,
			f32x4.add(
				f32x4.mul(s, v128.load(y + i)),
				f32x4.mul(t, v128.load(x + i)),
			),
		);
}

@inline
function copy(level: Level, from: usize, to: usize): void {
	const first: usize = rowBytes(level) * firstRow(level);
	const last: usize = rowBytes(level) * lastRow(level);
	memory.copy(to + first, from + first, last - first);
}

@inline
function clear(level: Level, x: usize): void {
	const first: usize = rowBytes(level) * firstRow(level);
	const last: usize = rowBytes(level) * lastRow(level);
	memory.fill(x + first, 0, last - first);
}

/**
 * Adds p(D⁻¹A) D⁻¹ r to x, where r is b − A·x. Leaves in r the new residual but for the last step, if `complete` also that.
 * `product` is overwritten.
 */
function smooth(
	level: Level,
	x: usize,
	r: usize,
	product: usize,
	complete: bool,
): void {
	const s = level.step;
	const high = safety * level.largest;
	const low = lowestFraction * high;
	const centre = (high + low) / 2;
	const half = (high - low) / 2;
	let rho = half / centre;
	applyInverse(level, r, s);
	combine(level, 1 / centre, s, 0, s);
	for (let k: u32 = 1; ; k++) {
		add(level, 1, s, x);
		if (k == degree && !complete) return;
		multiplyLevel(level, s, product);
		add(level, -1, product, r);
		if (k == degree) return;
		const following: f32 = 1 / ((centre / half) * 2 - rho);
		applyInverse(level, r, product);
		// Others may still be reading the step.
		barrier();
		combine(level, following * rho, s, (following * 2) / half, product);
		rho = following;
	}
}

/** b of the level below = Pᵀ·r. */
function restrict(level: Level, r: usize): void {
	barrier();
	const below = next(level);
	const size = level.size;
	const bytes: usize = rowBytes(level);
	const last = lastRow(below);
	for (let row = firstRow(below); row < last; row++) {
		const out = below.b + 32 * row;
		memory.fill(out, 0, 32);
		const end = level.restriction + 8 * at(level.restrictionStart, row + 1);
		for (
			let pair = level.restriction + 8 * at(level.restrictionStart, row);
			pair < end;
			pair += 8
		) {
			const from = r + bytes * load<u32>(pair);
			let line = level.prolongation + 24 * size * load<u32>(pair, 4);
			let low = v128.load(out);
			let high = v128.load(out, 16);
			for (let i: u32 = 0; i < size; i++, line += 24) {
				const f = v128.load32_splat(from + 4 * i);
				low = f32x4.add(low, f32x4.mul(f, v128.load(line)));
				high = f32x4.add(high, f32x4.mul(f, v128.load64_zero(line, 16)));
			}
			v128.store(out, low);
			v128.store(out, high, 16);
		}
	}
}

/** x += P · x of the level below. */
function prolong(level: Level, x: usize): void {
	barrier();
	const below = next(level).x;
	const size = level.size;
	const bytes: usize = rowBytes(level);
	const last = lastRow(level);
	for (let row = firstRow(level); row < last; row++) {
		const out = x + bytes * row;
		const end = at(level.prolongationStart, row + 1);
		for (let k = at(level.prolongationStart, row); k < end; k++) {
			const from = below + 32 * at(level.prolongationColumns, k);
			const low = v128.load(from);
			const high = v128.load(from, 16);
			let line = level.prolongation + 24 * size * k;
			for (let i: u32 = 0; i < size; i++, line += 24)
				store<f32>(
					out + 4 * i,
					load<f32>(out + 4 * i) + lineTimes(line, low, high),
				);
		}
	}
}

/** x = A⁻¹·b on the last level: the inverse has lines as long as the vectors, padding included. */
function solveDense(level: Level): void {
	barrier();
	const length: usize = 32 * level.rows;
	const last = lastRow(level);
	for (let row = firstRow(level); row < last; row++)
		for (let i: u32 = 0; i < 6; i++) {
			const line = level.dense + length * (6 * row + i);
			let sum = f32x4.splat(0);
			for (let j: usize = 0; j < length; j += 16)
				sum = f32x4.add(
					sum,
					f32x4.mul(v128.load(line + j), v128.load(level.b + j)),
				);
			store<f32>(
				level.x + 32 * row + 4 * i,
				f32x4.extract_lane(sum, 0) +
					f32x4.extract_lane(sum, 1) +
					(f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
			);
		}
}

/** x = (about A⁻¹)·b. The level's own vectors hold what is in between; b stays. */
export function cycle(level: Level, b: usize, x: usize): void {
	const r = level.residual;
	if (level.dense) {
		solveDense(level);
		return;
	}
	copy(level, b, r);
	clear(level, x);
	smooth(level, x, r, level.product, level.next != 0);
	// Rows that nothing couples, as those of many small bodies, need no more.
	if (!level.next) return;
	restrict(level, r);
	cycle(next(level), next(level).b, next(level).x);
	prolong(level, x);
	multiplyLevel(level, x, level.product);
	copy(level, b, r);
	add(level, -1, level.product, r);
	smooth(level, x, r, level.product, false);
}

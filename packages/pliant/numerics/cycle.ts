/** The V-cycle: Chebyshev smoothing with block Jacobi on each level, and a dense inverse on the last. */
import { blockBytes, rowTimes } from "./blocks3";
import { addLines, highBytes, two, wideBytes } from "./blocks6";
import { at } from "./edgeMatrix";
import {
	firstRow,
	lastRow,
	Level,
	multiplyLevel,
	next,
	rowBytes,
	scaleOf,
} from "./level";
import { packedBytes, packedHigh, packedLow } from "./packedBlocks";
import { barrier } from "./team";

/** The part of the spectrum that the polynomial damps: from this fraction of the largest eigenvalue on. */
const lowestFraction: f32 = 0.125;
/** The estimate of the largest eigenvalue comes from below. */
const safety: f32 = 1.15;

/** r = b − product for the rows of this thread. */
function subtract(level: Level, b: usize, product: usize, r: usize): void {
	const end: usize = rowBytes(level) * lastRow(level);
	for (let i: usize = rowBytes(level) * firstRow(level); i < end; i += 16)
		v128.store(
			r + i,
			f32x4.sub(v128.load(b + i), v128.load(product + i)),
		);
}

/**
 * A step of smoothing in one pass over this thread's rows: r = b − product (just b where there is none), s = old · s +
 * fresh · D⁻¹r, x += s, or x = s to begin with.
 */
function takeStep(
	level: Level,
	b: usize,
	product: usize,
	x: usize,
	isFirst: bool,
	old: f32,
	fresh: f32,
): void {
	const r = level.residual;
	const s = level.step;
	const o = f32x4.splat(old);
	const f = f32x4.splat(fresh);
	const last = lastRow(level);
	const isNarrow = level.size == 3;
	for (let row = firstRow(level); row < last; row++) {
		const i: usize = isNarrow ? 16 * row : 32 * row;
		let low = v128.load(b + i);
		let high = isNarrow ? o : v128.load(b + i, 16);
		if (product) {
			low = f32x4.sub(low, v128.load(product + i));
			v128.store(r + i, low);
			if (!isNarrow) {
				high = f32x4.sub(high, v128.load(product + i, 16));
				v128.store(r + i, high, 16);
			}
		}
		if (isNarrow) low = rowTimes(level.inverses + blockBytes * row, low);
		else {
			const inverse = level.inverses + wideBytes * row;
			const from = product ? r + i : b + i;
			low = addLines(inverse, from, f32x4.splat(0));
			high = v128.and(addLines(inverse + highBytes, from, f32x4.splat(0)), two);
		}
		low = f32x4.mul(f, low);
		if (old != 0) low = f32x4.add(low, f32x4.mul(o, v128.load(s + i)));
		v128.store(s + i, low);
		v128.store(
			x + i,
			isFirst ? low : f32x4.add(v128.load(x + i), low),
		);
		if (isNarrow) continue;
		high = f32x4.mul(f, high);
		if (old != 0) high = f32x4.add(high, f32x4.mul(o, v128.load(s + i, 16)));
		v128.store(s + i, high, 16);
		v128.store(
			x + i,
			isFirst ? high : f32x4.add(v128.load(x + i, 16), high),
			16,
		);
	}
}

/** x += p(D⁻¹A) D⁻¹ (b − A·x), from x = 0 to begin with. The level's step is the last one taken. */
function smooth(level: Level, b: usize, x: usize, isFirst: bool): void {
	const product = level.product;
	const high = safety * level.largest;
	const low = lowestFraction * high;
	const centre = (high + low) / 2;
	const half = (high - low) / 2;
	let rho = half / centre;
	if (isFirst) takeStep(level, b, 0, x, true, 0, 1 / centre);
	else {
		multiplyLevel(level, x, product);
		// Others may still be reading x.
		barrier();
		takeStep(level, b, product, x, false, 0, 1 / centre);
	}
	const degree = level.degree;
	for (let k: u32 = 1; k < degree; k++) {
		multiplyLevel(level, level.step, product);
		barrier();
		const following: f32 = 1 / ((centre / half) * 2 - rho);
		const residual = isFirst && k == 1 ? b : level.residual;
		takeStep(
			level,
			residual,
			product,
			x,
			false,
			following * rho,
			(following * 2) / half,
		);
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
		let low = f32x4.splat(0);
		let high = f32x4.splat(0);
		const end = level.restriction + 8 * at(level.restrictionStart, row + 1);
		for (
			let pair = level.restriction + 8 * at(level.restrictionStart, row);
			pair < end;
			pair += 8
		) {
			const row = load<u32>(pair);
			const from = r + bytes * row;
			const scale = f32x4.splat(scaleOf(level, row));
			let line = level.prolongation + packedBytes(size) * load<u32>(pair, 4);
			for (let i: u32 = 0; i < size; i++, line += 12) {
				const f = f32x4.mul(scale, v128.load32_splat(from + 4 * i));
				low = f32x4.add(low, f32x4.mul(f, packedLow(line)));
				high = f32x4.add(high, f32x4.mul(f, packedHigh(line)));
			}
		}
		v128.store(out, low);
		v128.store(out, high, 16);
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
		const start = at(level.prolongationStart, row);
		const end = at(level.prolongationStart, row + 1);
		const scale = scaleOf(level, row);
		for (let i: u32 = 0; i < size; i++) {
			let sum = f32x4.splat(0);
			let line = level.prolongation + 12 * (size * start + i);
			for (let k = start; k < end; k++, line += packedBytes(size)) {
				const from = below + 32 * at(level.prolongationColumns, k);
				sum = f32x4.add(sum, f32x4.mul(packedLow(line), v128.load(from)));
				sum = f32x4.add(sum, f32x4.mul(packedHigh(line), v128.load(from, 16)));
			}
			store<f32>(
				out + 4 * i,
				load<f32>(out + 4 * i) +
					scale *
						(f32x4.extract_lane(sum, 0) +
							f32x4.extract_lane(sum, 1) +
							(f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3))),
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

/** x = (about A⁻¹)·b. */
export function cycle(level: Level, b: usize, x: usize): void {
	if (level.dense) {
		solveDense(level);
		return;
	}
	smooth(level, b, x, true);
	// Rows that nothing couples, as those of many small bodies, need no more.
	if (!level.next) return;
	multiplyLevel(level, level.step, level.product);
	const before = level.degree == 1 ? b : level.residual;
	subtract(level, before, level.product, level.residual);
	restrict(level, level.residual);
	cycle(next(level), next(level).b, next(level).x);
	prolong(level, x);
	smooth(level, b, x, false);
}

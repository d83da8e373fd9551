/** Dense kernels of a front: the Cholesky factorisation of its panel, and the product that it subtracts from its update. */
import {
	columnBytes,
	Front,
	panelStrip,
	rowOffset,
	stripCount,
	stripRows,
	tileBytes,
	updateStrip,
} from "./front";
import { barrier, firstOf, stepOf } from "./team";

/** Block columns that are factored before the rows below them are: their rows stay in the second cache. A multiple of a strip. */
const columnGroup: u32 = 16;
/** Columns that are multiplied at once, so that a strip of them stays in the first cache. */
const depthGroup: u32 = 240;
/** Block rows that a strip is multiplied with while they are in the second cache. */
const rowGroup: u32 = 32;

/** The tile minus a·bᵀ over so many columns: `a` is a strip, `b` the three rows of a block in a strip. */
function subtractProduct(tile: usize, a: usize, b: usize, depth: u32): void {
	let c00 = v128.load(tile);
	let c01 = v128.load(tile, 16);
	let c02 = v128.load(tile, 32);
	let c10 = v128.load(tile, 48);
	let c11 = v128.load(tile, 64);
	let c12 = v128.load(tile, 80);
	let c20 = v128.load(tile, 96);
	let c21 = v128.load(tile, 112);
	let c22 = v128.load(tile, 128);
	const end = a + columnBytes * depth;
	for (; a < end; a += columnBytes, b += columnBytes) {
		const a0 = v128.load(a);
		const a1 = v128.load(a, 16);
		const a2 = v128.load(a, 32);
		const b0 = v128.load_splat<f64>(b);
		c00 = f64x2.sub(c00, f64x2.mul(a0, b0));
		c01 = f64x2.sub(c01, f64x2.mul(a1, b0));
		c02 = f64x2.sub(c02, f64x2.mul(a2, b0));
		const b1 = v128.load_splat<f64>(b, 8);
		c10 = f64x2.sub(c10, f64x2.mul(a0, b1));
		c11 = f64x2.sub(c11, f64x2.mul(a1, b1));
		c12 = f64x2.sub(c12, f64x2.mul(a2, b1));
		const b2 = v128.load_splat<f64>(b, 16);
		c20 = f64x2.sub(c20, f64x2.mul(a0, b2));
		c21 = f64x2.sub(c21, f64x2.mul(a1, b2));
		c22 = f64x2.sub(c22, f64x2.mul(a2, b2));
	}
	v128.store(tile, c00);
	v128.store(tile, c01, 16);
	v128.store(tile, c02, 32);
	v128.store(tile, c10, 48);
	v128.store(tile, c11, 64);
	v128.store(tile, c12, 80);
	v128.store(tile, c20, 96);
	v128.store(tile, c21, 112);
	v128.store(tile, c22, 128);
}

/** The tile times L⁻ᵀ, with L the factored diagonal block at `d`, which has reciprocals on its diagonal. */
function solveTile(tile: usize, d: usize): void {
	const r0 = v128.load_splat<f64>(d);
	const l10 = v128.load_splat<f64>(d, 8);
	const l20 = v128.load_splat<f64>(d, 16);
	const r1 = v128.load_splat<f64>(d, 56);
	const l21 = v128.load_splat<f64>(d, 64);
	const r2 = v128.load_splat<f64>(d, 112);
	for (let part: usize = 0; part < columnBytes; part += 16) {
		const x0 = f64x2.mul(v128.load(tile + part), r0);
		const x1 = f64x2.mul(
			f64x2.sub(v128.load(tile + part, 48), f64x2.mul(x0, l10)),
			r1,
		);
		const x2 = f64x2.sub(v128.load(tile + part, 96), f64x2.mul(x0, l20));
		v128.store(tile + part, x0);
		v128.store(tile + part, x1, 48);
		v128.store(
			tile + part,
			f64x2.mul(f64x2.sub(x2, f64x2.mul(x1, l21)), r2),
			96,
		);
	}
}

@inline
function isPivot(value: f64): bool {
	return value > 0 && value < Infinity;
}

/**
 * Factors the diagonal block at `d`, puts reciprocals on its diagonal, and solves the rows below it in its tile; what the tile has
 * above the block becomes zero. False where a pivot is not a positive finite number.
 */
function factorTile(tile: usize, row: u32): bool {
	const d = tile + rowOffset(row);
	const pivot0 = load<f64>(d);
	const r0 = 1 / sqrt(pivot0);
	const l10 = load<f64>(d, 8) * r0;
	const l20 = load<f64>(d, 16) * r0;
	const pivot1 = load<f64>(d, 56) - l10 * l10;
	const r1 = 1 / sqrt(pivot1);
	const l21 = (load<f64>(d, 64) - l20 * l10) * r1;
	const pivot2 = load<f64>(d, 112) - l20 * l20 - l21 * l21;
	const r2 = 1 / sqrt(pivot2);
	store<f64>(d, r0);
	store<f64>(d, l10, 8);
	store<f64>(d, l20, 16);
	store<f64>(d, r1, 56);
	store<f64>(d, l21, 64);
	store<f64>(d, r2, 112);
	if (!isPivot(pivot0) || !isPivot(pivot1) || !isPivot(pivot2))
		return false;
	solveTile(tile, d);
	for (let column: u32 = 0; column < 3; column++)
		for (let at = tile + columnBytes * column; at < d + 48 * column; at += 8)
			store<f64>(at, 0);
	store<f64>(d, r0);
	store<f64>(d, l10, 8);
	store<f64>(d, l20, 16);
	store<f64>(d, 0, 48);
	store<f64>(d, r1, 56);
	store<f64>(d, l21, 64);
	store<f64>(d, 0, 96);
	store<f64>(d, 0, 104);
	store<f64>(d, r2, 112);
	return true;
}

/** Where the rows of a block column are in the diagonal part of a panel. */
@inline
function rowsOf(front: Front, column: u32): usize {
	return (
		panelStrip(front, column / stripRows) + rowOffset(column)
	);
}

/** Tiles of a strip below the block columns from `begin` on, which are factored. */
@inline
function solveStrip(front: Front, strip: u32, begin: u32, end: u32): void {
	const a = panelStrip(front, strip);
	for (let j = begin; j < end; j++) {
		const rows = rowsOf(front, j);
		subtractProduct(a + tileBytes * j, a, rows, 3 * j);
		solveTile(a + tileBytes * j, rows + tileBytes * j);
	}
}

/** Factors block columns within the diagonal part. Returns the one of a pivot that is not positive, or the number of columns. */
function factorDiagonal(front: Front, begin: u32, end: u32): u32 {
	const lastStrip = stripCount(end);
	for (let strip = begin / stripRows; strip < lastStrip; strip++) {
		const a = panelStrip(front, strip);
		const first = strip * stripRows;
		const last = min(first + stripRows, end);
		solveStrip(front, strip, begin, first);
		for (let j = first; j < last; j++) {
			subtractProduct(a + tileBytes * j, a, rowsOf(front, j), 3 * j);
			if (!factorTile(a + tileBytes * j, j)) return j;
		}
	}
	return front.columns;
}

/** Factors the panel, by one thread or by all together. `failed` gets what `factorDiagonal` returns. */
export function factorPanel(
	front: Front,
	together: bool,
	failed: usize,
): void {
	const columns = front.columns;
	const strips = stripCount(columns) + stripCount(front.below);
	for (let begin: u32 = 0; begin < columns; begin += columnGroup) {
		const end = min(begin + columnGroup, columns);
		if (firstOf(together) == 0)
			store<u32>(failed, factorDiagonal(front, begin, end));
		if (together) barrier();
		if (load<u32>(failed) < columns) return;
		for (
			let strip = stripCount(end) + firstOf(together);
			strip < strips;
			strip += stepOf(together)
		)
			solveStrip(front, strip, begin, end);
		if (together) barrier();
	}
}

/** Subtracts the product of the rows below with themselves from the update. */
export function subtractSquare(front: Front, together: bool): void {
	const strips = stripCount(front.below);
	const firstStrip = stripCount(front.columns);
	const columns = front.columns * 3;
	for (let from: u32 = 0; from < columns; from += depthGroup) {
		const depth = min(depthGroup, columns - from);
		for (let begin: u32 = 0; begin < front.below; begin += rowGroup) {
			const groupEnd = min(begin + rowGroup, front.below);
			for (
				let strip = begin / stripRows + firstOf(together);
				strip < strips;
				strip += stepOf(together)
			) {
				const a = panelStrip(front, firstStrip + strip) + columnBytes * from;
				const tiles = updateStrip(front, strip);
				const end = min(groupEnd, (strip + 1) * stripRows);
				for (let j = begin; j < end; j++)
					subtractProduct(
						tiles + tileBytes * j,
						a,
						panelStrip(front, firstStrip + j / stripRows) +
							rowOffset(j) +
							columnBytes * from,
						depth,
					);
			}
		}
	}
}

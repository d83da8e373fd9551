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
function subtractProduct<T>(tile: usize, a: usize, b: usize, depth: u32): void {
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
		const b0 = v128.load_splat<T>(b);
		c00 = v128.sub<T>(c00, v128.mul<T>(a0, b0));
		c01 = v128.sub<T>(c01, v128.mul<T>(a1, b0));
		c02 = v128.sub<T>(c02, v128.mul<T>(a2, b0));
		const b1 = v128.load_splat<T>(b, sizeof<T>());
		c10 = v128.sub<T>(c10, v128.mul<T>(a0, b1));
		c11 = v128.sub<T>(c11, v128.mul<T>(a1, b1));
		c12 = v128.sub<T>(c12, v128.mul<T>(a2, b1));
		const b2 = v128.load_splat<T>(b, 2 * sizeof<T>());
		c20 = v128.sub<T>(c20, v128.mul<T>(a0, b2));
		c21 = v128.sub<T>(c21, v128.mul<T>(a1, b2));
		c22 = v128.sub<T>(c22, v128.mul<T>(a2, b2));
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
function solveTile<T>(tile: usize, d: usize): void {
	const r0 = v128.load_splat<T>(d);
	const l10 = v128.load_splat<T>(d, sizeof<T>());
	const l20 = v128.load_splat<T>(d, 2 * sizeof<T>());
	const r1 = v128.load_splat<T>(d, 48 + sizeof<T>());
	const l21 = v128.load_splat<T>(d, 48 + 2 * sizeof<T>());
	const r2 = v128.load_splat<T>(d, 96 + 2 * sizeof<T>());
	for (let part: usize = 0; part < columnBytes; part += 16) {
		const x0 = v128.mul<T>(v128.load(tile + part), r0);
		const x1 = v128.mul<T>(
			v128.sub<T>(v128.load(tile + part, 48), v128.mul<T>(x0, l10)),
			r1,
		);
		const x2 = v128.sub<T>(v128.load(tile + part, 96), v128.mul<T>(x0, l20));
		v128.store(tile + part, x0);
		v128.store(tile + part, x1, 48);
		v128.store(
			tile + part,
			v128.mul<T>(v128.sub<T>(x2, v128.mul<T>(x1, l21)), r2),
			96,
		);
	}
}

@inline
function isPivot<T>(value: T): bool {
	return value > 0 && value < <T>Infinity;
}

/**
 * Factors the diagonal block at `d`, puts reciprocals on its diagonal, and solves the rows below it in its tile; what the tile has
 * above the block becomes zero. False where a pivot is not a positive finite number.
 */
function factorTile<T>(tile: usize, row: u32): bool {
	const d = tile + rowOffset<T>(row);
	const pivot0 = load<T>(d);
	const r0 = <T>1 / sqrt<T>(pivot0);
	const l10 = load<T>(d, sizeof<T>()) * r0;
	const l20 = load<T>(d, 2 * sizeof<T>()) * r0;
	const pivot1 = load<T>(d, 48 + sizeof<T>()) - l10 * l10;
	const r1 = <T>1 / sqrt<T>(pivot1);
	const l21 = (load<T>(d, 48 + 2 * sizeof<T>()) - l20 * l10) * r1;
	const pivot2 = load<T>(d, 96 + 2 * sizeof<T>()) - l20 * l20 - l21 * l21;
	const r2 = <T>1 / sqrt<T>(pivot2);
	store<T>(d, r0);
	store<T>(d, l10, sizeof<T>());
	store<T>(d, l20, 2 * sizeof<T>());
	store<T>(d, r1, 48 + sizeof<T>());
	store<T>(d, l21, 48 + 2 * sizeof<T>());
	store<T>(d, r2, 96 + 2 * sizeof<T>());
	if (!isPivot<T>(pivot0) || !isPivot<T>(pivot1) || !isPivot<T>(pivot2))
		return false;
	solveTile<T>(tile, d);
	for (let column: u32 = 0; column < 3; column++)
		for (let at = tile + columnBytes * column; at < d + 48 * column; at += sizeof<T>())
			store<T>(at, 0);
	store<T>(d, r0);
	store<T>(d, l10, sizeof<T>());
	store<T>(d, l20, 2 * sizeof<T>());
	store<T>(d, 0, 48);
	store<T>(d, r1, 48 + sizeof<T>());
	store<T>(d, l21, 48 + 2 * sizeof<T>());
	store<T>(d, 0, 96);
	store<T>(d, 0, 96 + sizeof<T>());
	store<T>(d, r2, 96 + 2 * sizeof<T>());
	return true;
}

/** Where the rows of a block column are in the diagonal part of a panel. */
@inline
function rowsOf<T>(front: Front, column: u32): usize {
	return (
		panelStrip(front, column / stripRows<T>()) + rowOffset<T>(column)
	);
}

/** Tiles of a strip below the block columns from `begin` on, which are factored. */
@inline
function solveStrip<T>(front: Front, strip: u32, begin: u32, end: u32): void {
	const a = panelStrip(front, strip);
	for (let j = begin; j < end; j++) {
		const rows = rowsOf<T>(front, j);
		subtractProduct<T>(a + tileBytes * j, a, rows, 3 * j);
		solveTile<T>(a + tileBytes * j, rows + tileBytes * j);
	}
}

/** Factors block columns within the diagonal part. Returns the one of a pivot that is not positive, or the number of columns. */
function factorDiagonal<T>(front: Front, begin: u32, end: u32): u32 {
	const lastStrip = stripCount<T>(end);
	for (let strip = begin / stripRows<T>(); strip < lastStrip; strip++) {
		const a = panelStrip(front, strip);
		const first = strip * stripRows<T>();
		const last = min(first + stripRows<T>(), end);
		solveStrip<T>(front, strip, begin, first);
		for (let j = first; j < last; j++) {
			subtractProduct<T>(a + tileBytes * j, a, rowsOf<T>(front, j), 3 * j);
			if (!factorTile<T>(a + tileBytes * j, j)) return j;
		}
	}
	return front.columns;
}

/** Factors the panel, by one thread or by all together. `failed` gets what `factorDiagonal` returns. */
export function factorPanel<T>(
	front: Front,
	together: bool,
	failed: usize,
): void {
	const columns = front.columns;
	const strips = stripCount<T>(columns) + stripCount<T>(front.below);
	for (let begin: u32 = 0; begin < columns; begin += columnGroup) {
		const end = min(begin + columnGroup, columns);
		if (firstOf(together) == 0)
			store<u32>(failed, factorDiagonal<T>(front, begin, end));
		if (together) barrier();
		if (load<u32>(failed) < columns) return;
		for (
			let strip = stripCount<T>(end) + firstOf(together);
			strip < strips;
			strip += stepOf(together)
		)
			solveStrip<T>(front, strip, begin, end);
		if (together) barrier();
	}
}

/** Subtracts the product of the rows below with themselves from the update. */
export function subtractSquare<T>(front: Front, together: bool): void {
	const strips = stripCount<T>(front.below);
	const firstStrip = stripCount<T>(front.columns);
	const columns = front.columns * 3;
	for (let from: u32 = 0; from < columns; from += depthGroup) {
		const depth = min(depthGroup, columns - from);
		for (let begin: u32 = 0; begin < front.below; begin += rowGroup) {
			const groupEnd = min(begin + rowGroup, front.below);
			for (
				let strip = begin / stripRows<T>() + firstOf(together);
				strip < strips;
				strip += stepOf(together)
			) {
				const a = panelStrip(front, firstStrip + strip) + columnBytes * from;
				const tiles = updateStrip<T>(front, strip);
				const end = min(groupEnd, (strip + 1) * stripRows<T>());
				for (let j = begin; j < end; j++)
					subtractProduct<T>(
						tiles + tileBytes * j,
						a,
						panelStrip(front, firstStrip + j / stripRows<T>()) +
							rowOffset<T>(j) +
							columnBytes * from,
						depth,
					);
			}
		}
	}
}

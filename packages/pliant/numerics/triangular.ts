/** Solution of L·Lᵀ·x = b with the factor that cholesky.ts has made. Sums run in the order of the tree, whoever makes them. */
import { Cholesky, frontAt, startBranches, takeBranch } from "./cholesky";
import {
	columnBytes,
	Front,
	panelStrip,
	stripCount,
	stripRows,
	tileBytes,
} from "./front";
import { barrier, firstOf, shareEnd, shareStart, stepOf } from "./team";

/** x = scale · A⁻¹ b; they may be the same. */
export function solveFactored(
	L: Cholesky,
	b: usize,
	scale: f64,
	x: usize,
): void {
	const end = shareEnd(L.rows);
	for (let k = shareStart(L.rows); k < end; k++) {
		const from = b + 24 * load<u32>(L.order + 4 * k);
		const to = L.unknowns + 24 * k;
		store<f64>(to, scale * load<f64>(from));
		store<f64>(to, scale * load<f64>(from, 8), 8);
		store<f64>(to, scale * load<f64>(from, 16), 16);
	}
	startBranches(L);
	for (let c = takeBranch(L); c < L.branchCount; c = takeBranch(L)) {
		const last = load<u32>(L.branches + 8 * c, 4);
		for (let s = load<u32>(L.branches + 8 * c); s < last; s++)
			solveLower(L, frontAt(L.fronts, s), false);
	}
	barrier();
	for (let i: u32 = 0; i < L.topCount; i++)
		solveLower(L, frontAt(L.fronts, load<u32>(L.top + 4 * i)), true);
	for (let i = L.topCount; i > 0; i--)
		solveUpper(L, frontAt(L.fronts, load<u32>(L.top + 4 * (i - 1))), true);
	startBranches(L);
	for (let c = takeBranch(L); c < L.branchCount; c = takeBranch(L)) {
		const first = load<u32>(L.branches + 8 * c);
		for (let s = load<u32>(L.branches + 8 * c, 4); s > first; s--)
			solveUpper(L, frontAt(L.fronts, s - 1), false);
	}
	barrier();
	for (let k = shareStart(L.rows); k < end; k++) {
		const from = L.unknowns + 24 * k;
		const to = x + 24 * load<u32>(L.order + 4 * k);
		store<f64>(to, load<f64>(from));
		store<f64>(to, load<f64>(from, 8), 8);
		store<f64>(to, load<f64>(from, 16), 16);
	}
}

/** Subtracts a strip times y, over so many columns, from six numbers. */
@inline
function subtractStrip(strip: usize, y: usize, columns: u32, to: usize): void {
	let a0 = f64x2.splat(0);
	let a1 = f64x2.splat(0);
	let a2 = f64x2.splat(0);
	let b0 = f64x2.splat(0);
	let b1 = f64x2.splat(0);
	let b2 = f64x2.splat(0);
	const end = y + 8 * columns;
	for (; y + 16 <= end; y += 16, strip += 2 * columnBytes) {
		const first = v128.load_splat<f64>(y);
		const second = v128.load_splat<f64>(y, 8);
		a0 = f64x2.add(a0, f64x2.mul(v128.load(strip), first));
		a1 = f64x2.add(a1, f64x2.mul(v128.load(strip, 16), first));
		a2 = f64x2.add(a2, f64x2.mul(v128.load(strip, 32), first));
		b0 = f64x2.add(b0, f64x2.mul(v128.load(strip, 48), second));
		b1 = f64x2.add(b1, f64x2.mul(v128.load(strip, 64), second));
		b2 = f64x2.add(b2, f64x2.mul(v128.load(strip, 80), second));
	}
	if (y < end) {
		const last = v128.load_splat<f64>(y);
		a0 = f64x2.add(a0, f64x2.mul(v128.load(strip), last));
		a1 = f64x2.add(a1, f64x2.mul(v128.load(strip, 16), last));
		a2 = f64x2.add(a2, f64x2.mul(v128.load(strip, 32), last));
	}
	v128.store(to, f64x2.sub(v128.load(to), f64x2.add(a0, b0)));
	v128.store(to, f64x2.sub(v128.load(to, 16), f64x2.add(a1, b1)), 16);
	v128.store(to, f64x2.sub(v128.load(to, 32), f64x2.add(a2, b2)), 32);
}

/** Subtracts the transpose of a strip times x, six numbers, from so many numbers at y. */
@inline
function subtractTransposed(
	strip: usize,
	x0: v128,
	x1: v128,
	x2: v128,
	columns: u32,
	y: usize,
): void {
	const end = y + 8 * columns;
	for (; y + 16 <= end; y += 16, strip += 2 * columnBytes) {
		const first = f64x2.add(
			f64x2.add(
				f64x2.mul(v128.load(strip), x0),
				f64x2.mul(v128.load(strip, 16), x1),
			),
			f64x2.mul(v128.load(strip, 32), x2),
		);
		const second = f64x2.add(
			f64x2.add(
				f64x2.mul(v128.load(strip, 48), x0),
				f64x2.mul(v128.load(strip, 64), x1),
			),
			f64x2.mul(v128.load(strip, 80), x2),
		);
		const sums = f64x2.add(
			v128.shuffle<f64>(first, second, 0, 2),
			v128.shuffle<f64>(first, second, 1, 3),
		);
		v128.store(y, f64x2.sub(v128.load(y), sums));
	}
	if (y < end) {
		const last = f64x2.add(
			f64x2.add(
				f64x2.mul(v128.load(strip), x0),
				f64x2.mul(v128.load(strip, 16), x1),
			),
			f64x2.mul(v128.load(strip, 32), x2),
		);
		store<f64>(
			y,
			load<f64>(y) - (f64x2.extract_lane(last, 0) + f64x2.extract_lane(last, 1)),
		);
	}
}

/** L⁻¹ in the columns of a front; the rows below get their share of it, and pass on those of children. */
function solveLower(L: Cholesky, front: Front, together: bool): void {
	const y = L.unknowns + 24 * front.firstColumn;
	const upperStrips = stripCount(front.columns);
	const strips = stripCount(front.below);
	if (firstOf(together) == 0) {
		memory.fill(front.share, 0, columnBytes * strips);
		for (let child = front.child; child != 0; ) {
			const from = changetype<Front>(child);
			addShare(from, front, y);
			child = from.sibling;
		}
		for (let strip: u32 = 0; strip < upperStrips; strip++)
			solveLowerStrip(front, strip, y);
	}
	if (together) barrier();
	for (
		let strip = firstOf(together);
		strip < strips;
		strip += stepOf(together)
	)
		subtractStrip(
			panelStrip(front, upperStrips + strip),
			y,
			3 * front.columns,
			front.share + columnBytes * strip,
		);
	if (together) barrier();
}

function addShare(child: Front, front: Front, y: usize): void {
	for (let r: u32 = 0; r < child.below; r++) {
		const row = load<u32>(child.places + 4 * r);
		const from = child.share + 24 * r;
		const to =
			row < front.columns
				? y + 24 * row
				: front.share + 24 * (row - front.columns);
		store<f64>(to, load<f64>(to) + load<f64>(from));
		store<f64>(to, load<f64>(to, 8) + load<f64>(from, 8), 8);
		store<f64>(to, load<f64>(to, 16) + load<f64>(from, 16), 16);
	}
}

/** Numbers that a strip of the diagonal part has rows for: the last may have half of them. */
@inline
function rowsOfStrip(front: Front, first: u32): u32 {
	return min(stripRows * 3, front.columns * 3 - first);
}

function solveLowerStrip(front: Front, strip: u32, y: usize): void {
	const a = panelStrip(front, strip);
	const first = strip * stripRows * 3;
	const rows = rowsOfStrip(front, first);
	const own = y + 8 * first;
	if (rows == 6) subtractStrip(a, y, first, own);
	else
		for (let k: u32 = 0; k < first; k++)
			for (let r: u32 = 0; r < rows; r++)
				store<f64>(
					own + 8 * r,
					load<f64>(own + 8 * r) -
						load<f64>(a + columnBytes * k + 8 * r) * load<f64>(y + 8 * k),
				);
	const d = a + columnBytes * first;
	for (let k: u32 = 0; k < rows; k++) {
		const column = d + columnBytes * k;
		const value = load<f64>(own + 8 * k) * load<f64>(column + 8 * k);
		store<f64>(own + 8 * k, value);
		for (let r = k + 1; r < rows; r++)
			store<f64>(
				own + 8 * r,
				load<f64>(own + 8 * r) - load<f64>(column + 8 * r) * value,
			);
	}
}

/** L⁻ᵀ in the columns of a front, where the rows below are solved. */
function solveUpper(L: Cholesky, front: Front, together: bool): void {
	const y = L.unknowns + 24 * front.firstColumn;
	const upperStrips = stripCount(front.columns);
	const strips = stripCount(front.below);
	const begin = together ? shareStart(front.columns) : 0;
	const end = together ? shareEnd(front.columns) : front.columns;
	for (let strip: u32 = 0; strip < strips; strip++) {
		const row = front.rows + 8 * strip;
		const first = L.unknowns + 24 * load<u32>(row);
		const hasSecond = strip * 2 + 1 < front.below;
		const second = hasSecond ? L.unknowns + 24 * load<u32>(row, 4) : first;
		const x0 = v128.load(first);
		const x2 = hasSecond ? v128.load(second, 8) : f64x2.splat(0);
		const x1 = f64x2(
			load<f64>(first, 16),
			hasSecond ? load<f64>(second) : 0,
		);
		subtractTransposed(
			panelStrip(front, upperStrips + strip) + tileBytes * begin,
			x0,
			x1,
			x2,
			3 * (end - begin),
			y + 24 * begin,
		);
	}
	if (together) barrier();
	if (firstOf(together) == 0)
		for (let strip = upperStrips; strip > 0; strip--)
			solveUpperStrip(front, strip - 1, y);
	if (together) barrier();
}

function solveUpperStrip(front: Front, strip: u32, y: usize): void {
	const a = panelStrip(front, strip);
	const first = strip * stripRows * 3;
	const rows = rowsOfStrip(front, first);
	const own = y + 8 * first;
	const d = a + columnBytes * first;
	for (let k = rows; k > 0; ) {
		k--;
		const column = d + columnBytes * k;
		let value = load<f64>(own + 8 * k);
		for (let r = k + 1; r < rows; r++)
			value -= load<f64>(column + 8 * r) * load<f64>(own + 8 * r);
		store<f64>(own + 8 * k, value * load<f64>(column + 8 * k));
	}
	const isWhole = rows == 6;
	const x2 = isWhole ? v128.load(own, 32) : f64x2.splat(0);
	const x1 = f64x2(load<f64>(own, 16), isWhole ? load<f64>(own, 24) : 0);
	subtractTransposed(a, v128.load(own), x1, x2, first, y);
}

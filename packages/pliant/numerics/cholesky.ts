/**
 * The multifrontal Cholesky factorisation of a sparse matrix of 3×3 blocks. A front starts as columns of A and the updates that its
 * children have left; its panel is factored, and what that subtracts from later columns is left to the parent.
 *
 * Fronts come in postorder, so that a branch of the tree is a range of them. Each branch is one thread's, and the fronts at the top,
 * which are few and large, are everyone's. Where a front is computed and by whom changes no bit of it.
 */
import {
	columnBytes,
	Front,
	frontBytes,
	panelBytes,
	panelStrip,
	rowOffset,
	stripCount,
	stripRows,
	tileBytes,
	updateBytes,
	updateStrip,
} from "./front";
import { factorPanel, subtractSquare } from "./panel";
import { barrier, firstOf, isFirst, stepOf } from "./team";

@unmanaged
export class Cholesky {
	fronts: usize;
	/** Branches: the first front of each, and the one after its last, by falling work. */
	branches: usize;
	branchCount: u32;
	/** Fronts at the top, u32 each, ascending. */
	top: usize;
	topCount: u32;
	/** Blocks of A, nine f64 each, by rows. */
	blocks: usize;
	/** For each entry the index of its block in A, and where its first number goes, in bytes from `panels`. */
	sources: usize;
	targets: usize;
	panels: usize;
	/** For each branch, and one for the top: the column of L whose pivot was not positive, or 2³² − 1. */
	failures: usize;
	/** Next branch that nobody has begun. */
	next: usize;
	/** Unknowns in the order of elimination, three per block row. */
	unknowns: usize;
	/** Block row of A for each column of L. */
	order: usize;
	rows: u32;
}

const none: u32 = 0xffffffff;

@inline
export function frontAt(fronts: usize, index: u32): Front {
	return changetype<Front>(fronts + frontBytes * index);
}

/** Factors A; `failures` says whether that went well. */
export function factor(L: Cholesky): void {
	startBranches(L);
	for (let b = takeBranch(L); b < L.branchCount; b = takeBranch(L)) {
		const failure = L.failures + 4 * b;
		store<u32>(failure, none);
		const end = load<u32>(L.branches + 8 * b, 4);
		for (let s = load<u32>(L.branches + 8 * b); s < end; s++)
			if (!factorFront(L, frontAt(L.fronts, s), false, failure)) break;
	}
	barrier();
	if (hasFailed(L)) return;
	const failure = L.failures + 4 * L.branchCount;
	for (let i: u32 = 0; i < L.topCount; i++) {
		const front = frontAt(L.fronts, load<u32>(L.top + 4 * i));
		if (!factorFront(L, front, true, failure)) break;
	}
}

/** To be called by all threads before they take branches. */
export function startBranches(L: Cholesky): void {
	if (isFirst()) {
		store<u32>(L.next, 0);
		store<u32>(L.failures + 4 * L.branchCount, none);
	}
	barrier();
}

export function takeBranch(L: Cholesky): u32 {
	return atomic.add<u32>(L.next, 1);
}

function hasFailed(L: Cholesky): bool {
	for (let b: u32 = 0; b < L.branchCount; b++)
		if (load<u32>(L.failures + 4 * b) != none) return true;
	return false;
}

/** False where a pivot was not positive, with its column in `failure`. */
function factorFront(
	L: Cholesky,
	front: Front,
	together: bool,
	failure: usize,
): bool {
	if (firstOf(together) == 0) {
		memory.fill(front.panel, 0, panelBytes(front));
		loadEntries(L, front);
	}
	const updateOwner = stepOf(together) - 1;
	if (firstOf(together) == updateOwner)
		memory.fill(front.update, 0, updateBytes(front.below));
	if (together) barrier();
	for (let child = front.child; child != 0; ) {
		const from = changetype<Front>(child);
		addUpdate(from, front, together);
		child = from.sibling;
	}
	if (together) barrier();
	factorPanel(front, together, failure);
	const failed = load<u32>(failure);
	if (failed < front.columns) {
		if (together) barrier();
		if (firstOf(together) == 0)
			store<u32>(failure, front.firstColumn + failed);
		return false;
	}
	if (together) barrier();
	if (firstOf(together) == 0) store<u32>(failure, none);
	subtractSquare(front, together);
	return true;
}

/** Copies columns of A into a panel. They are read as rows: a column of block (i, j) is a row of block (j, i). */
function loadEntries(L: Cholesky, front: Front): void {
	for (let e = front.entry; e < front.entriesEnd; e++) {
		let from = L.blocks + 72 * load<u32>(L.sources + 4 * e);
		let to = L.panels + load<u32>(L.targets + 4 * e);
		for (let column: u32 = 0; column < 3; column++) {
			v128.store(to, v128.load(from));
			store<f64>(to, load<f64>(from, 16), 16);
			from += 24;
			to += columnBytes;
		}
	}
}

@inline
function addBlock(from: usize, to: usize): void {
	for (let column: usize = 0; column < tileBytes; column += columnBytes) {
		const sum = f64x2.add(v128.load(to + column), v128.load(from + column));
		v128.store(to + column, sum);
		store<f64>(
			to + column,
			load<f64>(to + column, 16) + load<f64>(from + column, 16),
			16,
		);
	}
}

/** Adds a child's update to a front. A thread takes strips of its own. */
function addUpdate(child: Front, front: Front, together: bool): void {
	const columns = front.columns;
	const upperStrips = stripCount(columns);
	const step = stepOf(together);
	const first = firstOf(together);
	/** Rows of the child that go into the diagonal part. */
	let inner: u32 = 0;
	while (inner < child.below && load<u32>(child.places + 4 * inner) < columns)
		inner++;
	for (let r: u32 = 0; r < child.below; r++) {
		const row = load<u32>(child.places + 4 * r);
		const isUpper = row < columns;
		const strip = isUpper
			? row / stripRows
			: upperStrips + (row - columns) / stripRows;
		if (strip % step != first) continue;
		const from =
			updateStrip(child, r / stripRows) + rowOffset(r);
		const panelRow = panelStrip(front, strip) + rowOffset(isUpper ? row : row - columns);
		const panelEnd = min(r + 1, inner);
		for (let q: u32 = 0; q < panelEnd; q++)
			addBlock(
				from + tileBytes * q,
				panelRow + tileBytes * load<u32>(child.places + 4 * q),
			);
		if (isUpper) continue;
		const updateRow =
			updateStrip(front, (row - columns) / stripRows) +
			rowOffset(row - columns) -
			tileBytes * columns;
		for (let q = inner; q <= r; q++)
			addBlock(
				from + tileBytes * q,
				updateRow + tileBytes * load<u32>(child.places + 4 * q),
			);
	}
}

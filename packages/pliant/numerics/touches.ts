/** Places where surfaces touch (src/contact/surface/touchList.ts), and blocks of two points. */

/** Four vertices of each, whether they are those of two edges, which of them take part, and `touchNumbers` numbers in f64. */
@unmanaged
export class Touches {
	vertices: usize;
	areEdges: usize;
	masks: usize;
	numbers: usize;
}

/**
 * Numbers of a place: cₖ of its four vertices, the direction from its second side to its first, their distance [m]; its factor, where its barrier begins to rise without
 * bound and the range in which it pushes [m], how much it counts; and the barrier, its slope and its curvature. Those of what slides have, instead of the barrier,
 * the force of friction over μλ by the last iteration's Hessian, and the sliding at which that was taken.
 */
export const touchNumbers: u32 = 18;
export const enum TouchNumber {
	normal = 4,
	distance = 7,
	factor = 8,
	floor = 9,
	reach = 10,
	share = 11,
	barrier = 12,
	slope = 13,
	curvature = 14,
	pull = 12,
	slid = 15,
}

/** Blocks of 3×3 numbers in f64, by rows, one after the other. */
@unmanaged
export class PointBlocks {
	count: u32;
	rows: usize;
	columns: usize;
	blocks: usize;
}

/** So many places are looked at at once, each of which has so many blocks at most. */
export const touchesAtOnce: u32 = 64;
export const blocksOfTouch: u32 = 16;

@inline
export function numbersOf(touches: Touches, i: u32): usize {
	return touches.numbers + 8 * touchNumbers * i;
}

@inline
export function numberOf(numbers: usize, which: TouchNumber): f64 {
	return load<f64>(numbers + 8 * which);
}

@inline
export function vertexOf(touches: Touches, i: u32, k: u32): u32 {
	return load<u32>(touches.vertices + 16 * i + 4 * k);
}

/** Whether the block of two points is of use: of those below `points`, and of two that are both below `nodes` the one whose row is not more than its column. */
@inline
function isTaken(row: u32, column: u32, points: u32, nodes: u32): bool {
	return row < points && column < points && (row <= column || row >= nodes);
}

/** Begins a block, where it is of use; returns the address of its numbers, or 0. */
@inline
export function beginBlock(
	out: PointBlocks,
	row: u32,
	column: u32,
	points: u32,
	nodes: u32,
): usize {
	if (!isTaken(row, column, points, nodes)) return 0;
	const i = out.count++;
	store<u32>(out.rows + 4 * i, row);
	store<u32>(out.columns + 4 * i, column);
	return out.blocks + 72 * i;
}

/**
 * Fronts of a sparse Cholesky factorisation P·A·Pᵀ = L·Lᵀ: for each supernode its panel, columns of L, and its update, what it
 * leaves to subtract from later columns.
 *
 *     ▙            the diagonal part of the panel: `columns` block rows
 *     █▙
 *     ██ ▙         rows below, `below` block rows: the panel at the left, the update at the right
 *     ██ █▙
 *
 * All are cut into strips of six rows, three vectors, which hold two block rows; the last strip of a part is filled up with zeros. A
 * strip is stored column by column, and three columns of it are a *tile*, 144 bytes. Kernels read strips as they are, nothing is packed.
 *
 * In f32, with strips of twelve rows, a factorisation takes 0.45 to 0.6 of the time and its solutions need two or three iterations
 * more to be refined. With factors kept within a step that was worth nothing: stiff fabric of 71² vertices took 197 instead of 203 ms a
 * step, a block of 12 × 12 × 34 vertices 292 instead of 281, and fabric that buckles 17 % more, since f32 cannot tell what is indefinite.
 */

/** Where a front is and what goes into it. */
@unmanaged
export class Front {
	/** Block columns, the first of them, and block rows below the diagonal part. */
	columns: u32;
	firstColumn: u32;
	below: u32;
	panel: usize;
	update: usize;
	/** Columns of L that the rows below are, u32 each. */
	rows: usize;
	/** The same rows as block rows of the parent's front. */
	places: usize;
	/** Children, as a list: the first one, and a child's next sibling; 0 ends it. */
	child: usize;
	sibling: usize;
	/** First entry of A in the panel, and the one after the last. */
	entry: u32;
	entriesEnd: u32;
	/** What the rows below get in a solution, three numbers each. */
	share: usize;
}

export const frontBytes: u32 = 48;
/** Three columns of a strip. */
export const tileBytes: u32 = 144;
export const columnBytes: u32 = 48;

/** Block rows of a strip. */
export const stripRows: u32 = 2;

@inline
export function stripCount(blockRows: u32): u32 {
	return (blockRows + stripRows - 1) / stripRows;
}

/** Where a block row begins within a strip. */
@inline
export function rowOffset(row: u32): usize {
	return 24 * (row % stripRows);
}

/** Strip of a panel. */
@inline
export function panelStrip(front: Front, strip: u32): usize {
	return front.panel + tileBytes * strip * front.columns;
}

/** Strip of an update, which has tiles up to the diagonal. */
@inline
export function updateStrip(front: Front, strip: u32): usize {
	return front.update + tileBytes * ((stripRows * strip * (strip + 1)) / 2);
}

/** Bytes of the update of so many rows. */
@inline
export function updateBytes(below: u32): usize {
	const strips = stripCount(below);
	return tileBytes * ((stripRows * strips * (strips + 1)) / 2);
}

@inline
export function panelBytes(front: Front): usize {
	return (
		tileBytes *
		front.columns *
		(stripCount(front.columns) + stripCount(front.below))
	);
}

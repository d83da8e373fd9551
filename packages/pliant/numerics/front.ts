/**
 * Fronts of a sparse Cholesky factorisation P·A·Pᵀ = L·Lᵀ: for each supernode its panel, columns of L, and its update, what it
 * leaves to subtract from later columns.
 *
 *     ▙            the diagonal part of the panel: `columns` block rows
 *     █▙
 *     ██ ▙         rows below, `below` block rows: the panel at the left, the update at the right
 *     ██ █▙
 *
 * All are cut into strips of three vectors of rows, six f64 or twelve f32, which hold two or four block rows; the last strip of a
 * part is filled up with zeros. A strip is stored column by column, and three columns of it are a *tile*: 144 bytes in either
 * precision. Kernels read strips as they are, nothing is packed.
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
@inline
export function stripRows<T>(): u32 {
	return 16 / sizeof<T>();
}

@inline
export function stripCount<T>(blockRows: u32): u32 {
	return (blockRows + stripRows<T>() - 1) / stripRows<T>();
}

/** Where a block row begins within a strip. */
@inline
export function rowOffset<T>(row: u32): usize {
	return 3 * sizeof<T>() * (row % stripRows<T>());
}

/** Strip of a panel. */
@inline
export function panelStrip(front: Front, strip: u32): usize {
	return front.panel + tileBytes * strip * front.columns;
}

/** Strip of an update, which has tiles up to the diagonal. */
@inline
export function updateStrip<T>(front: Front, strip: u32): usize {
	return front.update + tileBytes * ((stripRows<T>() * strip * (strip + 1)) / 2);
}

/** Bytes of the update of so many rows. */
@inline
export function updateBytes<T>(below: u32): usize {
	const strips = stripCount<T>(below);
	return tileBytes * ((stripRows<T>() * strips * (strips + 1)) / 2);
}

@inline
export function panelBytes<T>(front: Front): usize {
	return (
		tileBytes *
		front.columns *
		(stripCount<T>(front.columns) + stripCount<T>(front.below))
	);
}

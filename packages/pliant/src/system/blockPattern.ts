import { gatherTable } from "./gather.ts";

/** Sparsity of a square matrix of 3×3 blocks: full rows (both triangles), columns ascending, the diagonal always present. */
export interface BlockPattern {
	/** Number of block rows. */
	readonly rows: number;
	/** Start of each block row in `columns`, length rows + 1. */
	readonly rowStart: Int32Array | Uint32Array;
	/** Block column of each stored block. */
	readonly columns: Int32Array | Uint32Array;
}

/** The symmetric pattern of the diagonal and all couplings that `visit` names. */
export function blockPattern(
	rows: number,
	visit: (couple: (row: number, column: number) => void) => void,
): BlockPattern {
	const { start, items } = gatherTable(rows, (give) => {
		for (let row = 0; row < rows; row++) give(row, row);
		visit((row, column) => {
			if (row === column) return;
			give(row, column);
			give(column, row);
		});
	});
	const rowStart = new Uint32Array(rows + 1);
	let count = 0;
	for (let row = 0; row < rows; row++) {
		const columns = items.subarray(start[row], start[row + 1]).sort();
		let previous = -1;
		// Distinct columns move to the front of the list, which never overtakes its reader.
		for (const column of columns) {
			if (column !== previous) items[count++] = column;
			previous = column;
		}
		rowStart[row + 1] = count;
	}
	return { rows, rowStart, columns: items.slice(0, count) };
}

/** Index of the block at (row, column), which must be stored. */
export function findBlock(
	{ rowStart, columns }: BlockPattern,
	row: number,
	column: number,
): number {
	let low = rowStart[row];
	let high = rowStart[row + 1] - 1;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (columns[middle] < column) low = middle + 1;
		else high = middle;
	}
	return low;
}

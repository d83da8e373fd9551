/** Lists of columns by row. */
export interface Sparsity {
	/** First column of each row, length rows + 1. */
	readonly start: Uint32Array;
	readonly columns: Uint32Array;
}

/** The columns that `visit` names for each row, each once, in the order in which they are named. */
export function sparsity(
	rows: number,
	columns: number,
	visit: (row: number, name: (column: number) => void) => void,
): Sparsity {
	const start = new Uint32Array(rows + 1);
	const lastRow = new Int32Array(columns).fill(-1);
	let list = new Uint32Array(4 * rows + 16);
	let count = 0;
	for (let row = 0; row < rows; row++) {
		visit(row, (column) => {
			if (lastRow[column] === row) return;
			lastRow[column] = row;
			if (count === list.length) {
				const longer = new Uint32Array(2 * count);
				longer.set(list);
				list = longer;
			}
			list[count++] = column;
		});
		start[row + 1] = count;
	}
	return { start, columns: list.slice(0, count) };
}

/** Lists of pairs, two numbers each. */
export interface Pairs {
	readonly start: Uint32Array;
	readonly pairs: Uint32Array;
}

/** For each column the rows that have it, as pairs of row and position. */
export function transposed({ start, columns }: Sparsity, count: number): Pairs {
	const starts = new Uint32Array(count + 1);
	for (const column of columns) starts[column + 1]++;
	for (let c = 0; c < count; c++) starts[c + 1] += starts[c];
	const next = starts.slice();
	const pairs = new Uint32Array(2 * columns.length);
	for (let row = 0; row + 1 < start.length; row++)
		for (let k = start[row]; k < start[row + 1]; k++) {
			const at = next[columns[k]]++;
			pairs[2 * at] = row;
			pairs[2 * at + 1] = k;
		}
	return { start: starts, pairs };
}

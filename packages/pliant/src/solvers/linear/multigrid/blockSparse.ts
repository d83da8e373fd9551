/** Sparse matrices of dense blocks, by rows: 3 or 6 numbers per node of a level, 6 per node of the level below. */
export interface BlockSparse {
	/** Block rows and block columns. */
	readonly rows: number;
	readonly columns: number;
	/** Numbers in a block: rowSize × columnSize, by rows. */
	readonly rowSize: number;
	readonly columnSize: number;
	/** Start of each row's blocks, length rows + 1. */
	readonly rowStart: Uint32Array;
	readonly columnIndex: Uint32Array;
	readonly values: Float64Array;
}

/** out += scale · A·x. Unrolled for the sizes that occur, columns of 3 and 6: the general loop took three times as long. */
export function addProduct(
	A: BlockSparse,
	scale: number,
	x: Float64Array,
	out: Float64Array,
): void {
	const { rows, rowSize, columnSize, rowStart, columnIndex, values } = A;
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			const from = columnIndex[k] * columnSize;
			const a = scale * x[from];
			const b = scale * x[from + 1];
			const c = scale * x[from + 2];
			let at = k * rowSize * columnSize;
			const end = row * rowSize + rowSize;
			if (columnSize === 3)
				for (let r = end - rowSize; r < end; r++, at += 3)
					out[r] += values[at] * a + values[at + 1] * b + values[at + 2] * c;
			else {
				const d = scale * x[from + 3];
				const e = scale * x[from + 4];
				const f = scale * x[from + 5];
				for (let r = end - rowSize; r < end; r++, at += 6)
					out[r] +=
						values[at] * a +
						values[at + 1] * b +
						values[at + 2] * c +
						values[at + 3] * d +
						values[at + 4] * e +
						values[at + 5] * f;
			}
		}
}

/** out += Pᵀ·x, for blocks of six columns. */
export function addTransposedProduct(
	P: BlockSparse,
	x: Float64Array,
	out: Float64Array,
): void {
	const { rows, rowSize, rowStart, columnIndex, values } = P;
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			const to = columnIndex[k] * 6;
			let at = k * rowSize * 6;
			for (let r = row * rowSize; r < (row + 1) * rowSize; r++, at += 6) {
				const factor = x[r];
				out[to] += values[at] * factor;
				out[to + 1] += values[at + 1] * factor;
				out[to + 2] += values[at + 2] * factor;
				out[to + 3] += values[at + 3] * factor;
				out[to + 4] += values[at + 4] * factor;
				out[to + 5] += values[at + 5] * factor;
			}
		}
}

/** Collects the blocks of a matrix row by row; blocks of a row that meet are added. */
export class BlockSparseBuilder {
	private readonly size: number;
	private readonly rowSize: number;
	private readonly columnSize: number;
	private readonly columns: number;
	private readonly rowStart: number[] = [0];
	private readonly columnIndex: number[] = [];
	private values: Float64Array;
	/** Where in the current row a column's block is, if there is one. */
	private readonly place: Int32Array;

	constructor(columns: number, rowSize: number, columnSize: number) {
		this.columns = columns;
		this.rowSize = rowSize;
		this.columnSize = columnSize;
		this.size = rowSize * columnSize;
		this.values = new Float64Array(1024 * this.size);
		this.place = new Int32Array(columns).fill(-1);
	}

	/** Start of the current row's block at a column, zero if it is new, in `numbers`. */
	at(column: number): number {
		let block = this.place[column];
		if (block < this.rowStart[this.rowStart.length - 1]) {
			block = this.columnIndex.push(column) - 1;
			this.place[column] = block;
			if ((block + 1) * this.size > this.values.length) {
				const larger = new Float64Array(2 * this.values.length);
				larger.set(this.values);
				this.values = larger;
			}
		}
		return block * this.size;
	}

	/** The numbers of all blocks; use afresh after `at`. */
	get numbers(): Float64Array {
		return this.values;
	}

	endRow(): void {
		this.rowStart.push(this.columnIndex.length);
	}

	build(): BlockSparse {
		return {
			rows: this.rowStart.length - 1,
			columns: this.columns,
			rowSize: this.rowSize,
			columnSize: this.columnSize,
			rowStart: Uint32Array.from(this.rowStart),
			columnIndex: Uint32Array.from(this.columnIndex),
			values: this.values.slice(0, this.columnIndex.length * this.size),
		};
	}
}

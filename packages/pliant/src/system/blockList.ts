/** Blocks of a symmetric matrix in the order in which they come, to be multiplied with many times. */
import type { TakeBlock } from "./nodeTerm.ts";

export class BlockList {
	private count = 0;
	private rows = new Uint32Array(64);
	private columns = new Uint32Array(64);
	private blocks = new Float64Array(9 * 64);

	clear(): void {
		this.count = 0;
	}

	readonly push: TakeBlock = (row, column, block) => {
		if (this.count === this.rows.length) {
			this.rows = grown(this.rows);
			this.columns = grown(this.columns);
			this.blocks = grown(this.blocks);
		}
		this.rows[this.count] = row;
		this.columns[this.count] = column;
		const to = 9 * this.count++;
		for (let k = 0; k < 9; k++) this.blocks[to + k] = block[k];
	};

	/** out += A·x, xyz per row. */
	addProduct(x: Float64Array, out: Float64Array): void {
		const { rows, columns, blocks } = this;
		for (let i = 0; i < this.count; i++) {
			const row = 3 * rows[i];
			const column = 3 * columns[i];
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++) {
					const entry = blocks[9 * i + 3 * r + c];
					out[row + r] += entry * x[column + c];
					if (row !== column) out[column + c] += entry * x[row + r];
				}
		}
	}
}

function grown<T extends Uint32Array | Float64Array>(values: T): T {
	const room = new (values.constructor as new (length: number) => T)(
		2 * values.length,
	);
	room.set(values);
	return room;
}

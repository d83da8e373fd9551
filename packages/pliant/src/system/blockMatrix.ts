/** A symmetric matrix of 3×3 blocks over a fixed pattern. */
import { type BlockPattern, findBlock } from "./blockPattern.ts";

export class BlockMatrix {
	readonly pattern: BlockPattern;
	/** 9 numbers per stored block, by rows. */
	readonly blocks: Float64Array;
	/** Index of each row's diagonal block. */
	readonly diagonal: Uint32Array;

	constructor(pattern: BlockPattern) {
		this.pattern = pattern;
		this.blocks = new Float64Array(9 * pattern.columns.length);
		this.diagonal = new Uint32Array(pattern.rows);
		for (let row = 0; row < pattern.rows; row++)
			this.diagonal[row] = findBlock(pattern, row, row);
	}

	/** out = this · x. */
	multiply(x: Float64Array, out: Float64Array): void {
		const { rows, rowStart, columns } = this.pattern;
		const { blocks } = this;
		for (let row = 0; row < rows; row++) {
			let a = 0;
			let b = 0;
			let c = 0;
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
				const j = 3 * columns[k];
				const at = 9 * k;
				const x0 = x[j];
				const x1 = x[j + 1];
				const x2 = x[j + 2];
				a += blocks[at] * x0 + blocks[at + 1] * x1 + blocks[at + 2] * x2;
				b += blocks[at + 3] * x0 + blocks[at + 4] * x1 + blocks[at + 5] * x2;
				c += blocks[at + 6] * x0 + blocks[at + 7] * x1 + blocks[at + 8] * x2;
			}
			out[3 * row] = a;
			out[3 * row + 1] = b;
			out[3 * row + 2] = c;
		}
	}

	/** this += scale · other, on the same pattern. */
	add(other: BlockMatrix, scale: number): void {
		for (let i = 0; i < this.blocks.length; i++)
			this.blocks[i] += scale * other.blocks[i];
	}

	/** Adds amount · identity to one block. */
	addIdentity(block: number, amount: number): void {
		this.blocks[9 * block] += amount;
		this.blocks[9 * block + 4] += amount;
		this.blocks[9 * block + 8] += amount;
	}
}

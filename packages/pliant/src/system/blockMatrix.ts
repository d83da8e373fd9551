/** A symmetric matrix of 3×3 blocks over a fixed pattern. */
import { type BlockPattern, findBlock } from "./blockPattern.ts";
import type { EdgeMatrix } from "./edgeMatrix.ts";

/** Where blocks lie: the arena moves its arrays. */
interface BlockStorage {
	readonly array: Float64Array;
}

export class BlockMatrix {
	readonly pattern: BlockPattern;
	private readonly storage: BlockStorage;
	/** Index of each row's diagonal block. */
	readonly diagonal: Uint32Array;
	/** Index of the block at (column, row) for each block at (row, column). */
	private readonly mirror: Uint32Array;

	constructor(
		pattern: BlockPattern,
		storage: BlockStorage = {
			array: new Float64Array(9 * pattern.columns.length),
		},
	) {
		this.pattern = pattern;
		this.storage = storage;
		this.diagonal = new Uint32Array(pattern.rows);
		this.mirror = new Uint32Array(pattern.columns.length);
		for (let row = 0; row < pattern.rows; row++) {
			this.diagonal[row] = findBlock(pattern, row, row);
			for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++)
				this.mirror[k] = findBlock(pattern, pattern.columns[k], row);
		}
	}

	/** 9 numbers per stored block, by rows. */
	get blocks(): Float64Array {
		return this.storage.array;
	}

	/** out = A · x. */
	multiply(x: Float64Array, out: Float64Array): void {
		const { rows, rowStart, columns } = this.pattern;
		const A = this.blocks;
		for (let row = 0; row < rows; row++) {
			let a = 0;
			let b = 0;
			let c = 0;
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
				const at = 9 * k;
				const from = 3 * columns[k];
				const p = x[from];
				const q = x[from + 1];
				const r = x[from + 2];
				a += A[at] * p + A[at + 1] * q + A[at + 2] * r;
				b += A[at + 3] * p + A[at + 4] * q + A[at + 5] * r;
				c += A[at + 6] * p + A[at + 7] * q + A[at + 8] * r;
			}
			out[3 * row] = a;
			out[3 * row + 1] = b;
			out[3 * row + 2] = c;
		}
	}

	/** Adds scale · block at an index. Written out, like its transpose: with loops an assembly took 1.4 times as long. */
	addBlock(index: number, scale: number, block: Float64Array): void {
		const { blocks } = this;
		const at = 9 * index;
		blocks[at] += scale * block[0];
		blocks[at + 1] += scale * block[1];
		blocks[at + 2] += scale * block[2];
		blocks[at + 3] += scale * block[3];
		blocks[at + 4] += scale * block[4];
		blocks[at + 5] += scale * block[5];
		blocks[at + 6] += scale * block[6];
		blocks[at + 7] += scale * block[7];
		blocks[at + 8] += scale * block[8];
	}

	/** Adds scale · blockᵀ at an index. */
	addTransposed(index: number, scale: number, block: Float64Array): void {
		const { blocks } = this;
		const at = 9 * index;
		blocks[at] += scale * block[0];
		blocks[at + 1] += scale * block[3];
		blocks[at + 2] += scale * block[6];
		blocks[at + 3] += scale * block[1];
		blocks[at + 4] += scale * block[4];
		blocks[at + 5] += scale * block[7];
		blocks[at + 6] += scale * block[2];
		blocks[at + 7] += scale * block[5];
		blocks[at + 8] += scale * block[8];
	}

	/** Adds scale · block at an index, and its transpose at the mirrored place. */
	addSymmetric(index: number, scale: number, block: Float64Array): void {
		this.addBlock(index, scale, block);
		if (this.mirror[index] !== index)
			this.addTransposed(this.mirror[index], scale, block);
	}

	/** this += scale · edges, whose pattern this one has, or of which it has the diagonal. */
	addEdges(
		{ pattern, blocks, couplings, weights }: EdgeMatrix,
		scale: number,
	): void {
		const hasDiagonalOnly = this.pattern.columns.length === this.pattern.rows;
		const block = new Float64Array(9);
		pattern.forEach((row, column, k) => {
			// Edges are stored by columns.
			for (let i = 0; i < 9; i++)
				block[i] = blocks.array[9 * k + 3 * (i % 3) + Math.floor(i / 3)];
			if (!hasDiagonalOnly)
				this.addSymmetric(findBlock(this.pattern, row, column), scale, block);
			this.addBlock(this.diagonal[row], -scale, block);
			this.addTransposed(this.diagonal[column], -scale, block);
		});
		for (const [row, weight] of weights.array.entries()) {
			this.addIdentity(this.diagonal[row], scale * weight);
			pattern.visitCouplings(row, (column, i) => {
				const k = scale * couplings.array[i];
				if (!hasDiagonalOnly)
					this.addIdentity(findBlock(this.pattern, row, column), k);
				this.addIdentity(this.diagonal[row], -k);
			});
		}
	}

	/** Adds scale · k · identity to the blocks above the diagonal and their mirrors, k of each block; rows sum to zero. */
	addCouplings(couplings: Float64Array, scale: number): void {
		const { pattern, diagonal, mirror } = this;
		for (let row = 0; row < pattern.rows; row++)
			for (let k = diagonal[row] + 1; k < pattern.rowStart[row + 1]; k++) {
				if (couplings[k] === 0) continue;
				const amount = scale * couplings[k];
				this.addIdentity(k, amount);
				this.addIdentity(mirror[k], amount);
				this.addIdentity(diagonal[row], -amount);
				this.addIdentity(diagonal[pattern.columns[k]], -amount);
			}
	}

	/** Adds amount · identity to one block. */
	addIdentity(block: number, amount: number): void {
		this.blocks[9 * block] += amount;
		this.blocks[9 * block + 4] += amount;
		this.blocks[9 * block + 8] += amount;
	}

	/** Adds a multiple of the identity: `shift` times the mean size of the diagonal entries. Returns the multiple. */
	shiftDiagonal(shift: number): number {
		const { blocks, diagonal } = this;
		let sum = 0;
		for (const block of diagonal)
			for (const entry of [0, 4, 8]) sum += Math.abs(blocks[9 * block + entry]);
		const amount = (shift * sum) / (3 * diagonal.length);
		for (const block of diagonal) this.addIdentity(block, amount);
		return amount;
	}
}

/**
 * Blocks of a symmetric matrix at places that change from system to system, as contacts come and go. They are added up by place, and then lie by rows, those of the
 * upper triangle and the diagonal.
 */
import type { EdgeMatrix } from "./edgeMatrix.ts";
import type {
	LooseFactorContext,
	LooseFactoring,
	LooseMatrix,
} from "./looseMatrix.ts";
import { LooseRows } from "./looseRows.ts";
import type { TakeBlock } from "./nodeTerm.ts";

/** Part of the table that may be in use. */
const fullest = 0.5;

export abstract class LooseBlocks implements LooseMatrix {
	/** Places in use. */
	count = 0;
	rows = new Uint32Array(64);
	columns = new Uint32Array(64);
	/** 9 numbers each, by rows. */
	blocks = new Float64Array(9 * 64);
	/** Where the places are, by a hash of row and column: one more than their number; 0 for nothing. */
	private table = new Uint32Array(256);

	private readonly looseRows = new WeakMap<EdgeMatrix, LooseRows>();

	abstract factor(context: LooseFactorContext): LooseFactoring;

	fillRows(
		matrix: EdgeMatrix,
		addOwn: (row: number, sum: Float64Array) => void,
	): void {
		let rows = this.looseRows.get(matrix);
		if (!rows) {
			rows = new LooseRows(matrix);
			this.looseRows.set(matrix, rows);
		}
		rows.set(this, addOwn);
	}

	clear(): void {
		this.count = 0;
		this.table.fill(0);
	}

	/** Adds a block at (row, column), row ≤ column. */
	readonly add: TakeBlock = (row, column, block) => {
		const to = 9 * this.place(row, column);
		const { blocks } = this;
		for (let k = 0; k < 9; k++) blocks[to + k] += block[k];
	};

	private place(row: number, column: number): number {
		const { table, rows, columns } = this;
		const mask = table.length - 1;
		let at = hash(row, column) & mask;
		for (; table[at] !== 0; at = (at + 1) & mask) {
			const known = table[at] - 1;
			if (rows[known] === row && columns[known] === column) return known;
		}
		if (this.count === rows.length) this.grow();
		const added = this.count++;
		this.rows[added] = row;
		this.columns[added] = column;
		this.blocks.fill(0, 9 * added, 9 * added + 9);
		table[at] = added + 1;
		if (this.count > fullest * table.length) this.rehash();
		return added;
	}

	private grow(): void {
		const { rows, columns, blocks } = this;
		this.rows = new Uint32Array(2 * rows.length);
		this.rows.set(rows);
		this.columns = new Uint32Array(2 * columns.length);
		this.columns.set(columns);
		this.blocks = new Float64Array(2 * blocks.length);
		this.blocks.set(blocks);
	}

	private rehash(): void {
		this.table = new Uint32Array(2 * this.table.length);
		const { table, rows, columns } = this;
		const mask = table.length - 1;
		for (let i = 0; i < this.count; i++) {
			let at = hash(rows[i], columns[i]) & mask;
			while (table[at] !== 0) at = (at + 1) & mask;
			table[at] = i + 1;
		}
	}

	/** out += A·x, xyz per row. */
	addProduct(x: Float64Array, out: Float64Array): void {
		const { rows, columns, blocks } = this;
		for (let i = 0; i < this.count; i++) {
			const [row, column] = [3 * rows[i], 3 * columns[i]];
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++) {
					const entry = blocks[9 * i + 3 * r + c];
					out[row + r] += entry * x[column + c];
					if (row !== column) out[column + c] += entry * x[row + r];
				}
		}
	}
}

const hash = (row: number, column: number): number =>
	(Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b)) >>> 7;

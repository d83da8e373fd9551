/**
 * Blocks of a symmetric matrix at places that change from system to system, as contacts come and go. They are added up by place, and then lie by rows, those of the
 * upper triangle and the diagonal (numerics/looseBlocks.ts).
 */
import type { ContactNumerics } from "../numerics/contactNumerics.ts";
import { structures } from "../numerics/load.ts";
import type { ArenaArray, ArenaSection, ArraySource } from "./arena.ts";
import type { EdgeMatrix } from "./edgeMatrix.ts";
import type {
	LooseFactorContext,
	LooseFactoring,
	LooseMatrix,
} from "./looseMatrix.ts";
import { LooseRows } from "./looseRows.ts";
import type { TakeBlock } from "./nodeTerm.ts";
import { PointBlocks } from "./pointBlocks.ts";

/** Places of the table for each block that there is room for. */
const sparsity = 2;
const firstRoom = 64;
/** Blocks that the numerics add at once. */
const batchRoom = 64;

type Field = (typeof structures.LooseBlocks)[number];

export abstract class LooseBlocks implements LooseMatrix {
	private readonly numerics: ContactNumerics;
	private readonly arena: ArenaSection;
	private readonly structure: ArenaArray<Uint32Array>;
	private lists: {
		readonly rows: ArenaArray<Uint32Array>;
		readonly columns: ArenaArray<Uint32Array>;
		readonly blocks: ArenaArray<Float64Array>;
		/** Where the places are, by a hash of row and column. */
		readonly table: ArenaArray<Uint32Array>;
	};
	private readonly batch: PointBlocks;
	private readonly looseRows = new WeakMap<EdgeMatrix, LooseRows>();

	constructor(arena: ArraySource, numerics: ContactNumerics) {
		this.numerics = numerics;
		this.arena = arena.section();
		this.batch = new PointBlocks(this.arena, batchRoom);
		this.lists = this.listsFor(firstRoom);
		this.structure = this.arena.structure("LooseBlocks", {
			count: 0,
			...this.fields(),
		});
	}

	abstract factor(context: LooseFactorContext): LooseFactoring;

	/** Places in use. */
	get count(): number {
		return this.structure.array[structures.LooseBlocks.indexOf("count")];
	}

	get rows(): Uint32Array {
		return this.lists.rows.array;
	}

	get columns(): Uint32Array {
		return this.lists.columns.array;
	}

	/** 9 numbers each, by rows. */
	get blocks(): Float64Array {
		return this.lists.blocks.array;
	}

	fillRows(matrix: EdgeMatrix): void {
		let rows = this.looseRows.get(matrix);
		if (!rows) {
			rows = new LooseRows(matrix, this.numerics);
			this.looseRows.set(matrix, rows);
		}
		rows.set(this.structure.pointer, this.count);
	}

	clear(): void {
		this.setField("count", 0);
		this.lists.table.array.fill(0);
	}

	addEach(give: (take: TakeBlock) => void): void {
		const { batch } = this;
		const flush = () => {
			this.addAll(batch);
			batch.clear();
		};
		give((row, column, block) => {
			if (batch.count === batchRoom) flush();
			batch.push(row, column, block);
		});
		flush();
	}

	addAll(added: PointBlocks): void {
		this.reserve(this.count + added.count);
		this.numerics.addLooseBlocks(this.structure.pointer, added.pointer);
	}

	/** Calls `take` with each. */
	visit(take: TakeBlock): void {
		const { rows, columns, blocks, count } = this;
		for (let i = 0; i < count; i++)
			take(rows[i], columns[i], blocks.subarray(9 * i, 9 * i + 9));
	}

	/** Makes room for so many blocks in all. */
	private reserve(count: number): void {
		if (count <= this.rows.length) return;
		const { rows, columns, blocks, table } = this.lists;
		const { array: numbers } = this.structure;
		this.lists = this.arena.exchange([rows, columns, blocks, table], () => {
			const next = this.listsFor(2 ** Math.ceil(Math.log2(count)));
			next.rows.array.set(rows.array);
			next.columns.array.set(columns.array);
			next.blocks.array.set(blocks.array);
			return next;
		});
		const fields = this.fields();
		for (const name of Object.keys(fields) as (keyof typeof fields)[])
			numbers[structures.LooseBlocks.indexOf(name)] = fields[name];
		this.numerics.fillLooseTable(this.structure.pointer);
	}

	private listsFor(room: number) {
		const { arena } = this;
		return {
			rows: arena.u32(room),
			columns: arena.u32(room),
			blocks: arena.f64(9 * room),
			table: arena.u32(sparsity * room),
		};
	}

	private fields() {
		const { rows, columns, blocks, table } = this.lists;
		return {
			rows: rows.pointer,
			columns: columns.pointer,
			blocks: blocks.pointer,
			table: table.pointer,
			tableMask: table.array.length - 1,
		} satisfies Partial<Record<Field, number>>;
	}

	private setField(name: Field, value: number): void {
		this.structure.array[structures.LooseBlocks.indexOf(name)] = value;
	}

	/** out += A·x, xyz per row. */
	addProduct(x: Float64Array, out: Float64Array): void {
		const { rows, columns, blocks, count } = this;
		for (let i = 0; i < count; i++) {
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

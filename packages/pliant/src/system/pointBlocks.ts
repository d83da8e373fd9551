/** Blocks of two points each, as the numerics write them and take them (numerics/touches.ts): a few at a time. */
import { structures } from "../numerics/load.ts";
import type { ArenaArray, ArraySource } from "./arena.ts";
import type { TakeBlock } from "./nodeTerm.ts";

const countAt = structures.PointBlocks.indexOf("count");

export class PointBlocks {
	private readonly structure: ArenaArray<Uint32Array>;
	private readonly rows: ArenaArray<Uint32Array>;
	private readonly columns: ArenaArray<Uint32Array>;
	/** 9 numbers each, by rows. */
	private readonly blocks: ArenaArray<Float64Array>;
	private readonly block = new Float64Array(9);

	/** @param room for so many */
	constructor(arena: ArraySource, room: number) {
		this.rows = arena.u32(room);
		this.columns = arena.u32(room);
		this.blocks = arena.f64(9 * room);
		this.structure = arena.structure("PointBlocks", {
			count: 0,
			rows: this.rows.pointer,
			columns: this.columns.pointer,
			blocks: this.blocks.pointer,
		});
	}

	get pointer(): number {
		return this.structure.pointer;
	}

	get count(): number {
		return this.structure.array[countAt];
	}

	clear(): void {
		this.structure.array[countAt] = 0;
	}

	/** Adds a block, for which there must be room. */
	push(row: number, column: number, block: Float64Array): void {
		const i = this.structure.array[countAt]++;
		const blocks = this.blocks.array;
		this.rows.array[i] = row;
		this.columns.array[i] = column;
		for (let k = 0; k < 9; k++) blocks[9 * i + k] = block[k];
	}

	/** Calls `take` with each, in an array that serves all of them. */
	visit(take: TakeBlock): void {
		const { block, count } = this;
		const rows = this.rows.array;
		const columns = this.columns.array;
		const blocks = this.blocks.array;
		for (let i = 0; i < count; i++) {
			for (let k = 0; k < 9; k++) block[k] = blocks[9 * i + k];
			take(rows[i], columns[i], block);
		}
	}
}

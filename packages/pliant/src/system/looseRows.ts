/** Loose blocks in the matrix of iterations (numerics/edgeMatrix.ts): both triangles in f32, by rows. */
import { structures } from "../numerics/load.ts";
import type { ArenaArray, ArenaSection } from "./arena.ts";
import type { EdgeMatrix, noLooseRows } from "./edgeMatrix.ts";
import type { LooseMatrix } from "./looseMatrix.ts";

interface Room {
	readonly rows: ArenaArray<Uint32Array>;
	readonly start: ArenaArray<Uint32Array>;
	readonly columns: ArenaArray<Uint32Array>;
	readonly blocks: ArenaArray<Float32Array>;
}

export class LooseRows {
	private readonly arena: ArenaSection;
	private readonly structure: ArenaArray<Uint32Array>;
	private room: Room | undefined;

	constructor({ pattern, structure }: EdgeMatrix) {
		this.arena = pattern.section;
		this.structure = structure;
	}

	private setField(name: keyof typeof noLooseRows, value: number): void {
		this.structure.array[structures.EdgeMatrix.indexOf(name)] = value;
	}

	/**
	 * Takes over blocks. As in the rest of the matrix, products are of differences of rows, so what the blocks of a row sum to is given to `addOwn`: nothing but
	 * rounding where they do not notice translations. Summed in f64, since contacts are stiff and translations must not be.
	 */
	set(
		loose: LooseMatrix,
		addOwn: (row: number, sum: Float64Array) => void,
	): void {
		const { count, rows, columns, blocks } = loose;
		let couplings = 0;
		for (let i = 0; i < count; i++) if (rows[i] !== columns[i]) couplings += 2;
		const room = this.roomFor(couplings);
		// Entries by row: starts, then places.
		const counts = new Map<number, number>();
		for (let i = 0; i < count; i++)
			for (const row of [rows[i], columns[i]])
				counts.set(
					row,
					(counts.get(row) ?? 0) + (rows[i] === columns[i] ? 0 : 1),
				);
		const all = Uint32Array.from(counts.keys()).sort();
		const next = new Map<number, number>();
		let filled = 0;
		let used = 0;
		for (const row of all) {
			const own = counts.get(row) as number;
			if (own === 0) continue;
			room.rows.array[used] = row;
			room.start.array[used++] = filled;
			next.set(row, filled);
			filled += own;
		}
		room.start.array[used] = filled;
		const sums = new Map<number, Float64Array>();
		for (const row of all) sums.set(row, new Float64Array(9));
		for (let i = 0; i < count; i++) {
			const [row, column] = [rows[i], columns[i]];
			const block = blocks.subarray(9 * i, 9 * i + 9);
			this.addEntry(room, row, column, block, false, next, sums);
			if (row !== column)
				this.addEntry(room, column, row, block, true, next, sums);
		}
		for (const row of all) addOwn(row, sums.get(row) as Float64Array);
		this.setField("looseCount", used);
	}

	private addEntry(
		room: Room,
		row: number,
		column: number,
		block: Float64Array,
		isTransposed: boolean,
		next: Map<number, number>,
		sums: ReadonlyMap<number, Float64Array>,
	): void {
		const sum = sums.get(row) as Float64Array;
		const k = row === column ? 0 : (next.get(row) as number);
		if (row !== column) {
			next.set(row, k + 1);
			room.columns.array[k] = column;
		}
		for (let r = 0; r < 3; r++)
			for (let c = 0; c < 3; c++) {
				const entry = block[isTransposed ? 3 * c + r : 3 * r + c];
				sum[3 * r + c] += entry;
				// Edge matrices have their blocks by columns.
				if (row !== column) room.blocks.array[9 * k + 3 * c + r] = entry;
			}
	}

	private roomFor(couplings: number): Room {
		const known = this.room;
		if (known && known.columns.array.length >= couplings) return known;
		if (known)
			this.arena.free(known.rows, known.start, known.columns, known.blocks);
		const size = 2 * couplings + 64;
		const { arena } = this;
		this.room = {
			rows: arena.u32(size),
			start: arena.u32(size + 1),
			columns: arena.u32(size),
			blocks: arena.f32(9 * size),
		};
		const { rows, start, columns, blocks } = this.room;
		this.setField("looseRows", rows.pointer);
		this.setField("looseStart", start.pointer);
		this.setField("looseColumns", columns.pointer);
		this.setField("looseBlocks", blocks.pointer);
		return this.room;
	}
}

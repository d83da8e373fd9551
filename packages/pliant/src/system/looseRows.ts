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
	readonly mirrors: ArenaArray<Uint32Array>;
	readonly ties: ArenaArray<Float32Array>;
}

export class LooseRows {
	private readonly arena: ArenaSection;
	private readonly structure: ArenaArray<Uint32Array>;
	private room: Room | undefined;
	/** For each row of the matrix its place among those with blocks, from 1 on, 0 for none; and where its next coupling goes. */
	private readonly places: Uint32Array;
	private readonly counts: Uint32Array;
	/** Rows with blocks, and what their blocks sum to. */
	private numbers = new Uint32Array(0);
	private sums = new Float64Array(0);
	/** Couplings of each row in the order in which they come, and of each coupling its place below the diagonal. */
	private entries = new Uint32Array(0);
	private below = new Uint32Array(0);

	constructor({ pattern, structure }: EdgeMatrix) {
		this.places = new Uint32Array(pattern.rows);
		this.counts = new Uint32Array(pattern.rows);
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
		const { count, rows, columns } = loose;
		let couplings = 0;
		for (let i = 0; i < count; i++) if (rows[i] !== columns[i]) couplings += 2;
		const room = this.roomFor(couplings);
		// Rows in the order in which they come, then by their numbers.
		const { counts, numbers, sums } = this.rowsFor(count);
		let used = 0;
		const countRow = (row: number, more: number) => {
			if (this.places[row] === 0) {
				numbers[used++] = row;
				this.places[row] = used;
				counts[row] = 0;
			}
			counts[row] += more;
		};
		for (let i = 0; i < count; i++) {
			const isCoupling = rows[i] !== columns[i];
			countRow(rows[i], isCoupling ? 1 : 0);
			if (isCoupling) countRow(columns[i], 1);
		}
		numbers.subarray(0, used).sort();
		let filled = 0;
		let coupled = 0;
		for (let k = 0; k < used; k++) {
			const row = numbers[k];
			const own = counts[row];
			this.places[row] = k + 1;
			counts[row] = filled;
			if (own === 0) continue;
			room.rows.array[coupled] = row;
			room.start.array[coupled++] = filled;
			filled += own;
		}
		room.start.array[coupled] = filled;
		sums.fill(0, 0, 9 * used);
		this.placeCouplings(loose, room, coupled);
		this.sumRows(loose);
		for (let k = 0; k < used; k++) {
			addOwn(numbers[k], sums.subarray(9 * k, 9 * k + 9));
			this.places[numbers[k]] = 0;
		}
		this.setField("looseCount", coupled);
	}

	/**
	 * Puts blocks into both their rows. Rows hand themselves to their columns one after the other, so these come to have theirs ascending. Edge matrices have their
	 * blocks by columns.
	 */
	private placeCouplings(
		{ count, rows, columns, blocks }: LooseMatrix,
		room: Room,
		coupled: number,
	): void {
		const { counts, entries, below } = this;
		const start = room.start.array;
		const mirrors = room.mirrors.array;
		const to = room.blocks.array;
		for (let i = 0; i < count; i++) {
			if (rows[i] === columns[i]) continue;
			entries[counts[rows[i]]++] = i;
			entries[counts[columns[i]]++] = i;
		}
		for (let k = 0; k < coupled; k++) counts[room.rows.array[k]] = start[k];
		for (let k = 0; k < coupled; k++) {
			const row = room.rows.array[k];
			for (let e = start[k]; e < start[k + 1]; e++) {
				const entry = entries[e];
				const isAbove = rows[entry] === row;
				const place = counts[isAbove ? columns[entry] : rows[entry]]++;
				room.columns.array[place] = row;
				if (isAbove) {
					below[entry] = place;
					continue;
				}
				const other = below[entry];
				mirrors[place] = other;
				mirrors[other] = place;
				for (let r = 0; r < 3; r++)
					for (let c = 0; c < 3; c++) {
						const number = blocks[9 * entry + 3 * r + c];
						to[9 * place + 3 * c + r] = number;
						to[9 * other + 3 * r + c] = number;
					}
			}
		}
	}

	/** Sums up what each row has. */
	private sumRows({ count, rows, columns, blocks }: LooseMatrix): void {
		const { sums, places } = this;
		for (let i = 0; i < count; i++) {
			const upper = 9 * (places[rows[i]] - 1);
			for (let k = 0; k < 9; k++) sums[upper + k] += blocks[9 * i + k];
			if (rows[i] === columns[i]) continue;
			const lower = 9 * (places[columns[i]] - 1);
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++)
					sums[lower + 3 * c + r] += blocks[9 * i + 3 * r + c];
		}
	}

	/** Room for the rows of so many blocks. */
	private rowsFor(blocks: number) {
		if (this.numbers.length < 2 * blocks) {
			this.numbers = new Uint32Array(3 * blocks);
			this.sums = new Float64Array(27 * blocks);
			this.entries = new Uint32Array(3 * blocks);
			this.below = new Uint32Array(2 * blocks);
		}
		return this;
	}

	private roomFor(couplings: number): Room {
		const known = this.room;
		if (known && known.columns.array.length >= couplings) return known;
		if (known) this.arena.free(...Object.values(known));
		const size = 2 * couplings + 64;
		const { arena } = this;
		this.room = {
			rows: arena.u32(size),
			start: arena.u32(size + 1),
			columns: arena.u32(size),
			blocks: arena.f32(9 * size),
			mirrors: arena.u32(size),
			ties: arena.f32(9 * size),
		};
		const { rows, start, columns, blocks, mirrors, ties } = this.room;
		this.setField("looseRows", rows.pointer);
		this.setField("looseStart", start.pointer);
		this.setField("looseColumns", columns.pointer);
		this.setField("looseBlocks", blocks.pointer);
		this.setField("looseMirrors", mirrors.pointer);
		this.setField("ties", ties.pointer);
		return this.room;
	}
}

/** Loose blocks in the matrix of iterations (numerics/edgeMatrix.ts, numerics/looseBlocks.ts): both triangles in f32, by rows. */
import type { ContactNumerics } from "../numerics/contactNumerics.ts";
import { structures } from "../numerics/load.ts";
import type { ArenaArray, ArenaSection } from "./arena.ts";
import type { EdgeMatrix, noLooseRows } from "./edgeMatrix.ts";

interface Lists {
	readonly rows: ArenaArray<Uint32Array>;
	readonly start: ArenaArray<Uint32Array>;
	readonly columns: ArenaArray<Uint32Array>;
	readonly blocks: ArenaArray<Float32Array>;
	readonly mirrors: ArenaArray<Uint32Array>;
	readonly ties: ArenaArray<Float32Array>;
	/** What putting them there takes. */
	readonly numbers: ArenaArray<Uint32Array>;
	readonly sums: ArenaArray<Float64Array>;
	readonly entries: ArenaArray<Uint32Array>;
	readonly below: ArenaArray<Uint32Array>;
}

export class LooseRows {
	private readonly matrix: EdgeMatrix;
	private readonly numerics: ContactNumerics;
	private readonly arena: ArenaSection;
	/** What the numerics know of the room for putting blocks into rows. */
	private readonly work: ArenaArray<Uint32Array>;
	private lists: Lists | undefined;

	constructor(matrix: EdgeMatrix, numerics: ContactNumerics) {
		const { rows, section: arena } = matrix.pattern;
		this.matrix = matrix;
		this.numerics = numerics;
		this.arena = arena;
		const ownIndices = arena.u32(rows);
		for (let row = 0; row < rows; row++)
			ownIndices.array[row] = matrix.pattern.ownIndex(row);
		this.work = arena.structure("LooseRoom", {
			ownIndices: ownIndices.pointer,
			places: arena.u32(rows).pointer,
			counts: arena.u32(rows).pointer,
			...{ numbers: 0, sums: 0, entries: 0, below: 0 },
		});
	}

	/** Takes over blocks, so many of them, by their pointer. */
	set(loose: number, count: number): void {
		this.reserve(count);
		this.numerics.fillLooseRows(this.matrix.pointer, loose, this.work.pointer);
	}

	private reserve(count: number): void {
		const { lists, arena } = this;
		if (lists && lists.below.array.length >= count) return;
		const old = lists ? Object.values(lists) : [];
		const room = Math.ceil(1.5 * count) + 32;
		this.lists = arena.exchange(old, () => ({
			rows: arena.u32(2 * room),
			start: arena.u32(2 * room + 1),
			columns: arena.u32(2 * room),
			blocks: arena.f32(9 * 2 * room),
			mirrors: arena.u32(2 * room),
			ties: arena.f32(9 * 2 * room),
			numbers: arena.u32(2 * room),
			sums: arena.f64(9 * 2 * room),
			entries: arena.u32(2 * room),
			below: arena.u32(room),
		}));
		const { rows, start, columns, blocks, mirrors, ties, ...work } = this.lists;
		const ofMatrix: Partial<Record<keyof typeof noLooseRows, number>> = {
			looseRows: rows.pointer,
			looseStart: start.pointer,
			looseColumns: columns.pointer,
			looseBlocks: blocks.pointer,
			looseMirrors: mirrors.pointer,
			ties: ties.pointer,
		};
		for (const [i, field] of structures.EdgeMatrix.entries()) {
			const value = ofMatrix[field as keyof typeof noLooseRows];
			if (value !== undefined) this.matrix.structure.array[i] = value;
		}
		for (const [i, field] of structures.LooseRoom.entries())
			if (field in work)
				this.work.array[i] = work[field as keyof typeof work].pointer;
	}
}

/**
 * The matrix that iterations work with: symmetric, in f32, 3×3 blocks above the diagonal only (numerics/edgeMatrix.ts). It lies
 * in the arena, and the numerics assemble and multiply it.
 */
import type { Arena, ArenaArray, ArenaSection, Structure } from "./arena.ts";
import type { BlockPattern } from "./blockPattern.ts";
import { LooseRows, noLooseRows } from "./looseRows.ts";

/** Rows that are worth a chunk of their own, and the largest number of chunks: more than threads, so that these can share them. */
const chunkRows = 512;
const mostChunks = 32;

/** What matrices of one pattern have in common. */
export class EdgePattern {
	readonly rows: number;
	/** Blocks above the diagonal. */
	readonly count: number;
	/** Rows with a block of their own, ascending. */
	readonly ownRows: Uint32Array;
	readonly chunks: number;
	private ownIndices: Map<number, number> | undefined;
	private readonly rowStart: ArenaArray<Uint32Array>;
	private readonly columns: ArenaArray<Uint32Array>;
	/** Blocks below the diagonal: first of each row; pairs of column and the block to transpose. */
	private readonly lowerStart: ArenaArray<Uint32Array>;
	private readonly lower: ArenaArray<Uint32Array>;
	private readonly fields: Readonly<Record<PatternField, number>>;
	/** Has all that goes when the pattern does. */
	readonly section: ArenaSection;

	constructor(
		{ rows, rowStart, columns }: BlockPattern,
		ownRows: Uint32Array,
		whole: Arena,
	) {
		const count = (columns.length - rows) / 2;
		const arena = whole.section();
		this.section = arena;
		this.rows = rows;
		this.count = count;
		this.ownRows = ownRows;
		this.rowStart = arena.u32(rows + 1);
		this.columns = arena.u32(count);
		this.chunks = Math.min(mostChunks, Math.ceil(rows / chunkRows));
		this.lowerStart = arena.u32(rows + 1);
		this.lower = arena.u32(2 * count);
		const above = this.rowStart.array;
		const below = this.lowerStart.array;
		let k = 0;
		for (let row = 0; row < rows; row++) {
			above[row] = k;
			below[row + 1] = below[row];
			for (let j = rowStart[row]; j < rowStart[row + 1]; j++)
				if (columns[j] > row) this.columns.array[k++] = columns[j];
				else if (columns[j] < row) below[row + 1]++;
		}
		above[rows] = k;
		const next = below.slice();
		for (let row = 0; row < rows; row++)
			for (let j = above[row]; j < above[row + 1]; j++) {
				const at = next[this.columns.array[j]]++;
				this.lower.array[2 * at] = row;
				this.lower.array[2 * at + 1] = j;
			}
		this.fields = {
			rows,
			chunks: this.chunks,
			rowStart: this.rowStart.pointer,
			columns: this.columns.pointer,
			lowerStart: this.lowerStart.pointer,
			lower: this.lower.pointer,
			ownCount: ownRows.length,
			ownRows: arena.indices(ownRows).pointer,
			...this.cut(),
		};
	}

	/** Cuts the rows into chunks, and gives what leaves a chunk slots to be collected from. */
	private cut() {
		const { section: arena, rows, chunks } = this;
		const rowStart = this.rowStart.array;
		const columns = this.columns.array;
		const chunkStart = Uint32Array.from({ length: chunks + 1 }, (_, c) =>
			Math.floor((rows * c) / chunks),
		);
		const rowSplit = arena.u32(rows);
		const slotStart = [0];
		const leavingStart = [0];
		const leavingSlots: number[] = [];
		const slotRows: number[] = [];
		for (let c = 0; c < chunks; c++) {
			const slotOf = new Map<number, number>();
			for (let row = chunkStart[c]; row < chunkStart[c + 1]; row++) {
				let k = rowStart[row];
				while (k < rowStart[row + 1] && columns[k] < chunkStart[c + 1]) k++;
				rowSplit.array[row] = k;
				for (; k < rowStart[row + 1]; k++) {
					let slot = slotOf.get(columns[k]);
					if (slot === undefined) {
						slot = slotRows.push(columns[k]) - 1;
						slotOf.set(columns[k], slot);
					}
					leavingSlots.push(slot);
				}
			}
			slotStart.push(slotRows.length);
			leavingStart.push(leavingSlots.length);
		}
		const incoming = slotRows
			.map((row, slot) => ({ row, slot }))
			.sort((a, b) => a.row - b.row || a.slot - b.slot);
		const incomingStart = Array.from(chunkStart, (first) => {
			const at = incoming.findIndex(({ row }) => row >= first);
			return at < 0 ? incoming.length : at;
		});
		return {
			chunkStart: arena.indices(chunkStart).pointer,
			rowSplit: rowSplit.pointer,
			slotStart: arena.indices(slotStart).pointer,
			leavingStart: arena.indices(leavingStart).pointer,
			leavingSlots: arena.indices(leavingSlots).pointer,
			slots: arena.f32(4 * slotRows.length).pointer,
			incomingStart: arena.indices(incomingStart).pointer,
			incoming: arena.indices(incoming.flatMap(({ row, slot }) => [row, slot]))
				.pointer,
		};
	}

	/** Index of a row's block of its own, which it must have. */
	ownIndex(row: number): number {
		this.ownIndices ??= new Map(Array.from(this.ownRows, (own, i) => [own, i]));
		return this.ownIndices.get(row) as number;
	}

	/** Index of the block at (row, column), row < column, which must be stored. */
	find(row: number, column: number): number {
		const columns = this.columns.array;
		let low = this.rowStart.array[row];
		let high = this.rowStart.array[row + 1] - 1;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (columns[middle] < column) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** Calls `each` for all blocks. */
	forEach(each: (row: number, column: number, block: number) => void): void {
		const rowStart = this.rowStart.array;
		const columns = this.columns.array;
		for (let row = 0; row < this.rows; row++)
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
				each(row, columns[k], k);
	}

	/** Calls `each` for the couplings of a row, on both sides of the diagonal. */
	visitRow(
		row: number,
		each: (column: number, block: number, isTransposed: boolean) => void,
	): void {
		const above = this.rowStart.array;
		for (let k = above[row]; k < above[row + 1]; k++)
			each(this.columns.array[k], k, false);
		const below = this.lowerStart.array;
		for (let k = below[row]; k < below[row + 1]; k++)
			each(this.lower.array[2 * k], this.lower.array[2 * k + 1], true);
	}

	/** A matrix with this pattern. */
	matrix(): EdgeMatrix {
		const { section: arena, fields } = this;
		const blocks = arena.f32(9 * this.count);
		const weights = arena.f32(this.rows);
		const ownBlocks = arena.f32(9 * this.ownRows.length);
		const structure = arena.structure("EdgeMatrix", {
			...fields,
			blocks: blocks.pointer,
			weights: weights.pointer,
			ownBlocks: ownBlocks.pointer,
			...noLooseRows,
		});
		const { pointer } = structure;
		const loose = new LooseRows(arena, structure);
		return { pattern: this, pointer, blocks, weights, ownBlocks, loose };
	}
}

type PatternField = Exclude<
	keyof Structure<"EdgeMatrix">,
	"blocks" | "weights" | "ownBlocks" | keyof typeof noLooseRows
>;

export interface EdgeMatrix {
	readonly pattern: EdgePattern;
	readonly pointer: number;
	/** 9 numbers per block above the diagonal, by columns. */
	readonly blocks: ArenaArray<Float32Array>;
	/** What the blocks of each row sum to, as a multiple of the identity. */
	readonly weights: ArenaArray<Float32Array>;
	/** Blocks on top of that, for the pattern's `ownRows`. */
	readonly ownBlocks: ArenaArray<Float32Array>;
	/** Blocks that couple what the pattern does not. */
	readonly loose: LooseRows;
}

/** Mean size of the diagonal entries. */
export function meanDiagonal({ pattern, blocks, weights }: EdgeMatrix): number {
	const b = blocks.array;
	let sum = 0;
	for (let i = 0; i < b.length; i += 9)
		sum += 2 * Math.abs(b[i] + b[i + 4] + b[i + 8]);
	return (
		sum / (3 * pattern.rows) +
		weights.array.reduce((a, w) => a + w, 0) / pattern.rows
	);
}

/**
 * The matrix that iterations work with: symmetric, in f32, 3×3 blocks above the diagonal only, and a number each for blocks that are multiples
 * of the identity (numerics/edgeMatrix.ts). It lies in the arena, and the numerics assemble and multiply it.
 */
import { structures } from "../numerics/load.ts";
import type { Arena, ArenaArray, ArenaSection, Structure } from "./arena.ts";
import { type BlockPattern, findBlock } from "./blockPattern.ts";

/** Rows that are worth a chunk of their own, and the largest number of chunks: more than threads, so that these can share them. */
const chunkRows = 2048;
const mostChunks = 32;

/** What matrices of one pattern have in common. */
export class EdgePattern {
	readonly rows: number;
	/** Blocks above the diagonal. */
	readonly count: number;
	/** Couplings, those on both sides of the diagonal counted. */
	readonly couplingCount: number;
	/** All blocks of the matrix, those on the diagonal and couplings too. */
	readonly blockCount: number;
	/** Rows with a block of their own, ascending. */
	readonly ownRows: Uint32Array;
	readonly chunks: number;
	/** Index of each row's own block, once asked for. */
	private ownIndices: Uint32Array | undefined;
	private readonly rowStart: ArenaArray<Uint32Array>;
	private readonly columns: ArenaArray<Uint32Array>;
	/** Blocks below the diagonal: first of each row; pairs of column and the block to transpose. */
	private readonly lowerStart: ArenaArray<Uint32Array>;
	private readonly lower: ArenaArray<Uint32Array>;
	/** Couplings in full rows, without diagonal. */
	private readonly couplingStart: ArenaArray<Uint32Array>;
	private readonly couplingColumns: ArenaArray<Uint32Array>;
	private readonly couplingSplits: ArenaArray<Uint32Array>;
	private readonly fields: Readonly<Record<PatternField, number>>;
	/** Has all that goes when the pattern does. */
	readonly section: ArenaSection;
	/** A matrix without numbers, for what lies like one. */
	readonly pointer: number;

	/** Pairs of rows of `all` that are not in `blocks` are coupled by multiples of the identity. */
	constructor(
		all: BlockPattern,
		blocks: BlockPattern,
		ownRows: Uint32Array,
		whole: Arena,
	) {
		const { rows, rowStart, columns } = blocks;
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
		const couplings = pairsWithout(all, blocks);
		this.couplingStart = arena.indices(couplings.rowStart);
		this.couplingColumns = arena.indices(couplings.columns);
		this.couplingCount = couplings.columns.length;
		this.couplingSplits = this.splitCouplings();
		const mirrored = this.mirroredCouplings();
		this.blockCount = all.columns.length;
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
			couplingStart: this.couplingStart.pointer,
			couplingSplits: this.couplingSplits.pointer,
			mirrored: mirrored.pointer,
			couplingColumns: this.couplingColumns.pointer,
		};
		const { pointer } = arena.structure("EdgeMatrix", {
			...this.fields,
			...{ blocks: 0, couplings: 0, weights: 0, ownBlocks: 0 },
			...noLooseRows,
		});
		this.pointer = pointer;
	}

	/** Where couplings of each row enter its chunk, pass its diagonal and leave the chunk, and how many above the diagonal rows before it have. */
	private splitCouplings(): ArenaArray<Uint32Array> {
		const { section: arena, chunks } = this;
		const { rows, rowStart, columns } = this.couplings;
		const splits = arena.u32(4 * rows);
		for (let row = 0, chunk = 0, before = 0; row < rows; row++) {
			while (row >= this.chunkStart(chunk + 1)) chunk++;
			const bounds = [
				this.chunkStart(chunk),
				row,
				chunk + 1 < chunks ? this.chunkStart(chunk + 1) : rows,
			];
			let k = rowStart[row];
			for (const [i, bound] of bounds.entries()) {
				while (k < rowStart[row + 1] && columns[k] < bound) k++;
				splits.array[4 * row + i] = k;
			}
			splits.array[4 * row + 3] = before;
			before += rowStart[row + 1] - splits.array[4 * row + 1];
		}
		return splits;
	}

	/** For each coupling below the diagonal, its mirrored one's place in the part of its row above it, 255 for all places from there on. */
	private mirroredCouplings(): ArenaArray<Uint8Array> {
		const { rows, rowStart, columns } = this.couplings;
		const splits = this.couplingSplits.array;
		const mirrored = this.section.u8(columns.length / 2);
		// Columns ascend, so rows come to those of a column in the order of its own couplings.
		const seen = new Uint32Array(rows);
		let below = 0;
		for (let row = 0; row < rows; row++)
			for (let k = rowStart[row]; k < splits[4 * row + 1]; k++)
				mirrored.array[below++] = Math.min(seen[columns[k]]++, 255);
		return mirrored;
	}

	private chunkStart(chunk: number): number {
		return Math.floor((this.rows * chunk) / this.chunks);
	}

	chunkOf(row: number): number {
		const chunk = Math.floor((row * this.chunks) / this.rows);
		return row < this.chunkStart(chunk + 1) ? chunk : chunk + 1;
	}

	/** Cuts the rows into chunks, and gives what leaves a chunk slots to be collected from. */
	private cut() {
		const { section: arena, rows, chunks } = this;
		const rowStart = this.rowStart.array;
		const columns = this.columns.array;
		const chunkStart = Uint32Array.from({ length: chunks + 1 }, (_, c) =>
			this.chunkStart(c),
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
		if (!this.ownIndices) {
			this.ownIndices = new Uint32Array(this.rows);
			for (let i = 0; i < this.ownRows.length; i++)
				this.ownIndices[this.ownRows[i]] = i;
		}
		return this.ownIndices[row];
	}

	/** Index of the block at (row, column), row < column, which must be stored. */
	find(row: number, column: number): number {
		return findBlock(this.above, row, column);
	}

	private get above(): BlockPattern {
		const { rows, rowStart, columns } = this;
		return { rows, rowStart: rowStart.array, columns: columns.array };
	}

	private get couplings(): BlockPattern {
		const { rows, couplingStart, couplingColumns } = this;
		return {
			rows,
			rowStart: couplingStart.array,
			columns: couplingColumns.array,
		};
	}

	/** Whether two different rows have a block, rather than a coupling. */
	hasBlock(row: number, column: number): boolean {
		const [first, second] = row < column ? [row, column] : [column, row];
		const { rowStart, columns } = this.above;
		return (
			rowStart[first] < rowStart[first + 1] &&
			columns[this.find(first, second)] === second
		);
	}

	/** Index of the coupling at (row, column), row < column, which must be stored, counted among those above the diagonal. */
	findCoupling(row: number, column: number): number {
		const splits = this.couplingSplits.array;
		const above = findBlock(this.couplings, row, column) - splits[4 * row + 1];
		return splits[4 * row + 3] + above;
	}

	/** Calls `each` for the couplings of a row. */
	visitCouplings(
		row: number,
		each: (column: number, coupling: number) => void,
	): void {
		const start = this.couplingStart.array;
		const columns = this.couplingColumns.array;
		for (let k = start[row]; k < start[row + 1]; k++) each(columns[k], k);
	}

	/** Calls `each` for all blocks. */
	forEach(each: (row: number, column: number, block: number) => void): void {
		const rowStart = this.rowStart.array;
		const columns = this.columns.array;
		for (let row = 0; row < this.rows; row++)
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
				each(row, columns[k], k);
	}

	/** Calls `each` for the blocks of a row, on both sides of the diagonal. */
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
		const couplings = arena.f32(this.couplingCount);
		const weights = arena.f32(this.rows);
		const ownBlocks = arena.f32(9 * this.ownRows.length);
		const structure = arena.structure("EdgeMatrix", {
			...fields,
			blocks: blocks.pointer,
			couplings: couplings.pointer,
			weights: weights.pointer,
			ownBlocks: ownBlocks.pointer,
			...noLooseRows,
		});
		const { pointer } = structure;
		const parts = { blocks, couplings, weights, ownBlocks };
		return { pattern: this, pointer, structure, ...parts };
	}
}

/** Fields of a matrix whose blocks all are in its pattern. */
export const noLooseRows = {
	...{ looseCount: 0, looseRows: 0, looseStart: 0 },
	...{ looseColumns: 0, looseBlocks: 0, looseMirrors: 0, ties: 0 },
};

type PatternField = Exclude<
	keyof Structure<"EdgeMatrix">,
	"blocks" | "couplings" | "weights" | "ownBlocks" | keyof typeof noLooseRows
>;

/** The pairs of different rows that a pattern has and another has not. */
function pairsWithout(all: BlockPattern, others: BlockPattern): BlockPattern {
	const { rows } = all;
	const rowStart = new Uint32Array(rows + 1);
	const columns = new Uint32Array(all.columns.length - others.columns.length);
	let count = 0;
	for (let row = 0; row < rows; row++) {
		let other = others.rowStart[row];
		for (let k = all.rowStart[row]; k < all.rowStart[row + 1]; k++) {
			const column = all.columns[k];
			if (other < others.rowStart[row + 1] && others.columns[other] === column)
				other++;
			else columns[count++] = column;
		}
		rowStart[row + 1] = count;
	}
	return { rows, rowStart, columns };
}

export interface EdgeMatrix {
	readonly pattern: EdgePattern;
	readonly pointer: number;
	/** What the pointer leads to. */
	readonly structure: ArenaArray<Uint32Array>;
	/** 9 numbers per block above the diagonal, by columns. */
	readonly blocks: ArenaArray<Float32Array>;
	/** The numbers of couplings. */
	readonly couplings: ArenaArray<Float32Array>;
	/** What the blocks of each row sum to, as a multiple of the identity. */
	readonly weights: ArenaArray<Float32Array>;
	/** Blocks on top of that, for the pattern's `ownRows`. */
	readonly ownBlocks: ArenaArray<Float32Array>;
}

/** Takes all loose rows away. */
export function clearLoose({ structure }: EdgeMatrix): void {
	structure.array[structures.EdgeMatrix.indexOf("looseCount")] = 0;
}

/** Mean size of the diagonal entries. */
export function meanDiagonal({
	pattern,
	blocks,
	couplings,
	weights,
}: EdgeMatrix): number {
	const b = blocks.array;
	let sum = 0;
	for (const k of couplings.array) sum += 3 * Math.abs(k);
	for (let i = 0; i < b.length; i += 9)
		sum += 2 * Math.abs(b[i] + b[i + 4] + b[i + 8]);
	return (
		sum / (3 * pattern.rows) +
		weights.array.reduce((a, w) => a + w, 0) / pattern.rows
	);
}

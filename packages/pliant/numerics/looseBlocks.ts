/** Blocks of a symmetric matrix at places that change from system to system (src/system/looseBlocks.ts), and how they come into the matrix of iterations. */
import { at, EdgeMatrix } from "./edgeMatrix";
import { PointBlocks } from "./touches";

/** Blocks by place, those of the upper triangle and the diagonal. */
@unmanaged
export class LooseBlocks {
	count: u32;
	rows: usize;
	columns: usize;
	/** 9 numbers each in f64, by rows. */
	blocks: usize;
	/** Where the places are, by a hash of row and column: one more than their number; 0 for nothing. */
	table: usize;
	/** Size of the table, a power of two, less one. */
	tableMask: u32;
}

@inline
function hash(row: u32, column: u32): u32 {
	return ((row * 0x9e3779b1) ^ (column * 0x85ebca6b)) >>> 7;
}

/** Address in the table of the place of a row and a column, or of nothing, where it would be. */
function find(loose: LooseBlocks, row: u32, column: u32): usize {
	let i = hash(row, column) & loose.tableMask;
	while (!isAt(loose, at(loose.table, i), row, column))
		i = (i + 1) & loose.tableMask;
	return loose.table + 4 * i;
}

/** Whether what the table has is a place, or nothing. */
@inline
function isAt(loose: LooseBlocks, known: u32, row: u32, column: u32): bool {
	return (
		known == 0 ||
		(at(loose.rows, known - 1) == row && at(loose.columns, known - 1) == column)
	);
}

/** Adds blocks up by their places; there is room for all of them. */
export function addLooseBlocks(loose: LooseBlocks, added: PointBlocks): void {
	for (let i: u32 = 0; i < added.count; i++) {
		const row = at(added.rows, i);
		const column = at(added.columns, i);
		const entry = find(loose, row, column);
		let place = load<u32>(entry);
		if (place == 0) {
			place = ++loose.count;
			store<u32>(entry, place);
			store<u32>(loose.rows + 4 * (place - 1), row);
			store<u32>(loose.columns + 4 * (place - 1), column);
			memory.fill(loose.blocks + 72 * (place - 1), 0, 72);
		}
		const from = added.blocks + 72 * i;
		const to = loose.blocks + 72 * (place - 1);
		for (let k: usize = 0; k < 72; k += 8)
			store<f64>(to + k, load<f64>(to + k) + load<f64>(from + k));
	}
}

/** Fills a table that is empty. */
export function fillLooseTable(loose: LooseBlocks): void {
	for (let i: u32 = 0; i < loose.count; i++)
		store<u32>(find(loose, at(loose.rows, i), at(loose.columns, i)), i + 1);
}

/** Room for putting blocks into rows. */
@unmanaged
export class LooseRoom {
	/** Of each row of the matrix its block of its own. */
	ownIndices: usize;
	/** For each row of the matrix its place among those with blocks, from 1 on, 0 for none; and where its next coupling goes. */
	places: usize;
	counts: usize;
	/** Rows with blocks, and what their blocks sum to, in f64. */
	numbers: usize;
	sums: usize;
	/** Couplings of each row in the order in which they come, and of each coupling its place below the diagonal. */
	entries: usize;
	below: usize;
}

/**
 * Makes blocks the loose rows of a matrix. As in the rest of it, products are of differences of rows, so what the blocks of a row sum to is added to its own block: nothing but
 * rounding where they do not notice translations. Summed in f64, since contacts are stiff and translations must not be.
 */
export function fillLooseRows(
	A: EdgeMatrix,
	loose: LooseBlocks,
	room: LooseRoom,
): void {
	const used = countRows(A, loose, room);
	placeCouplings(A, loose, room);
	sumRows(loose, room, used);
	for (let k: u32 = 0; k < used; k++) {
		const row = at(room.numbers, k);
		const to = A.ownBlocks + 36 * at(room.ownIndices, row);
		addTurned(to, room.sums + 72 * k);
		store<u32>(room.places + 4 * row, 0);
	}
}

/** Finds the rows with blocks, and where couplings of each begin; returns how many there are. */
function countRows(A: EdgeMatrix, loose: LooseBlocks, room: LooseRoom): u32 {
	for (let i: u32 = 0; i < loose.count; i++) {
		const row = at(loose.rows, i);
		const column = at(loose.columns, i);
		const couplings: u32 = row == column ? 0 : 1;
		count(room, row, couplings);
		if (couplings > 0) count(room, column, 1);
	}
	let used: u32 = 0;
	let filled: u32 = 0;
	let coupled: u32 = 0;
	for (let row: u32 = 0; row < A.rows; row++) {
		const place = room.places + 4 * row;
		if (load<u32>(place) == 0) continue;
		store<u32>(room.numbers + 4 * used, row);
		store<u32>(place, ++used);
		const own = at(room.counts, row);
		store<u32>(room.counts + 4 * row, filled);
		if (own == 0) continue;
		store<u32>(A.looseRows + 4 * coupled, row);
		store<u32>(A.looseStart + 4 * coupled, filled);
		coupled++;
		filled += own;
	}
	store<u32>(A.looseStart + 4 * coupled, filled);
	A.looseCount = coupled;
	return used;
}

@inline
function count(room: LooseRoom, row: u32, more: u32): void {
	const place = room.places + 4 * row;
	const to = room.counts + 4 * row;
	const before: u32 = load<u32>(place) == 0 ? 0 : load<u32>(to);
	store<u32>(place, 1);
	store<u32>(to, before + more);
}

@inline
function nextOf(room: LooseRoom, row: u32): u32 {
	const next = at(room.counts, row);
	store<u32>(room.counts + 4 * row, next + 1);
	return next;
}

/**
 * Puts blocks into both their rows. Rows hand themselves to their columns one after the other, so these come to have theirs ascending. Edge matrices have their
 * blocks by columns.
 */
function placeCouplings(
	A: EdgeMatrix,
	loose: LooseBlocks,
	room: LooseRoom,
): void {
	for (let i: u32 = 0; i < loose.count; i++) {
		const row = at(loose.rows, i);
		const column = at(loose.columns, i);
		if (row == column) continue;
		store<u32>(room.entries + 4 * nextOf(room, row), i);
		store<u32>(room.entries + 4 * nextOf(room, column), i);
	}
	for (let k: u32 = 0; k < A.looseCount; k++)
		store<u32>(room.counts + 4 * at(A.looseRows, k), at(A.looseStart, k));
	for (let k: u32 = 0; k < A.looseCount; k++) {
		const row = at(A.looseRows, k);
		const end = at(A.looseStart, k + 1);
		for (let e = at(A.looseStart, k); e < end; e++) {
			const entry = at(room.entries, e);
			const isAbove = at(loose.rows, entry) == row;
			const other = isAbove ? at(loose.columns, entry) : at(loose.rows, entry);
			const place = nextOf(room, other);
			store<u32>(A.looseColumns + 4 * place, row);
			if (isAbove) {
				store<u32>(room.below + 4 * entry, place);
				continue;
			}
			const mirror = at(room.below, entry);
			store<u32>(A.looseMirrors + 4 * place, mirror);
			store<u32>(A.looseMirrors + 4 * mirror, place);
			const from = loose.blocks + 72 * entry;
			const above = A.looseBlocks + 36 * place;
			const below = A.looseBlocks + 36 * mirror;
			for (let r: usize = 0; r < 3; r++)
				for (let c: usize = 0; c < 3; c++) {
					const number = <f32>load<f64>(from + 8 * (3 * r + c));
					store<f32>(above + 4 * (3 * c + r), number);
					store<f32>(below + 4 * (3 * r + c), number);
				}
		}
	}
}

/** Sums up what each row has. */
function sumRows(loose: LooseBlocks, room: LooseRoom, used: u32): void {
	memory.fill(room.sums, 0, 72 * used);
	for (let i: u32 = 0; i < loose.count; i++) {
		const row = at(loose.rows, i);
		const column = at(loose.columns, i);
		const from = loose.blocks + 72 * i;
		const upper = room.sums + 72 * (at(room.places, row) - 1);
		for (let k: usize = 0; k < 72; k += 8)
			store<f64>(upper + k, load<f64>(upper + k) + load<f64>(from + k));
		if (row == column) continue;
		const lower = room.sums + 72 * (at(room.places, column) - 1);
		for (let r: usize = 0; r < 3; r++)
			for (let c: usize = 0; c < 3; c++) {
				const to = lower + 8 * (3 * c + r);
				store<f64>(to, load<f64>(to) + load<f64>(from + 8 * (3 * r + c)));
			}
	}
}

/** Adds a block by rows, in f64, to one by columns, in f32. */
@inline
function addTurned(to: usize, from: usize): void {
	for (let r: usize = 0; r < 3; r++)
		for (let c: usize = 0; c < 3; c++) {
			const entry = to + 4 * (3 * c + r);
			const sum = <f64>load<f32>(entry) + load<f64>(from + 8 * (3 * r + c));
			store<f32>(entry, <f32>sum);
		}
}

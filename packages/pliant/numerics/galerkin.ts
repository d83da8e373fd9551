/** The matrix of the level below, Pᵀ·A·P, over patterns that are known. */
import { addProduct, addTransposedProduct } from "./blockProducts";
import { at, coupled, EdgeMatrix } from "./edgeMatrix";
import { Level, next, scaleOf, WideMatrix } from "./level";
import { addPackedMultiple, packedBytes, unpack } from "./packedBlocks";
import { position } from "./prolongation";
import { isFirst, ownPart, shareEnd, shareStart } from "./team";

/** The diagonal block that goes with the couplings, by columns, to `to`. */
function writeDiagonal(level: Level, row: u32, to: usize): void {
	if (level.size == 6) {
		const A = changetype<WideMatrix>(level.matrix);
		memory.copy(to, A.blocks + 144 * at(A.rowStart, row), 144);
		return;
	}
	const A = changetype<EdgeMatrix>(level.matrix);
	const weight = load<f32>(A.weights + 4 * row) - <f32>coupled(A, row);
	memory.fill(to, 0, 36);
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row); k < end; k++)
		for (let i: usize = 0; i < 36; i += 4)
			store<f32>(to + i, load<f32>(to + i) - load<f32>(A.blocks + 36 * k + i));
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
	for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8) {
		const block = A.blocks + 36 * load<u32>(pair, 4);
		for (let i: u32 = 0; i < 9; i++)
			store<f32>(
				to + 4 * i,
				load<f32>(to + 4 * i) - load<f32>(block + 4 * (3 * (i % 3) + i / 3)),
			);
	}
	// Where all rows have blocks of their own, levels are made with them.
	if (A.ownCount == A.rows)
		for (let i: usize = 0; i < 36; i += 4)
			store<f32>(
				to + i,
				load<f32>(to + i) + load<f32>(A.ownBlocks + 36 * row + i),
			);
	store<f32>(to, load<f32>(to) + weight);
	store<f32>(to, load<f32>(to, 16) + weight, 16);
	store<f32>(to, load<f32>(to, 32) + weight, 32);
}

/** Adds a block times a row of P, whose blocks go by way of `unpacked`. */
function addRow(
	level: Level,
	block: usize,
	down: usize,
	across: usize,
	from: u32,
	first: u32,
	products: usize,
	unpacked: usize,
): void {
	const size: usize = level.size;
	const scale = scaleOf(level, from);
	const end = at(level.prolongationStart, from + 1);
	for (let k = at(level.prolongationStart, from); k < end; k++) {
		const place = position(level.productColumns, first, at(level.prolongationColumns, k));
		unpack(level.prolongation + packedBytes(size) * k, size, scale, unpacked);
		addProduct(size, 1, block, down, across, unpacked, products + 24 * size * place);
	}
}

function addCoupledRow(
	level: Level,
	k: f32,
	from: u32,
	first: u32,
	products: usize,
): void {
	const factor = k * scaleOf(level, from);
	const end = at(level.prolongationStart, from + 1);
	for (let i = at(level.prolongationStart, from); i < end; i++) {
		const place = position(level.productColumns, first, at(level.prolongationColumns, i));
		addPackedMultiple(factor, level.prolongation + packedBytes(3) * i, products + 72 * place);
	}
}

/** Where the columns of A·P are named: how many so far, their list, and for each row of the level below the row of A·P that it was named for last, plus one. */
class Naming {
	static count: u32 = 0;
	static columns: usize = 0;
	static marks: usize = 0;
}

/** Names the columns of a row of P. */
function nameColumns(level: Level, row: u32, from: u32): void {
	const end = at(level.prolongationStart, from + 1);
	for (let k = at(level.prolongationStart, from); k < end; k++) {
		const column = at(level.prolongationColumns, k);
		if (at(Naming.marks, column) == row + 1) continue;
		store<u32>(Naming.marks + 4 * column, row + 1);
		store<u32>(Naming.columns + 4 * Naming.count++, column);
	}
}

function nameAll(level: Level, row: u32, first: u32, end: u32, columns: usize, step: usize): void {
	for (let k = first; k < end; k++) nameColumns(level, row, load<u32>(columns + step * k));
}

/**
 * The pattern of A·P for rows from `begin` to `end`, by one thread: found anew for every part, since that of all rows took 16 bytes per triangle. Rows that are none of
 * the level below have no part in it. `starts` has a u32 for each row and one more, `marks` one for each row of the level below.
 */
export function findProducts(level: Level, begin: u32, end: u32, starts: usize, columns: usize, marks: usize): void {
	if (!isFirst()) return;
	memory.fill(marks, 0, 4 * next(level).rows);
	Naming.count = 0;
	Naming.columns = columns;
	Naming.marks = marks;
	level.productStart = starts - 4 * begin;
	level.productColumns = columns;
	for (let row = begin; row < end; row++) {
		store<u32>(level.productStart + 4 * row, Naming.count);
		if (at(level.prolongationStart, row) == at(level.prolongationStart, row + 1)) continue;
		nameColumns(level, row, row);
		if (level.size == 6) {
			const A = changetype<WideMatrix>(level.matrix);
			nameAll(level, row, at(A.rowStart, row), at(A.rowStart, row + 1), A.columns, 4);
			nameAll(level, row, at(A.lowerStart, row), at(A.lowerStart, row + 1), A.lower, 8);
		} else {
			const A = changetype<EdgeMatrix>(level.matrix);
			nameAll(level, row, at(A.rowStart, row), at(A.rowStart, row + 1), A.columns, 4);
			nameAll(level, row, at(A.lowerStart, row), at(A.lowerStart, row + 1), A.lower, 8);
			nameAll(level, row, at(A.couplingStart, row), at(A.couplingStart, row + 1), A.couplingColumns, 4);
		}
	}
	store<u32>(level.productStart + 4 * end, Naming.count);
}

/** A·P for rows from `begin` to `end`, to `products`: this thread's share of them. */
export function multiplyProlongation(
	level: Level,
	begin: u32,
	end: u32,
	products: usize,
	workspaces: usize,
	workspaceBytes: u32,
): void {
	const workspace = ownPart(workspaces, workspaceBytes);
	const unpacked = workspace + 144;
	const size = level.size;
	const bytes: usize = 24 * size;
	const last = begin + shareEnd(end - begin);
	for (let row = begin + shareStart(end - begin); row < last; row++) {
		const first = at(level.productStart, row);
		const following = at(level.productStart, row + 1);
		if (first == following) continue;
		memory.fill(products + bytes * first, 0, bytes * (following - first));
		writeDiagonal(level, row, workspace);
		addRow(level, workspace, 4, 4 * size, row, first, products, unpacked);
		if (size == 6) addWideRows(level, row, first, products, unpacked);
		else addNarrowRows(level, row, first, products, unpacked);
	}
}

/** Σ_j A_ij·P_j without the diagonal block. */
function addWideRows(level: Level, row: u32, first: u32, origin: usize, unpacked: usize): void {
	const A = changetype<WideMatrix>(level.matrix);
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row) + 1; k < end; k++)
		addRow(level, A.blocks + 144 * k, 4, 24, at(A.columns, k), first, origin, unpacked);
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1) - 8;
	for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8)
		addRow(level, A.blocks + 144 * load<u32>(pair, 4), 24, 4, load<u32>(pair), first, origin, unpacked);
}

function addNarrowRows(level: Level, row: u32, first: u32, origin: usize, unpacked: usize): void {
	const A = changetype<EdgeMatrix>(level.matrix);
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row); k < end; k++)
		addRow(level, A.blocks + 36 * k, 4, 12, at(A.columns, k), first, origin, unpacked);
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
	for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8)
		addRow(level, A.blocks + 36 * load<u32>(pair, 4), 12, 4, load<u32>(pair), first, origin, unpacked);
	const couplingEnd = at(A.couplingStart, row + 1);
	for (let c = at(A.couplingStart, row); c < couplingEnd; c++)
		addCoupledRow(level, load<f32>(A.couplings + 4 * c), at(A.couplingColumns, c), first, origin);
}

/**
 * Pᵀ times that for rows of the level below from `begin` to `end`, this thread's share of them. The
 * products of the fine rows that they are made of must be there. `workspaces` have
 * room for a block, and a u32 for each row of the level below.
 */
export function multiplyRestriction(
	level: Level,
	begin: u32,
	end: u32,
	products: usize,
	workspaces: usize,
	workspaceBytes: u32,
): void {
	const unpacked = ownPart(workspaces, workspaceBytes);
	const places = unpacked + 144;
	const below = next(level);
	const C = changetype<WideMatrix>(below.matrix);
	const size = level.size;
	const bytes: usize = 24 * size;
	const last = begin + shareEnd(end - begin);
	for (let row = begin + shareStart(end - begin); row < last; row++) {
		const first = at(C.rowStart, row);
		const following = at(C.rowStart, row + 1);
		memory.fill(C.blocks + 144 * first, 0, 144 * (following - first));
		for (let k = first; k < following; k++)
			store<u32>(places + 4 * at(C.columns, k), k);
		const members = level.restriction + 8 * at(level.restrictionStart, row + 1);
		for (
			let pair = level.restriction + 8 * at(level.restrictionStart, row);
			pair < members;
			pair += 8
		) {
			const fine = load<u32>(pair);
			const P = level.prolongation + packedBytes(size) * load<u32>(pair, 4);
			unpack(P, size, scaleOf(level, fine), unpacked);
			const productEnd = at(level.productStart, fine + 1);
			for (let k = at(level.productStart, fine); k < productEnd; k++) {
				const column = at(level.productColumns, k);
				if (column < row) continue;
				addTransposedProduct(
					size,
					unpacked,
					products + bytes * k,
					C.blocks + 144 * at(places, column),
				);
			}
		}
		// One where the aggregate has fewer than all motions.
		const diagonal = C.blocks + 144 * first;
		for (let i: u32 = 0; i < 6; i++)
			if (load<f32>(diagonal + 28 * i) <= 0)
				store<f32>(diagonal + 28 * i, 1);
	}
}

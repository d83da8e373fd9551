/**
 * Smoothed prolongation: rigid motions of each aggregate, made orthonormal, are smoothed by one Jacobi step:
 * P = (I − ω D⁻¹A) T (Vaněk, Mandel and Brezina 1996).
 */
import { addMultiple, addProduct } from "./blockProducts";
import { Constraints } from "./diagonal";
import { at, coupled, EdgeMatrix } from "./edgeMatrix";
import { firstRow, lastRow, Level, next, WideMatrix } from "./level";
import { packedBytes, packRow } from "./packedBlocks";
import { ownPart, shareEnd, shareStart } from "./team";

/** A column that loses this much of its length to the ones before it was dependent on them. */
const dependent: f64 = 1e-5;

/** Writes the projector of a row, or the identity, to `S` (nine f64); returns where to look for the next row. */
function projector(
	constraints: Constraints,
	from: u32,
	row: u32,
	S: usize,
): u32 {
	while (from < constraints.count && at(constraints.rows, from) < row) from++;
	const restricted =
		from < constraints.count && at(constraints.rows, from) == row;
	for (let i: u32 = 0; i < 9; i++)
		store<f64>(
			S + 8 * i,
			restricted
				? <f64>load<f32>(constraints.projectors + 36 * from + 4 * i)
				: i % 4 == 0
					? 1
					: 0,
		);
	return from;
}

/**
 * Rigid motions of a row about a point at −d from its own centre: its motions about the centre times [I, E; 0, I] with
 * columns e_k × d in E. Six f64 per line.
 */
function writeMotions(
	level: Level,
	row: u32,
	dx: f64,
	dy: f64,
	dz: f64,
	S: usize,
	to: usize,
): void {
	for (let i: u32 = 0; i < level.size; i++, to += 48) {
		let tx: f64, ty: f64, tz: f64, rx: f64, ry: f64, rz: f64;
		const arm: f64 = level.arms ? load<f64>(level.arms + 8 * row) : 0;
		if (arm > 0) {
			tx = ty = tz = 0;
			rx = arm * load<f64>(S + 24 * i);
			ry = arm * load<f64>(S + 24 * i, 8);
			rz = arm * load<f64>(S + 24 * i, 16);
		} else if (level.size == 3) {
			tx = load<f64>(S + 24 * i);
			ty = load<f64>(S + 24 * i, 8);
			tz = load<f64>(S + 24 * i, 16);
			rx = ry = rz = 0;
		} else {
			const line = level.modes + 144 * row + 24 * i;
			tx = load<f32>(line);
			ty = load<f32>(line, 4);
			tz = load<f32>(line, 8);
			rx = load<f32>(line, 12);
			ry = load<f32>(line, 16);
			rz = load<f32>(line, 20);
		}
		store<f64>(to, tx);
		store<f64>(to, ty, 8);
		store<f64>(to, tz, 16);
		store<f64>(to, rx - ty * dz + tz * dy, 24);
		store<f64>(to, ry + tx * dz - tz * dx, 32);
		store<f64>(to, rz - tx * dy + ty * dx, 40);
	}
}

/** Product of columns a and b of lines with six f64. */
@inline
function columnProduct(lines: usize, count: u32, a: u32, b: u32): f64 {
	let sum: f64 = 0;
	for (let i: u32 = 0; i < count; i++)
		sum += load<f64>(lines + 48 * i + 8 * a) * load<f64>(lines + 48 * i + 8 * b);
	return sum;
}

/** Makes the columns orthonormal; R, six lines of six f32, goes to `modes`. Dependent columns become zero. */
function orthonormalise(lines: usize, count: u32, modes: usize): void {
	memory.fill(modes, 0, 144);
	for (let m: u32 = 0; m < 6; m++) {
		const before = columnProduct(lines, count, m, m);
		for (let k: u32 = 0; k < m; k++) {
			const share = columnProduct(lines, count, k, m);
			store<f32>(modes + 24 * k + 4 * m, <f32>share);
			for (let i: u32 = 0; i < count; i++) {
				const to = lines + 48 * i + 8 * m;
				const other = load<f64>(lines + 48 * i + 8 * k);
				store<f64>(to, load<f64>(to) - share * other);
			}
		}
		const square = columnProduct(lines, count, m, m);
		const keep = square > dependent * dependent * before && square > 0;
		const length = sqrt(square);
		store<f32>(modes + 28 * m, keep ? <f32>length : 0);
		const scale = keep ? 1 / length : 0;
		for (let i: u32 = 0; i < count; i++) {
			const to = lines + 48 * i + 8 * m;
			store<f64>(to, scale * load<f64>(to));
		}
	}
}

/**
 * The tentative prolongation T, `size` lines of six f32 for each row, and the centres and motions of the level below, for this
 * thread's aggregates. `workspace` has room for the motions of the largest aggregate, and 72 bytes.
 */
export function makeTentative(
	level: Level,
	constraints: Constraints,
	tentative: usize,
	workspaces: usize,
	workspaceBytes: u32,
): void {
	const workspace = ownPart(workspaces, workspaceBytes);
	const below = next(level);
	const last = shareEnd(below.rows);
	const size = level.size;
	const S = workspace;
	const lines = workspace + 72;
	for (let a = shareStart(below.rows); a < last; a++) {
		const begin = at(level.aggregateStart, a);
		const end = at(level.aggregateStart, a + 1);
		let cx: f64 = 0;
		let cy: f64 = 0;
		let cz: f64 = 0;
		for (let i = begin; i < end; i++) {
			const centre = level.centres + 24 * at(level.aggregateRows, i);
			cx += load<f64>(centre);
			cy += load<f64>(centre, 8);
			cz += load<f64>(centre, 16);
		}
		const share = 1 / <f64>(end - begin);
		cx *= share;
		cy *= share;
		cz *= share;
		store<f64>(below.centres + 24 * a, cx);
		store<f64>(below.centres + 24 * a, cy, 8);
		store<f64>(below.centres + 24 * a, cz, 16);
		let constraint: u32 = 0;
		for (let i = begin; i < end; i++) {
			const row = at(level.aggregateRows, i);
			const centre = level.centres + 24 * row;
			if (size == 3) constraint = projector(constraints, constraint, row, S);
			writeMotions(
				level,
				row,
				load<f64>(centre) - cx,
				load<f64>(centre, 8) - cy,
				load<f64>(centre, 16) - cz,
				S,
				lines + 48 * size * (i - begin),
			);
		}
		orthonormalise(lines, size * (end - begin), below.modes + 144 * a);
		for (let i = begin; i < end; i++) {
			const to = tentative + 24 * size * at(level.aggregateRows, i);
			const from = lines + 48 * size * (i - begin);
			for (let k: u32 = 0; k < 6 * size; k++)
				store<f32>(to + 4 * k, <f32>load<f64>(from + 8 * k));
		}
	}
}

/** Position of a column in a short list. */
export function position(columns: usize, first: u32, column: u32): u32 {
	let k = first;
	while (at(columns, k) != column) k++;
	return k;
}

/** Adds −ω A_ij·T_j to the block of P that belongs to the aggregate of j, for a block with steps [bytes] from one of its rows and columns to the next. */
function smoothAlong(
	level: Level,
	omega: f32,
	block: usize,
	rowStep: usize,
	columnStep: usize,
	column: u32,
	first: u32,
	tentative: usize,
	workspace: usize,
): void {
	const aggregate = at(level.aggregates, column);
	if (aggregate == u32.MAX_VALUE) return;
	const bytes: usize = 24 * level.size;
	const k = position(level.prolongationColumns, first, aggregate) - first;
	addProduct(
		level.size,
		-omega,
		block,
		rowStep,
		columnStep,
		tentative + bytes * column,
		workspace + bytes * k,
	);
}

/** −ω Σ_j A_ij·T_j without the diagonal block, to `workspace`. */
function smoothRow(
	level: Level,
	omega: f32,
	row: u32,
	first: u32,
	tentative: usize,
	workspace: usize,
): void {
	if (level.size == 6) {
		const A = changetype<WideMatrix>(level.matrix);
		const end = at(A.rowStart, row + 1);
		for (let k = at(A.rowStart, row) + 1; k < end; k++)
			smoothAlong(level, omega, A.blocks + 144 * k, 4, 24, at(A.columns, k), first, tentative, workspace);
		const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1) - 8;
		for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8)
			smoothAlong(level, omega, A.blocks + 144 * load<u32>(pair, 4), 24, 4, load<u32>(pair), first, tentative, workspace);
		return;
	}
	const A = changetype<EdgeMatrix>(level.matrix);
	const end = at(A.rowStart, row + 1);
	for (let k = at(A.rowStart, row); k < end; k++)
		smoothAlong(level, omega, A.blocks + 36 * k, 4, 12, at(A.columns, k), first, tentative, workspace);
	const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
	for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8)
		smoothAlong(level, omega, A.blocks + 36 * load<u32>(pair, 4), 12, 4, load<u32>(pair), first, tentative, workspace);
	const aggregate = at(level.aggregates, row);
	if (aggregate == u32.MAX_VALUE) return;
	// Couplings count as if their ends moved together.
	const own = position(level.prolongationColumns, first, aggregate) - first;
	addMultiple(-omega * <f32>coupled(A, row), tentative + 72 * row, workspace + 72 * own);
}

/** P for the rows of this thread, once the others have made their part of T. `workspaces` have room for two rows of P in f32. */
export function smoothProlongation(
	level: Level,
	tentative: usize,
	workspaces: usize,
	workspaceBytes: u32,
): void {
	const workspace = ownPart(workspaces, workspaceBytes);
	const size = level.size;
	const bytes: usize = 24 * size;
	const omega: f32 = <f32>4 / (level.largest * 3);
	const kept: f32 = <f32>1 - omega;
	const last = lastRow(level);
	for (let row = firstRow(level); row < last; row++) {
		const first = at(level.prolongationStart, row);
		const end = at(level.prolongationStart, row + 1);
		if (first == end) continue;
		memory.fill(workspace, 0, bytes * (end - first));
		smoothRow(level, omega, row, first, tentative, workspace);
		const inverse = level.inverses + 4 * size * size * row;
		const length: usize = bytes * (end - first);
		const smoothed = workspace + length;
		memory.fill(smoothed, 0, length);
		for (let i: usize = 0; i < length; i += bytes)
			addProduct(size, 1, inverse, 4 * size, 4, workspace + i, smoothed + i);
		// D⁻¹ times the diagonal block is the identity.
		const aggregate = at(level.aggregates, row);
		if (aggregate != u32.MAX_VALUE) {
			const k = position(level.prolongationColumns, first, aggregate) - first;
			const own = smoothed + bytes * k;
			for (let i: usize = 0; i < bytes; i += 4) {
				const part = kept * load<f32>(tentative + bytes * row + i);
				store<f32>(own + i, load<f32>(own + i) + part);
			}
		}
		store<f32>(
			level.prolongationScales + 4 * row,
			packRow(smoothed, <u32>(length / 4), level.prolongation + packedBytes(size) * first),
		);
	}
}

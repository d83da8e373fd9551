/**
 * Patches of rows that move as a whole: the coarse space of iterations with an incomplete factor (numerics/patches.ts). Stiff cloth carries forces from hem to hem within a step. A silk of
 * 5,041 vertices took 54 iterations to leave 3 % of the error, and takes 12 with 64 patches; wrinkled 128, and 27.
 */
import type { Team } from "../../numerics/team.ts";
import type { ArraySource } from "../../system/arena.ts";
import type { EdgePattern } from "../../system/edgeMatrix.ts";

/** Rows of a patch, and how many of these there are at most: their matrix is dense. */
const usualRows = 80;
const mostPatches = 128;

export interface PatchContext {
	readonly pattern: EdgePattern;
	readonly arena: ArraySource;
	readonly team: Team;
}

/**
 * The patch of each row, grown ring by ring from rows beside those before; −1 for rows that are left out.
 * @param isOut rows that are held in some direction, and those that are no positions
 */
export function patchesOf(
	pattern: EdgePattern,
	isOut: (row: number) => boolean,
): { readonly count: number; readonly of: Int32Array } {
	const { rows } = pattern;
	const size = Math.max(usualRows, Math.ceil(rows / mostPatches));
	const of = new Int32Array(rows).fill(-1);
	const sizes: number[] = [];
	/** Rows beside patches, where the next ones begin. */
	const beside: number[] = [];
	let nextBeside = 0;
	const isFree = (row: number) => of[row] < 0 && !isOut(row);
	const grow = (seed: number) => {
		const patch = sizes.length;
		const found = [seed];
		of[seed] = patch;
		for (let next = 0; next < found.length; next++)
			pattern.visitRow(found[next], (column) => {
				if (!isFree(column)) return;
				if (found.length >= size) {
					beside.push(column);
					return;
				}
				of[column] = patch;
				found.push(column);
			});
		sizes.push(found.length);
	};
	for (let row = 0; row < rows; row++) {
		if (isFree(row)) grow(row);
		for (; nextBeside < beside.length; nextBeside++)
			if (isFree(beside[nextBeside])) grow(beside[nextBeside]);
	}
	return joinSmall(pattern, of, sizes, size / 3);
}

/** What was left between patches joins one beside it. */
function joinSmall(
	pattern: EdgePattern,
	of: Int32Array,
	sizes: readonly number[],
	least: number,
) {
	const joined = sizes.map((_, patch) => patch);
	for (let row = 0; row < of.length; row++) {
		const patch = of[row];
		if (patch < 0 || sizes[patch] >= least || joined[patch] !== patch) continue;
		pattern.visitRow(row, (column) => {
			if (of[column] >= 0 && sizes[of[column]] >= least)
				joined[patch] = of[column];
		});
	}
	const numbers = new Map<number, number>();
	for (const patch of joined)
		if (!numbers.has(patch)) numbers.set(patch, numbers.size);
	const number = joined.map((patch) => numbers.get(patch) as number);
	return {
		count: numbers.size,
		of: of.map((patch) => (patch < 0 ? -1 : number[patch])),
	};
}

/** Room for the patches of a matrix: a pointer; 0 where one patch would be all, or there would be too many. */
export function makePatches(
	{ pattern, arena, team }: PatchContext,
	isOut: (row: number) => boolean,
): number {
	const { rows, chunks } = pattern;
	const { count, of: found } = patchesOf(pattern, isOut);
	if (count < 2 || count > 2 * mostPatches) return 0;
	const of = found.map((patch) => (patch < 0 ? count : patch));
	const borderRows: number[] = [];
	const borderStart = new Uint32Array(chunks + 1);
	const sumStart = [0];
	const sumPatches: number[] = [];
	const seen = new Set<number>();
	for (let row = 0; row < rows; row++) {
		const see = (column: number) => {
			if (of[column] !== of[row]) seen.add(of[column]);
		};
		seen.clear();
		pattern.visitRow(row, see);
		pattern.visitCouplings(row, see);
		if (seen.size === 0) continue;
		borderRows.push(row);
		sumPatches.push(...seen);
		sumStart.push(sumPatches.length);
		borderStart[pattern.chunkOf(row) + 1]++;
	}
	for (let chunk = 0; chunk < chunks; chunk++)
		borderStart[chunk + 1] += borderStart[chunk];
	// Three vectors of three f64 per patch, and one of four f32, for each thread.
	const vectorBytes = 3 * 24 * count + 16 * (count + 1);
	return arena.structure("Patches", {
		count,
		ofRows: arena.indices(of).pointer,
		borderRows: arena.indices(borderRows).pointer,
		borderStart: arena.indices(borderStart).pointer,
		sumStart: arena.indices(sumStart).pointer,
		sumPatches: arena.indices(sumPatches).pointer,
		sums: arena.f32(9 * sumPatches.length).pointer,
		factor: arena.f64((3 * count * (3 * count + 1)) / 2).pointer,
		firstColumns: arena.u32(3 * count).pointer,
		isSound: 0,
		partials: arena.f64(4 * (count + 1) * chunks).pointer,
		vectors: arena.f64((vectorBytes / 8) * team.threads).pointer,
		vectorBytes,
	}).pointer;
}

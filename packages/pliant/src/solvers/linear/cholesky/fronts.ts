/** The supernodes laid out in the arena, as numerics/front.ts and numerics/cholesky.ts describe them. */
import { constants, structures } from "../../../numerics/load.ts";
import type { Arena, ArenaArray } from "../../../system/arena.ts";
import type { BlockPattern } from "../../../system/blockPattern.ts";
import type { FactorAnalysis } from "./analysis.ts";
import type { Branches } from "./branches.ts";
import type { Supernodes } from "./supernodes.ts";
import { UpdateRoom } from "./updateRoom.ts";

const { tileBytes, columnBytes, frontBytes } = constants;
/** Block rows of a strip of f64. */
const stripRows = 2;

const stripsOf = (blockRows: number) => Math.ceil(blockRows / stripRows);

/** Bytes of the update of so many block rows. */
function updateBytes(below: number): number {
	const strips = stripsOf(below);
	return (tileBytes * stripRows * strips * (strips + 1)) / 2;
}

/** A factor whose numbers have a place, but no values yet. */
export interface Fronts {
	/** The structure that the numerics take. */
	readonly pointer: number;
	/** Nine numbers per block of A, to be filled. */
	readonly blocks: ArenaArray<Float64Array>;
	/** For each branch, and the top: the column whose pivot was not positive; 2³² − 1 for none. */
	readonly failures: ArenaArray<Uint32Array>;
	/** All that was taken from the arena. */
	readonly arrays: readonly ArenaArray<
		Float64Array | Float32Array | Uint32Array
	>[];
}

export function layOutFronts(
	{ pattern, nodes, branches }: FactorAnalysis,
	arena: Arena,
): Fronts {
	const { count, parent, firstColumn, rowStart } = nodes;
	const widthOf = (s: number) => firstColumn[s + 1] - firstColumn[s];
	const belowOf = (s: number) => rowStart[s + 1] - rowStart[s];

	const panelStart = new Float64Array(count + 1);
	const shareStart = new Float64Array(count + 1);
	for (let s = 0; s < count; s++) {
		const strips = stripsOf(belowOf(s));
		panelStart[s + 1] =
			panelStart[s] +
			tileBytes * widthOf(s) * (stripsOf(widthOf(s)) + strips);
		shareStart[s + 1] = shareStart[s] + columnBytes * strips;
	}
	const { updateStart, bytes } = placeUpdates(nodes, branches);
	const { sources, targets, start } = entriesOfPanels(
		pattern,
		nodes,
		panelStart,
	);

	const arrays: ArenaArray<Float64Array | Uint32Array>[] = [];
	const f64 = (bytes: number) => kept(arena.f64(bytes / 8));
	const u32 = (from: ArrayLike<number>) => kept(arena.indices(from));
	const panels = f64(panelStart[count]);
	const updates = f64(bytes);
	const shares = f64(shareStart[count]);
	const blocks = f64(72 * pattern.columns.length);
	const rows = u32(nodes.rows);
	const places = u32(placesInParents(nodes));
	const fronts = u32(new Uint32Array((count * frontBytes) / 4));
	const failures = u32(new Uint32Array(branches.ranges.length + 1));

	/** The list of children of each front, made from its end. */
	const child = new Uint32Array(count);
	const sibling = new Uint32Array(count);
	const frontPointer = (s: number) => fronts.pointer + frontBytes * s;
	for (let s = count - 1; s >= 0; s--) {
		if (parent[s] < 0) continue;
		sibling[s] = child[parent[s]];
		child[parent[s]] = frontPointer(s);
	}
	const fields = structures.Front;
	for (let s = 0; s < count; s++) {
		const front: Record<(typeof fields)[number], number> = {
			columns: widthOf(s),
			firstColumn: firstColumn[s],
			below: belowOf(s),
			panel: panels.pointer + panelStart[s],
			update: updates.pointer + updateStart[s],
			rows: rows.pointer + 4 * rowStart[s],
			places: places.pointer + 4 * rowStart[s],
			child: child[s],
			sibling: sibling[s],
			entry: start[s],
			entriesEnd: start[s + 1],
			share: shares.pointer + shareStart[s],
		};
		fronts.array.set(
			fields.map((field) => front[field]),
			(s * frontBytes) / 4,
		);
	}
	const { pointer } = kept(
		arena.structure("Cholesky", {
			fronts: fronts.pointer,
			branches: u32(branches.ranges.flat()).pointer,
			branchCount: branches.ranges.length,
			top: u32(branches.top).pointer,
			topCount: branches.top.length,
			blocks: blocks.pointer,
			sources: u32(sources).pointer,
			targets: u32(targets).pointer,
			panels: panels.pointer,
			failures: failures.pointer,
			next: u32([0]).pointer,
			unknowns: f64(24 * pattern.rows).pointer,
			order: u32(nodes.order).pointer,
			rows: pattern.rows,
		}),
	);
	return { pointer, blocks, failures, arrays };

	function kept<T extends ArenaArray<Float64Array | Uint32Array>>(array: T): T {
		arrays.push(array);
		return array;
	}
}

/** Where each update lies: branches may be computed at the same time, the top comes after them. */
function placeUpdates(
	{ count, parent, rowStart }: Supernodes,
	{ ranges, top }: Branches,
): { readonly updateStart: Float64Array; readonly bytes: number } {
	const updateStart = new Float64Array(count);
	const bytesOf = (s: number) => updateBytes(rowStart[s + 1] - rowStart[s]);
	const children: number[][] = Array.from({ length: count }, () => []);
	for (let s = 0; s < count; s++)
		if (parent[s] >= 0) children[parent[s]].push(s);
	const place = (s: number, room: UpdateRoom) => {
		if (bytesOf(s) > 0) updateStart[s] = room.take(bytesOf(s));
		for (const child of children[s])
			if (bytesOf(child) > 0) room.give(updateStart[child], bytesOf(child));
	};
	let end = 0;
	const left: UpdateRoom["taken"] = [];
	for (const [first, last] of ranges) {
		const room = new UpdateRoom(end);
		for (let s = first; s < last; s++) place(s, room);
		left.push(...room.taken);
		end = room.end;
	}
	const room = new UpdateRoom(0, left);
	for (const s of top) place(s, room);
	return { updateStart, bytes: Math.max(end, room.end) };
}

/** Rows below each panel as block rows of the parent's front. */
function placesInParents({
	count,
	parent,
	firstColumn,
	rowStart,
	rows,
}: Supernodes): Uint32Array {
	const places = new Uint32Array(rows.length);
	for (let s = 0; s < count; s++) {
		const above = parent[s];
		if (above < 0) continue;
		const first = firstColumn[above];
		const end = firstColumn[above + 1];
		let at = rowStart[above];
		for (let k = rowStart[s]; k < rowStart[s + 1]; k++) {
			if (rows[k] < end) {
				places[k] = rows[k] - first;
				continue;
			}
			while (rows[at] < rows[k]) at++;
			places[k] = end - first + at - rowStart[above];
		}
	}
	return places;
}

/** For each panel the blocks of A that belong there, and their places in bytes from the first panel. */
function entriesOfPanels(
	pattern: BlockPattern,
	{ count, order, columnOf, firstColumn, rowStart, rows }: Supernodes,
	panelStart: Float64Array,
) {
	const lower = (pattern.columns.length + pattern.rows) / 2;
	const sources = new Uint32Array(lower);
	const targets = new Uint32Array(lower);
	const start = new Uint32Array(count + 1);
	/** Block row of each column within the panel, as rows are counted in strips: those below begin with a strip. */
	const stripRow = new Int32Array(pattern.rows);
	let next = 0;
	for (let s = 0; s < count; s++) {
		const first = firstColumn[s];
		const end = firstColumn[s + 1];
		const width = end - first;
		for (let k = rowStart[s]; k < rowStart[s + 1]; k++)
			stripRow[rows[k]] = stripRows * stripsOf(width) + k - rowStart[s];
		for (let column = first; column < end; column++) {
			const row = order[column];
			for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++) {
				const other = columnOf[pattern.columns[k]];
				if (other < column) continue;
				const at = other < end ? other - first : stripRow[other];
				sources[next] = k;
				targets[next] =
					panelStart[s] +
					tileBytes * (width * Math.floor(at / stripRows) + column - first) +
					(columnBytes / stripRows) * (at % stripRows);
				next++;
			}
		}
		start[s + 1] = next;
	}
	return { sources, targets, start };
}

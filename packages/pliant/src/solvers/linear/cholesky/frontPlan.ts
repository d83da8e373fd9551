/** Where everything of a factor lies, in bytes from the begin of its kind: see numerics/front.ts. */
import { constants } from "../../../numerics/load.ts";
import type { BlockPattern } from "../../../system/blockPattern.ts";
import type { Branches } from "./branches.ts";
import type { Supernodes } from "./supernodes.ts";
import { UpdateRoom } from "./updateRoom.ts";

const { tileBytes, columnBytes, stripRows } = constants;

const stripsOf = (blockRows: number) => Math.ceil(blockRows / stripRows);

export interface FrontPlan {
	/** Panel of each supernode, and the end of the last. */
	readonly panelStart: Float64Array;
	/** What the rows below each panel get in a solution, and the end of the last. */
	readonly shareStart: Float64Array;
	/** Update of each supernode; several have the same place, one after the other. */
	readonly updateStart: Float64Array;
	readonly updateBytes: number;
	/** All memory of the factor, but for what is small. */
	readonly bytes: number;
}

export function planFronts(
	pattern: BlockPattern,
	nodes: Supernodes,
	branches: Branches,
): FrontPlan {
	const { count, firstColumn, rowStart, rows } = nodes;
	const panelStart = new Float64Array(count + 1);
	const shareStart = new Float64Array(count + 1);
	for (let s = 0; s < count; s++) {
		const columns = firstColumn[s + 1] - firstColumn[s];
		const strips = stripsOf(rowStart[s + 1] - rowStart[s]);
		panelStart[s + 1] =
			panelStart[s] + tileBytes * columns * (stripsOf(columns) + strips);
		shareStart[s + 1] = shareStart[s] + columnBytes * strips;
	}
	const { updateStart, updateBytes } = placeUpdates(nodes, branches);
	const perBlock = 72 + 4;
	const perRow = 24 + 4 + 4;
	const bytes =
		panelStart[count] +
		updateBytes +
		shareStart[count] +
		perBlock * pattern.columns.length +
		perRow * pattern.rows +
		8 * rows.length +
		constants.frontBytes * count;
	return { panelStart, shareStart, updateStart, updateBytes, bytes };
}

/** Where each update lies: branches may be computed at the same time, the top comes after them. */
function placeUpdates(
	{ count, parent, rowStart }: Supernodes,
	{ ranges, top }: Branches,
): Pick<FrontPlan, "updateStart" | "updateBytes"> {
	const updateStart = new Float64Array(count);
	const bytesOf = (s: number) => {
		const strips = stripsOf(rowStart[s + 1] - rowStart[s]);
		return (tileBytes * stripRows * strips * (strips + 1)) / 2;
	};
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
	return { updateStart, updateBytes: Math.max(end, room.end) };
}

/** Rows below each panel as block rows of the parent's front. */
export function placesInParents({
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
export function entriesOfPanels(
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

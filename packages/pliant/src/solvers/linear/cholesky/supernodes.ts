/**
 * Supernodes: columns of L that are computed together, as one dense panel.
 *
 *     ▙           the columns of the supernode as rows: a lower triangle, `width` block rows
 *     █▙
 *     ███         the rows below, shared by all its columns
 *     ███
 *
 * A column whose parent in the elimination tree has no further rows shares a panel with it. Beyond that a supernode is merged into
 * its parent wherever the zeros that this stores cost less than what it saves: a panel, and an update that is handed on.
 */
import type { BlockPattern } from "../../../system/blockPattern.ts";
import {
	type EliminationTree,
	eliminationTree,
	invert,
	postorder,
} from "./eliminationTree.ts";

/** Panels of L. A *column* is a block row of the matrix by its place in the order of elimination. */
export interface Supernodes {
	/** Number of supernodes; children come before parents, and a subtree is a range of them. */
	readonly count: number;
	/** Parent of each, −1 for roots. */
	readonly parent: Int32Array;
	/** Block row of the matrix at each column. */
	readonly order: Int32Array;
	/** Column of each block row of the matrix: the inverse of `order`. */
	readonly columnOf: Int32Array;
	/** First column of each supernode, length count + 1. */
	readonly firstColumn: Int32Array;
	/** Supernode of each column. */
	readonly owner: Int32Array;
	/** Start of each supernode's list in `rows`, length count + 1. */
	readonly rowStart: Int32Array;
	/** Rows below the diagonal part of each panel, as columns, ascending. */
	readonly rows: Int32Array;
}

/** Work in products of 3×3 blocks: what a panel costs besides its products, and a block that is handed on to the parent. */
export interface MergingCosts {
	readonly panel: number;
	readonly handedOn: number;
}

/** Half or twice of either changes the time of a factorisation by 5 % at most, on cloth of 41² vertices with and without bending and on a block of 15³. */
const measuredCosts: MergingCosts = { panel: 60, handedOn: 2.5 };

/** No zeros are stored. */
export const exactPanels: MergingCosts = { panel: 0, handedOn: 0 };

/** Products of blocks that a panel takes. */
export function panelWork(columns: number, below: number): number {
	return columns * (columns ** 2 / 6 + (columns * below) / 2 + below ** 2 / 2);
}

/** Finds the supernodes for an elimination order. Columns move within it where that leaves L the same. */
export function findSupernodes(
	pattern: BlockPattern,
	eliminationOrder: Int32Array,
	costs: MergingCosts = measuredCosts,
): Supernodes {
	const tree = eliminationTree(pattern, eliminationOrder);
	const { top, parentTop, below } = mergeColumns(tree, costs);
	const tops = top.filter((column, index) => column === index);
	const numberOf = new Int32Array(pattern.rows);
	for (const [t, column] of tops.entries()) numberOf[column] = t;
	const sequence = postorder(
		tops.map((column) =>
			parentTop[column] < 0 ? -1 : numberOf[parentTop[column]],
		),
	);
	const place = invert(sequence);
	const count = tops.length;
	const parent = new Int32Array(count);
	const firstColumn = new Int32Array(count + 1);
	const rowStart = new Int32Array(count + 1);
	for (const column of top) firstColumn[place[numberOf[column]] + 1]++;
	for (let s = 0; s < count; s++) {
		const column = tops[sequence[s]];
		const above = parentTop[column];
		parent[s] = above < 0 ? -1 : place[numberOf[above]];
		firstColumn[s + 1] += firstColumn[s];
		rowStart[s + 1] = rowStart[s] + below[column];
	}
	const order = new Int32Array(pattern.rows);
	const owner = new Int32Array(pattern.rows);
	const free = firstColumn.slice();
	for (let j = 0; j < pattern.rows; j++) {
		const s = place[numberOf[top[j]]];
		order[free[s]] = eliminationOrder[j];
		owner[free[s]] = s;
		free[s]++;
	}
	const nodes = {
		...{ count, parent, order, firstColumn, owner, rowStart },
		columnOf: invert(order),
		rows: new Int32Array(rowStart[count]),
	};
	collectRows(pattern, nodes);
	return nodes;
}

/** A supernode goes by its last column. */
interface MergedColumns {
	/** Last column of the supernode of each column. */
	readonly top: Int32Array;
	/** Last column of the parent, by last columns; −1 for roots. */
	readonly parentTop: Int32Array;
	/** Block rows below, by last columns. */
	readonly below: Int32Array;
}

function mergeColumns(
	{ parent, height }: EliminationTree,
	costs: MergingCosts,
): MergedColumns {
	const count = parent.length;
	const top = Int32Array.from(parent.keys());
	const below = height.map((blocks) => blocks - 1);
	const width = new Int32Array(count).fill(1);
	const children: number[][] = Array.from({ length: count }, () => []);
	for (let p = 0; p < count; p++) {
		// A child with the same rows first: the zeros that others bring depend on the width.
		children[p].sort((a, b) => below[b] - below[a] || width[b] - width[a]);
		for (const child of children[p])
			if (isWorthMerging(child, p)) {
				top[child] = p;
				width[p] += width[child];
			}
		if (parent[p] >= 0) children[parent[p]].push(p);
	}
	for (let j = count - 1; j >= 0; j--) top[j] = top[top[j]];
	const parentTop = parent.map((p) => (p < 0 ? -1 : top[p]));
	return { top, parentTop, below };

	function isWorthMerging(child: number, p: number): boolean {
		const own = width[child];
		const handed = below[child];
		if (handed === width[p] + below[p]) return true;
		const apart =
			panelWork(own, handed) + panelWork(width[p], below[p]) + costs.panel;
		return (
			panelWork(own + width[p], below[p]) <
			apart + (costs.handedOn * handed ** 2) / 2
		);
	}
}

/** Fills `rows`: a panel has the rows of its columns in A and those its children have left. */
function collectRows(pattern: BlockPattern, nodes: Supernodes): void {
	const { count, parent, order, columnOf, firstColumn, rowStart, rows } = nodes;
	const children: number[][] = Array.from({ length: count }, () => []);
	const listedIn = new Int32Array(pattern.rows).fill(-1);
	for (let s = 0; s < count; s++) {
		const end = firstColumn[s + 1];
		let next = rowStart[s];
		const list = (row: number) => {
			if (row < end || listedIn[row] === s) return;
			listedIn[row] = s;
			rows[next++] = row;
		};
		for (let column = firstColumn[s]; column < end; column++) {
			const row = order[column];
			for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++)
				list(columnOf[pattern.columns[k]]);
		}
		for (const child of children[s])
			for (let k = rowStart[child]; k < rowStart[child + 1]; k++) list(rows[k]);
		rows.subarray(rowStart[s], next).sort();
		if (parent[s] >= 0) children[parent[s]].push(s);
	}
}

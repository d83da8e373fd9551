/**
 * Symbolic analysis: where the entries of the Cholesky factor L will be, before any number is known.
 *
 * Eliminating column j couples all rows below its diagonal, so these rows, less the first one p,
 * reappear in column p. This p is the parent of j in the *elimination tree*. Where p has no further
 * rows, j and p share a dense panel. A chain of such columns is a *supernode*:
 *
 *     ▙           the columns of the supernode as rows: a lower triangle, `width` block rows
 *     █▙
 *     ███         the rows below, shared by all its columns: `height − width` block rows
 *     ███
 *
 * Merging further children at the price of stored zeros, as BLAS-based solvers do, was tried: the 3×3
 * tiles need no wide panels, and 6 to 47 % more stored blocks made the factorisation 3 to 38 % slower.
 */

import type { BlockPattern } from "../../system/blockPattern.ts";

/** Panels of L. A *column* is a block row of the matrix by its place in the order of elimination. */
export interface Supernodes {
	/** Number of supernodes; children come before parents. */
	readonly count: number;
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
	/** Rows of each panel, as columns, ascending; the supernode's own columns come first. */
	readonly rows: Int32Array;
}

/** Finds the supernodes for an elimination order. Within it, columns move only to join their supernode. */
export function findSupernodes(
	pattern: BlockPattern,
	eliminationOrder: Int32Array,
): Supernodes {
	const tree = eliminationTree(pattern, eliminationOrder);
	const top = topColumns(tree);
	const tops = top.filter((column, index) => column === index);
	const count = tops.length;
	const ownerOfTop = new Int32Array(pattern.rows);
	for (let s = 0; s < count; s++) ownerOfTop[tops[s]] = s;

	const firstColumn = new Int32Array(count + 1);
	for (const column of top) firstColumn[ownerOfTop[column] + 1]++;
	const rowStart = new Int32Array(count + 1);
	for (let s = 0; s < count; s++) {
		rowStart[s + 1] =
			rowStart[s] + firstColumn[s + 1] + tree.height[tops[s]] - 1;
		firstColumn[s + 1] += firstColumn[s];
	}

	const order = new Int32Array(pattern.rows);
	const owner = new Int32Array(pattern.rows);
	const free = firstColumn.slice();
	for (let j = 0; j < pattern.rows; j++) {
		const s = ownerOfTop[top[j]];
		order[free[s]] = eliminationOrder[j];
		owner[free[s]] = s;
		free[s]++;
	}
	const columnOf = invert(order);
	const rows = new Int32Array(rowStart[count]);
	const nodes = { count, order, columnOf, firstColumn, owner, rowStart, rows };
	collectRows(pattern, nodes);
	return nodes;
}

interface EliminationTree {
	/** Parent of each column, −1 for roots; parents come after their children. */
	readonly parent: Int32Array;
	/** Blocks of L in each column, the diagonal included. */
	readonly height: Int32Array;
}

/**
 * Row i of L has an entry in column j exactly when j lies on the path of the tree from some k with
 * A(i, k) ≠ 0 up to i (J. Liu, "The role of elimination trees in sparse factorization", SIAM J. Matrix
 * Anal. Appl. 11(1), 1990). Walking the paths row by row builds the tree and counts the entries.
 */
function eliminationTree(
	pattern: BlockPattern,
	order: Int32Array,
): EliminationTree {
	const { rows, rowStart, columns } = pattern;
	const columnOf = invert(order);
	const parent = new Int32Array(rows).fill(-1);
	const height = new Int32Array(rows).fill(1);
	const visitedBy = new Int32Array(rows).fill(-1);
	for (let i = 0; i < rows; i++) {
		for (let k = rowStart[order[i]]; k < rowStart[order[i] + 1]; k++) {
			let j = columnOf[columns[k]];
			while (j < i && visitedBy[j] !== i) {
				visitedBy[j] = i;
				height[j]++;
				if (parent[j] < 0) parent[j] = i;
				j = parent[j];
			}
		}
	}
	return { parent, height };
}

/** Returns the last column of the supernode of each column. */
function topColumns({ parent, height }: EliminationTree): Int32Array {
	const top = Int32Array.from(parent.keys());
	const joined = new Uint8Array(parent.length);
	for (let j = 0; j < parent.length; j++) {
		const p = parent[j];
		if (p < 0 || joined[p] || height[j] - 1 !== height[p]) continue;
		joined[p] = 1;
		top[j] = p;
	}
	for (let j = parent.length - 1; j >= 0; j--) top[j] = top[top[j]];
	return top;
}

/** Fills `rows`: a panel has the rows of its columns in A and those its children have left. */
function collectRows(pattern: BlockPattern, nodes: Supernodes): void {
	const { count, order, columnOf, firstColumn, owner, rowStart, rows } = nodes;
	const children: number[][] = Array.from({ length: count }, () => []);
	const listedIn = new Int32Array(pattern.rows).fill(-1);
	for (let s = 0; s < count; s++) {
		const begin = firstColumn[s];
		const end = firstColumn[s + 1];
		let next = rowStart[s];
		const list = (row: number) => {
			if (row < begin || listedIn[row] === s) return;
			listedIn[row] = s;
			rows[next++] = row;
		};
		for (let column = begin; column < end; column++) {
			const row = order[column];
			for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++) {
				list(columnOf[pattern.columns[k]]);
			}
		}
		for (const child of children[s]) {
			for (let k = rowStart[child]; k < rowStart[child + 1]; k++) list(rows[k]);
		}
		rows.subarray(rowStart[s], next).sort();
		const below = rowStart[s] + end - begin;
		if (below < next) children[owner[rows[below]]].push(s);
	}
}

function invert(permutation: Int32Array): Int32Array {
	const inverse = new Int32Array(permutation.length);
	for (let k = 0; k < permutation.length; k++) inverse[permutation[k]] = k;
	return inverse;
}

/**
 * Where the blocks of the Cholesky factor L will be, before any number is known.
 *
 * Eliminating column j couples all rows below its diagonal, so these rows, less the first one p, reappear in column p. This p is
 * the parent of j in the *elimination tree*.
 */
import type { BlockPattern } from "../../../system/blockPattern.ts";

export interface EliminationTree {
	/** Parent of each column, −1 for roots; parents come after their children. */
	readonly parent: Int32Array;
	/** Blocks of L in each column, the diagonal included. */
	readonly height: Int32Array;
}

/**
 * Row i of L has an entry in column j exactly when j lies on the path of the tree from some k with A(i, k) ≠ 0 up to i (J. Liu, "The
 * role of elimination trees in sparse factorization", SIAM J. Matrix Anal. Appl. 11(1), 1990). Walking the paths row by row builds
 * the tree and counts the entries.
 */
export function eliminationTree(
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

/** Block products that a factorisation takes: what orders are compared by. */
export function eliminationWork({ height }: EliminationTree): number {
	let work = 0;
	for (const blocks of height) work += blocks ** 2;
	return work / 2;
}

/** Children before parents, and all of a subtree next to each other. */
export function postorder(parent: Int32Array): Int32Array {
	const count = parent.length;
	const firstChild = new Int32Array(count).fill(-1);
	const sibling = new Int32Array(count).fill(-1);
	const roots: number[] = [];
	for (let j = count - 1; j >= 0; j--) {
		if (parent[j] < 0) {
			roots.push(j);
			continue;
		}
		sibling[j] = firstChild[parent[j]];
		firstChild[parent[j]] = j;
	}
	const order = new Int32Array(count);
	let placed = 0;
	const path: number[] = [];
	for (const root of roots.reverse()) {
		path.push(root);
		while (path.length > 0) {
			const top = path[path.length - 1];
			const child = firstChild[top];
			if (child >= 0) {
				firstChild[top] = sibling[child];
				path.push(child);
			} else order[placed++] = path.pop() as number;
		}
	}
	return order;
}

export function invert(permutation: Int32Array): Int32Array {
	const inverse = new Int32Array(permutation.length);
	for (let k = 0; k < permutation.length; k++) inverse[permutation[k]] = k;
	return inverse;
}

/** A tree of triangles down to nodes with a few of them, which a search compares one by one (numerics/surfaceSearch.ts). */
import type { TriangleTree } from "./triangleTree.ts";

/** Nodes are in the order of a walk, so the left child comes next. */
export interface CoarseTree extends TriangleTree {
	/** The right child of each node, 0 where it is not divided. */
	readonly right: Uint32Array;
}

/** @param few nodes with so many leaves or fewer are not divided */
export function coarseTree(tree: TriangleTree, few: number): CoarseTree {
	const kept: number[] = [];
	const right: number[] = [];
	const add = (node: number): void => {
		const at = kept.push(node) - 1;
		right.push(0);
		if (tree.leaves[node] <= few) return;
		add(node + 1);
		right[at] = kept.length;
		add(node + 2 * tree.leaves[node + 1]);
	};
	if (tree.leaves.length > 0) add(0);
	const of = (numbers: Uint32Array) =>
		Uint32Array.from(kept, (node) => numbers[node]);
	return {
		right: Uint32Array.from(right),
		leaves: of(tree.leaves),
		firstLeaf: of(tree.firstLeaf),
		order: tree.order,
		owner: of(tree.owner),
	};
}

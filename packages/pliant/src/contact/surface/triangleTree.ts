/**
 * A hierarchy of boxes about triangles, to find those that come near to each other. Its structure is made once; boxes are fitted anew in place, and pairs of nodes
 * walked, by numerics/surfaceSearch.ts. Each box has where its points are, and the range of the ways that they go: for what goes the same way together, as bodies that
 * fall, ways do not make boxes larger. What belongs to one owner is a branch of its own, so that a collider is not walked for pairs with itself where cloth lies on it.
 */
import { contactConstants as constants } from "../../numerics/contactNumerics.ts";

const { mixedOwner: mixed } = constants;

/** Nodes are in the order of a walk, so the left child comes next. */
export interface TriangleTree {
	/** Leaves below each node. */
	readonly leaves: Uint32Array;
	/** The first leaf of each node, and the triangle of each leaf. */
	readonly firstLeaf: Uint32Array;
	readonly order: Uint32Array;
	/** What all triangles of a node belong to, or that they are of several. */
	readonly owner: Uint32Array;
}

export function triangleTree(
	triangles: Uint32Array,
	owners: ArrayLike<number>,
	x: Float64Array,
): TriangleTree {
	const count = triangles.length / 3;
	const nodes = Math.max(2 * count - 1, 0);
	const leaves = new Uint32Array(nodes);
	const firstLeaf = new Uint32Array(nodes);
	const owner = new Uint32Array(nodes);
	const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
		(a, b) => owners[a] - owners[b] || a - b,
	);
	const centres = new Float64Array(3 * count);
	for (let t = 0; t < count; t++)
		for (let k = 0; k < 3; k++)
			centres[3 * t + k] =
				x[3 * triangles[3 * t] + k] +
				x[3 * triangles[3 * t + 1] + k] +
				x[3 * triangles[3 * t + 2] + k];

	const widestAxis = (first: number, last: number): number => {
		let axis = 0;
		let widest = -1;
		for (let k = 0; k < 3; k++) {
			let low = Number.POSITIVE_INFINITY;
			let high = Number.NEGATIVE_INFINITY;
			for (let i = first; i < last; i++) {
				const c = centres[3 * order[i] + k];
				low = Math.min(low, c);
				high = Math.max(high, c);
			}
			if (high - low > widest) [axis, widest] = [k, high - low];
		}
		return axis;
	};
	/** Where the triangles of another owner begin, as near to the middle as there is one. */
	const betweenOwners = (first: number, last: number): number => {
		const middle = (first + last) >> 1;
		for (let away = 0; ; away++)
			for (const i of [middle - away, middle + away])
				if (i > first && i < last && owners[order[i]] !== owners[order[i - 1]])
					return i;
	};
	const split = (node: number, first: number, last: number): void => {
		const count = last - first;
		leaves[node] = count;
		firstLeaf[node] = first;
		if (count === 1) {
			owner[node] = owners[order[first]];
			return;
		}
		let half = count >> 1;
		if (owners[order[first]] === owners[order[last - 1]]) {
			const axis = widestAxis(first, last);
			order
				.subarray(first, last)
				.sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
		} else half = betweenOwners(first, last) - first;
		const right = node + 2 * half;
		split(node + 1, first, first + half);
		split(right, first + half, last);
		owner[node] = owner[node + 1] === owner[right] ? owner[right] : mixed;
	};
	if (count > 0) split(0, 0, count);
	return { leaves, firstLeaf, order, owner };
}

/**
 * A hierarchy of boxes about triangles, to find those that come near to each other. Its structure is made once; boxes are fitted anew in place. Each box has
 * where its points are, and the range of the ways that they go: for what goes the same way together, as bodies that fall, ways do not make boxes larger.
 */

/** Numbers of a node: box of positions, box of ways, least values first. */
const width = 12;

export class TriangleTree {
	private readonly triangles: Uint32Array;
	/** Leaves below each node; nodes in the order of a walk, so the left child comes next. */
	private readonly leaves: Uint32Array;
	/** The triangle of each leaf, in the order of a walk. */
	private readonly firstLeaf: Uint32Array;
	private readonly order: Uint32Array;
	/** What all triangles of a node belong to, or `mixed`. */
	private readonly owner: Int32Array;
	private readonly boxes: Float64Array;
	private stack = new Uint32Array(256);

	constructor(
		triangles: Uint32Array,
		owners: ArrayLike<number>,
		x: Float64Array,
	) {
		const count = triangles.length / 3;
		this.triangles = triangles;
		this.order = Uint32Array.from({ length: count }, (_, i) => i);
		const nodes = Math.max(2 * count - 1, 0);
		this.leaves = new Uint32Array(nodes);
		this.firstLeaf = new Uint32Array(nodes);
		this.owner = new Int32Array(nodes);
		this.boxes = new Float64Array(width * nodes);
		const centres = new Float64Array(3 * count);
		for (let t = 0; t < count; t++)
			for (let k = 0; k < 3; k++)
				centres[3 * t + k] =
					x[3 * triangles[3 * t] + k] +
					x[3 * triangles[3 * t + 1] + k] +
					x[3 * triangles[3 * t + 2] + k];
		if (count > 0) this.split(0, 0, count, centres, owners);
	}

	private split(
		node: number,
		first: number,
		last: number,
		centres: Float64Array,
		owners: ArrayLike<number>,
	): void {
		const { order, leaves, firstLeaf, owner } = this;
		const count = last - first;
		leaves[node] = count;
		firstLeaf[node] = first;
		if (count === 1) {
			owner[node] = owners[order[first]];
			return;
		}
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
		order
			.subarray(first, last)
			.sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
		const half = count >> 1;
		const right = node + 2 * half;
		this.split(node + 1, first, first + half, centres, owners);
		this.split(right, first + half, last, centres, owners);
		owner[node] = owner[node + 1] === owner[right] ? owner[right] : mixed;
	}

	/** Fits the boxes to positions and the ways that points go from there; without ways they stay. */
	fit(x: Float64Array, ways: Float64Array | undefined): void {
		const { leaves, firstLeaf, boxes, order, triangles } = this;
		for (let node = leaves.length - 1; node >= 0; node--) {
			const at = width * node;
			if (leaves[node] === 1) {
				const t = 3 * order[firstLeaf[node]];
				const a = 3 * triangles[t];
				const b = 3 * triangles[t + 1];
				const c = 3 * triangles[t + 2];
				for (let k = 0; k < 3; k++) {
					boxes[at + k] = Math.min(x[a + k], x[b + k], x[c + k]);
					boxes[at + 3 + k] = Math.max(x[a + k], x[b + k], x[c + k]);
					if (!ways) continue;
					boxes[at + 6 + k] = Math.min(ways[a + k], ways[b + k], ways[c + k]);
					boxes[at + 9 + k] = Math.max(ways[a + k], ways[b + k], ways[c + k]);
				}
				if (!ways) boxes.fill(0, at + 6, at + 12);
				continue;
			}
			const left = at + width;
			const right = width * (node + 2 * (leaves[node] >> 1));
			for (let k = 0; k < 12; k++)
				boxes[at + k] =
					k % 6 < 3
						? Math.min(boxes[left + k], boxes[right + k])
						: Math.max(boxes[left + k], boxes[right + k]);
		}
	}

	/** Whether what is in two nodes may come as near as a distance [m]. */
	private mayMeet(i: number, j: number, distance: number): boolean {
		const { boxes } = this;
		const a = width * i;
		const b = width * j;
		for (let k = 0; k < 3; k++) {
			// How far the second box goes along the axis, seen from the first.
			const least = boxes[b + 6 + k] - boxes[a + 9 + k];
			const most = boxes[b + 9 + k] - boxes[a + 6 + k];
			if (
				boxes[b + k] + (least < 0 ? least : 0) > boxes[a + 3 + k] + distance ||
				boxes[b + 3 + k] + (most > 0 ? most : 0) < boxes[a + k] - distance
			)
				return false;
		}
		return true;
	}

	/**
	 * Calls `each` with pairs of triangles that may come as near as a distance [m], each pair once.
	 * @param concerns whether triangles of two owners concern each other
	 */
	visitPairs(
		distance: number,
		concerns: (a: number, b: number) => boolean,
		each: (a: number, b: number) => void,
	): void {
		const { leaves, firstLeaf, order, owner } = this;
		if (leaves.length === 0) return;
		let top = 0;
		const push = (i: number, j: number) => {
			if (top + 2 > this.stack.length) {
				const larger = new Uint32Array(2 * this.stack.length);
				larger.set(this.stack);
				this.stack = larger;
			}
			this.stack[top++] = i;
			this.stack[top++] = j;
		};
		push(0, 0);
		while (top > 0) {
			const j = this.stack[--top];
			const i = this.stack[--top];
			if (
				owner[i] !== mixed &&
				owner[j] !== mixed &&
				!concerns(owner[i], owner[j])
			)
				continue;
			if (i === j) {
				if (leaves[i] === 1) continue;
				const right = i + 2 * (leaves[i] >> 1);
				push(i + 1, right);
				push(right, right);
				push(i + 1, i + 1);
				continue;
			}
			if (!this.mayMeet(i, j, distance)) continue;
			if (leaves[i] === 1 && leaves[j] === 1) {
				each(order[firstLeaf[i]], order[firstLeaf[j]]);
				continue;
			}
			if (leaves[i] >= leaves[j]) {
				push(i + 2 * (leaves[i] >> 1), j);
				push(i + 1, j);
			} else {
				push(i, j + 2 * (leaves[j] >> 1));
				push(i, j + 1);
			}
		}
	}
}

const mixed = -1;

import type { PairForm } from "./morleyForm.ts";

/** Sums for pairs of vertices: for each vertex a short list of those after it. (A hash table of all pairs took five times as long.) */
export class PairSums {
	/** Room in each list. */
	private room = 16;
	private readonly counts: Uint32Array;
	private others: Uint32Array;
	private sums: Float64Array;

	constructor(vertexCount: number) {
		this.counts = new Uint32Array(vertexCount);
		this.others = new Uint32Array(this.room * vertexCount);
		this.sums = new Float64Array(this.room * vertexCount);
	}

	add(a: number, b: number, value: number): void {
		const low = a < b ? a : b;
		const high = a < b ? b : a;
		const first = low * this.room;
		const end = first + this.counts[low];
		for (let i = first; i < end; i++)
			if (this.others[i] === high) {
				this.sums[i] += value;
				return;
			}
		if (end === first + this.room) {
			this.makeRoom();
			this.add(low, high, value);
			return;
		}
		this.others[end] = high;
		this.sums[end] = value;
		this.counts[low]++;
	}

	private makeRoom(): void {
		const { others, sums, room, counts } = this;
		this.room = 2 * room;
		this.others = new Uint32Array(2 * others.length);
		this.sums = new Float64Array(2 * sums.length);
		for (let vertex = 0; vertex < counts.length; vertex++) {
			const from = vertex * room;
			this.others.set(others.subarray(from, from + room), 2 * from);
			this.sums.set(sums.subarray(from, from + room), 2 * from);
		}
	}

	/** All pairs whose sums are more than rounding, in ascending order. */
	pairs(): PairForm {
		const { others, sums, counts, room } = this;
		let largest = 0;
		for (let i = 0; i < sums.length; i++)
			if (Math.abs(sums[i]) > largest) largest = Math.abs(sums[i]);
		const least = 1e-12 * largest;
		let count = 0;
		for (let i = 0; i < sums.length; i++)
			if (Math.abs(sums[i]) > least) count++;
		const pairs = new Uint32Array(2 * count);
		const stiffness = new Float64Array(count);
		let next = 0;
		for (let vertex = 0; vertex < counts.length; vertex++) {
			const first = vertex * room;
			const begin = next;
			for (let i = first; i < first + counts[vertex]; i++) {
				if (!(Math.abs(sums[i]) > least)) continue;
				// The lists are short.
				let at = next++;
				for (; at > begin && pairs[2 * at - 1] > others[i]; at--) {
					pairs[2 * at + 1] = pairs[2 * at - 1];
					stiffness[at] = stiffness[at - 1];
				}
				pairs[2 * at + 1] = others[i];
				stiffness[at] = sums[i];
			}
			for (let at = begin; at < next; at++) pairs[2 * at] = vertex;
		}
		return { pairs, stiffness };
	}
}

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
		const [low, high] = a < b ? [a, b] : [b, a];
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
		for (const sum of sums) largest = Math.max(largest, Math.abs(sum));
		const pairs: number[] = [];
		const stiffness: number[] = [];
		for (let vertex = 0; vertex < counts.length; vertex++) {
			const first = vertex * room;
			const list = Array.from({ length: counts[vertex] }, (_, i) => first + i);
			list.sort((i, j) => others[i] - others[j]);
			for (const i of list) {
				if (Math.abs(sums[i]) <= 1e-12 * largest) continue;
				pairs.push(vertex, others[i]);
				stiffness.push(sums[i]);
			}
		}
		return {
			pairs: Uint32Array.from(pairs),
			stiffness: Float64Array.from(stiffness),
		};
	}
}

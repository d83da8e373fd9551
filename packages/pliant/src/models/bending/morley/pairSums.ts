import type { PairForm } from "./morleyForm.ts";

/** Sums for pairs of vertices: for each vertex a short list of those after it, ascending. (A hash table of all pairs took five times as long.) */
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

	/** Adds values for pairs of a vertex and others after it, ascending, from place `from` to before `to`. */
	addRow(
		vertex: number,
		others: Uint32Array,
		values: Float64Array,
		from: number,
		to: number,
	): void {
		const { others: known, sums } = this;
		let at = vertex * this.room;
		const end = at + this.counts[vertex];
		for (let i = from; i < to; i++) {
			const other = others[i];
			while (at < end && known[at] < other) at++;
			if (at === end || known[at] !== other) {
				this.insert(vertex, others, values, i, to);
				return;
			}
			sums[at] += values[i];
		}
	}

	/** The same where some of the others may not be in the list: most rows find all of theirs. */
	private insert(
		vertex: number,
		others: Uint32Array,
		values: Float64Array,
		from: number,
		to: number,
	): void {
		let { others: known, sums } = this;
		let at = vertex * this.room;
		let end = at + this.counts[vertex];
		for (let i = from; i < to; i++) {
			const other = others[i];
			while (at < end && known[at] < other) at++;
			if (at === end || known[at] !== other) {
				if (end === (vertex + 1) * this.room) {
					at += vertex * this.room;
					end += vertex * this.room;
					this.makeRoom();
					({ others: known, sums } = this);
				}
				for (let k = end++; k > at; k--) {
					known[k] = known[k - 1];
					sums[k] = sums[k - 1];
				}
				known[at] = other;
				sums[at] = 0;
			}
			sums[at] += values[i];
		}
		this.counts[vertex] = end - vertex * this.room;
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
			for (let i = first; i < first + counts[vertex]; i++) {
				if (!(Math.abs(sums[i]) > least)) continue;
				pairs[2 * next] = vertex;
				pairs[2 * next + 1] = others[i];
				stiffness[next++] = sums[i];
			}
		}
		return { pairs, stiffness };
	}
}

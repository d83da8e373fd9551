import type { PairForm } from "./morleyForm.ts";

/** Sums for pairs of vertices, in a hash table of flat arrays: a Map took ten times as long. */
export class PairSums {
	private keys: Float64Array;
	private values: Float64Array;
	private used = 0;

	/** So many pairs are expected; it grows if there are more. */
	constructor(expected: number) {
		const size = 2 ** Math.ceil(Math.log2(2 * expected + 16));
		this.keys = new Float64Array(size).fill(-1);
		this.values = new Float64Array(size);
	}

	add(a: number, b: number, value: number): void {
		const key = a < b ? a * 2 ** 32 + b : b * 2 ** 32 + a;
		const at = this.place(key, a, b);
		if (this.keys[at] < 0) {
			this.keys[at] = key;
			this.used++;
		}
		this.values[at] += value;
		if (2 * this.used > this.keys.length) this.grow();
	}

	private place(key: number, a: number, b: number): number {
		const mask = this.keys.length - 1;
		const [low, high] = a < b ? [a, b] : [b, a];
		let at = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 0;
		for (at = (at ^ (at >>> 15)) & mask; ; at = (at + 1) & mask)
			if (this.keys[at] === key || this.keys[at] < 0) return at;
	}

	private grow(): void {
		const { keys, values } = this;
		this.keys = new Float64Array(2 * keys.length).fill(-1);
		this.values = new Float64Array(2 * keys.length);
		for (const [i, key] of keys.entries()) {
			if (key < 0) continue;
			const at = this.place(key, Math.floor(key / 2 ** 32), key % 2 ** 32);
			this.keys[at] = key;
			this.values[at] = values[i];
		}
	}

	/** All pairs whose sums are more than rounding, in ascending order. */
	pairs(): PairForm {
		let largest = 0;
		for (const value of this.values)
			largest = Math.max(largest, Math.abs(value));
		const kept = this.keys
			.filter(
				(key, i) => key >= 0 && Math.abs(this.values[i]) > 1e-12 * largest,
			)
			.sort();
		const pairs = new Uint32Array(2 * kept.length);
		const stiffness = new Float64Array(kept.length);
		for (let n = 0; n < kept.length; n++) {
			const [a, b] = [Math.floor(kept[n] / 2 ** 32), kept[n] % 2 ** 32];
			pairs[2 * n] = a;
			pairs[2 * n + 1] = b;
			stiffness[n] = this.values[this.place(kept[n], a, b)];
		}
		return { pairs, stiffness };
	}
}

/** A typed array that grows as it is filled, for as many numbers as a file turns out to have. */
export class GrowingArray<Values extends Float64Array | Uint32Array> {
	readonly #create: (length: number) => Values;
	#values: Values;
	length = 0;

	constructor(create: (length: number) => Values) {
		this.#create = create;
		this.#values = create(4);
	}

	push(value: number): void {
		if (this.length === this.#values.length) {
			const larger = this.#create(2 * this.length);
			larger.set(this.#values);
			this.#values = larger;
		}
		this.#values[this.length++] = value;
	}

	/** What is in it, without copying: valid until the next push. */
	view(): Values {
		return this.#values.subarray(0, this.length) as Values;
	}

	/** A copy of the right length. */
	toArray(): Values {
		return this.#values.slice(0, this.length) as Values;
	}
}

export const growingFloats = () =>
	new GrowingArray((length) => new Float64Array(length));

export const growingIndices = () =>
	new GrowingArray((length) => new Uint32Array(length));

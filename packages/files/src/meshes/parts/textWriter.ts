/** Lines of a text, encoded piece by piece so that no string gets longer than engines allow. */
export class TextWriter {
	readonly #encoder = new TextEncoder();
	readonly #pieces: Uint8Array[] = [];
	#lines: string[] = [];

	line(...words: (string | number)[]): void {
		this.#lines.push(words.join(" "));
		if (this.#lines.length === 10_000) this.#encode();
	}

	/** One line for every `size` values. */
	tuples(values: ArrayLike<number>, size: number): void {
		for (let start = 0; start < values.length; start += size) {
			let line = `${values[start]}`;
			for (let i = start + 1; i < start + size; i++) line += ` ${values[i]}`;
			this.line(line);
		}
	}

	bytes(): Uint8Array {
		this.#encode();
		return joinBytes(this.#pieces);
	}

	#encode(): void {
		if (this.#lines.length === 0) return;
		this.#pieces.push(this.#encoder.encode(`${this.#lines.join("\n")}\n`));
		this.#lines = [];
	}
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
	const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const joined = new Uint8Array(total);
	let end = 0;
	for (const piece of pieces) {
		joined.set(piece, end);
		end += piece.length;
	}
	return joined;
}

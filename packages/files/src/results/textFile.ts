import type { OutputFile } from "../folder.ts";

/** Characters that are gathered before they are written. */
const blockSize = 65536;

/** Text for a file, written in blocks: `add` pieces, and `write` when `full` or at the end. */
export class TextFile {
	readonly #file: OutputFile;
	readonly #encoder = new TextEncoder();
	#text = "";
	#length: number;

	/** Goes on after `length` bytes. */
	constructor(file: OutputFile, length = 0) {
		this.#file = file;
		this.#length = length;
	}

	/** Bytes written so far. */
	get length(): number {
		return this.#length;
	}

	get full(): boolean {
		return this.#text.length >= blockSize;
	}

	add(text: string): void {
		this.#text += text;
	}

	async write(): Promise<void> {
		if (this.#text === "") return;
		const text = this.#text;
		const bytes = this.#encoder.encode(text);
		await this.#file.write(bytes);
		this.#length += bytes.length;
		// Not earlier: what could not be written is written when there is room again.
		this.#text = this.#text.slice(text.length);
	}
}

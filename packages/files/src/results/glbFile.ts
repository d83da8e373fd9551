/**
 * The container of binary glTF 2.0: a head, the JSON and the binary data. What goes into the data is declared first, as parts
 * that know their size, and made when it is written, since all of it may be larger than memory.
 */
import type { OutputFile } from "../folder.ts";

export interface GlbPart {
	/** A multiple of 4. */
	readonly byteLength: number;
	write(file: OutputFile): Promise<void>;
}

export interface Accessor {
	readonly componentType: 5125 | 5126;
	readonly type: "SCALAR" | "VEC2" | "VEC3";
	readonly count: number;
	readonly byteOffset?: number;
	readonly min?: readonly number[];
	readonly max?: readonly number[];
}

export const unsignedInteger = 5125;
export const float = 5126;
export const arrayBuffer = 34962;
export const elementArrayBuffer = 34963;

export class GlbFile {
	readonly #parts: GlbPart[] = [];
	readonly #bufferViews: object[] = [];
	readonly #accessors: object[] = [];
	#length = 0;

	/** The number of a new buffer view that holds the parts one after the other. */
	addView(
		parts: readonly GlbPart[],
		options: { readonly target?: number; readonly byteStride?: number } = {},
	): number {
		const byteOffset = this.#length;
		for (const part of parts) this.#length += part.byteLength;
		this.#parts.push(...parts);
		const byteLength = this.#length - byteOffset;
		return (
			this.#bufferViews.push({
				buffer: 0,
				byteOffset,
				byteLength,
				...options,
			}) - 1
		);
	}

	/** The number of a new accessor. */
	addAccessor(bufferView: number, accessor: Accessor): number {
		return this.#accessors.push({ bufferView, ...accessor }) - 1;
	}

	/** Writes all of it, with the other properties of the glTF. */
	async write(file: OutputFile, properties: object): Promise<void> {
		const json = new TextEncoder().encode(
			JSON.stringify({
				asset: { version: "2.0", generator: "Pliant" },
				...properties,
				...(this.#length > 0 && {
					accessors: this.#accessors,
					bufferViews: this.#bufferViews,
					buffers: [{ byteLength: this.#length }],
				}),
			}),
		);
		const jsonLength = 4 * Math.ceil(json.length / 4);
		const binaryChunk = this.#length > 0 ? 8 + this.#length : 0;
		await file.write(ascii("glTF"));
		await file.write(integers(2, 12 + 8 + jsonLength + binaryChunk));
		await file.write(integers(jsonLength));
		await file.write(ascii("JSON"));
		await file.write(json);
		await file.write(ascii(" ".repeat(jsonLength - json.length)));
		if (binaryChunk === 0) return;
		await file.write(integers(this.#length));
		await file.write(ascii("BIN\0"));
		for (const part of this.#parts) await part.write(file);
	}
}

function ascii(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

function integers(...values: number[]): Uint8Array {
	return new Uint8Array(Uint32Array.from(values).buffer);
}

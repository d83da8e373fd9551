import { FileError } from "../../fileError.ts";
import {
	type NumberReader,
	type NumberType,
	numberSizes,
} from "./numberReader.ts";

/** Reads numbers from bytes and never past their end. */
export class ByteReader implements NumberReader {
	readonly #file: string;
	readonly #view: DataView;
	readonly #littleEndian: boolean;
	/** Index of the next byte to read. */
	position: number;

	constructor(
		file: string,
		bytes: Uint8Array,
		order: "little" | "big",
		position = 0,
	) {
		this.#file = file;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#littleEndian = order === "little";
		this.position = position;
	}

	get left(): number {
		return Math.max(0, this.#view.byteLength - this.position);
	}

	error(message: string): FileError {
		return new FileError(`${this.#file}, byte ${this.position}: ${message}`);
	}

	require(count: number, type: NumberType, what: string): void {
		this.requireBytes(count * numberSizes[type], what);
	}

	requireBytes(needed: number, what: string): void {
		if (needed <= this.left) return;
		throw this.error(
			`ends after ${this.left} of ${needed} bytes of ${what}; the file is truncated or its counts are wrong`,
		);
	}

	/** The next bytes, not copied. */
	take(count: number, what: string): Uint8Array {
		this.requireBytes(count, what);
		const { buffer, byteOffset } = this.#view;
		const start = byteOffset + this.position;
		this.position += count;
		return new Uint8Array(buffer, start, count);
	}

	skip(count: number, what: string): void {
		this.requireBytes(count, what);
		this.position += count;
	}

	number(type: NumberType, what: string): number {
		const size = numberSizes[type];
		if (size > this.left) this.requireBytes(size, what);
		const at = this.position;
		this.position += size;
		const view = this.#view;
		const littleEndian = this.#littleEndian;
		switch (type) {
			case "int8":
				return view.getInt8(at);
			case "uint8":
				return view.getUint8(at);
			case "int16":
				return view.getInt16(at, littleEndian);
			case "uint16":
				return view.getUint16(at, littleEndian);
			case "int32":
				return view.getInt32(at, littleEndian);
			case "uint32":
				return view.getUint32(at, littleEndian);
			case "float32":
				return view.getFloat32(at, littleEndian);
			case "float64":
				return view.getFloat64(at, littleEndian);
			default: {
				// Rounded above 2⁵³, where no count or index is valid anyway; bigints would be ten times slower.
				const low = view.getUint32(littleEndian ? at : at + 4, littleEndian);
				const high = littleEndian ? at + 4 : at;
				const upper =
					type === "int64"
						? view.getInt32(high, littleEndian)
						: view.getUint32(high, littleEndian);
				return upper * 2 ** 32 + low;
			}
		}
	}
}

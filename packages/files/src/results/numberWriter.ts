import type { OutputFile } from "../folder.ts";
import { bytesOf } from "./bytes.ts";

/**
 * Writes numbers in pieces through one buffer: memory does not grow with the mesh, and platforms that refuse to write memory
 * shared with threads, where a simulation may keep its numbers, never see it.
 */
export class NumberWriter {
	readonly #doubles = new Float64Array(32768);
	readonly #singles = new Float32Array(this.#doubles.buffer);

	async doubles(file: OutputFile, values: Float64Array): Promise<void> {
		const piece = this.#doubles;
		for (let start = 0; start < values.length; start += piece.length) {
			const part = values.subarray(start, start + piece.length);
			piece.set(part);
			await file.write(bytesOf(piece.subarray(0, part.length)));
		}
	}

	async singles(file: OutputFile, values: Float64Array): Promise<void> {
		const piece = this.#singles;
		for (let start = 0; start < values.length; start += piece.length) {
			const part = values.subarray(start, start + piece.length);
			piece.set(part);
			await file.write(bytesOf(piece.subarray(0, part.length)));
		}
	}

	/** values − origin, in single precision. */
	async differences(
		file: OutputFile,
		values: Float64Array,
		origin: Float64Array,
	): Promise<void> {
		const piece = this.#singles;
		for (let start = 0; start < values.length; start += piece.length) {
			const size = Math.min(piece.length, values.length - start);
			for (let i = 0; i < size; i++) {
				piece[i] = values[start + i] - origin[start + i];
			}
			await file.write(bytesOf(piece.subarray(0, size)));
		}
	}

	/** The same number in single precision, again and again. */
	async repeat(file: OutputFile, value: number, count: number): Promise<void> {
		const piece = this.#singles.fill(value);
		for (let left = count; left > 0; left -= piece.length) {
			const size = Math.min(left, piece.length);
			await file.write(bytesOf(piece.subarray(0, size)));
		}
	}
}

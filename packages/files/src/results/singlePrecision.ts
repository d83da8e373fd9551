import type { OutputFile } from "../folder.ts";
import { bytesOf } from "./bytes.ts";

/** Writes numbers in single precision, in pieces through one buffer, so that memory does not grow with the mesh. */
export class SinglePrecision {
	readonly #piece = new Float32Array(65536);

	async write(file: OutputFile, values: Float64Array): Promise<void> {
		const piece = this.#piece;
		for (let start = 0; start < values.length; start += piece.length) {
			const end = Math.min(start + piece.length, values.length);
			piece.set(values.subarray(start, end));
			await file.write(bytesOf(piece.subarray(0, end - start)));
		}
	}

	async writeDifferences(
		file: OutputFile,
		values: Float64Array,
		origin: Float64Array,
	): Promise<void> {
		const piece = this.#piece;
		for (let start = 0; start < values.length; start += piece.length) {
			const size = Math.min(piece.length, values.length - start);
			for (let i = 0; i < size; i++) {
				piece[i] = values[start + i] - origin[start + i];
			}
			await file.write(bytesOf(piece.subarray(0, size)));
		}
	}

	/** The same value again and again. */
	async fill(file: OutputFile, value: number, count: number): Promise<void> {
		const piece = this.#piece.fill(value);
		for (let left = count; left > 0; left -= piece.length) {
			await file.write(
				bytesOf(piece.subarray(0, Math.min(left, piece.length))),
			);
		}
	}
}

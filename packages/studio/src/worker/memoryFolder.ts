/** A folder in memory, for writers of files. */
import type { OutputFile, OutputFolder } from "@pliant/files";

export function memoryFolder() {
	const files = new Map<string, Uint8Array<ArrayBuffer>>();
	const open = (path: string, start: Uint8Array<ArrayBuffer>): OutputFile => {
		let bytes = start;
		const writeAt = async (position: number, more: Uint8Array) => {
			const end = position + more.length;
			if (end > bytes.length) {
				const longer = new Uint8Array(end);
				longer.set(bytes);
				bytes = longer;
			}
			bytes.set(more, position);
			files.set(path, bytes);
		};
		return {
			write: (more) => writeAt(bytes.length, more),
			writeAt,
			sync: async () => {},
			close: async () => {},
			discard: async () => {
				files.delete(path);
			},
		};
	};
	const folder: OutputFolder = {
		create: async (path) => open(path, new Uint8Array()),
		extend: async (path, length) =>
			open(path, (files.get(path) ?? new Uint8Array()).slice(0, length)),
		read: async (path, start, length) =>
			(files.get(path) ?? new Uint8Array()).slice(start, start + length),
		remove: async (path) => {
			files.delete(path);
		},
	};
	return { folder, files };
}

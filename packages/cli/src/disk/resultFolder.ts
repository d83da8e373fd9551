/** The folder of the disk that results are written to. */
import {
	type FileHandle,
	mkdir,
	open,
	rename,
	rm,
	stat,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileError, type OutputFile, type OutputFolder } from "@pliant/files";
import { systemReason } from "./systemReason.ts";

/** Marks files that are not whole yet. */
const unfinished = ".part";

export function resultFolder(folder: string): OutputFolder {
	const at = async <T>(
		path: string,
		work: (file: string) => Promise<T>,
	): Promise<T> => {
		const file = join(folder, path);
		try {
			return await work(file);
		} catch (error) {
			throw new FileError(
				`${file}: cannot be written (${systemReason(error)}); make room, or choose another folder with --out`,
			);
		}
	};
	const opened = async (file: string, flags: string): Promise<FileHandle> => {
		await mkdir(dirname(file), { recursive: true });
		return open(file, flags);
	};
	return {
		create: (path) =>
			at(path, async (file) =>
				outputFile(await opened(file + unfinished, "w"), 0, {
					path,
					at,
					finished: () => rename(file + unfinished, file),
					discarded: () => rm(file + unfinished, { force: true }),
				}),
			),
		extend: (path, length) =>
			at(path, async (file) => {
				const size = length > 0 ? (await stat(file)).size : 0;
				if (size < length)
					throw new Error(
						`it has ${size} of the ${length} bytes that were written before`,
					);
				const handle = await opened(file, length > 0 ? "r+" : "w");
				await handle.truncate(length);
				const nothing = async () => {};
				return outputFile(handle, length, {
					path,
					at,
					finished: nothing,
					discarded: nothing,
				});
			}),
		read: (path, start, length) =>
			at(path, async (file) => {
				const handle = await open(file);
				try {
					const bytes = new Uint8Array(length);
					const { bytesRead } = await handle.read(bytes, 0, length, start);
					return bytes.subarray(0, bytesRead);
				} finally {
					await handle.close();
				}
			}),
		remove: (path) => at(path, (file) => rm(file, { force: true })),
	};
}

interface OutputFileOptions {
	readonly path: string;
	readonly at: <T>(path: string, work: () => Promise<T>) => Promise<T>;
	readonly finished: () => Promise<void>;
	readonly discarded: () => Promise<void>;
}

function outputFile(
	handle: FileHandle,
	length: number,
	{ path, at, finished, discarded }: OutputFileOptions,
): OutputFile {
	let end = length;
	const writeAt = async (position: number, bytes: Uint8Array) => {
		// The system may take less than all of it at once.
		for (let done = 0; done < bytes.length; ) {
			const { bytesWritten } = await handle.write(
				bytes,
				done,
				bytes.length - done,
				position + done,
			);
			done += bytesWritten;
		}
	};
	return {
		write: (bytes) =>
			at(path, async () => {
				await writeAt(end, bytes);
				end += bytes.length;
			}),
		writeAt: (position, bytes) => at(path, () => writeAt(position, bytes)),
		close: () =>
			at(path, async () => {
				await handle.close();
				await finished();
			}),
		discard: () =>
			at(path, async () => {
				await handle.close();
				await discarded();
			}),
	};
}

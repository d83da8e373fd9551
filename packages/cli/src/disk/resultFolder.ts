/** The folder of the disk that results are written to. */
import { type FileHandle, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileError, type OutputFile, type OutputFolder } from "@pliant/files";
import { openOwn, requireNoLinks } from "./ownFiles.ts";
import { systemReason } from "./systemReason.ts";

/** Marks files that are not whole yet. */
const unfinished = ".part";

export function resultFolder(folder: string): OutputFolder {
	const attempt =
		(problem: (reason: string) => string) =>
		async <T>(path: string, work: (file: string) => Promise<T>) => {
			const file = join(folder, path);
			try {
				return await work(file);
			} catch (error) {
				if (error instanceof FileError) throw error;
				throw new FileError(`${file}: ${problem(systemReason(error))}`);
			}
		};
	const at = attempt(
		(reason) =>
			`cannot be written (${reason}); make room, or choose another folder with --out`,
	);
	const reading = attempt(
		(reason) =>
			`cannot be read (${reason}), but is needed to go on; run the scene from the start`,
	);
	let isMade = false;
	const opened = async (
		file: string,
		mode: "change" | "create",
	): Promise<FileHandle> => {
		if (isMade) await requireStill(folder);
		await requireNoLinks(folder, dirname(file));
		await mkdir(dirname(file), { recursive: true });
		isMade = true;
		return openOwn(file, mode);
	};
	return {
		create: (path) =>
			at(path, async (file) =>
				outputFile(await opened(file + unfinished, "create"), 0, {
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
				const handle = await opened(file, length > 0 ? "change" : "create");
				await handle.truncate(length).catch(async (error: unknown) => {
					await handle.close();
					throw error;
				});
				return outputFile(handle, length, {
					path,
					at,
					grows: true,
					finished: async () => {},
					discarded: async () => {},
				});
			}),
		read: (path, start, length) =>
			reading(path, async (file) => {
				await requireNoLinks(folder, dirname(file));
				const handle = await openOwn(file, "read");
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

/** A folder that is removed while a run writes to it is not made again: half of the results would look like all of them. */
async function requireStill(folder: string): Promise<void> {
	await stat(folder).catch(() => {
		throw new FileError(
			`${folder}: the folder was removed while it was being written to; run the scene again, and leave its results alone until it ends`,
		);
	});
}

interface OutputFileOptions {
	readonly path: string;
	readonly at: <T>(
		path: string,
		work: (file: string) => Promise<T>,
	) => Promise<T>;
	/** Whether it is under its name from the beginning. */
	readonly grows?: boolean;
	readonly finished: () => Promise<void>;
	readonly discarded: () => Promise<void>;
}

function outputFile(
	handle: FileHandle,
	length: number,
	{ path, at, grows, finished, discarded }: OutputFileOptions,
): OutputFile {
	let end = length;
	const writeAt = async (position: number, bytes: Uint8Array) => {
		try {
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
		} catch (error) {
			// Half a row, or half a frame, would make what is before it unreadable.
			await handle.truncate(end);
			throw error;
		}
		end = Math.max(end, position + bytes.length);
	};
	/** A file that was removed can be written to, and nobody will ever read it. */
	const requireName = async (file: string) => {
		if (!grows) return;
		const found = await stat(file).catch(() => undefined);
		if (found?.ino !== (await handle.stat()).ino)
			throw new FileError(
				`${file}: it was removed or replaced while it was being written; run the scene again, and leave its results alone until it ends`,
			);
	};
	return {
		write: (bytes) => at(path, () => writeAt(end, bytes)),
		writeAt: (position, bytes) => at(path, () => writeAt(position, bytes)),
		sync: () =>
			at(path, async (file) => {
				await requireName(file);
				await handle.sync();
			}),
		close: () =>
			at(path, async (file) => {
				try {
					await requireName(file);
				} finally {
					await handle.close();
				}
				await finished();
			}),
		discard: () =>
			at(path, async () => {
				await handle.close();
				await discarded();
			}),
	};
}

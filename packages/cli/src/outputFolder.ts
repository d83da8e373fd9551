/** The folder for the results. Its files are written completely or not at all. */
import {
	mkdir,
	mkdtemp,
	rename,
	rm,
	rmdir,
	stat,
	writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "./usageError.ts";

/** Marks the folder inside the folder where files wait until all are written. */
const waitingPrefix = ".pliant-";

export class OutputFolder {
	/** As the user gave it. */
	readonly path: string;
	/** The outermost folder that had to be made, if any. */
	private readonly made: string | undefined;

	private constructor(path: string, made: string | undefined) {
		this.path = path;
		this.made = made;
	}

	/** Makes the folder where there is none, and makes sure now, before the work, that files can be written to it. */
	static async open(path: string): Promise<OutputFolder> {
		const found = await stat(path).catch(() => undefined);
		if (found && !found.isDirectory())
			throw new UsageError(
				`--out is '${path}', which is a file; give a folder, or remove that file`,
			);
		const folder = await explained(
			path,
			async () =>
				new OutputFolder(path, await mkdir(path, { recursive: true })),
		);
		try {
			await explained(path, async () =>
				rm(await mkdtemp(join(path, waitingPrefix)), { recursive: true }),
			);
		} catch (error) {
			await folder.discard();
			throw error;
		}
		return folder;
	}

	/** Writes all files, or none; returns their paths. */
	async write(
		files: Readonly<Record<string, string | Uint8Array>>,
	): Promise<string[]> {
		return explained(this.path, async () => {
			const waiting = await mkdtemp(join(this.path, waitingPrefix));
			const names = Object.keys(files);
			try {
				for (const name of names)
					await writeFile(join(waiting, name), files[name]);
				for (const name of names)
					await rename(join(waiting, name), join(this.path, name));
			} finally {
				await rm(waiting, { recursive: true, force: true });
			}
			return names.map((name) => join(this.path, name));
		});
	}

	/** Removes the folders that `open` made, as far as they are empty. */
	async discard(): Promise<void> {
		if (!this.made) return;
		const outermost = resolve(this.made);
		for (let at = resolve(this.path); ; at = dirname(at)) {
			try {
				await rmdir(at);
			} catch {
				return;
			}
			if (at === outermost) return;
		}
	}
}

/** Does something with the folder; what the system has against it becomes a message. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		throw new UsageError(
			`--out is '${path}', which cannot be written (${reasons[code ?? ""] ?? message}); give another folder`,
		);
	}
}

const reasons: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EPERM: "not permitted",
	EROFS: "the file system is read-only",
	ENOSPC: "the disk is full",
	EDQUOT: "the quota is used up",
	ENOTDIR: "part of the path is a file",
	EEXIST: "part of the path is a file",
	ENAMETOOLONG: "the name is too long",
	EISDIR: "a folder has the name of a file to be written",
};

import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { openOwn } from "./ownFiles.ts";

/** A file that is under its name as a whole or not at all, whenever the machine fails. `before` is called when all of it is on the disk. */
export async function writeDurably(
	file: string,
	bytes: Uint8Array,
	before: () => Promise<void> = async () => {},
): Promise<void> {
	const unfinished = `${file}.part`;
	try {
		const handle = await openOwn(unfinished, "create");
		try {
			await handle.writeFile(bytes);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await before();
		await rename(unfinished, file);
	} catch (error) {
		await rm(unfinished, { force: true }).catch(() => {});
		throw error;
	}
	await syncFolder(dirname(file));
}

/** Renamed files are under their new names for good. Windows has no such thing, and needs none. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder).catch(() => undefined);
	await handle?.sync().catch(() => {});
	await handle?.close();
}

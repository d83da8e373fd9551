/**
 * Files below a folder that the user named. What came there otherwise, such as out of an archive, may have links that lead to other files of the user, so
 * none is followed.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { FileError } from "@pliant/files";

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC } = constants;
/** Windows has no such flag. */
const noFollow = constants.O_NOFOLLOW ?? 0;

const flags = {
	read: O_RDONLY | noFollow,
	change: O_RDWR | noFollow,
	create: O_WRONLY | O_CREAT | O_TRUNC | noFollow,
} as const;

const isLink = (path: string): Promise<boolean> =>
	lstat(path).then(
		(found) => found.isSymbolicLink(),
		() => false,
	);

const linkError = (path: string): FileError =>
	new FileError(
		`${path}: is a link, and results are neither written nor read through links; remove it, or name where it leads with --out`,
	);

/** Throws if a link is on the path from a folder to one below it, or is that one. */
export async function requireNoLinks(
	from: string,
	folder: string,
): Promise<void> {
	let path = from;
	for (const part of relative(from, folder).split(sep)) {
		if (part === "") return;
		path = join(path, part);
		if (await isLink(path)) throw linkError(path);
	}
}

/** Opens a file. A link under the name of one to be created makes way. */
export async function openOwn(
	file: string,
	mode: keyof typeof flags,
): Promise<FileHandle> {
	if (await isLink(file)) {
		if (mode !== "create") throw linkError(file);
		await rm(file);
	}
	return open(file, flags[mode], 0o666);
}

export async function readOwn(file: string): Promise<Uint8Array> {
	const handle = await openOwn(file, "read");
	try {
		return await handle.readFile();
	} finally {
		await handle.close();
	}
}

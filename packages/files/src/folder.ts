/**
 * Where files are read from and written to: passed in, so that the same code runs in Node and in a page. Paths are relative
 * to the folder, with "/" between their parts.
 */

import { FileError } from "./fileError.ts";

/** The path as it is, if it stays below the folder by its own words. Links are for the folder to look after. */
export function pathBelow(path: string): string {
	const refuse = (why: string): never => {
		throw new FileError(
			`'${path}' ${why}; give a path below the scene's folder, with / between its parts`,
		);
	};
	if (path.includes("\0") || path.trim() === "") refuse("is not a path");
	if (path.includes("\\")) refuse("has a backslash");
	if (path.startsWith("/") || /^[a-z][a-z\d+.-]*:/i.test(path))
		refuse("is absolute");
	if (path.split("/").includes("..")) refuse("leads out of the folder with ..");
	return path;
}

export interface InputFolder {
	/** The bytes of a file; a FileError if it is missing, outside the folder or too large. */
	read(path: string): Promise<Uint8Array>;
}

export interface OutputFolder {
	/** A new file, which appears under its name, whole, when it is closed. */
	create(path: string): Promise<OutputFile>;
	/** A file that grows in place, for long results: cut to its first `length` bytes, or new if that is 0. */
	extend(path: string, length: number): Promise<OutputFile>;
	/** Part of a file that was written before. */
	read(path: string, start: number, length: number): Promise<Uint8Array>;
	remove(path: string): Promise<void>;
}

export interface OutputFile {
	/** Appends. The bytes may be changed afterwards. */
	write(bytes: Uint8Array): Promise<void>;
	/** Replaces bytes that were written before, and may go on after them. */
	writeAt(position: number, bytes: Uint8Array): Promise<void>;
	/** Sees to it that what was written outlives the machine's failure; throws where the file is no longer under its name. */
	sync(): Promise<void>;
	/** Ends it; a created file appears. */
	close(): Promise<void>;
	/** Ends it; a created file never appears. */
	discard(): Promise<void>;
}

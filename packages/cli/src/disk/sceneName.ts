import { basename, extname } from "node:path";

/** What results of a scene are called: its file without the extension, unless that would lead out of their folder. */
export function sceneName(file: string): string {
	const name = basename(file, extname(file));
	return /^\.*$/.test(name) ? "scene" : name;
}

/** Tells whether a scene is still the one that a run was begun with: everything that results depend on, in parts that can be named. */
import { createHash } from "node:crypto";
import type { InputFolder } from "@pliant/files";

/** A hash for each part: a key of the scene, an object or collider of it, a file that it reads. */
export type SceneFingerprint = Readonly<Record<string, string>>;

/** How long a run is, how it is called and how it is seen may change. */
const free = new Set(["title", "run", "$schema", "pliant", "picture"]);
/** Keys whose values are told apart. */
const divided = new Set(["objects", "colliders", "attachments", "probes"]);

export function sceneFingerprint(
	document: unknown,
	files: ReadonlyMap<string, string>,
): SceneFingerprint {
	const parts: Record<string, string> = {};
	for (const [key, value] of Object.entries(document as object)) {
		if (free.has(key)) continue;
		if (!divided.has(key)) parts[key] = hash(canonical(value));
		else
			for (const [name, part] of Object.entries(value as object))
				parts[`${key}.${name}`] = hash(canonical(part));
	}
	for (const [name, contents] of files) parts[name] = contents;
	return parts;
}

/** The parts that are not the same. */
export function changedParts(
	before: SceneFingerprint,
	now: SceneFingerprint,
): string[] {
	const names = new Set([...Object.keys(before), ...Object.keys(now)]);
	return [...names].filter((name) => before[name] !== now[name]);
}

/** A folder that keeps a hash of every file that is read from it. */
export function hashingFolder(folder: InputFolder): {
	readonly folder: InputFolder;
	readonly files: ReadonlyMap<string, string>;
} {
	const files = new Map<string, string>();
	return {
		files,
		folder: {
			...folder,
			read: async (path) => {
				const bytes = await folder.read(path);
				files.set(path, hash(bytes));
				return bytes;
			},
		},
	};
}

const hash = (contents: string | Uint8Array): string =>
	createHash("sha256").update(contents).digest("hex");

/** JSON that does not depend on the order of keys, which means nothing within an object. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, inner) =>
		inner && typeof inner === "object" && !Array.isArray(inner)
			? Object.fromEntries(
					Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)),
				)
			: inner,
	);
}

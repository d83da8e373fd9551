import type { MeshSource } from "@pliant/files";
import { FileError } from "@pliant/files";

export type Files = Readonly<Record<string, string | Uint8Array>>;

const toBytes = (content: string | Uint8Array) =>
	typeof content === "string" ? new TextEncoder().encode(content) : content;

/** The first of some files, which can open the others. */
export function sourceOf(files: Files): MeshSource {
	const [[name, content]] = Object.entries(files);
	return {
		name,
		bytes: toBytes(content),
		open: async (path) => {
			if (Object.hasOwn(files, path)) return toBytes(files[path]);
			throw new FileError(`${path}: does not exist`);
		},
	};
}

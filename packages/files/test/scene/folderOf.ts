import { FileError, type InputFolder } from "@pliant/files";

/** A folder of texts. */
export function folderOf(files: Readonly<Record<string, string>>): InputFolder {
	return {
		read: async (path) => {
			if (!Object.hasOwn(files, path))
				throw new FileError(`'${path}' is missing`);
			return new TextEncoder().encode(files[path]);
		},
	};
}

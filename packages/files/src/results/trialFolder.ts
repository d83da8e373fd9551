import { FileError } from "../fileError.ts";
import type { OutputFile, OutputFolder } from "../folder.ts";

/** A folder that changes nothing: it only finds out whether files that are to go on are as long as they have to be. */
export function trialFolder(folder: OutputFolder): OutputFolder {
	const nothing = async () => {};
	const file: OutputFile = {
		write: nothing,
		writeAt: nothing,
		sync: nothing,
		close: nothing,
		discard: nothing,
	};
	const created = new Set<string>();
	return {
		create: async (path) => {
			created.add(path);
			return file;
		},
		extend: async (path, length) => {
			if (length > 0 && !created.has(path)) {
				const { length: found } = await folder.read(path, length - 1, 1);
				if (found === 0)
					throw new FileError(
						`${path}: it is shorter than the ${length} bytes that were written before; start the recording again`,
					);
			}
			return file;
		},
		read: (path, start, length) => folder.read(path, start, length),
		remove: nothing,
	};
}

/** A folder of the disk that is read from, and nothing outside of it. */
import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { FileError, type InputFolder, pathBelow } from "@pliant/files";
import { systemReason } from "./systemReason.ts";

/** Size of one file at most [bytes]. Larger ones do not fit into one buffer on all machines. */
const largestFile = 2 ** 31;

/** Without waiting for whoever may write into a pipe. */
const readAtOnce = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What is not in the first folder is looked for in the second, which its user has named. */
export function inputFolder(path: string, second?: string): InputFolder {
	const first = oneFolder(path);
	if (second === undefined) return first;
	return {
		read: async (name) =>
			(await exists(join(path, pathBelow(name))))
				? first.read(name)
				: oneFolder(second).read(name),
	};
}

const exists = (path: string): Promise<boolean> =>
	lstat(path).then(
		() => true,
		() => false,
	);

function oneFolder(path: string): InputFolder {
	return {
		read: async (name) => {
			const refuse = (why: string): never => {
				throw new FileError(`'${name}' ${why}`);
			};
			const wanted = join(path, pathBelow(name));
			try {
				const [folder, file] = [await realpath(path), await realpath(wanted)];
				if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
					refuse(
						"is a link that leads out of the scene's folder; put the file itself there",
					);
				const handle = await open(file, readAtOnce);
				try {
					const about = await handle.stat();
					const { size } = about;
					if (!about.isFile())
						refuse(
							about.isFIFO()
								? "is a pipe; write what comes out of it to a file first"
								: about.isDirectory()
									? `is a folder; name the file in it, such as ${join(name, "scene.jsonc")}`
									: "is not a file",
						);
					if (size > largestFile)
						refuse(`has ${size} bytes; at most ${largestFile} can be read`);
					return new Uint8Array(await handle.readFile());
				} finally {
					await handle.close();
				}
			} catch (error) {
				if (error instanceof FileError) throw error;
				return refuse(`cannot be read: ${systemReason(error)}`);
			}
		},
	};
}

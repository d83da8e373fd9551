import { type InputFolder, pathBelow } from "../folder.ts";
import type { MeshSource } from "./meshFormat.ts";

/** A mesh file of a folder, with access to the files that it refers to. */
export async function meshSource(
	folder: InputFolder,
	path: string,
): Promise<MeshSource> {
	const place = path.slice(0, path.lastIndexOf("/") + 1);
	return {
		name: path,
		bytes: await folder.read(pathBelow(path)),
		open: (other) => folder.read(pathBelow(place + other)),
	};
}

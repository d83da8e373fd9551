import { basename, dirname } from "node:path";
import { type MeshFile, meshSource, readMesh } from "@pliant/files";
import { inputFolder } from "./inputFolder.ts";

export interface MeshOnDisk extends MeshFile {
	/** What it is made of, relative to its folder: the file itself, and those that it refers to. */
	readonly files: readonly string[];
}

/** A mesh from anywhere on the disk; files that it refers to must lie below its folder. */
export async function readMeshFile(
	path: string,
	format?: string,
): Promise<MeshOnDisk> {
	const folder = inputFolder(dirname(path));
	const source = await meshSource(folder, basename(path));
	const files = [basename(path)];
	const open = (other: string) => {
		files.push(other);
		return source.open(other);
	};
	return { ...(await readMesh({ ...source, open }, format)), files };
}

/** Whether a file is a scene, by its name. */
export const isSceneFile = (path: string): boolean => /\.jsonc?$/i.test(path);

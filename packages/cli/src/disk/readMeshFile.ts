import { basename, dirname } from "node:path";
import { type MeshFile, meshSource, readMesh } from "@pliant/files";
import { inputFolder } from "./inputFolder.ts";

/** A mesh from anywhere on the disk; files that it refers to must lie below its folder. */
export async function readMeshFile(
	path: string,
	format?: string,
): Promise<MeshFile> {
	const folder = inputFolder(dirname(path));
	return readMesh(await meshSource(folder, basename(path)), format);
}

/** Whether a file is a scene, by its name. */
export const isSceneFile = (path: string): boolean => /\.jsonc?$/i.test(path);

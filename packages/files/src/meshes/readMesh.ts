import type { MeshFile, MeshSource } from "./meshFormat.ts";
export async function readMesh(
	_source: MeshSource,
	_format?: string,
): Promise<MeshFile> {
	throw new Error("stub");
}

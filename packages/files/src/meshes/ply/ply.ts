import type { MeshFormat } from "../meshFormat.ts";
import { readPly } from "./readPly.ts";
import { writePly } from "./writePly.ts";

/** PLY: elements with properties that the header names; vertices, faces, strips and edges are read, the rest is passed over. */
export const ply: MeshFormat = {
	name: "ply",
	about: "PLY, text or binary: surfaces and lines with texture coordinates",
	extensions: [".ply"],
	read: async (source) => readPly(source),
	write: async (file, name) => ({ [name]: writePly(file) }),
};

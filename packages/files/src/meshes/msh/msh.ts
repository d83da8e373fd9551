import type { MeshFormat } from "../meshFormat.ts";
import { readMsh } from "./readMsh.ts";
import { writeMsh } from "./writeMsh.ts";

/** Gmsh's own format. Physical groups become groups of vertices, as which they are also written. */
export const msh: MeshFormat = {
	name: "msh",
	about: "Gmsh .msh 2.2 and 4.1, text or binary: all cells, with groups",
	extensions: [".msh"],
	read: async (source) => readMsh(source),
	write: async (file, name) => ({ [name]: writeMsh(file) }),
};

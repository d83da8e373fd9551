import type { MeshFormat } from "../meshFormat.ts";
import { readVtu } from "./readVtu.ts";
import { writeVtu } from "./writeVtu.ts";

/** The XML format of VTK for unstructured grids. Data on points and cells is not read. */
export const vtu: MeshFormat = {
	name: "vtu",
	about: "VTK XML unstructured grid: text, base64, appended, zlib; all cells",
	extensions: [".vtu"],
	read: async (source) => readVtu(source),
	write: async (file, name) => ({ [name]: writeVtu(file) }),
};

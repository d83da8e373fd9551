import { FileError } from "../../fileError.ts";
import type { MeshFormat } from "../meshFormat.ts";
import { readGltf } from "./readGltf.ts";
import { writeGlb } from "./writeGlb.ts";

/** glTF 2.0: the triangles and lines of a scene, placed by its nodes. Seams have double vertices, so equal ones are merged. */
export const gltf: MeshFormat = {
	name: "gltf",
	about: "glTF 2.0, .glb or .gltf: surfaces and lines, in single precision",
	extensions: [".glb", ".gltf"],
	read: readGltf,
	write: async (file, name) => {
		if (name.toLowerCase().endsWith(".gltf")) {
			throw new FileError(`${name}: glTF is written as one file, .glb`);
		}
		return { [name]: await writeGlb(file, name) };
	},
};

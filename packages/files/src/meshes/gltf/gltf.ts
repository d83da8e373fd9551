import type { MeshFormat } from "../meshFormat.ts";
import { readGltf } from "./readGltf.ts";
import { writeGlb, writeGltf } from "./writeGlb.ts";

/** glTF 2.0: the triangles and lines of a scene, placed by its nodes. Seams have double vertices, so equal ones are merged. */
export const gltf: MeshFormat = {
	name: "gltf",
	about: "glTF 2.0, .glb or .gltf: surfaces and lines, in single precision",
	extensions: [".glb", ".gltf"],
	read: readGltf,
	write: async (file, name) => ({
		[name]: await (name.toLowerCase().endsWith(".gltf")
			? writeGltf(file, name)
			: writeGlb(file, name)),
	}),
};

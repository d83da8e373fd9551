import { Accessor, Document, Primitive, WebIO } from "@gltf-transform/core";
import { vertexNormals } from "pliant/mesh";
import type { MeshFile } from "../meshFormat.ts";
import { singlePrecision } from "../parts/singlePrecision.ts";
import { surfaceOf } from "../parts/surfaceOf.ts";

export const writeGlb = (file: MeshFile, name: string): Promise<Uint8Array> =>
	new WebIO().writeBinary(documentOf(file, name));

/** As JSON, with its buffer in it. */
export async function writeGltf(
	file: MeshFile,
	name: string,
): Promise<Uint8Array> {
	const { json, resources } = await new WebIO().writeJSON(
		documentOf(file, name),
	);
	for (const buffer of json.buffers ?? [])
		buffer.uri = `data:application/octet-stream;base64,${encodeBase64(resources[buffer.uri ?? ""])}`;
	return new TextEncoder().encode(JSON.stringify(json));
}

/** In pieces, as a function takes only so many arguments. */
function encodeBase64(bytes: Uint8Array): string {
	const piece = 3 * 2 ** 12;
	let text = "";
	for (let i = 0; i < bytes.length; i += piece)
		text += btoa(String.fromCharCode(...bytes.subarray(i, i + piece)));
	return text;
}

/** One node with one mesh: its triangles with normals, and its edges as lines. */
function documentOf(file: MeshFile, name: string): Document {
	const { mesh, textureCoordinates } = surfaceOf(file);
	const positions = singlePrecision(mesh.positions, name);
	const document = new Document();
	const buffer = document.createBuffer();
	const createAccessor = (
		type: "SCALAR" | "VEC2" | "VEC3",
		array: Float32Array | Uint32Array,
	) =>
		document
			.createAccessor()
			.setType(Accessor.Type[type])
			.setArray(array.slice())
			.setBuffer(buffer);

	const position = createAccessor("VEC3", positions);
	const shape = document.createMesh();
	if (mesh.triangles.length > 0) {
		const triangles = document
			.createPrimitive()
			.setAttribute("POSITION", position)
			.setAttribute(
				"NORMAL",
				createAccessor(
					"VEC3",
					vertexNormals(
						positions,
						mesh.triangles,
						new Float32Array(positions.length),
					),
				),
			)
			.setIndices(createAccessor("SCALAR", mesh.triangles));
		if (textureCoordinates) {
			const texture = createAccessor("VEC2", textureCoordinates);
			triangles.setAttribute("TEXCOORD_0", texture);
		}
		shape.addPrimitive(triangles);
	}
	if (mesh.edges.length > 0) {
		const lines = document
			.createPrimitive()
			.setMode(Primitive.Mode.LINES)
			.setAttribute("POSITION", position)
			.setIndices(createAccessor("SCALAR", mesh.edges));
		shape.addPrimitive(lines);
	}
	document.createScene().addChild(document.createNode().setMesh(shape));
	return document;
}

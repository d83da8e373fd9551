import {
	Accessor,
	Document,
	type Material,
	Primitive,
	WebIO,
} from "@gltf-transform/core";
import { vertexNormals } from "pliant/mesh";
import type { Look, MeshFile } from "../meshFormat.ts";
import { singlePrecision } from "../parts/singlePrecision.ts";
import { surfaceOf } from "../parts/surfaceOf.ts";
import { surfaceParts } from "../parts/surfaceParts.ts";

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

function materialOf(
	document: Document,
	{ name, colour = [1, 1, 1, 1], texture }: Look,
): Material {
	const [r, g, b, opacity] = colour.map((c) => Math.min(1, Math.max(0, c)));
	return document
		.createMaterial(name)
		.setBaseColorFactor([r, g, b, opacity])
		.setAlphaMode(opacity < 1 ? "BLEND" : "OPAQUE")
		.setDoubleSided(true)
		.setMetallicFactor(0)
		.setExtras(texture ? { texture } : {});
}

/** One node with one mesh: its triangles with normals, and its edges as lines. */
function documentOf(file: MeshFile, name: string): Document {
	const { mesh, textureCoordinates, looks = [] } = surfaceOf(file);
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
		const normal = createAccessor(
			"VEC3",
			vertexNormals(
				positions,
				mesh.triangles,
				new Float32Array(positions.length),
			),
		);
		const texture =
			textureCoordinates && createAccessor("VEC2", textureCoordinates);
		for (const part of surfaceParts(mesh, mesh.triangles, looks)) {
			const triangles = document
				.createPrimitive()
				.setAttribute("POSITION", position)
				.setAttribute("NORMAL", normal)
				.setIndices(createAccessor("SCALAR", part.triangles));
			if (texture) triangles.setAttribute("TEXCOORD_0", texture);
			if (part.group) triangles.setExtras({ group: part.group });
			if (part.look) triangles.setMaterial(materialOf(document, part.look));
			shape.addPrimitive(triangles);
		}
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

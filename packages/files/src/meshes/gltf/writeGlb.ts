import { Accessor, Document, Primitive, WebIO } from "@gltf-transform/core";
import type { MeshFile } from "../meshFormat.ts";
import { singlePrecision } from "../parts/singlePrecision.ts";
import { surfaceOf } from "../parts/surfaceOf.ts";

/** One node with one mesh: its triangles with normals, and its edges as lines. */
export async function writeGlb(
	file: MeshFile,
	name: string,
): Promise<Uint8Array> {
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
				createAccessor("VEC3", vertexNormals(positions, mesh.triangles)),
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
	return new WebIO().writeBinary(document);
}

/** Unit normals of the vertices, each the mean of its triangles by area; up where there is none. */
function vertexNormals(x: Float32Array, triangles: Uint32Array): Float32Array {
	const sums = new Float64Array(x.length);
	for (let start = 0; start < triangles.length; start += 3) {
		const [a, b, c] = triangles.subarray(start, start + 3).map((v) => 3 * v);
		for (let axis = 0; axis < 3; axis++) {
			const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
			const part =
				(x[b + p] - x[a + p]) * (x[c + q] - x[a + q]) -
				(x[b + q] - x[a + q]) * (x[c + p] - x[a + p]);
			for (const corner of [a, b, c]) sums[corner + axis] += part;
		}
	}
	const normals = new Float32Array(x.length);
	for (let i = 0; i < x.length; i += 3) {
		const sum = sums.subarray(i, i + 3);
		const length = Math.hypot(...sum);
		const isUsable = length > 0 && Number.isFinite(length);
		normals.set(isUsable ? sum.map((part) => part / length) : [0, 0, 1], i);
	}
	return normals;
}

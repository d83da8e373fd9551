import type { MeshFile } from "../meshFormat.ts";
import { surfaceOf } from "../parts/surfaceOf.ts";

/** Binary, little-endian. */
export function writePly(file: MeshFile): Uint8Array {
	const { mesh, textureCoordinates } = surfaceOf(file);
	const { positions, triangles, edges } = mesh;
	const header = [
		"ply",
		"format binary_little_endian 1.0",
		`element vertex ${positions.length / 3}`,
		...["x", "y", "z"].map((axis) => `property double ${axis}`),
		...(textureCoordinates ? ["property float s", "property float t"] : []),
	];
	if (triangles.length > 0) {
		header.push(`element face ${triangles.length / 3}`);
		header.push("property list uchar int vertex_indices");
	}
	if (edges.length > 0) {
		header.push(`element edge ${edges.length / 2}`);
		header.push("property int vertex1", "property int vertex2");
	}
	const head = new TextEncoder().encode(`${header.join("\n")}\nend_header\n`);
	const length =
		head.length +
		8 * positions.length +
		4 * (textureCoordinates?.length ?? 0) +
		13 * (triangles.length / 3) +
		4 * edges.length;
	const bytes = new Uint8Array(length);
	bytes.set(head);
	const view = new DataView(bytes.buffer);
	let at = head.length;
	const writeIndex = (vertex: number) => {
		view.setInt32(at, vertex, true);
		at += 4;
	};
	for (let vertex = 0; vertex < positions.length / 3; vertex++) {
		for (let axis = 0; axis < 3; axis++, at += 8) {
			view.setFloat64(at, positions[3 * vertex + axis], true);
		}
		if (!textureCoordinates) continue;
		for (let i = 0; i < 2; i++, at += 4) {
			view.setFloat32(at, textureCoordinates[2 * vertex + i], true);
		}
	}
	for (let i = 0; i < triangles.length; i++) {
		if (i % 3 === 0) view.setUint8(at++, 3);
		writeIndex(triangles[i]);
	}
	edges.forEach(writeIndex);
	return bytes;
}

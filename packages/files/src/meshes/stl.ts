import { FileError } from "../fileError.ts";
import type { MeshFile, MeshFormat, MeshSource } from "./meshFormat.ts";
import { ByteReader } from "./parts/byteReader.ts";
import { MeshBuilder } from "./parts/meshBuilder.ts";
import { singlePrecision } from "./parts/singlePrecision.ts";
import { trianglesOf } from "./parts/surfaceOf.ts";
import { quotable, requireText, TextScanner } from "./parts/textScanner.ts";

/** STL: triangles that each have corners of their own, so equal ones are merged. Normals and colours are not read. */
export const stl: MeshFormat = {
	name: "stl",
	about: "STL, text or binary: triangles only, in single precision",
	extensions: [".stl"],
	read: async (source) =>
		isBinary(source.bytes) ? readBinary(source) : readText(source),
	write: async (file, name) => ({ [name]: writeBinary(file, name) }),
};

const headerLength = 80;
const triangleLength = 50;

/** Binary files may begin with "solid" as well, so their length decides first. */
function isBinary(bytes: Uint8Array): boolean {
	if (bytes.length >= headerLength + 4) {
		const view = new DataView(bytes.buffer, bytes.byteOffset);
		const count = view.getUint32(headerLength, true);
		if (bytes.length === headerLength + 4 + triangleLength * count) return true;
	}
	const start = new TextDecoder().decode(bytes.subarray(0, 256));
	return !/^\s*solid\b/i.test(start);
}

function readBinary({ name, bytes }: MeshSource): MeshFile {
	if (bytes.length < headerLength + 4) {
		throw new FileError(
			`${name}: ends after ${bytes.length} of ${headerLength + 4} bytes of header; the file is truncated or not an STL`,
		);
	}
	const reader = new ByteReader(name, bytes, "little", headerLength);
	const builder = new MeshBuilder(name, bytes.length);
	const count = reader.number("uint32", "triangle count");
	reader.requireBytes(count * triangleLength, `${count} triangles`);
	for (let triangle = 0; triangle < count; triangle++) {
		reader.skip(12, "normal");
		for (let i = 0; i < 3; i++) {
			builder.addNextVertex(reader, "float32");
		}
		builder.addTriangle(3 * triangle, 3 * triangle + 1, 3 * triangle + 2);
		reader.skip(2, "attributes");
	}
	if (reader.left > 0) {
		builder.note(`${reader.left} bytes after the last triangle were ignored`);
	}
	return builder.finish({ mergeEqualVertices: true });
}

function readText({ name, bytes }: MeshSource): MeshFile {
	requireText(name, bytes, "an STL text");
	const scanner = new TextScanner(name, bytes);
	const builder = new MeshBuilder(name, bytes.length);
	let corners: number[] = [];
	let isOpen = false;
	while (scanner.nextLine()) {
		const keyword = scanner.word()?.toLowerCase() ?? "";
		switch (keyword) {
			case "solid":
				isOpen = true;
				break;
			case "vertex":
				corners.push(builder.vertexCount);
				builder.addVertexInLine(scanner);
				break;
			case "endfacet":
				builder.addPolygon(corners);
				corners = [];
				break;
			case "endsolid":
				isOpen = false;
				break;
			case "facet":
			case "outer":
			case "endloop":
				break;
			default:
				throw scanner.error(
					`"${quotable(keyword)}" is not a word of STL; expected facet, vertex, endfacet or endsolid`,
				);
		}
	}
	if (isOpen) {
		throw scanner.error("ends without endsolid; the file is truncated");
	}
	return builder.finish({ mergeEqualVertices: true });
}

function writeBinary(file: MeshFile, name: string): Uint8Array {
	const { mesh } = trianglesOf(file, name, "STL");
	const { triangles } = mesh;
	const positions = singlePrecision(mesh.positions, name);
	const count = triangles.length / 3;
	const bytes = new Uint8Array(headerLength + 4 + triangleLength * count);
	const view = new DataView(bytes.buffer);
	view.setUint32(headerLength, count, true);
	for (let triangle = 0; triangle < count; triangle++) {
		const start = headerLength + 4 + triangleLength * triangle;
		const corners = [0, 1, 2].map((i) => 3 * triangles[3 * triangle + i]);
		// Readers take the normal from the corners where the file has none, (0, 0, 0).
		corners.forEach((corner, i) => {
			for (let axis = 0; axis < 3; axis++) {
				const at = start + 12 * (i + 1) + 4 * axis;
				view.setFloat32(at, positions[corner + axis], true);
			}
		});
	}
	return bytes;
}

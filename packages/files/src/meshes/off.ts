import { FileError } from "../fileError.ts";
import type { MeshFile, MeshFormat, MeshSource } from "./meshFormat.ts";
import { MeshBuilder } from "./parts/meshBuilder.ts";
import { missingVertex, toCount } from "./parts/numberReader.ts";
import { trianglesOf } from "./parts/surfaceOf.ts";
import { quotable, requireText, TextScanner } from "./parts/textScanner.ts";
import { TextWriter } from "./parts/textWriter.ts";

/** OFF: vertices and polygons, one per line. Normals, colours and texture coordinates are passed over. */
export const off: MeshFormat = {
	name: "off",
	about: "Object File Format (Geomview): polygons",
	extensions: [".off"],
	read: async (source) => readOff(source),
	write: async (file, name) => ({ [name]: writeOff(file, name) }),
};

function readOff({ name, bytes }: MeshSource): MeshFile {
	requireText(name, bytes, "an OFF text");
	const scanner = new TextScanner(name, bytes, { comment: "#" });
	const builder = new MeshBuilder(name, bytes.length);
	readKeyword(scanner, name);
	const readCount = (what: string) => {
		const count = toCount(scanner, scanner.numberInLine(what), what);
		scanner.require(count, "float64", `${count} ${what}`);
		return count;
	};
	const vertexCount = readCount("vertices");
	const faceCount = readCount("faces");
	scanner.require(3 * vertexCount + 2 * faceCount, "float64", "the counts");

	for (let vertex = 0; vertex < vertexCount; vertex++) {
		scanner.requireLine(`vertex ${vertex} of ${vertexCount}`);
		builder.addVertexInLine(scanner);
	}
	const corners: number[] = [];
	for (let face = 0; face < faceCount; face++) {
		scanner.requireLine(`face ${face} of ${faceCount}`);
		const count = toCount(scanner, scanner.numberInLine("corners"), "corners");
		for (let i = 0; i < count; i++) {
			const vertex = scanner.numberInLine("vertex index");
			if (!(vertex >= 0 && vertex < vertexCount && Number.isInteger(vertex))) {
				throw scanner.error(missingVertex(vertex, vertexCount));
			}
			corners[i] = vertex;
		}
		builder.addPolygon(corners, count);
	}
	return builder.finish();
}

/** The first word, then the line with the counts, which may be the same one. */
function readKeyword(scanner: TextScanner, name: string): void {
	scanner.nextLine();
	const keyword = scanner.word() ?? "";
	if (!/^(ST)?C?N?4?n?OFF$/.test(keyword)) {
		throw new FileError(
			`${name}: begins with "${quotable(keyword)}" instead of OFF; it is not an OFF file`,
		);
	}
	if (/4|n/.test(keyword)) {
		throw scanner.error(
			`${keyword} has vertices that are not in three dimensions; write them as OFF with x, y and z`,
		);
	}
	if (!scanner.hasWord()) {
		scanner.requireLine("counts");
		return;
	}
	const start = scanner.position;
	if (scanner.word() === "BINARY") {
		throw scanner.error("binary OFF is not read; write it as text, or as PLY");
	}
	scanner.position = start;
}

function writeOff(file: MeshFile, name: string): Uint8Array {
	const { positions, triangles } = trianglesOf(file, name, "OFF").mesh;
	const text = new TextWriter();
	text.line("OFF");
	text.line(positions.length / 3, triangles.length / 3, 0);
	text.tuples(positions, 3);
	for (let i = 0; i < triangles.length; i += 3) {
		text.line(3, ...triangles.subarray(i, i + 3));
	}
	return text.bytes();
}

import { FileError } from "../../fileError.ts";
import type { MeshFile, MeshFormat, MeshSource } from "../meshFormat.ts";
import { countedNote } from "../parts/countedNote.ts";
import { MeshBuilder } from "../parts/meshBuilder.ts";
import { requireText } from "../parts/textScanner.ts";
import { xmlTree } from "../parts/xmlTree.ts";
import { fillOutlines } from "./fillOutlines.ts";
import { svgOutlines } from "./svgOutlines.ts";
import { svgUnit } from "./svgUnit.ts";

/**
 * Outlines of an SVG as a flat pattern in the plane z = 0, filled with about a thousand triangles of even size. An outline
 * inside another one is a hole.
 */
export const svg: MeshFormat = {
	name: "svg",
	about:
		"SVG outlines as a flat pattern, filled with even triangles; read only",
	extensions: [".svg"],
	read: async (source) => readSvg(source),
};

function readSvg({ name, bytes }: MeshSource): MeshFile {
	requireText(name, bytes, "an SVG");
	const root = xmlTree(name, new TextDecoder().decode(bytes));
	const builder = new MeshBuilder(name, bytes.length);
	const { metres, note } = svgUnit(root);
	const { outlines, openCount } = svgOutlines(name, root, metres);
	const { positions, triangles, outlineVertices } = fillOutlines(
		name,
		outlines,
	);
	const place = {
		error: (message: string) => new FileError(`${name}: ${message}`),
	};
	for (let i = 0; i < positions.length; i += 2) {
		builder.addVertex(positions[i], positions[i + 1], 0, place);
	}
	for (let i = 0; i < triangles.length; i += 3) {
		builder.addTriangle(triangles[i], triangles[i + 1], triangles[i + 2]);
	}
	outlines.forEach(({ id }, i) => {
		if (!id) return;
		const group = builder.group(id);
		for (const vertex of outlineVertices[i]) group.push(vertex);
	});
	builder.note(note);
	if (openCount > 0) {
		builder.note(countedNote(openCount, "open line", "left out"));
	}
	return builder.finish();
}

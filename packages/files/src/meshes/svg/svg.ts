import { FileError } from "../../fileError.ts";
import type {
	MeshFile,
	MeshFormat,
	MeshSource,
	PatternOutline,
} from "../meshFormat.ts";
import { countedNote } from "../parts/countedNote.ts";
import { MeshBuilder } from "../parts/meshBuilder.ts";
import { requireText } from "../parts/textScanner.ts";
import { xmlTree } from "../parts/xmlTree.ts";
import { fillOutlines } from "./fillOutlines.ts";
import { chooseEdgeLength } from "./outlinePoints.ts";
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

function readSvg({ name, bytes, edge }: MeshSource): MeshFile {
	requireText(name, bytes, "an SVG");
	const root = xmlTree(name, new TextDecoder().decode(bytes));
	const builder = new MeshBuilder(name, bytes.length);
	const { metres, note } = svgUnit(root);
	const { outlines, openCount } = svgOutlines(name, root, metres);
	const { positions, triangles, outlineVertices, cornerVertices } =
		fillOutlines(name, outlines, chooseEdgeLength(name, outlines, edge));
	const named = new Map<string, PatternOutline>();
	const place = {
		error: (message: string) => new FileError(`${name}: ${message}`),
	};
	for (let i = 0; i < positions.length; i += 2) {
		builder.addVertex(positions[i], positions[i + 1], 0, place);
	}
	for (let i = 0; i < triangles.length; i += 3) {
		builder.addTriangle(triangles[i], triangles[i + 1], triangles[i + 2]);
	}
	outlines.forEach(({ id, sides = [] }, i) => {
		if (!id) return;
		const group = builder.group(id);
		for (const vertex of outlineVertices[i]) group.push(vertex);
		// Of a path with holes, what comes first is what it is called after.
		if (named.has(id)) return;
		const corners = Uint32Array.from(cornerVertices[i]);
		named.set(id, { corners, sides });
	});
	builder.note(note);
	if (openCount > 0) {
		builder.note(countedNote(openCount, "open line", "left out"));
	}
	builder.textureCoordinates = patternCoordinates(positions);
	return { ...builder.finish(), outlines: named };
}

/** uv of each vertex: its place in the pattern, whose longer side is 1. */
function patternCoordinates(positions: Float64Array): Float32Array {
	const least = [0, 1].map((k) =>
		positions.reduce(
			(a, b, i) => (i % 2 === k ? Math.min(a, b) : a),
			Number.POSITIVE_INFINITY,
		),
	);
	const size = positions.reduce((a, b, i) => Math.max(a, b - least[i % 2]), 0);
	return Float32Array.from(positions, (c, i) => (c - least[i % 2]) / size);
}

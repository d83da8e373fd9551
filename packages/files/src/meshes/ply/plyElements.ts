import type { MeshBuilder } from "../parts/meshBuilder.ts";
import { missingVertex, type NumberReader } from "../parts/numberReader.ts";
import type { PlyElement } from "./plyHeader.ts";

/** Values of one element, by the place of their property. */
export interface PlyRow {
	readonly values: number[];
	/** The list with vertices; beyond `listLength` it has what is left of a longer one in an earlier row. */
	readonly list: number[];
	listLength: number;
}

export interface PlyContext {
	readonly builder: MeshBuilder;
	readonly reader: NumberReader;
	/** As the header declares it, since cells may come before the vertices. */
	readonly vertexCount: number;
}

/** For the elements of one kind: looks at their properties once and returns what to do with each. */
type ElementReader = (
	element: PlyElement,
	context: PlyContext,
) => (row: PlyRow) => void;

/** By the name in the header; others are passed over. */
export const plyElements: Readonly<Record<string, ElementReader>> = {
	vertex: takeVertices,
	face: takeFaces,
	tristrips: takeStrips,
	edge: takeEdges,
};

function takeVertices(
	element: PlyElement,
	{ builder, reader }: PlyContext,
): (row: PlyRow) => void {
	if (builder.vertexCount > 0) {
		throw reader.error('the header declares "vertex" more than once');
	}
	const [x, y, z] = ["x", "y", "z"].map((axis) =>
		indexOfProperty(element, axis),
	);
	if (x < 0 || y < 0 || z < 0) {
		throw reader.error("vertices need the properties x, y and z");
	}
	const u = indexOfProperty(element, "s", "u", "texture_u");
	const v = indexOfProperty(element, "t", "v", "texture_v");
	const texture =
		u >= 0 && v >= 0 ? new Float32Array(2 * element.count) : undefined;
	builder.textureCoordinates = texture;
	return ({ values }) => {
		const vertex = builder.vertexCount;
		builder.addVertex(values[x], values[y], values[z], reader);
		if (!texture) return;
		texture[2 * vertex] = values[u];
		texture[2 * vertex + 1] = values[v];
		if (Number.isFinite(values[u] + values[v])) return;
		throw reader.error(
			`the texture coordinates are (${values[u]}, ${values[v]}); they must be finite`,
		);
	};
}

function takeFaces(_: PlyElement, context: PlyContext): (row: PlyRow) => void {
	return ({ list, listLength }) => {
		for (let i = 0; i < listLength; i++) requireIndex(context, list[i]);
		context.builder.addPolygon(list, listLength);
	};
}

/** Lists of strips, with −1 between them. */
function takeStrips(_: PlyElement, context: PlyContext): (row: PlyRow) => void {
	return ({ list, listLength }) => {
		let start = 0;
		for (let end = 0; end <= listLength; end++) {
			if (end < listLength && list[end] !== -1) {
				requireIndex(context, list[end]);
				continue;
			}
			if (end > start) context.builder.addStrip(list.slice(start, end));
			start = end + 1;
		}
	};
}

function takeEdges(
	element: PlyElement,
	context: PlyContext,
): (row: PlyRow) => void {
	const a = indexOfProperty(element, "vertex1");
	const b = indexOfProperty(element, "vertex2");
	if (a < 0 || b < 0) {
		throw context.reader.error("edges need the properties vertex1 and vertex2");
	}
	return ({ values }) => {
		requireIndex(context, values[a]);
		requireIndex(context, values[b]);
		context.builder.addEdge(values[a], values[b]);
	};
}

/** Index of the property with one of these names that is not a list; −1 if there is none. */
function indexOfProperty(
	{ properties }: PlyElement,
	...names: string[]
): number {
	return properties.findIndex(
		({ name, lengthType }) => !lengthType && names.includes(name),
	);
}

function requireIndex(
	{ reader, vertexCount }: PlyContext,
	index: number,
): void {
	if (index >= 0 && index < vertexCount && Number.isInteger(index)) return;
	throw reader.error(missingVertex(index, vertexCount));
}

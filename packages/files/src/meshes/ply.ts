import { FileError } from "../fileError.ts";
import type { MeshFile, MeshFormat, MeshSource } from "./meshFormat.ts";
import { ByteReader } from "./parts/byteReader.ts";
import { MeshBuilder } from "./parts/meshBuilder.ts";
import {
	missingVertex,
	type NumberReader,
	type NumberType,
	sizedTypes,
	toCount,
} from "./parts/numberReader.ts";
import { surfaceOf } from "./parts/surfaceOf.ts";
import { quotable, TextScanner } from "./parts/textScanner.ts";

/** PLY: elements with properties that the header names; vertices, faces, strips and edges are read, the rest is passed over. */
export const ply: MeshFormat = {
	name: "ply",
	about: "PLY, text or binary: surfaces and lines with texture coordinates",
	extensions: [".ply"],
	read: async (source) => readPly(source),
	write: async (file, name) => ({ [name]: writePly(file) }),
};

interface Property {
	readonly name: string;
	readonly type: NumberType;
	/** Of the length, for lists. */
	readonly lengthType?: NumberType;
}

interface Element {
	readonly name: string;
	readonly count: number;
	readonly properties: Property[];
}

interface Header {
	readonly format: string;
	readonly elements: readonly Element[];
}

/** C's names, and those with sizes. */
const numberTypes: Readonly<Record<string, NumberType>> = {
	char: "int8",
	uchar: "uint8",
	short: "int16",
	ushort: "uint16",
	int: "int32",
	uint: "uint32",
	float: "float32",
	double: "float64",
	...sizedTypes,
};

function readPly({ name, bytes }: MeshSource): MeshFile {
	const scanner = new TextScanner(name, bytes);
	if (!scanner.nextLine() || scanner.word() !== "ply") {
		throw new FileError(
			`${name}: does not begin with "ply"; it is empty or not a PLY file`,
		);
	}
	const { format, elements } = readHeader(scanner);
	scanner.endLine();
	const body: NumberReader =
		format === "ascii"
			? scanner
			: new ByteReader(
					name,
					bytes,
					format === "binary_big_endian" ? "big" : "little",
					scanner.position,
				);
	return readBody(new MeshBuilder(name), body, elements);
}

function readHeader(scanner: TextScanner): Header {
	let format: string | undefined;
	const elements: Element[] = [];
	while (scanner.nextLine()) {
		const keyword = scanner.word() ?? "";
		if (keyword === "end_header") {
			if (format) return { format, elements };
			throw scanner.error("the header has no line with the format");
		}
		if (keyword === "format") format = readFormat(scanner);
		else if (keyword === "element") elements.push(readElement(scanner));
		else if (keyword === "property") {
			const element = elements.at(-1);
			if (!element) throw scanner.error("a property stands before any element");
			element.properties.push(readProperty(scanner));
		} else if (keyword !== "comment" && keyword !== "obj_info") {
			throw scanner.error(
				`"${quotable(keyword)}" is not a word of a PLY header; expected element, property, comment or end_header`,
			);
		}
	}
	throw scanner.error("ends inside the header; the file is truncated");
}

function readFormat(scanner: TextScanner): string {
	const formats = ["ascii", "binary_little_endian", "binary_big_endian"];
	const format = scanner.word() ?? "";
	if (formats.includes(format)) return format;
	throw scanner.error(
		`format "${quotable(format)}" is not known; expected ${formats.join(", ")}`,
	);
}

function readElement(scanner: TextScanner): Element {
	const name = scanner.word() ?? "";
	const what = `elements "${quotable(name)}"`;
	const count = toCount(scanner, scanner.numberInLine(what), what);
	return { name, count, properties: [] };
}

function readProperty(scanner: TextScanner): Property {
	const readType = () => {
		const type = scanner.word() ?? "";
		if (Object.hasOwn(numberTypes, type)) return numberTypes[type];
		throw scanner.error(
			`property type "${quotable(type)}" is not known; expected list or ${Object.keys(numberTypes).join(", ")}`,
		);
	};
	const start = scanner.position;
	if (scanner.word() === "list") {
		const lengthType = readType();
		return { lengthType, type: readType(), name: scanner.word() ?? "" };
	}
	scanner.position = start;
	return { type: readType(), name: scanner.word() ?? "" };
}

/** Values of one element, by the place of their property; lists stand in `list` until the next list. */
interface Row {
	readonly values: number[];
	/** The values of the list that the element is about. */
	readonly list: number[];
	listLength: number;
}

const listNames = ["vertex_indices", "vertex_index"];

function readBody(
	builder: MeshBuilder,
	reader: NumberReader,
	elements: readonly Element[],
): MeshFile {
	const vertexCount =
		elements.find(({ name }) => name === "vertex")?.count ?? 0;
	for (const element of elements) {
		requireRoom(reader, element);
		const take = takerOf(builder, reader, element, vertexCount);
		const row: Row = { values: [], list: [], listLength: 0 };
		for (let i = 0; i < element.count; i++) {
			readRow(reader, element, row);
			take(row);
		}
	}
	return builder.finish();
}

/** Every element takes at least its numbers and the lengths of its lists. */
function requireRoom(
	reader: NumberReader,
	{ name, count, properties }: Element,
) {
	if (properties.length === 0 && count > 0) {
		throw reader.error(
			`element "${quotable(name)}" has no properties in the header, but ${count} are declared`,
		);
	}
	for (const { type, lengthType } of properties) {
		reader.require(
			count,
			lengthType ?? type,
			`${count} times "${quotable(name)}"`,
		);
	}
}

function readRow(
	reader: NumberReader,
	{ properties }: Element,
	row: Row,
): void {
	for (let place = 0; place < properties.length; place++) {
		const { name, type, lengthType } = properties[place];
		if (!lengthType) {
			row.values[place] = reader.number(type, name);
			continue;
		}
		const length = toCount(
			reader,
			reader.number(lengthType, "length of a list"),
			"values of a list",
		);
		reader.require(length, type, "values of a list");
		const isWanted = listNames.includes(name);
		if (isWanted) row.listLength = length;
		for (let i = 0; i < length; i++) {
			const value = reader.number(type, name);
			if (isWanted) row.list[i] = value;
		}
	}
}

/** What to do with each element of a kind. */
function takerOf(
	builder: MeshBuilder,
	reader: NumberReader,
	element: Element,
	vertexCount: number,
): (row: Row) => void {
	const { name, properties, count } = element;
	const placeOf = (...names: string[]) =>
		properties.findIndex(
			(property) => !property.lengthType && names.includes(property.name),
		);
	const requireIndex = (index: number) => {
		if (index >= 0 && index < vertexCount && Number.isInteger(index)) return;
		throw reader.error(missingVertex(index, vertexCount));
	};
	if (name === "vertex") {
		if (builder.vertexCount > 0) {
			throw reader.error('the header declares "vertex" more than once');
		}
		const [x, y, z] = [placeOf("x"), placeOf("y"), placeOf("z")];
		if (x < 0 || y < 0 || z < 0) {
			throw reader.error("vertices need the properties x, y and z");
		}
		const u = placeOf("s", "u", "texture_u");
		const v = placeOf("t", "v", "texture_v");
		const texture = u >= 0 && v >= 0 ? new Float32Array(2 * count) : undefined;
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
	if (name === "face") {
		return ({ list, listLength }) => {
			for (let i = 0; i < listLength; i++) requireIndex(list[i]);
			builder.addPolygon(list, listLength);
		};
	}
	if (name === "tristrips") {
		return ({ list, listLength }) => {
			const endsOfStrips = (end: number) => end === listLength || list[end] < 0;
			let start = 0;
			for (let end = 0; end <= listLength; end++) {
				if (!endsOfStrips(end)) requireIndex(list[end]);
				else {
					if (end > start) builder.addStrip(list.slice(start, end));
					start = end + 1;
				}
			}
		};
	}
	if (name === "edge") {
		const [a, b] = [placeOf("vertex1"), placeOf("vertex2")];
		if (a < 0 || b < 0) {
			throw reader.error("edges need the properties vertex1 and vertex2");
		}
		return ({ values }) => {
			requireIndex(values[a]);
			requireIndex(values[b]);
			builder.addEdge(values[a], values[b]);
		};
	}
	return () => {};
}

function writePly(file: MeshFile): Uint8Array {
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

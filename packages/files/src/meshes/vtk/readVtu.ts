import { FileError } from "../../fileError.ts";
import type { MeshFile, MeshSource } from "../meshFormat.ts";
import { type ErrorContext, MeshBuilder } from "../parts/meshBuilder.ts";
import { readIndex, toCount } from "../parts/numberReader.ts";
import { quotable, requireText } from "../parts/textScanner.ts";
import { type XmlElement, xmlTree } from "../parts/xmlTree.ts";
import { type DataArrays, dataArrays } from "./dataArrays.ts";
import { addVtkCells } from "./vtkCells.ts";

export function readVtu({ name, bytes }: MeshSource): MeshFile {
	requireText(name, bytes.subarray(0, 64), "a VTK XML file");
	const { document, appended } = splitAppended(bytes);
	const root = xmlTree(name, document);
	const type = root.attributes.type ?? "";
	if (root.name !== "VTKFile" || type !== "UnstructuredGrid") {
		throw new FileError(
			`${name}: is <${quotable(root.name)} type="${quotable(type)}">; it must be <VTKFile type="UnstructuredGrid">`,
		);
	}
	const builder = new MeshBuilder(name, bytes.length);
	const arrays = dataArrays(name, root, bytes.length, appended);
	for (const grid of childrenOf(root, "UnstructuredGrid")) {
		for (const piece of childrenOf(grid, "Piece")) {
			readPiece(name, piece, arrays, builder);
		}
	}
	return builder.finish();
}

/**
 * The XML without the appended data, which may be bytes that are no text, and that data. It begins after an underscore.
 */
function splitAppended(bytes: Uint8Array): {
	document: string;
	appended: Uint8Array | undefined;
} {
	const tag = new TextEncoder().encode("<AppendedData");
	let at = bytes.indexOf(tag[0]);
	while (at >= 0 && !tag.every((byte, i) => bytes[at + i] === byte)) {
		at = bytes.indexOf(tag[0], at + 1);
	}
	const decoder = new TextDecoder();
	if (at < 0) return { document: decoder.decode(bytes), appended: undefined };
	const tagEnd = bytes.indexOf(0x3e, at) + 1 || bytes.length;
	const mark = bytes.indexOf(0x5f, tagEnd);
	return {
		document: `${decoder.decode(bytes.subarray(0, tagEnd))}</AppendedData></VTKFile>`,
		appended: mark < 0 ? undefined : bytes.subarray(mark + 1),
	};
}

function readPiece(
	file: string,
	piece: XmlElement,
	arrays: DataArrays,
	builder: MeshBuilder,
): void {
	const context: ErrorContext = {
		error: (message) => new FileError(`${file}, Piece: ${message}`),
	};
	const vertexCount = readCount(piece, "NumberOfPoints", context);
	const cellCount = readCount(piece, "NumberOfCells", context);
	const first = builder.vertexCount;

	const points = childrenOf(piece, "Points").flatMap(arraysOf)[0];
	if (points) {
		requireComponents(points, context);
		arrays.read(points, 3 * vertexCount, (reader, type) => {
			for (let i = 0; i < vertexCount; i++) builder.addNextVertex(reader, type);
		});
	} else if (vertexCount > 0) {
		throw context.error(`has no Points for its ${vertexCount} points`);
	}
	if (cellCount === 0) return;

	const cellArrays = childrenOf(piece, "Cells").flatMap(arraysOf);
	const arrayOf = (name: string) => {
		const found = cellArrays.find(({ attributes }) => attributes.Name === name);
		if (found) return found;
		throw context.error(
			`has no DataArray "${name}" for its ${cellCount} cells`,
		);
	};
	const readNumbers = (name: string, count: number) =>
		arrays.read(arrayOf(name), count, (reader, type) => {
			const values = new Float64Array(count);
			for (let i = 0; i < count; i++) values[i] = reader.number(type, name);
			return values;
		});
	const types = readNumbers("types", cellCount);
	const ends = readNumbers("offsets", cellCount);
	const size = toCount(context, ends[cellCount - 1], "vertices of all cells");
	const connectivity = arrays.read(
		arrayOf("connectivity"),
		size,
		(reader, type) => {
			const vertices = new Uint32Array(size);
			for (let i = 0; i < size; i++) {
				vertices[i] = first + readIndex(reader, type, vertexCount);
			}
			return vertices;
		},
	);
	addVtkCells(builder, { connectivity, ends }, types, context);
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
	return element.children.filter((child) => child.name === name);
}

const arraysOf = (element: XmlElement) => childrenOf(element, "DataArray");

function readCount(
	piece: XmlElement,
	name: string,
	context: ErrorContext,
): number {
	return toCount(context, Number(piece.attributes[name] ?? Number.NaN), name);
}

function requireComponents(
	{ attributes }: XmlElement,
	context: ErrorContext,
): void {
	if (attributes.NumberOfComponents === "3") return;
	throw context.error(
		`Points have NumberOfComponents="${quotable(attributes.NumberOfComponents ?? "")}"; it must be 3`,
	);
}

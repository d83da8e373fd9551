import { FileError } from "../../fileError.ts";
import type { MeshFile, MeshSource } from "../meshFormat.ts";
import { ByteReader } from "../parts/byteReader.ts";
import { MeshBuilder } from "../parts/meshBuilder.ts";
import { type NumberReader, readCount } from "../parts/numberReader.ts";
import { quotable, TextScanner } from "../parts/textScanner.ts";
import { type PlyContext, type PlyRow, plyElements } from "./plyElements.ts";
import { type PlyElement, readPlyHeader } from "./plyHeader.ts";

export function readPly({ name, bytes }: MeshSource): MeshFile {
	const scanner = new TextScanner(name, bytes);
	if (!scanner.nextLine() || scanner.word() !== "ply") {
		throw new FileError(
			`${name}: does not begin with "ply"; it is empty or not a PLY file`,
		);
	}
	const { format, elements } = readPlyHeader(scanner);
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
	return readBody(new MeshBuilder(name, bytes.length), body, elements);
}

const listNames = ["vertex_indices", "vertex_index"];

function readBody(
	builder: MeshBuilder,
	reader: NumberReader,
	elements: readonly PlyElement[],
): MeshFile {
	const vertexCount =
		elements.find(({ name }) => name === "vertex")?.count ?? 0;
	const context: PlyContext = { builder, reader, vertexCount };
	for (const element of elements) {
		requireRoom(reader, element);
		const take = Object.hasOwn(plyElements, element.name)
			? plyElements[element.name](element, context)
			: undefined;
		const row: PlyRow = { values: [], list: [], listLength: 0 };
		for (let i = 0; i < element.count; i++) {
			readRow(reader, element, row);
			take?.(row);
		}
	}
	return builder.finish();
}

/** Every element takes at least its numbers and the lengths of its lists. */
function requireRoom(
	reader: NumberReader,
	{ name, count, properties }: PlyElement,
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
	{ properties }: PlyElement,
	row: PlyRow,
): void {
	for (let place = 0; place < properties.length; place++) {
		const { name, type, lengthType } = properties[place];
		if (!lengthType) {
			row.values[place] = reader.number(type, name);
			continue;
		}
		const length = readCount(reader, lengthType, "values of a list");
		reader.require(length, type, "values of a list");
		const isWanted = listNames.includes(name);
		if (isWanted) row.listLength = length;
		for (let i = 0; i < length; i++) {
			const value = reader.number(type, name);
			if (isWanted) row.list[i] = value;
		}
	}
}

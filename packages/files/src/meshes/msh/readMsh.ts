import { FileError } from "../../fileError.ts";
import type { MeshFile, MeshSource } from "../meshFormat.ts";
import { ByteReader } from "../parts/byteReader.ts";
import { MeshBuilder } from "../parts/meshBuilder.ts";
import type { NumberReader } from "../parts/numberReader.ts";
import { quotable, TextScanner } from "../parts/textScanner.ts";
import { readElements2, readNodes2 } from "./msh2.ts";
import { readElements4, readEntities4, readNodes4 } from "./msh4.ts";
import type { MshContents } from "./mshContents.ts";
import { readPhysicalNames } from "./physicalNames.ts";

interface Format {
	readonly major: 2 | 4;
	/** Byte order of binary files; absent for text. */
	readonly byteOrder?: "little" | "big";
}

type SectionReader = (reader: NumberReader, contents: MshContents) => void;

const sections: Readonly<Record<2 | 4, Record<string, SectionReader>>> = {
	2: { $Nodes: readNodes2, $Elements: readElements2 },
	4: {
		$Entities: readEntities4,
		$Nodes: readNodes4,
		$Elements: readElements4,
	},
};

/** A file is made of sections, $Name … $EndName, of which only some are binary, and only in binary files. */
export function readMsh({ name, bytes }: MeshSource): MeshFile {
	const scanner = new TextScanner(name, bytes);
	let format: Format | undefined;
	const contents: MshContents = {
		builder: new MeshBuilder(name, bytes.length),
		vertexOfTag: new Map(),
		physicalNames: new Map(),
		physicalTagsOfEntity: new Map(),
		isBinary: false,
	};
	while (scanner.nextLine()) {
		const section = scanner.word() ?? "";
		if (section === "$MeshFormat") {
			format = readFormat(scanner, bytes);
			contents.isBinary = format.byteOrder !== undefined;
		} else if (!format) {
			throw new FileError(
				`${name}: begins with "${quotable(section)}" instead of $MeshFormat; it is not a Gmsh file`,
			);
		} else if (section === "$PhysicalNames") {
			readPhysicalNames(scanner, contents);
		} else if (Object.hasOwn(sections[format.major], section)) {
			const read = sections[format.major][section];
			readSection(name, scanner, bytes, format, (reader) =>
				read(reader, contents),
			);
		}
		skipSection(scanner, bytes, section);
	}
	if (!format) {
		throw new FileError(`${name}: is empty; it must be a Gmsh file`);
	}
	return contents.builder.finish();
}

function readFormat(scanner: TextScanner, bytes: Uint8Array): Format {
	const version = scanner.number("float64", "version");
	const isBinary = scanner.number("int32", "file type") === 1;
	const size = scanner.number("int32", "data size");
	const major = Math.floor(version);
	if (major !== 2 && version !== 4.1) {
		throw scanner.error(
			`version ${version} is not read; write 4.1 or 2.2 (gmsh: Mesh.MshFileVersion)`,
		);
	}
	if (size !== 8) throw scanner.error(`data size is ${size}; it must be 8`);
	if (!isBinary) return { major: major === 2 ? 2 : 4 };
	scanner.endLine();
	const one = new ByteReader("", bytes, "little", scanner.position);
	if (one.left < 4) {
		throw scanner.error("ends inside the header; the file is truncated");
	}
	const mark = one.number("int32", "byte order");
	if (mark !== 1 && mark !== 0x01000000) {
		throw scanner.error(`the mark for the byte order is ${mark}, not 1`);
	}
	scanner.position = one.position;
	return {
		major: major === 2 ? 2 : 4,
		byteOrder: mark === 1 ? "little" : "big",
	};
}

function readSection(
	name: string,
	scanner: TextScanner,
	bytes: Uint8Array,
	{ major, byteOrder }: Format,
	read: (reader: NumberReader) => void,
): void {
	if (!byteOrder) {
		read(scanner);
		return;
	}
	const reader = new ByteReader(name, bytes, byteOrder);
	// The counts of version 2 are text even in binary files.
	const count = major === 2 ? scanner.number("int32", "count") : undefined;
	scanner.endLine();
	reader.position = scanner.position;
	read(count === undefined ? reader : withFirst(count, reader));
	scanner.position = reader.position;
}

/** A reader whose first number is known already. */
function withFirst(first: number, reader: NumberReader): NumberReader {
	let isTaken = false;
	return {
		number: (type, what) => {
			if (isTaken) return reader.number(type, what);
			isTaken = true;
			return first;
		},
		require: (count, type, what) => reader.require(count, type, what),
		error: (message) => reader.error(message),
	};
}

/** To the end of the line with $EndName, over whatever was not read. */
function skipSection(
	scanner: TextScanner,
	bytes: Uint8Array,
	section: string,
): void {
	if (!section.startsWith("$")) {
		throw scanner.error(
			`"${quotable(section)}" stands where a section such as $Nodes is expected`,
		);
	}
	const end = `$End${section.slice(1)}`;
	const at = indexOf(bytes, end, scanner.position);
	if (at < 0) {
		throw scanner.error(`has no ${quotable(end)}; the file is truncated`);
	}
	for (let i = scanner.position; i < at; i++)
		if (bytes[i] === 10) scanner.line++;
	scanner.position = at + end.length;
}

function indexOf(bytes: Uint8Array, text: string, from: number): number {
	const wanted = new TextEncoder().encode(text);
	let at = bytes.indexOf(wanted[0], from);
	while (at >= 0) {
		if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
		at = bytes.indexOf(wanted[0], at + 1);
	}
	return -1;
}

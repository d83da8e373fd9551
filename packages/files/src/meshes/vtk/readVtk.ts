import { FileError } from "../../fileError.ts";
import type { MeshFile, MeshSource } from "../meshFormat.ts";
import { ByteReader } from "../parts/byteReader.ts";
import { MeshBuilder } from "../parts/meshBuilder.ts";
import {
	type NumberReader,
	type NumberType,
	readIndex,
	toCount,
} from "../parts/numberReader.ts";
import { quotable, TextScanner } from "../parts/textScanner.ts";
import { addVtkCells, type CellArray } from "./vtkCells.ts";

const numberTypes: Readonly<Record<string, NumberType>> = {
	char: "int8",
	signed_char: "int8",
	unsigned_char: "uint8",
	short: "int16",
	unsigned_short: "uint16",
	int: "int32",
	unsigned_int: "uint32",
	long: "int64",
	unsigned_long: "uint64",
	float: "float32",
	double: "float64",
	vtkidtype: "int32",
	vtktypeint8: "int8",
	vtktypeuint8: "uint8",
	vtktypeint16: "int16",
	vtktypeuint16: "uint16",
	vtktypeint32: "int32",
	vtktypeuint32: "uint32",
	vtktypeint64: "int64",
	vtktypeuint64: "uint64",
};

/** The kind of cell in each section of polygonal data. */
const polygonalSections: Readonly<Record<string, number>> = {
	VERTICES: 2,
	LINES: 4,
	POLYGONS: 7,
	TRIANGLE_STRIPS: 6,
};

export function readVtk(source: MeshSource): MeshFile {
	return new VtkReader(source).read();
}

class VtkReader {
	readonly #scanner: TextScanner;
	readonly #builder: MeshBuilder;
	/** Reads the numbers of binary files, which follow the line that announces them. */
	readonly #binary: ByteReader | undefined;
	readonly #version: number;
	#cells: CellArray | undefined;
	#types: Float64Array | undefined;

	constructor({ name, bytes }: MeshSource) {
		this.#builder = new MeshBuilder(name, bytes.length);
		const scanner = new TextScanner(name, bytes);
		this.#scanner = scanner;
		const first = scanner.nextLine() ? scanner.restOfLine() : "";
		const version = /^# vtk DataFile Version (\d+\.\d+)/i.exec(first)?.[1];
		if (!version) {
			throw new FileError(
				`${name}: does not begin with "# vtk DataFile Version"; it is empty or not a VTK legacy file`,
			);
		}
		this.#version = Number(version);
		if (this.#version >= 6) {
			throw scanner.error(`version ${version} is not read; 2.0 to 5.1 are`);
		}
		scanner.endLine();
		scanner.restOfLine(); // The title, which may be empty.
		const encoding = scanner.nextWord()?.toUpperCase() ?? "";
		if (encoding !== "ASCII" && encoding !== "BINARY") {
			throw scanner.error(
				`"${quotable(encoding)}" stands where ASCII or BINARY is expected`,
			);
		}
		if (encoding === "BINARY") {
			this.#binary = new ByteReader(name, bytes, "big");
		}
	}

	read(): MeshFile {
		const scanner = this.#scanner;
		let keyword = scanner.nextWord()?.toUpperCase();
		while (keyword && keyword !== "POINT_DATA" && keyword !== "CELL_DATA") {
			this.#readSection(keyword);
			keyword = scanner.nextWord()?.toUpperCase();
		}
		this.#addCells();
		return this.#builder.finish();
	}

	#readSection(keyword: string): void {
		const scanner = this.#scanner;
		if (keyword === "DATASET") this.#requireDataset();
		else if (keyword === "POINTS") this.#readPoints();
		else if (keyword === "CELLS") this.#cells = this.#readCellArray();
		else if (keyword === "CELL_TYPES") {
			const count = this.#readCount("cell types");
			this.#types = this.#readNumbers(count, "int32", "cell types");
		} else if (Object.hasOwn(polygonalSections, keyword)) {
			const cells = this.#readCellArray();
			const types = new Uint8Array(cells.ends.length);
			types.fill(polygonalSections[keyword]);
			addVtkCells(this.#builder, cells, types, scanner);
		} else if (keyword === "METADATA") scanner.skipToBlankLine();
		else if (keyword === "FIELD") this.#skipField();
		else {
			throw scanner.error(
				`"${quotable(keyword)}" is not known; expected DATASET, POINTS, CELLS, CELL_TYPES, ${Object.keys(polygonalSections).join(", ")}, POINT_DATA or CELL_DATA`,
			);
		}
	}

	#requireDataset(): void {
		const kind = this.#scanner.nextWord()?.toUpperCase() ?? "";
		if (kind === "POLYDATA" || kind === "UNSTRUCTURED_GRID") return;
		throw this.#scanner.error(
			`the dataset is "${quotable(kind)}"; POLYDATA and UNSTRUCTURED_GRID are read`,
		);
	}

	#readPoints(): void {
		const count = this.#readCount("vertices");
		const type = this.#readType();
		if (this.#builder.vertexCount > 0) {
			throw this.#scanner.error("POINTS is given twice");
		}
		this.#data((reader) => {
			reader.require(3 * count, type, `${count} vertices`);
			for (let i = 0; i < count; i++) this.#builder.addNextVertex(reader, type);
		});
	}

	#readCellArray(): CellArray {
		return this.#version >= 5
			? this.#readOffsetsAndConnectivity()
			: this.#readInterleavedCells();
	}

	/** Before version 5: for each cell the number of its vertices, then those. */
	#readInterleavedCells(): CellArray {
		const count = this.#readCount("cells");
		const size = this.#readCount("numbers of cells");
		const vertexCount = this.#builder.vertexCount;
		return this.#data((reader) => {
			reader.require(Math.max(size, count), "int32", `${count} cells`);
			if (size < count) {
				throw reader.error(`${count} cells cannot be in ${size} numbers`);
			}
			const connectivity = new Uint32Array(size - count);
			const ends = new Float64Array(count);
			let filled = 0;
			for (let cell = 0; cell < count; cell++) {
				const vertices = reader.number("int32", "number of vertices");
				if (!(vertices >= 0 && filled + vertices <= connectivity.length)) {
					throw reader.error(
						`cell ${cell} (the first is 0) has ${vertices} vertices; that is more than the ${size} numbers announced for all cells`,
					);
				}
				for (let i = 0; i < vertices; i++) {
					connectivity[filled++] = readIndex(reader, "int32", vertexCount);
				}
				ends[cell] = filled;
			}
			return { connectivity, ends };
		});
	}

	/** Since version 5: where each cell begins, and the end of the last one; then the vertices of all. */
	#readOffsetsAndConnectivity(): CellArray {
		const offsetCount = this.#readCount("offsets");
		const size = this.#readCount("vertices of cells");
		this.#requireWord("OFFSETS");
		const offsets = this.#readNumbers(
			offsetCount,
			this.#readType(),
			"offsets of cells",
		);
		this.#requireWord("CONNECTIVITY");
		const type = this.#readType();
		const vertexCount = this.#builder.vertexCount;
		const connectivity = this.#data((reader) => {
			reader.require(size, type, `${size} vertices of cells`);
			const vertices = new Uint32Array(size);
			for (let i = 0; i < size; i++) {
				vertices[i] = readIndex(reader, type, vertexCount);
			}
			return vertices;
		});
		if (offsetCount > 0 && offsets[0] !== 0) {
			throw this.#scanner.error(`the first offset is ${offsets[0]}, not 0`);
		}
		return { connectivity, ends: offsets.subarray(1) };
	}

	#addCells(): void {
		const cells = this.#cells;
		if (!cells) return;
		const types = this.#types;
		if (types?.length !== cells.ends.length) {
			throw this.#scanner.error(
				`there are ${cells.ends.length} cells but ${types?.length ?? 0} cell types`,
			);
		}
		addVtkCells(this.#builder, cells, types, this.#scanner);
	}

	/** FIELD name n, then n arrays: name, components, tuples, type and the numbers. */
	#skipField(): void {
		const scanner = this.#scanner;
		scanner.nextWord();
		const arrayCount = this.#readCount("arrays of a field");
		for (let i = 0; i < arrayCount; ) {
			const name = scanner.nextWord();
			if (name === undefined) {
				throw scanner.error("ends inside a field; the file is truncated");
			}
			if (name === "METADATA") {
				scanner.skipToBlankLine();
				continue;
			}
			const components = this.#readCount("components");
			const tuples = this.#readCount("tuples");
			this.#skipNumbers(components * tuples, this.#readType());
			i++;
		}
	}

	#skipNumbers(count: number, type: NumberType): void {
		this.#data((reader) => {
			reader.require(count, type, `${count} numbers of a field`);
			for (let i = 0; i < count; i++) reader.number(type, "field value");
		});
	}

	#readNumbers(count: number, type: NumberType, what: string): Float64Array {
		return this.#data((reader) => {
			reader.require(count, type, `${count} ${what}`);
			const values = new Float64Array(count);
			for (let i = 0; i < count; i++) values[i] = reader.number(type, what);
			return values;
		});
	}

	#readCount(what: string): number {
		const value = this.#scanner.number("int64", `number of ${what}`);
		return toCount(this.#scanner, value, what);
	}

	#readType(): NumberType {
		const type = this.#scanner.nextWord()?.toLowerCase() ?? "";
		if (Object.hasOwn(numberTypes, type)) return numberTypes[type];
		throw this.#scanner.error(
			`numbers of type "${quotable(type)}" are not read; expected ${Object.keys(numberTypes).join(", ")}`,
		);
	}

	#requireWord(wanted: string): void {
		const word = this.#scanner.nextWord() ?? "";
		if (word.toUpperCase() === wanted) return;
		throw this.#scanner.error(
			`"${quotable(word)}" stands where ${wanted} is expected`,
		);
	}

	/** Runs `read` where numbers begin. */
	#data<Result>(read: (reader: NumberReader) => Result): Result {
		const binary = this.#binary;
		if (!binary) return read(this.#scanner);
		this.#scanner.endLine();
		binary.position = this.#scanner.position;
		const result = read(binary);
		this.#scanner.position = binary.position;
		return result;
	}
}

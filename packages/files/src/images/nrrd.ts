/**
 * NRRD of scalars on three axes, with its values in the same file or beside it (http://teem.sourceforge.net/nrrd/format.html). Written for
 * Pliant: the library on the registry, nrrd-js, reads no gzip and needs modules of Node.
 */
import { FileError } from "../fileError.ts";
import { ByteReader } from "../meshes/parts/byteReader.ts";
import {
	type NumberType,
	numberSizes,
	sizedTypes,
} from "../meshes/parts/numberReader.ts";
import { quotable, TextScanner } from "../meshes/parts/textScanner.ts";
import { gunzip, isGzip } from "./gunzip.ts";
import type {
	ImageFile,
	ImageFormat,
	ImageOptions,
	ImageSource,
} from "./imageFormat.ts";
import { checkedCounts, type ImageValues, readValues } from "./imageValues.ts";
import { placement } from "./placement.ts";

export const nrrd: ImageFormat = {
	name: "nrrd",
	about: "NRRD with its values in the file or beside it; raw, gzip or text",
	extensions: [".nrrd", ".nhdr"],
	read: readNrrd,
};

/** No header is nearly as long. */
const longestHeader = 2 ** 20;

/** Names of types, without "signed" and "_t"; as sizes of C. */
const types = new Map<string, NumberType>(
	Object.entries({
		...sizedTypes,
		char: "int8",
		"unsigned char": "uint8",
		uchar: "uint8",
		short: "int16",
		"short int": "int16",
		"unsigned short": "uint16",
		"unsigned short int": "uint16",
		ushort: "uint16",
		int: "int32",
		"unsigned int": "uint32",
		uint: "uint32",
		longlong: "int64",
		"long long": "int64",
		"long long int": "int64",
		ulonglong: "uint64",
		"unsigned long long": "uint64",
		"unsigned long long int": "uint64",
		float: "float32",
		double: "float64",
	} as const),
);

/** Metres per unit. */
const units: Readonly<Record<string, number>> = {
	m: 1,
	cm: 1e-2,
	mm: 1e-3,
	um: 1e-6,
	µm: 1e-6,
};

async function readNrrd(
	source: ImageSource,
	options: ImageOptions,
): Promise<ImageFile> {
	const { name } = source;
	const { fields, dataStart } = readHeader(source);
	const field = (key: string) => {
		const value = fields.get(key);
		if (value !== undefined) return value;
		throw new FileError(`${name}: its header has no "${key}"`);
	};
	const dimension = Number(field("dimension"));
	if (dimension !== 3) {
		throw new FileError(
			`${name}: its dimension is ${quotable(field("dimension"))}; images of one value per voxel on 3 axes are read`,
		);
	}
	const counts = checkedCounts(
		name,
		numbersOf(field("sizes"), 3, name, "sizes"),
	);
	const count = counts[0] * counts[1] * counts[2];
	const typeName = field("type")
		.replace(/^signed /, "")
		.replace(/_t$/, "");
	const type = types.get(typeName);
	if (!type) {
		throw new FileError(
			`${name}: its values are of type "${quotable(field("type"))}"; integers and floats are read`,
		);
	}

	const notes: string[] = [];
	const unit = options.unit ?? unitOf(fields, notes);
	const { steps, first } = axesOf(fields, name, notes);
	const { spacing, origin, axes, ...placed } = placement(
		name,
		steps,
		first,
		unit,
	);
	const stored = await storedValues(source, fields, dataStart);
	const values = decode(stored, fields, count, type);
	return {
		image: { counts, spacing, origin, values },
		axes,
		notes: [...notes, ...placed.notes],
	};
}

interface Header {
	/** Values by key in small letters, without the spaces around them. */
	readonly fields: ReadonlyMap<string, string>;
	/** Index of the first byte after the blank line. */
	readonly dataStart: number;
}

function readHeader({ name, bytes }: ImageSource): Header {
	const magic = new TextDecoder("latin1").decode(bytes.subarray(0, 8));
	if (!/^NRRD000[1-6]/.test(magic)) {
		throw new FileError(
			`${name}: starts with "${quotable(magic)}"; an NRRD file starts with NRRD0001 to NRRD0006`,
		);
	}
	const text = new TextDecoder("latin1").decode(
		bytes.subarray(0, longestHeader),
	);
	// A blank line ends the header; a header with a file of its own may go on to the end of the file.
	const blank = /\r?\n\r?\n/.exec(text);
	if (!blank && bytes.length > longestHeader) {
		throw new FileError(
			`${name}: its header has no end within ${longestHeader} bytes; the file is damaged`,
		);
	}
	const end = blank?.index ?? text.length;
	const fields = new Map<string, string>();
	const lines = text.slice(0, end).split(/\r?\n/).slice(1);
	for (const [i, line] of lines.entries()) {
		if (line.startsWith("#") || /^[^:]*:=/.test(line) || line.trim() === "")
			continue;
		const colon = line.indexOf(":");
		if (colon < 0) {
			throw new FileError(
				`${name}, line ${i + 2}: "${quotable(line)}" is not a field of an NRRD header; expected "name: value"`,
			);
		}
		const key = line.slice(0, colon).trim().toLowerCase();
		fields.set(aliases.get(key) ?? key, line.slice(colon + 1).trim());
	}
	return { fields, dataStart: blank ? end + blank[0].length : bytes.length };
}

const aliases = new Map([
	["datafile", "data file"],
	["lineskip", "line skip"],
	["byteskip", "byte skip"],
]);

function numbersOf(
	text: string,
	count: number,
	name: string,
	what: string,
): number[] {
	const numbers = text.trim().split(/\s+/).map(Number);
	if (numbers.length === count) return numbers;
	throw new FileError(
		`${name}: "${what}: ${quotable(text)}" has ${numbers.length} numbers where ${count} are expected`,
	);
}

function unitOf(fields: ReadonlyMap<string, string>, notes: string[]): number {
	const text = fields.get("space units") ?? fields.get("units") ?? "";
	const named = [...text.matchAll(/"([^"]*)"/g)].map(([, unit]) => unit);
	const [first] = named;
	const isKnown = Object.hasOwn(units, first ?? "");
	if (isKnown && named.every((unit) => unit === first)) return units[first];
	notes.push(
		text
			? `its units are ${quotable(text)}; millimetres were taken`
			: "it names no unit of length; millimetres were taken",
	);
	return units.mm;
}

function axesOf(
	fields: ReadonlyMap<string, string>,
	name: string,
	notes: string[],
): { steps: number[][]; first: number[] } {
	const directions = fields.get("space directions");
	const spacings = fields.get("spacings");
	const vector = (text: string, what: string) => {
		const numbers = text.split(",").map(Number);
		if (numbers.length === 3) return numbers;
		throw new FileError(
			`${name}: "${what}" has the vector (${quotable(text)}); three numbers are expected`,
		);
	};
	const vectors = (text: string, what: string) =>
		[...text.matchAll(/\(([^()]*)\)/g)].map(([, inner]) => vector(inner, what));
	const [first = [0, 0, 0]] = vectors(
		fields.get("space origin") ?? "",
		"space origin",
	);
	if (directions !== undefined) {
		const steps = vectors(directions, "space directions");
		if (steps.length !== 3) {
			throw new FileError(
				`${name}: "space directions: ${quotable(directions)}" has ${steps.length} vectors where 3 are expected`,
			);
		}
		return { steps, first };
	}
	if (spacings === undefined) notes.push("it names no spacing; 1 was taken");
	const lengths = numbersOf(spacings ?? "1 1 1", 3, name, "spacings");
	return {
		steps: lengths.map((length, axis) =>
			[0, 1, 2].map((k) => (k === axis ? length : 0)),
		),
		first,
	};
}

interface Stored {
	/** The file that holds the values, for messages. */
	readonly name: string;
	readonly bytes: Uint8Array;
	/** Index of the first byte of the values. */
	readonly start: number;
}

async function storedValues(
	source: ImageSource,
	fields: ReadonlyMap<string, string>,
	dataStart: number,
): Promise<Stored> {
	const file = fields.get("data file");
	if (file === undefined)
		return { name: source.name, bytes: source.bytes, start: dataStart };
	if (file === "")
		throw new FileError(`${source.name}: its "data file" is empty`);
	if (/\s/.test(file) || file === "LIST") {
		throw new FileError(
			`${source.name}: its values are in several files (${quotable(file)}); join them into one`,
		);
	}
	return { name: file, bytes: await source.open(file), start: 0 };
}

function decode(
	{ name, bytes, start }: Stored,
	fields: ReadonlyMap<string, string>,
	count: number,
	type: NumberType,
): ImageValues {
	const encoding = fields.get("encoding")?.toLowerCase();
	const skip = (key: string) => {
		const value = Number(fields.get(key) ?? 0);
		if (Number.isInteger(value) && value >= 0) return value;
		throw new FileError(
			`${name}: "${key}" is ${quotable(fields.get(key) ?? "")}; only a whole number from 0 on is read`,
		);
	};
	const afterLines = (from: number) => {
		const lines = skip("line skip");
		let at = from;
		for (let line = 0; line < lines; line++) {
			const end = bytes.indexOf(10, at);
			if (end < 0) {
				throw new FileError(
					`${name}: "line skip" is ${lines}, but only ${line} lines are there; the header is wrong or the file is truncated`,
				);
			}
			at = end + 1;
		}
		return at;
	};
	const skipped = skip("byte skip");
	const order =
		fields.get("endian")?.toLowerCase() === "big" ? "big" : "little";
	const size = numberSizes[type];
	switch (encoding) {
		case "raw":
			requireOrder();
			return readValues(
				new ByteReader(name, bytes, order, afterLines(start) + skipped),
				count,
				type,
			);
		case "gzip":
		case "gz": {
			requireOrder();
			const packed = bytes.subarray(afterLines(start));
			if (!isGzip(packed)) {
				throw new FileError(
					`${name}: its encoding is gzip, but its values do not start as gzip does; the file is damaged`,
				);
			}
			const data = gunzip(name, packed, skipped + count * size);
			return readValues(
				new ByteReader(name, data, order, skipped),
				count,
				type,
			);
		}
		case "ascii":
		case "text":
		case "txt":
			return readValues(
				new TextScanner(name, bytes.subarray(afterLines(start) + skipped)),
				count,
				type,
			);
		default:
			throw new FileError(
				`${name}: its encoding is "${quotable(encoding ?? "")}"; raw, gzip and ascii are read`,
			);
	}

	function requireOrder(): void {
		const endian = fields.get("endian")?.toLowerCase();
		if (size === 1 || endian === "little" || endian === "big") return;
		throw new FileError(
			`${name}: "endian" is "${quotable(endian ?? "")}"; it must be little or big`,
		);
	}
}

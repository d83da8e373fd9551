import { type NumberType, sizedTypes, toCount } from "../parts/numberReader.ts";
import { quotable, type TextScanner } from "../parts/textScanner.ts";

export interface PlyProperty {
	readonly name: string;
	readonly type: NumberType;
	/** Type of the length, for lists. */
	readonly lengthType?: NumberType;
}

export interface PlyElement {
	readonly name: string;
	readonly count: number;
	readonly properties: PlyProperty[];
}

export interface PlyHeader {
	readonly format: string;
	readonly elements: readonly PlyElement[];
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

/** From the line after the first to the one with end_header. */
export function readPlyHeader(scanner: TextScanner): PlyHeader {
	let format: string | undefined;
	const elements: PlyElement[] = [];
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

function readElement(scanner: TextScanner): PlyElement {
	const name = scanner.word() ?? "";
	const what = `elements "${quotable(name)}"`;
	const count = toCount(scanner, scanner.numberInLine(what), what);
	return { name, count, properties: [] };
}

function readProperty(scanner: TextScanner): PlyProperty {
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

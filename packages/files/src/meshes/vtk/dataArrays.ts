import { Unzlib } from "fflate";
import { FileError } from "../../fileError.ts";
import { ByteReader } from "../parts/byteReader.ts";
import { decodeBase64 } from "../parts/decodeBase64.ts";
import {
	type NumberReader,
	type NumberType,
	numberSizes,
	readCount,
} from "../parts/numberReader.ts";
import { quotable, TextScanner } from "../parts/textScanner.ts";
import type { XmlElement } from "../parts/xmlTree.ts";

/** The numbers of DataArray elements, however they are stored. */
export interface DataArrays {
	/** Runs `use` where the first of `count` numbers stands, after it is known that so many are there. */
	read<Result>(
		array: XmlElement,
		count: number,
		use: (reader: NumberReader, type: NumberType) => Result,
	): Result;
}

const numberTypes: Readonly<Record<string, NumberType>> = {
	Int8: "int8",
	UInt8: "uint8",
	Int16: "int16",
	UInt16: "uint16",
	Int32: "int32",
	UInt32: "uint32",
	Int64: "int64",
	UInt64: "uint64",
	Float32: "float32",
	Float64: "float64",
};

/** A file may inflate to so many times its size, or to `alwaysInflated`, so that no small one fills the memory. */
const mostInflation = 50;
const alwaysInflated = 2 ** 24;
/** Compressed bytes that are inflated at a time. */
const pieceLength = 2 ** 14;

/** How the attributes of the root say that bytes are to be read. */
interface Encoding {
	readonly file: string;
	readonly byteOrder: "little" | "big";
	readonly headerType: "uint32" | "uint64";
	readonly isCompressed: boolean;
	readonly appended: Uint8Array | undefined;
	readonly isAppendedBase64: boolean;
	/** How many bytes of the file no array has taken yet: arrays that share theirs could fill the memory. */
	bytesLeft: number;
	/** How many bytes may still be inflated. */
	inflationLeft: number;
}

export function dataArrays(
	file: string,
	root: XmlElement,
	fileLength: number,
	appended: Uint8Array | undefined,
): DataArrays {
	const encoding = readEncoding(file, root, fileLength, appended);
	const read: DataArrays["read"] = (array, count, use) => {
		const name = quotable(array.attributes.Name ?? "Points");
		const where = `${file}, DataArray "${name}"`;
		const type = array.attributes.type ?? "";
		if (!Object.hasOwn(numberTypes, type)) {
			throw new FileError(
				`${where}: numbers of type "${quotable(type)}" are not read; expected ${Object.keys(numberTypes).join(", ")}`,
			);
		}
		const numberType = numberTypes[type];
		const format = array.attributes.format ?? "ascii";
		if (format === "ascii") {
			const text = new TextEncoder().encode(array.text.join(""));
			const scanner = new TextScanner(where, text);
			scanner.require(count, numberType, `${count} numbers`);
			return use(scanner, numberType);
		}
		const needed = count * numberSizes[numberType];
		const bytes = readBlock(where, array, format, encoding, needed);
		const reader = new ByteReader(where, bytes, encoding.byteOrder);
		reader.require(count, numberType, `${count} numbers`);
		return use(reader, numberType);
	};
	return { read };
}

function readEncoding(
	file: string,
	root: XmlElement,
	fileLength: number,
	appended: Uint8Array | undefined,
): Encoding {
	const { byte_order, header_type, compressor = "" } = root.attributes;
	if (compressor !== "" && compressor !== "vtkZLibDataCompressor") {
		throw new FileError(
			`${file}: is compressed with ${quotable(compressor)}; write it with vtkZLibDataCompressor or without compression`,
		);
	}
	const appendedElement = root.children.find(
		({ name }) => name === "AppendedData",
	);
	return {
		file,
		byteOrder: byte_order === "BigEndian" ? "big" : "little",
		headerType: header_type === "UInt64" ? "uint64" : "uint32",
		isCompressed: compressor !== "",
		appended,
		isAppendedBase64: appendedElement?.attributes.encoding === "base64",
		bytesLeft: fileLength,
		inflationLeft: Math.max(alwaysInflated, mostInflation * fileLength),
	};
}

/** The first `needed` bytes of an array that is stored as bytes. */
function readBlock(
	where: string,
	array: XmlElement,
	format: string,
	encoding: Encoding,
	needed: number,
): Uint8Array {
	if (format === "binary") {
		const text = new TextEncoder().encode(array.text.join(""));
		return base64Block(where, text, encoding, needed);
	}
	if (format !== "appended") {
		throw new FileError(
			`${where}: format is "${quotable(format)}"; expected ascii, binary or appended`,
		);
	}
	const { appended } = encoding;
	const offset = Number(array.attributes.offset ?? Number.NaN);
	const isInside = offset >= 0 && offset <= (appended?.length ?? -1);
	if (!appended || !isInside || !Number.isInteger(offset)) {
		throw new FileError(
			`${where}: its offset is ${quotable(array.attributes.offset ?? "absent")} in ${appended?.length ?? 0} bytes of appended data; the file is truncated or wrong`,
		);
	}
	const data = appended.subarray(offset);
	return encoding.isAppendedBase64
		? base64Block(where, data, encoding, needed)
		: plainBlock(where, data, encoding, needed);
}

function plainBlock(
	where: string,
	data: Uint8Array,
	encoding: Encoding,
	needed: number,
): Uint8Array {
	const reader = new ByteReader(where, data, encoding.byteOrder);
	if (!encoding.isCompressed) {
		const length = readCount(reader, encoding.headerType, "bytes");
		requireSize(reader, needed, length);
		reader.requireBytes(needed, "data");
		takeBytes(reader, encoding, needed);
		return data.subarray(reader.position, reader.position + needed);
	}
	const blocks = readBlockSizes(reader, encoding, needed);
	return inflateBlocks(reader, data.subarray(reader.position), blocks);
}

/** The header and the data are encoded one after the other if the data is compressed, otherwise together. */
function base64Block(
	where: string,
	text: Uint8Array,
	encoding: Encoding,
	needed: number,
): Uint8Array {
	const fail = (message: string) => new FileError(`${where}: ${message}`);
	if (!encoding.isCompressed) {
		const header = numberSizes[encoding.headerType];
		const { bytes } = decodeBase64(text, 0, header + needed, fail);
		return plainBlock(where, bytes, encoding, needed);
	}
	const size = numberSizes[encoding.headerType];
	const start = decodeBase64(text, 0, size, fail).bytes;
	const count = new ByteReader(where, start, encoding.byteOrder).number(
		encoding.headerType,
		"number of blocks",
	);
	const header = decodeBase64(text, 0, (3 + count) * size, fail);
	const reader = new ByteReader(where, header.bytes, encoding.byteOrder);
	const blocks = readBlockSizes(reader, encoding, needed);
	const total = blocks.reduce((sum, block) => sum + block.compressed, 0);
	const { bytes } = decodeBase64(text, header.end, total, fail);
	return inflateBlocks(reader, bytes, blocks);
}

interface Block {
	readonly compressed: number;
	readonly inflated: number;
}

/** The header of compressed data: blocks, size of a block, size of the last one (0 if whole), compressed size of each. */
function readBlockSizes(
	reader: ByteReader,
	encoding: Encoding,
	needed: number,
): Block[] {
	const { headerType } = encoding;
	const count = readCount(reader, headerType, "blocks");
	const size = readCount(reader, headerType, "bytes of a block");
	const lastSize = readCount(reader, headerType, "bytes of the last block");
	reader.require(count, headerType, `${count} sizes of blocks`);
	const lastMissing = count > 0 && lastSize > 0 ? size - lastSize : 0;
	requireSize(reader, needed, count * size - lastMissing);
	const blocks = Array.from({ length: count }, (_, i): Block => {
		const isLast = i === count - 1;
		return {
			compressed: readCount(reader, headerType, "bytes"),
			inflated: isLast && lastSize > 0 ? lastSize : size,
		};
	});
	const packed = blocks.reduce((sum, block) => sum + block.compressed, 0);
	encoding.inflationLeft -= needed;
	if (encoding.inflationLeft < 0) {
		throw reader.error(
			`${needed} bytes more make the arrays over ${mostInflation} times as large as the file; write it without compression`,
		);
	}
	takeBytes(reader, encoding, packed);
	return blocks;
}

function takeBytes(
	reader: NumberReader,
	encoding: Encoding,
	count: number,
): void {
	encoding.bytesLeft -= count;
	if (encoding.bytesLeft >= 0) return;
	throw reader.error(
		"the arrays take more bytes than the file has; each must have data of its own",
	);
}

/** Memory is only taken for what the counts need. */
function requireSize(
	reader: NumberReader,
	needed: number,
	declared: number,
): void {
	if (declared === needed) return;
	throw reader.error(
		`holds ${declared} bytes where the counts need ${needed}; the file is truncated or its counts are wrong`,
	);
}

function inflateBlocks(
	reader: ByteReader,
	data: Uint8Array,
	blocks: readonly Block[],
): Uint8Array {
	const packed = blocks.reduce((sum, block) => sum + block.compressed, 0);
	if (packed > data.length) {
		throw reader.error(
			`ends after ${data.length} of ${packed} bytes of compressed data; the file is truncated`,
		);
	}
	const total = blocks.reduce((sum, block) => sum + block.inflated, 0);
	const inflated = new Uint8Array(total);
	let start = 0;
	let end = 0;
	blocks.forEach((block, i) => {
		const out = inflated.subarray(end, end + block.inflated);
		const packedBlock = data.subarray(start, start + block.compressed);
		if (!inflate(packedBlock, out)) {
			throw reader.error(
				`block ${i} of ${blocks.length} cannot be inflated to ${block.inflated} bytes; the file is damaged`,
			);
		}
		start += block.compressed;
		end += block.inflated;
	});
	return inflated;
}

/**
 * Whether the data inflates to exactly `out`. Piece by piece, so that one which inflates to far more is left as soon as it
 * does.
 */
function inflate(data: Uint8Array, out: Uint8Array): boolean {
	let filled = 0;
	const stream = new Unzlib((inflated) => {
		out.set(inflated, filled); // Throws if it does not fit.
		filled += inflated.length;
	});
	try {
		for (let start = 0; start < data.length; start += pieceLength) {
			const end = start + pieceLength;
			stream.push(data.subarray(start, end), end >= data.length);
		}
	} catch {
		return false;
	}
	return filled === out.length;
}

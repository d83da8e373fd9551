/** PNG files of 8-bit RGB, uninterlaced (PNG specification, third edition). */
import { deflateSync } from "node:zlib";

export interface Image {
	readonly width: number;
	readonly height: number;
	/** Red, green, blue per pixel, 0 to 255, row by row from the top left. */
	readonly rgb: Uint8Array;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Each byte as the difference to the one above: smooth pictures compress well. */
const filterUp = 2;

export function encodePng({ width, height, rgb }: Image): Uint8Array {
	if (rgb.length !== 3 * width * height)
		throw new Error(
			`encodePng: rgb has ${rgb.length} bytes; ${width} × ${height} pixels need ${3 * width * height}`,
		);
	const header = new Uint8Array(13);
	const view = new DataView(header.buffer);
	view.setUint32(0, width);
	view.setUint32(4, height);
	// Bit depth 8, colour type 2 (RGB), then the only methods there are.
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([
		Uint8Array.from(signature),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(filterRows(rgb, 3 * width))),
		chunk("IEND", new Uint8Array(0)),
	]);
}

/** Rows of so many bytes, each filtered and with the filter's number before it. */
function filterRows(bytes: Uint8Array, rowLength: number): Uint8Array {
	const rows = bytes.length / rowLength;
	const filtered = new Uint8Array(rows * (rowLength + 1));
	for (let row = 0; row < rows; row++) {
		const to = row * (rowLength + 1);
		filtered[to] = filterUp;
		for (let i = 0; i < rowLength; i++) {
			const at = row * rowLength + i;
			filtered[to + 1 + i] = bytes[at] - (row > 0 ? bytes[at - rowLength] : 0);
		}
	}
	return filtered;
}

/** Length, type, data, and the check sum of type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
	const bytes = new Uint8Array(12 + data.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, data.length);
	for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
	bytes.set(data, 8);
	view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
	return bytes;
}

/** node:zlib has one only from Node 22 on. */
export function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++)
		crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
	return crc;
});

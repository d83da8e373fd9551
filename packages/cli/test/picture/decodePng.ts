import { inflateSync } from "node:zlib";
import { crc32, type Image } from "../../src/picture/png.ts";

/** Reads 8-bit RGB pictures with the filters "none" and "up"; checks signature and check sums. */
export function decodePng(bytes: Uint8Array): Image {
	const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
	if (signature.some((byte, i) => bytes[i] !== byte))
		throw new Error("signature");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const data: Uint8Array[] = [];
	let [width, height] = [0, 0];
	let last = "";
	for (let at = 8; at < bytes.length; ) {
		const length = view.getUint32(at);
		last = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
		const checked = bytes.subarray(at + 4, at + 8 + length);
		if (crc32(checked) !== view.getUint32(at + 8 + length))
			throw new Error(`check sum of ${last}`);
		if (last === "IHDR") {
			width = view.getUint32(at + 8);
			height = view.getUint32(at + 12);
			const rest = [...bytes.subarray(at + 16, at + 21)];
			if (rest.join() !== "8,2,0,0,0") throw new Error(`header ${rest}`);
		}
		if (last === "IDAT") data.push(checked.subarray(4));
		at += 12 + length;
	}
	if (last !== "IEND") throw new Error(`ends with ${last}`);
	const rows = inflateSync(Buffer.concat(data));
	const rowLength = 3 * width;
	if (rows.length !== height * (rowLength + 1)) throw new Error("length");
	const rgb = new Uint8Array(height * rowLength);
	for (let row = 0; row < height; row++) {
		const from = row * (rowLength + 1);
		const up = rows[from] === 2 && row > 0;
		if (rows[from] !== 0 && rows[from] !== 2) throw new Error("filter");
		for (let i = 0; i < rowLength; i++) {
			const at = row * rowLength + i;
			rgb[at] = rows[from + 1 + i] + (up ? rgb[at - rowLength] : 0);
		}
	}
	return { width, height, rgb };
}

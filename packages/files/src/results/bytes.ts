/** The memory of an array as bytes, without a copy. All machines that run JavaScript today are little endian, as our files are. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
	return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The bytes of 32-bit numbers in reverse order, in place: little endian becomes big endian. */
export function swapBytes(array: Float32Array | Int32Array): Uint8Array {
	const bytes = bytesOf(array);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = 0; at < bytes.length; at += 4) {
		view.setUint32(at, view.getUint32(at, true), false);
	}
	return bytes;
}

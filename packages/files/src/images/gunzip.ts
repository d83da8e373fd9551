import { Gunzip } from "fflate";
import { FileError } from "../fileError.ts";

/** A file may inflate to so many times its size, or to `alwaysInflated` [bytes], so that no small one fills the memory. */
export const mostInflation = 200;
export const alwaysInflated = 2 ** 26;
/** Compressed bytes that are inflated at a time: to a thousand times as many at most. */
const pieceLength = 2 ** 12;

export const isGzip = (bytes: Uint8Array) =>
	bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The first bytes of what was compressed by gzip: as many as asked, or fewer where there are no more. */
export function gunzip(
	name: string,
	bytes: Uint8Array,
	wanted: number,
): Uint8Array {
	const most = Math.max(alwaysInflated, mostInflation * bytes.length);
	if (wanted > most) {
		throw new FileError(
			`${name}: ${bytes.length} compressed bytes are said to hold ${wanted}, more than is likely; its counts are wrong, or it must be decompressed first`,
		);
	}
	let whole = new Uint8Array(Math.min(wanted, pieceLength));
	let filled = 0;
	const stream = new Gunzip((inflated) => {
		const part = inflated.subarray(0, wanted - filled);
		if (filled + part.length > whole.length) {
			const length = Math.max(2 * whole.length, filled + part.length);
			const longer = new Uint8Array(Math.min(wanted, length));
			longer.set(whole);
			whole = longer;
		}
		whole.set(part, filled);
		filled += part.length;
	});
	try {
		for (
			let start = 0;
			start < bytes.length && filled < wanted;
			start += pieceLength
		) {
			const end = start + pieceLength;
			stream.push(bytes.subarray(start, end), end >= bytes.length);
		}
	} catch (error) {
		// What came out before is still good; whoever needs more will say that it is truncated.
		if (filled === 0) {
			const reason = error instanceof Error ? error.message : String(error);
			throw new FileError(
				`${name}: cannot be decompressed (${reason}); the file is damaged`,
			);
		}
	}
	return whole.subarray(0, filled);
}

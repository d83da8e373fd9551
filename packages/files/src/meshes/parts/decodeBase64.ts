import type { FileError } from "../../fileError.ts";

const alphabet =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const unknown = 255;
const digitValue = new Uint8Array(256).fill(unknown);
for (let i = 0; i < 64; i++) digitValue[alphabet.charCodeAt(i)] = i;
const padding = 61;

/**
 * The next `count` bytes of a base64 text, or fewer at its end or where padding ends it, and where the next part begins.
 * Spaces between are passed over.
 */
export function decodeBase64(
	text: Uint8Array,
	start: number,
	count: number,
	fail: (message: string) => FileError,
): { bytes: Uint8Array; end: number } {
	const bytes = new Uint8Array(
		Math.min(count, Math.ceil((3 * (text.length - start)) / 4)),
	);
	let filled = 0;
	let at = start;
	let bits = 0;
	let digits = 0;
	while (at < text.length && (filled < bytes.length || digits % 4 !== 0)) {
		const byte = text[at++];
		if (byte <= 32) continue;
		if (byte === padding) {
			// The rest of this group of four belongs to it.
			for (digits++; digits % 4 !== 0 && text[at] === padding; at++) digits++;
			break;
		}
		const value = digitValue[byte];
		if (value === unknown) {
			throw fail(
				`the byte ${byte} (character ${at - 1} of the data) is not base64`,
			);
		}
		bits = ((bits << 6) | value) & 0xffffff;
		digits++;
		const inGroup = digits % 4;
		if (inGroup === 1 || filled >= bytes.length) continue;
		bytes[filled++] = bits >> (inGroup === 2 ? 4 : inGroup === 3 ? 2 : 0);
	}
	return { bytes: bytes.subarray(0, filled), end: at };
}

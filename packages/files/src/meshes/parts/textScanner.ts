import { FileError } from "../../fileError.ts";
import type { NumberReader, NumberType } from "./numberReader.ts";
import { parseNumber } from "./parseNumber.ts";

const lineFeed = 10;
const carriageReturn = 13;
const backslash = 92;
const minus = 45;
const zero = 48;

export interface TextScannerOptions {
	/** The character after which the rest of a line is a comment. */
	readonly comment?: string;
	/** Whether a backslash at the end of a line joins the next one. */
	readonly joinsLines?: boolean;
}

/**
 * Words and numbers of a text, straight from its bytes. `nextLine`, `word` and `numberInLine` are for formats where lines
 * matter; `nextWord` and `number` go on over the ends of lines.
 */
export class TextScanner implements NumberReader {
	readonly #file: string;
	readonly #bytes: Uint8Array;
	readonly #comment: number;
	readonly #joinsLines: boolean;
	#cursor = 0;
	#wordStart = 0;
	#atFirstLine = true;
	line = 1;

	constructor(
		file: string,
		bytes: Uint8Array,
		options: TextScannerOptions = {},
	) {
		this.#file = file;
		this.#bytes = bytes;
		this.#comment = options.comment?.charCodeAt(0) ?? -1;
		this.#joinsLines = options.joinsLines ?? false;
		const hasByteOrderMark =
			bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
		if (hasByteOrderMark) this.#cursor = 3;
	}

	/** Index of the next byte to read; only a reader of binary parts sets it. */
	get position(): number {
		return this.#cursor;
	}

	set position(value: number) {
		this.#cursor = value;
	}

	error(message: string): FileError {
		return new FileError(`${this.#file}, line ${this.line}: ${message}`);
	}

	require(count: number, _type: NumberType, what: string): void {
		// Each number takes a digit and, but for the last, a space.
		const needed = 2 * count - 1;
		const left = this.#bytes.length - this.#cursor;
		if (needed <= left) return;
		throw this.error(
			`${what}: ${count} numbers need at least ${needed} bytes, but ${left} are left; the file is truncated or its counts are wrong`,
		);
	}

	/** Goes to the next line with a word on it; false at the end. */
	nextLine(): boolean {
		if (!this.#atFirstLine) this.#skipLine();
		this.#atFirstLine = false;
		return this.#skipToWord();
	}

	/** Goes to the next line with a word on it, which must be there. */
	requireLine(what: string): void {
		if (this.nextLine()) return;
		throw this.error(`ends before ${what}; the file is truncated`);
	}

	/** The next word of this line. */
	word(): string | undefined {
		return this.#findWordInLine() ? this.#text() : undefined;
	}

	/** The next word of this line or of those after it. */
	nextWord(): string | undefined {
		this.#atFirstLine = false;
		if (!this.#skipToWord()) return undefined;
		this.#takeWord();
		return this.#text();
	}

	hasWord(): boolean {
		const start = this.#cursor;
		const found = this.#findWordInLine();
		this.#cursor = start;
		return found;
	}

	/** What is left of this line, without the spaces around it; the cursor then stands after it. */
	restOfLine(): string {
		const start = this.#cursor;
		this.#skipToLineEnd();
		return decode(this.#bytes, start, this.#cursor).trim();
	}

	/** Past the next line without a word. */
	skipToBlankLine(): void {
		this.#skipLine();
		while (this.hasWord()) this.#skipLine();
	}

	/** Past the end of this line, where binary data begins. */
	endLine(): void {
		this.#skipLine();
	}

	number(type: NumberType, what: string): number {
		this.#atFirstLine = false;
		if (!this.#skipToWord()) {
			throw this.error(`ends where a ${what} is expected; it is truncated`);
		}
		this.#takeWord();
		const value = this.#value(what);
		if (type === "float32" || type === "float64" || Number.isInteger(value)) {
			return value;
		}
		throw this.error(`${what} is ${this.#text()}; it must be a whole number`);
	}

	numberInLine(what: string): number {
		if (!this.#findWordInLine()) {
			throw this.error(`ends where a ${what} is expected`);
		}
		return this.#value(what);
	}

	/**
	 * The whole numbers of the next word of this line, such as "3/1/7", into `out`; the return value says how many, 0 at
	 * the end of the line. An absent one, as in "3//7", is 0.
	 */
	integersInWord(separator: number, out: number[]): number {
		if (!this.#findWordInLine()) return 0;
		const bytes = this.#bytes;
		let count = 0;
		for (let at = this.#wordStart; at <= this.#cursor; at++) {
			const negative = bytes[at] === minus;
			if (negative) at++;
			let value = 0;
			for (; at < this.#cursor && bytes[at] !== separator; at++) {
				const digit = bytes[at] - zero;
				if (digit < 0 || digit > 9) {
					throw this.error(
						`"${quotable(this.#text())}" is not made of whole numbers`,
					);
				}
				value = 10 * value + digit;
			}
			out[count++] = negative ? -value : value;
		}
		return count;
	}

	#value(what: string): number {
		const value = parseNumber(this.#bytes, this.#wordStart, this.#cursor);
		if (value !== undefined) return value;
		throw this.error(`${what} is "${quotable(this.#text())}", not a number`);
	}

	#text(): string {
		return decode(this.#bytes, this.#wordStart, this.#cursor);
	}

	#findWordInLine(): boolean {
		this.#skipSpaces();
		const next = this.#bytes[this.#cursor];
		if (this.#cursor >= this.#bytes.length) return false;
		if (isLineEnd(next) || next === this.#comment) return false;
		this.#takeWord();
		return true;
	}

	#takeWord(): void {
		const bytes = this.#bytes;
		let at = this.#cursor;
		this.#wordStart = at;
		while (at < bytes.length && bytes[at] > 32 && bytes[at] !== this.#comment) {
			at++;
		}
		this.#cursor = at;
	}

	/** Over spaces, comments and ends of lines. */
	#skipToWord(): boolean {
		for (;;) {
			this.#skipSpaces();
			if (this.#cursor >= this.#bytes.length) return false;
			const next = this.#bytes[this.#cursor];
			if (!isLineEnd(next) && next !== this.#comment) return true;
			this.#skipLine();
		}
	}

	#skipSpaces(): void {
		const bytes = this.#bytes;
		for (;;) {
			const next = bytes[this.#cursor];
			if (next <= 32 && !isLineEnd(next)) this.#cursor++;
			else if (this.#joinsLines && next === backslash && this.#lineEndsAfter())
				this.#skipLine();
			else return;
		}
	}

	#lineEndsAfter(): boolean {
		return isLineEnd(this.#bytes[this.#cursor + 1]);
	}

	#skipToLineEnd(): void {
		const bytes = this.#bytes;
		let at = this.#cursor;
		while (at < bytes.length && !isLineEnd(bytes[at])) at++;
		this.#cursor = at;
	}

	#skipLine(): void {
		this.#skipToLineEnd();
		const bytes = this.#bytes;
		if (this.#cursor >= bytes.length) return;
		const isPair =
			bytes[this.#cursor] === carriageReturn &&
			bytes[this.#cursor + 1] === lineFeed;
		this.#cursor += isPair ? 2 : 1;
		this.line++;
	}
}

function isLineEnd(byte: number): boolean {
	return byte === lineFeed || byte === carriageReturn;
}

const decoder = new TextDecoder();

function decode(bytes: Uint8Array, start: number, end: number): string {
	// Keywords are short, and for those this is far faster than the decoder.
	if (end - start > 12) return decoder.decode(bytes.subarray(start, end));
	let text = "";
	for (let at = start; at < end; at++) {
		if (bytes[at] > 127) return decoder.decode(bytes.subarray(start, end));
		text += String.fromCharCode(bytes[at]);
	}
	return text;
}

/** Words of files in messages: one line, not too long. */
export function quotable(text: string, longest = 40): string {
	const printable = text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, "?");
	return printable.length > longest
		? `${printable.slice(0, longest)}…`
		: printable;
}

/** Refuses what is not a text at all, such as a picture with the wrong extension. */
export function requireText(
	file: string,
	bytes: Uint8Array,
	format: string,
): void {
	if (bytes.length === 0) {
		throw new FileError(`${file}: is empty; it must be ${format}`);
	}
	const zeroAt = bytes.subarray(0, 1024).indexOf(0);
	if (zeroAt < 0) return;
	throw new FileError(
		`${file}, byte ${zeroAt}: is 0, so this is not a text (or one in UTF-16); it must be ${format}`,
	);
}

import type { FileError } from "../../fileError.ts";

export const numberSizes = {
	int8: 1,
	uint8: 1,
	int16: 2,
	uint16: 2,
	int32: 4,
	uint32: 4,
	int64: 8,
	uint64: 8,
	float32: 4,
	float64: 8,
} as const;

export type NumberType = keyof typeof numberSizes;

/** Each type by its own name. */
export const sizedTypes = Object.fromEntries(
	Object.keys(numberSizes).map((type) => [type, type]),
) as Record<NumberType, NumberType>;

/** Numbers one after the other, as words of a text or as bytes, so that a format with both is read by the same code. */
export interface NumberReader {
	/** The next number; a float may be NaN or infinite. */
	number(type: NumberType, what: string): number;
	/** Throws unless there is room for so many numbers: to be called before anything of a size from the file is made. */
	require(count: number, type: NumberType, what: string): void;
	/** With the file and the place in it. */
	error(message: string): FileError;
}

/** A count that a file declares: a whole number from 0 on. */
export function readCount(
	reader: NumberReader,
	type: NumberType,
	what: string,
): number {
	return toCount(reader, reader.number(type, what), what);
}

export function toCount(
	reader: Pick<NumberReader, "error">,
	value: number,
	what: string,
): number {
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw reader.error(
		`the number of ${what} is ${value}; it must be a whole number from 0 on`,
	);
}

/** A vertex index of a file that counts from 0. */
export function readIndex(
	reader: NumberReader,
	type: NumberType,
	vertexCount: number,
): number {
	const index = reader.number(type, "vertex index");
	if (index >= 0 && index < vertexCount && Number.isInteger(index))
		return index;
	throw reader.error(missingVertex(index, vertexCount));
}

export function missingVertex(index: number, vertexCount: number): string {
	return `vertex index ${index} does not exist; the file has ${vertexCount} vertices`;
}

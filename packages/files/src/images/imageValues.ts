import type { Vector3 } from "pliant";
import { FileError } from "../fileError.ts";
import { ByteReader } from "../meshes/parts/byteReader.ts";
import type { NumberReader, NumberType } from "../meshes/parts/numberReader.ts";

/** As many values as a grid of voxels may have. */
const mostValues = 2 ** 27;

/** The counts along x, y, z, once they are known to be possible. */
export function checkedCounts(
	name: string,
	counts: readonly number[],
): Vector3 {
	const [x, y, z] = counts;
	for (const count of [x, y, z])
		if (!(Number.isInteger(count) && count >= 1)) {
			throw new FileError(
				`${name}: the sizes are ${counts.join(" × ")}; each must be a whole number from 1 on`,
			);
		}
	if (!(x * y * z <= mostValues)) {
		throw new FileError(
			`${name}: ${x} × ${y} × ${z} values are more than ${mostValues}; the header is damaged, or the image must be reduced first`,
		);
	}
	return [x, y, z];
}

/** Numbers as the file has them, since one byte per voxel as eight would be most of the memory. */
const arrays = {
	int8: Int8Array,
	uint8: Uint8Array,
	int16: Int16Array,
	uint16: Uint16Array,
	int32: Int32Array,
	uint32: Uint32Array,
	int64: Float64Array,
	uint64: Float64Array,
	float32: Float32Array,
	float64: Float64Array,
} as const satisfies Record<NumberType, unknown>;

export type ImageValues =
	| Uint8Array
	| InstanceType<(typeof arrays)[NumberType]>;

/** Reads values one after the other. */
export function readValues(
	reader: NumberReader,
	count: number,
	type: NumberType,
	scale: { readonly slope: number; readonly intercept: number } = {
		slope: 1,
		intercept: 0,
	},
): ImageValues {
	reader.require(count, type, `${count} values`);
	const isScaled = scale.slope !== 1 || scale.intercept !== 0;
	if (type === "uint8" && !isScaled && reader instanceof ByteReader)
		return reader.take(count, "values");
	const values = new (isScaled ? Float64Array : arrays[type])(count);
	for (let i = 0; i < count; i++)
		values[i] = scale.slope * reader.number(type, "value") + scale.intercept;
	return values;
}

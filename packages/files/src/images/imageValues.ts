import type { Vector3 } from "pliant";
import { FileError } from "../fileError.ts";
import {
	type NumberReader,
	type NumberType,
	numberSizes,
} from "../meshes/parts/numberReader.ts";

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

/** Reads values one after the other; single precision holds small integers as they are. */
export function readValues(
	reader: NumberReader,
	count: number,
	type: NumberType,
	scale: { readonly slope: number; readonly intercept: number } = {
		slope: 1,
		intercept: 0,
	},
): Float32Array | Float64Array {
	reader.require(count, type, `${count} values`);
	const isSmall = type === "float32" || numberSizes[type] <= 2;
	const isScaled = scale.slope !== 1 || scale.intercept !== 0;
	const values =
		isSmall && !isScaled ? new Float32Array(count) : new Float64Array(count);
	for (let i = 0; i < count; i++)
		values[i] = scale.slope * reader.number(type, "value") + scale.intercept;
	return values;
}

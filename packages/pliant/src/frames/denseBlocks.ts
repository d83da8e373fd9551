/** Dense matrices by rows whose 6×6 blocks belong to pairs of frames. */
import { velocitySize } from "../mappings/skinning.ts";

export const blockSize = velocitySize * velocitySize;

/** out += leftᵀ form right, of size × 6 tangents and a size × size form. */
export function transform(
	form: Float64Array,
	left: Float64Array,
	right: Float64Array,
	size: number,
	out: Float64Array,
): void {
	for (let r = 0; r < size; r++)
		for (let k = 0; k < velocitySize; k++) {
			let product = 0;
			for (let s = 0; s < size; s++)
				product += form[size * r + s] * right[velocitySize * s + k];
			for (let i = 0; i < velocitySize; i++)
				out[velocitySize * i + k] += left[velocitySize * r + i] * product;
		}
}

/** Adds a block times a factor. */
export function addBlock(
	block: Float64Array,
	factor: number,
	i: number,
	j: number,
	width: number,
	to: Float64Array,
): void {
	for (let r = 0; r < velocitySize; r++)
		for (let c = 0; c < velocitySize; c++)
			to[width * (velocitySize * i + r) + velocitySize * j + c] +=
				factor * block[velocitySize * r + c];
}

/** Adds the transpose of a block times a factor. */
export function addTransposed(
	block: Float64Array,
	factor: number,
	i: number,
	j: number,
	width: number,
	to: Float64Array,
): void {
	for (let r = 0; r < velocitySize; r++)
		for (let c = 0; c < velocitySize; c++)
			to[width * (velocitySize * i + r) + velocitySize * j + c] +=
				factor * block[velocitySize * c + r];
}

/** Adds a block to a matrix, and its transpose at the other side of the diagonal. */
export function addSymmetric(
	block: Float64Array,
	i: number,
	j: number,
	width: number,
	to: Float64Array,
): void {
	addBlock(block, 1, i, j, width, to);
	if (i !== j) addTransposed(block, 1, j, i, width, to);
}

/** Writes a block of a matrix, times a factor. */
export function readBlock(
	from: Float64Array,
	factor: number,
	i: number,
	j: number,
	width: number,
	block: Float64Array,
): void {
	for (let r = 0; r < velocitySize; r++)
		for (let c = 0; c < velocitySize; c++)
			block[velocitySize * r + c] =
				factor * from[width * (velocitySize * i + r) + velocitySize * j + c];
}

/** The upper half of a matrix at both sides of its diagonal. */
export function mirror(
	from: Float64Array,
	size: number,
	to: Float64Array,
): void {
	for (let r = 0; r < size; r++)
		for (let c = r; c < size; c++) {
			to[size * r + c] = from[size * r + c];
			to[size * c + r] = from[size * r + c];
		}
}

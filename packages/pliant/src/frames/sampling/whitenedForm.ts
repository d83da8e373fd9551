/** A quadratic form that samples add up to, Σ v RᵀR over their volumes v, in coordinates in which it is the identity. */
import { DenseCholesky } from "../../solvers/linear/denseCholesky.ts";
import type { Samples } from "../samples.ts";

/** Writes the rows R of a sample. */
export type Rows = (sample: number, R: Float64Array) => void;

export interface WhitenedForm {
	/** Rows of every sample's R. */
	readonly rows: number;
	/** Numbers in a row. */
	readonly size: number;
	readonly read: Rows;
}

/** Σ v RᵀR, row by row. */
export function squareSum(
	{ count, volumes }: Samples,
	rows: number,
	size: number,
	read: Rows,
): Float64Array {
	const A = new Float64Array(size * size);
	const R = new Float64Array(rows * size);
	for (let sample = 0; sample < count; sample++) {
		read(sample, R);
		for (let row = 0; row < R.length; row += size)
			for (let i = 0; i < size; i++) {
				const scaled = volumes[sample] * R[row + i];
				if (scaled === 0) continue;
				for (let j = 0; j <= i; j++) A[i * size + j] += scaled * R[row + j];
			}
	}
	for (let i = 0; i < size; i++)
		for (let j = 0; j < i; j++) A[j * size + i] = A[i * size + j];
	return A;
}

/** The rows R L⁻ᵀ, whose sum of squares is the identity where A = LLᵀ is that of R. */
export function whitenedForm(
	A: Float64Array,
	rows: number,
	size: number,
	read: Rows,
): WhitenedForm {
	const factors = new DenseCholesky(size);
	if (!factors.factor(A)) {
		throw new Error(
			"reducedSamples: some motion of the frames moves no sample; every frame needs samples around it",
		);
	}
	return {
		rows,
		size,
		read(sample, R) {
			read(sample, R);
			factors.whiten(R);
		},
	};
}

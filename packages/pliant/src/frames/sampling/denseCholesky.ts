/** Lower L with L Lᵀ = A for a dense symmetric positive definite A, row by row; L is written over A. */
export function factorise(A: Float64Array, size: number): void {
	for (let j = 0; j < size; j++) {
		let diagonal = A[j * size + j];
		for (let k = 0; k < j; k++) diagonal -= A[j * size + k] ** 2;
		if (!(diagonal > 0)) {
			throw new Error(
				`reducedSamples: the frames can move without moving any sample (number ${j}); every frame needs samples around it`,
			);
		}
		const root = Math.sqrt(diagonal);
		A[j * size + j] = root;
		for (let i = j + 1; i < size; i++) {
			let sum = A[i * size + j];
			for (let k = 0; k < j; k++) sum -= A[i * size + k] * A[j * size + k];
			A[i * size + j] = sum / root;
		}
		for (let i = 0; i < j; i++) A[i * size + j] = 0;
	}
}

/** Rows r ← r L⁻ᵀ, so that r Lᵀ is what it was. */
export function whiten(
	rows: Float64Array,
	count: number,
	L: Float64Array,
	size: number,
): void {
	for (let row = 0; row < count; row++) {
		const start = row * size;
		for (let i = 0; i < size; i++) {
			let sum = rows[start + i];
			for (let k = 0; k < i; k++) sum -= L[i * size + k] * rows[start + k];
			rows[start + i] = sum / L[i * size + i];
		}
	}
}

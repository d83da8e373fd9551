/** Cholesky's factors of dense symmetric positive definite matrices, row by row. */

/** Writes the lower L with L Lᵀ = A over A. Returns false where A is not positive definite. */
export function factorise(A: Float64Array, size: number): boolean {
	for (let i = 0; i < size; i++) {
		const row = i * size;
		for (let j = 0; j <= i; j++) {
			const other = j * size;
			let sum = A[row + j];
			for (let k = 0; k < j; k++) sum -= A[row + k] * A[other + k];
			if (j < i) A[row + j] = sum / A[other + j];
			else if (sum > 0) A[row + i] = Math.sqrt(sum);
			else return false;
		}
		A.fill(0, row + i + 1, row + size);
	}
	return true;
}

/** Every row r ← r L⁻ᵀ, so that r Lᵀ is what it was. */
export function whiten(R: Float64Array, L: Float64Array, size: number): void {
	for (let start = 0; start < R.length; start += size)
		for (let i = 0; i < size; i++) {
			let sum = R[start + i];
			for (let k = 0; k < i; k++) sum -= L[i * size + k] * R[start + k];
			R[start + i] = sum / L[i * size + i];
		}
}

/** Writes x with L Lᵀ x = b over b. */
export function solve(L: Float64Array, b: Float64Array): void {
	const size = b.length;
	whiten(b, L, size);
	for (let i = size - 1; i >= 0; i--) {
		b[i] /= L[i * size + i];
		for (let k = 0; k < i; k++) b[k] -= L[i * size + k] * b[i];
	}
}

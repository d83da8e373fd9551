/** A = L Lᵀ of small dense matrices by rows. What is zero at the left of a row stays so and is skipped. */
export class DenseCholesky {
	private readonly size: number;
	private readonly L: Float64Array;
	/** First column of each row that is not zero. */
	private readonly first: Uint32Array;

	constructor(size: number) {
		this.size = size;
		this.L = new Float64Array(size * size);
		this.first = new Uint32Array(size);
	}

	/** False where A is not positive definite. `shift` is added to its diagonal, in units of the diagonal. */
	factor(A: Float64Array, shift = 0): boolean {
		const { size, L, first } = this;
		for (let i = 0; i < size; i++) {
			const row = size * i;
			let start = 0;
			while (start < i && A[row + start] === 0) start++;
			first[i] = start;
			for (let j = start; j < i; j++) {
				let sum = A[row + j];
				const from = size * j;
				for (let k = Math.max(start, first[j]); k < j; k++)
					sum -= L[row + k] * L[from + k];
				L[row + j] = sum / L[from + j];
			}
			const diagonal = A[row + i];
			let pivot = diagonal + shift * Math.abs(diagonal);
			for (let k = start; k < i; k++) pivot -= L[row + k] * L[row + k];
			// What is left of a pivot below rounding is not known to be positive.
			if (!(pivot > 1e-14 * Math.abs(diagonal))) return false;
			L[row + i] = Math.sqrt(pivot);
		}
		return true;
	}

	/** Every row r of R becomes L⁻¹ r. */
	whiten(R: Float64Array): void {
		const { size, L, first } = this;
		for (let start = 0; start < R.length; start += size)
			for (let i = 0; i < size; i++) {
				let sum = R[start + i];
				for (let k = first[i]; k < i; k++)
					sum -= L[size * i + k] * R[start + k];
				R[start + i] = sum / L[size * i + i];
			}
	}

	/** x becomes A⁻¹ x. */
	solve(x: Float64Array): void {
		const { size, L, first } = this;
		this.whiten(x);
		for (let i = size - 1; i >= 0; i--) {
			x[i] /= L[size * i + i];
			for (let k = first[i]; k < i; k++) x[k] -= L[size * i + k] * x[i];
		}
	}
}

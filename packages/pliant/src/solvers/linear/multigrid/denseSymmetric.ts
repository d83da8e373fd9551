/** Small dense symmetric positive definite matrices, by rows. */

/** Replaces the lower triangle by the Cholesky factor; false where the matrix is not positive definite. */
export function factorDense(a: Float64Array, n: number): boolean {
	for (let j = 0; j < n; j++) {
		let pivot = a[j * n + j];
		for (let k = 0; k < j; k++) pivot -= a[j * n + k] ** 2;
		if (!(pivot > 0)) return false;
		const root = Math.sqrt(pivot);
		a[j * n + j] = root;
		for (let i = j + 1; i < n; i++) {
			let sum = a[i * n + j];
			for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
			a[i * n + j] = sum / root;
		}
	}
	return true;
}

/** Solves in place with a factor of `factorDense`. */
export function solveDense(
	factor: Float64Array,
	n: number,
	x: Float64Array,
): void {
	for (let i = 0; i < n; i++) {
		let sum = x[i];
		for (let k = 0; k < i; k++) sum -= factor[i * n + k] * x[k];
		x[i] = sum / factor[i * n + i];
	}
	for (let i = n - 1; i >= 0; i--) {
		let sum = x[i];
		for (let k = i + 1; k < n; k++) sum -= factor[k * n + i] * x[k];
		x[i] = sum / factor[i * n + i];
	}
}

/** Inverts in place; false where the matrix is not positive definite. */
export function invertSymmetric(a: Float64Array, n: number): boolean {
	const factor = a.slice();
	if (!factorDense(factor, n)) return false;
	const column = new Float64Array(n);
	for (let j = 0; j < n; j++) {
		column.fill(0);
		column[j] = 1;
		solveDense(factor, n, column);
		for (let i = 0; i < n; i++) a[i * n + j] = column[i];
	}
	return true;
}

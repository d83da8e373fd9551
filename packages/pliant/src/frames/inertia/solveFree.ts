import { DenseCholesky } from "../../solvers/linear/denseCholesky.ts";

/** Ω with M Ω = p on what is free, and as given elsewhere. */
export function solveFree(
	M: Float64Array,
	p: Float64Array,
	given: Float64Array,
	fixed: ArrayLike<number>,
): Float64Array {
	const size = p.length;
	const out = given.slice();
	const free: number[] = [];
	for (let i = 0; i < size; i++) if (!fixed[i]) free.push(i);
	const count = free.length;
	const A = new Float64Array(count * count);
	const b = new Float64Array(count);
	for (let r = 0; r < count; r++) {
		const row = size * free[r];
		let sum = p[free[r]];
		for (let j = 0; j < size; j++) if (fixed[j]) sum -= M[row + j] * given[j];
		b[r] = sum;
		for (let c = 0; c < count; c++) A[count * r + c] = M[row + free[c]];
	}
	const cholesky = new DenseCholesky(count);
	if (!cholesky.factor(A)) return out;
	cholesky.solve(b);
	for (let r = 0; r < count; r++) out[free[r]] = b[r];
	return out;
}

/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix as formulas, by Jacobi's rotations: as precise for equal eigenvalues
 * as for others, which closed forms are not. They are for what is `frozen`; nobody wants their derivatives.
 */
import {
	abs,
	add,
	div,
	type Expr,
	less,
	type Matrix,
	max,
	mul,
	outer,
	select,
	sqrt,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";

/** Sweeps of three rotations each; a fifth changes nothing but the last digits. */
const sweeps = 4;

export function symmetricEigen3(A: Matrix): {
	readonly values: Vector;
	/** In the order of the values, of unit length and orthogonal. */
	readonly vectors: readonly Vector[];
} {
	const values = [A[0][0], A[1][1], A[2][2]];
	/** Entry k stands beside the diagonal, in the row and column other than k. */
	const beside = [A[1][2], A[2][0], A[0][1]];
	const vectors: Expr[][] = [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	].map((row) => row.map((entry) => add(entry, 0)));
	for (let sweep = 0; sweep < sweeps; sweep++)
		for (const k of [2, 1, 0]) {
			const [p, q] = [(k + 1) % 3, (k + 2) % 3];
			const { tangent, cosine, sine } = rotation(
				values[p],
				values[q],
				beside[k],
			);
			const change = mul(tangent, beside[k]);
			values[p] = sub(values[p], change);
			values[q] = add(values[q], change);
			beside[k] = add(0, 0);
			const [kp, kq] = [beside[q], beside[p]];
			beside[q] = sub(mul(cosine, kp), mul(sine, kq));
			beside[p] = add(mul(sine, kp), mul(cosine, kq));
			const [vp, vq] = [vectors[p], vectors[q]];
			vectors[p] = sub(mul(cosine, vp), mul(sine, vq)) as Expr[];
			vectors[q] = add(mul(sine, vp), mul(cosine, vq)) as Expr[];
		}
	return { values, vectors };
}

/** The rotation by at most 45° that takes away what is beside the diagonal. */
function rotation(app: Expr, aqq: Expr, apq: Expr) {
	const difference = sub(aqq, app);
	const divisor = add(
		abs(difference),
		sqrt(add(square(difference), mul(4, square(apq)))),
	);
	const size = div(mul(2, apq), select(less(0, divisor), divisor, 1));
	const tangent = select(less(difference, 0), mul(-1, size), size);
	const cosine = div(1, sqrt(add(1, square(tangent))));
	return { tangent, cosine, sine: mul(tangent, cosine) };
}

/** The positive semi-definite matrix nearest to a symmetric 3×3 one. */
export function positivePart3(A: Matrix): Expr[][] {
	const { values, vectors } = symmetricEigen3(A);
	const parts = vectors.map((v, i) => mul(max(values[i], 0), outer(v, v)));
	return A.map((row, r) => row.map((_, c) => sum(parts.map((P) => P[r][c]))));
}

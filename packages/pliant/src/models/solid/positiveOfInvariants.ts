/**
 * The positive variant of isotropic laws psi(F) = W(I₁, I₂, J). With the singular values σ of F = U Σ Vᵀ and D = Uᵀ dF V, the Hessian is
 *
 *   Σᵢⱼ ∂²psi/∂σᵢ∂σⱼ Dᵢᵢ Dⱼⱼ  +  ½ Σ_{i<j} (f (Dᵢⱼ + Dⱼᵢ)² + t (Dᵢⱼ − Dⱼᵢ)²)
 *
 * with f = (ψᵢ − ψⱼ)/(σᵢ − σⱼ) and t = (ψᵢ + ψⱼ)/(σᵢ + σⱼ), ψᵢ = ∂psi/∂σᵢ, which invariants give without dividing. Its positive part takes that of the first
 * sum's matrix, and of f and t what is above zero.
 */
import {
	add,
	apply,
	determinant,
	div,
	dot,
	type Expr,
	frozen,
	gradient,
	inputs,
	length,
	less,
	type Matrix,
	max,
	mul,
	multiply,
	select,
	square,
	sub,
	substitute,
	sum,
	transpose,
	type Vector,
} from "../../energy/index.ts";
import { positivePart3, symmetricEigen3 } from "./symmetricEigen3.ts";

/** Invariants of the deformation; they are 3, 3 and 1 at rest. */
export interface Invariants {
	readonly I1: Expr;
	readonly I2: Expr;
	readonly J: Expr;
}

/** Lengths below are no directions. */
const shortest = 1e-12;

export function positiveOfInvariants(
	F: Matrix,
	W: (invariants: Invariants) => Expr,
): Expr {
	const { vectors: V } = symmetricEigen3(multiply(transpose(F), F));
	const images = V.map((v) => apply(F, v));
	const sigma = images.map((image) => length(image));
	const U = images.map((image, i) =>
		image.map((entry) => div(entry, max(sigma[i], shortest))),
	);
	// The U of an inverted element mirrors.
	const sign = select(less(determinant(F), 0), -1, 1);
	const { slopes, curvatures } = derivatives(W, sigma, sign);
	const D = U.map((u) => V.map((v) => dot(frozen(u), apply(F, frozen(v)))));
	const A = frozen(positivePart3(curvatures));
	const scaling = sum(
		A.flatMap((row, i) =>
			row.map((entry, j) => mul(entry, mul(D[i][i], D[j][j]))),
		),
	);
	const turning = [0, 1, 2].map((k) => {
		const [i, j] = [(k + 1) % 3, (k + 2) % 3];
		const { flip, twist } = offDiagonal(slopes, sigma, i, j, k);
		return add(
			mul(frozen(max(flip, 0)), square(add(D[i][j], D[j][i]))),
			mul(frozen(max(twist, 0)), square(sub(D[i][j], D[j][i]))),
		);
	});
	return add(mul(0.5, scaling), mul(0.25, sum(turning)));
}

interface Slopes {
	readonly W1: Expr;
	readonly W2: Expr;
	/** Of the product of singular values. */
	readonly WJ: Expr;
	readonly I1: Expr;
}

function derivatives(
	W: (invariants: Invariants) => Expr,
	sigma: Vector,
	sign: Expr,
): { slopes: Slopes; curvatures: Expr[][] } {
	const symbols = inputs("sigma", 4);
	const values = new Map(
		symbols.map((symbol, i) => [symbol, i < 3 ? sigma[i] : sign] as const),
	);
	const [a, b, c, mirror] = symbols;
	const squares = [a, b, c].map((s) => square(s));
	const I1 = sum(squares);
	const I2 = sum([0, 1, 2].map((k) => mul(squares[k], squares[(k + 1) % 3])));
	const J = mul(mirror, mul(a, mul(b, c)));
	const first = gradient(W({ I1, I2, J }), [a, b, c]);
	const curvatures = first.map((slope) =>
		substitute(gradient(slope, [a, b, c]), values),
	);
	const own = inputs("invariant", 3);
	const [W1, W2, WJ] = substitute(
		gradient(W({ I1: own[0], I2: own[1], J: own[2] }), own),
		new Map([
			[own[0], I1],
			[own[1], I2],
			[own[2], J],
		]),
	);
	const [slope1, slope2, slopeJ, I1Value] = substitute(
		[W1, W2, mul(mirror, WJ), I1],
		values,
	);
	return {
		slopes: { W1: slope1, W2: slope2, WJ: slopeJ, I1: I1Value },
		curvatures,
	};
}

function offDiagonal(
	{ W1, W2, WJ, I1 }: Slopes,
	sigma: Vector,
	i: number,
	j: number,
	k: number,
): { flip: Expr; twist: Expr } {
	const squares = add(square(sigma[i]), square(sigma[j]));
	const product = mul(sigma[i], sigma[j]);
	const shared = (rest: Expr) => mul(2, add(W1, mul(W2, sub(I1, rest))));
	const volume = mul(WJ, sigma[k]);
	return {
		flip: sub(shared(add(squares, product)), volume),
		twist: add(shared(sub(squares, product)), volume),
	};
}

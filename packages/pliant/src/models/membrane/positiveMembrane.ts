/**
 * The positive variant of any isotropic membrane: with the singular values F = Σ σ_i u_i v_iᵀ of the 3×2 deformation gradient,
 * the Hessian of psi falls apart into
 *
 *   stretching   the 2×2 matrix ∂²psi/∂σ_i∂σ_j              on a₁₁, a₂₂
 *   turning      (psi₁ + psi₂)/(σ₁ + σ₂)                    on (a₂₁ − a₁₂)/√2
 *   shearing     (psi₁ − psi₂)/(σ₁ − σ₂)                    on (a₂₁ + a₁₂)/√2
 *   bulging      psi_i/σ_i, the stress along v_i            on n·dF v_i
 *
 * with psi_i = ∂psi/∂σ_i, a_ij = u_i·dF v_j and n normal to the membrane; each is made positive by itself. So it is the exact
 * Hessian wherever that is positive, and the nearest to it elsewhere, as derivatives by F go.
 * J. Panetta, "Analytic Eigensystems for Isotropic Membrane Energies", 2020 (arXiv 2008.10698); here in I = tr C and
 * K = det C, which needs no division by stretches or their differences: the middle two are 2 psi_I ± 2 σ₁σ₂ psi_K, and
 * psi₁/σ₁ = 2 psi_I + 2 σ₂² psi_K.
 *
 * Keeping the material part and making only the geometric part Σ ½ t_i |de_i|² positive is shorter, but not exact where
 * a sheet is pulled one way and pressed the other: Newton on a hanging sheet took 7 iterations in place of 5.
 */
import {
	abs,
	add,
	apply,
	div,
	dot,
	type Expr,
	frozen,
	gradient,
	inputs,
	length,
	lengthSquared,
	less,
	type Matrix,
	max,
	mixedHessian,
	mul,
	neg,
	select,
	sqrt,
	square,
	sub,
	substitute,
	sum,
	transpose,
	type Vector,
} from "../../energy/index.ts";

/** The positive variant of psi(I, K), I = tr FᵀF and K = det FᵀF, for a 3×2 deformation gradient F. */
export function positiveMembrane(
	F: Matrix,
	psi: (I: Expr, K: Expr) => Expr,
): Expr {
	const V = principalDirections(F);
	const U = leftDirections(V.map((v) => apply(F, v)));
	const sigma = V.map((v) => length(apply(F, v)));
	const { stretching, turning, shearing, bulging } = stiffnesses(psi, sigma);

	const w = frozen(V).map((v) => apply(F, v));
	const a = frozen(U).map((u) => w.map((wj) => dot(u, wj)));
	const out = w.map((wj, j) =>
		sub(lengthSquared(wj), add(square(a[0][j]), square(a[1][j]))),
	);
	const [[s11, s12], [, s22]] = frozen(positivePart(stretching));
	const held = (stiffness: Expr) => frozen(max(stiffness, 0));
	return mul(
		0.5,
		sum([
			mul(s11, square(a[0][0])),
			mul(2, mul(s12, mul(a[0][0], a[1][1]))),
			mul(s22, square(a[1][1])),
			mul(held(turning), mul(0.5, square(sub(a[1][0], a[0][1])))),
			mul(held(shearing), mul(0.5, square(add(a[1][0], a[0][1])))),
			mul(held(bulging[0]), out[0]),
			mul(held(bulging[1]), out[1]),
		]),
	);
}

/** Divisors that vanish with what is divided by them. */
const orOne = (divisor: Expr): Expr => select(less(0, divisor), divisor, 1);

/** Unit eigenvectors of FᵀF, that of the larger eigenvalue first; any where they are equal. */
function principalDirections(F: Matrix): Expr[][] {
	const [p, q] = transpose(F);
	const difference = mul(0.5, sub(lengthSquared(p), lengthSquared(q)));
	const shear = dot(p, q);
	const radius = orOne(sqrt(add(square(difference), square(shear))));
	// (r + d, c) or (c, r − d), whichever does not cancel, over r.
	const large = add(1, div(abs(difference), radius));
	const small = div(shear, radius);
	const norm = sqrt(add(square(large), square(small)));
	const [x, y] = [div(large, norm), div(small, norm)];
	const steep = less(difference, 0);
	const v = [select(steep, y, x), select(steep, x, y)];
	return [v, [neg(v[1]), v[0]]];
}

/** F v_i over their lengths; the second made orthogonal again, which it is only up to round-off where a triangle collapses. */
function leftDirections([first, second]: readonly Vector[]): Expr[][] {
	const u = div(first, orOne(length(first)));
	const rest = sub(second, mul(dot(u, second), u)) as Expr[];
	return [u, div(rest, orOne(length(rest)))];
}

function stiffnesses(
	psi: (I: Expr, K: Expr) => Expr,
	[sigma1, sigma2]: Vector,
) {
	const [s1, s2, I, K] = inputs("s", 4);
	const [sq1, sq2] = [square(s1), square(s2)];
	const trace = add(sq1, sq2);
	const determinant = mul(sq1, sq2);
	const [psiI, psiK] = substitute(
		gradient(psi(I, K), [I, K]),
		new Map([
			[I, trace],
			[K, determinant],
		]),
	);
	const stress = (other: Expr) => mul(2, add(psiI, mul(other, psiK)));
	const [[h11, h12], [, h22]] = mixedHessian(
		psi(trace, determinant),
		[s1, s2],
		[s1, s2],
	);
	const [s11, s12, s22, turning, shearing, bulging1, bulging2] = substitute(
		[
			h11,
			h12,
			h22,
			stress(mul(s1, s2)),
			stress(neg(mul(s1, s2))),
			stress(sq2),
			stress(sq1),
		],
		new Map([
			[s1, sigma1],
			[s2, sigma2],
		]),
	);
	return {
		stretching: [
			[s11, s12],
			[s12, s22],
		],
		turning,
		shearing,
		bulging: [bulging1, bulging2],
	};
}

/** The positive semi-definite matrix nearest to a symmetric 2×2 one. */
export function positivePart([[a, b], [, c]]: Matrix): Expr[][] {
	const mean = mul(0.5, add(a, c));
	const radius = sqrt(add(square(mul(0.5, sub(a, c))), square(b)));
	const lower = sub(mean, radius);
	// Where only the upper eigenvalue is positive: that times the projector on its eigenvector.
	const scale = div(max(add(mean, radius), 0), mul(2, orOne(radius)));
	const projected = (entry: Expr, shifted: Expr) =>
		select(less(lower, 0), mul(scale, shifted), entry);
	const offDiagonal = projected(b, b);
	return [
		[projected(a, sub(a, lower)), offDiagonal],
		[offDiagonal, projected(c, sub(c, lower))],
	];
}

/**
 * Corotational membrane: Hooke's law for the stretches σ₁, σ₂, which are left of F = R S when its rotation R is taken out.
 *
 *   psi = μ |F − R|² + λ/2 (tr S − 2)²
 *
 * The rotation itself is not needed. With J = √det C and T = tr S = √(tr C + 2 J) one has |F − R|² = (T − 2)² − 2 (σ₁ − 1)(σ₂ − 1), and
 * the last product is det(C − 1)/(1 + T + J); so written nothing cancels at small strains.
 *
 * Forces are linear in stretch, in compression too, and finite for a triangle that is squeezed to nothing.
 */
import {
	add,
	div,
	type Expr,
	mul,
	sqrt,
	square,
	sub,
	sum,
} from "../../energy/index.ts";
import { determinantOfC, isotropicMembrane } from "./isotropicMembrane.ts";

const density = (lambda: Expr, mu: Expr) => (a: Expr, b: Expr) => {
	const J = sqrt(determinantOfC(a, b));
	const T = sqrt(sum([2, a, mul(2, J)]));
	// T² − 4 over T + 2, and J − 1 likewise.
	const JLess1 = div(add(a, b), add(J, 1));
	const TLess2 = div(add(a, mul(2, JLess1)), add(T, 2));
	const distance = sub(square(TLess2), div(mul(2, b), sum([1, T, J])));
	return add(mul(mu, distance), mul(0.5, mul(lambda, square(TLess2))));
};

export const corotationalMembrane = isotropicMembrane({
	name: "corotational-membrane",
	about:
		"Membrane with forces linear in stretch at any rotation: Hooke's law, in compression too.",
	density,
});

/**
 * TRBS that does not collapse: St Venant–Kirchhoff with a barrier against stretches towards zero.
 *
 *   psi = λ/2 (tr E)² + μ E:E + 10⁻⁴ (λ + 2μ) max(tr C⁻¹ − 2, 0)³
 *
 * The force of TRBS is greatest at the stretch 1/√3 and vanishes as a triangle collapses. tr C⁻¹ is the sum of 1/σ² of both principal
 * stretches, so the barrier is infinite where either becomes zero; its cube leaves the moduli at rest alone. Compressed along one
 * axis it adds 0.3 % to the force at a stretch of 0.8 and 7 % at 1/√3, and the force then rises without end. With det C for measure in
 * place of tr C⁻¹, a triangle that is pulled across could still collapse along.
 */
import {
	add,
	div,
	type Expr,
	max,
	mul,
	neg,
	square,
} from "../../energy/index.ts";
import {
	determinantOfC,
	isotropicMembrane,
	stVenantKirchhoff,
} from "./isotropicMembrane.ts";

/** The barrier over λ + 2μ: the least power of ten with which the force of compression along one axis only rises. */
const barrierShare = 1e-4;

const density = (lambda: Expr, mu: Expr) => (a: Expr, b: Expr) => {
	// tr C⁻¹ − 2 = tr C/det C − 2.
	const squeeze = max(div(neg(add(a, mul(2, b))), determinantOfC(a, b)), 0);
	const barrier = mul(barrierShare, add(lambda, mul(2, mu)));
	return add(
		stVenantKirchhoff(a, b, lambda, mu),
		mul(barrier, mul(squeeze, square(squeeze))),
	);
};

export const safeTrbs = isotropicMembrane({
	name: "safe-trbs",
	about:
		"TRBS with a barrier against collapse: the same moduli, and a force that rises without end as a triangle is squeezed.",
	source: "Delingette 2008, eq. 15, with a barrier",
	density,
});

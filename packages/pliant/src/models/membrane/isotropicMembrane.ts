/**
 * Isotropic membranes psi(a, b) of the invariants a = tr e and b = det e of e = FᵀF − 1, twice Green's strain. With
 * them I = tr C = a + 2 and K = det C = 1 + a + b; written so, small strains are not lost beside the ones of C.
 */
import {
	add,
	determinant,
	type Energy,
	type Expr,
	greenStrain,
	max,
	mul,
	ofLinearMap,
	sub,
	sum,
	trace,
	type Vector,
} from "../../energy/index.ts";
import { positiveMembrane } from "./positiveMembrane.ts";

/** An energy as a formula in the two invariants. */
export type IsotropicEnergy = (a: Expr, b: Expr) => Expr;

export const isotropicMembrane = (
	x: readonly Vector[],
	shapeGradients: readonly Vector[],
	psi: IsotropicEnergy,
): Energy =>
	ofLinearMap(x, shapeGradients, (F) => {
		const e = mul(2, greenStrain(F));
		return psi(trace(e), determinant(e));
	});

export const positiveIsotropicMembrane = (
	x: readonly Vector[],
	shapeGradients: readonly Vector[],
	psi: IsotropicEnergy,
): Energy =>
	ofLinearMap(x, shapeGradients, (F) =>
		positiveMembrane(F, (I, K) => psi(sub(I, 2), add(sub(K, I), 1))),
	);

/** det C is not taken for less: a triangle without area has a finite energy, and no kink. */
const leastDeterminant = 1e-6;

/** K = det C. */
export const determinantOfC = (a: Expr, b: Expr): Expr =>
	max(sum([1, a, b]), leastDeterminant);

/** λ/2 (tr E)² + μ E:E. */
export const stVenantKirchhoff = (
	a: Expr,
	b: Expr,
	lambda: Expr,
	mu: Expr,
): Expr =>
	add(
		mul(0.125, mul(lambda, mul(a, a))),
		mul(0.25, mul(mu, sub(mul(a, a), mul(2, b)))),
	);

/**
 * Linear elasticity: Hooke's law in the small strain, for displacements that are small against the size of the body. Turning strains it.
 *
 *   psi(F) = λ/2 (tr ε)² + μ ε:ε,   ε = ½ (F + Fᵀ) − 1
 */
import {
	add,
	contract,
	type Expr,
	identity,
	type Matrix,
	mul,
	square,
	sub,
	trace,
	transpose,
} from "../../../energy/index.ts";
import { solidLaw } from "../solidLaw.ts";
import {
	lameParameters,
	solidMaterial,
	solidModuli,
} from "../solidMaterial.ts";

type Constants = Readonly<Record<"lambda" | "mu", Expr>>;

function psi(F: Matrix, { lambda, mu }: Constants): Expr {
	const strain = sub(mul(0.5, add(F, transpose(F))), identity(3));
	return add(
		mul(0.5, mul(lambda, square(trace(strain)))),
		mul(mu, contract(strain, strain)),
	);
}

export const linearElastic = solidLaw({
	name: "linear-elastic",
	about:
		"Linear elasticity, for small displacements and turns only: turning strains it.",
	material: solidMaterial,
	constants: lameParameters,
	psi,
	positive: psi,
	rotationInvariant: false,
	linearised: solidModuli,
});

/**
 * St Venant–Kirchhoff: Hooke's law in Green's strain, for large motions at moderate strains.
 *
 *   psi(F) = λ/2 (tr E)² + μ E:E,   E = ½ (FᵀF − 1)
 *
 * Under strong compression it gives way: the force of a bar is largest at the stretch 1/√3.
 */
import {
	add,
	contract,
	type Expr,
	greenStrain,
	type Matrix,
	mul,
	square,
	trace,
} from "../../../energy/index.ts";
import { positiveOfStrain } from "../positiveOfStrain.ts";
import { solidLaw } from "../solidLaw.ts";
import {
	lameParameters,
	solidMaterial,
	solidModuli,
} from "../solidMaterial.ts";

export const stVenantKirchhoff = solidLaw({
	name: "stvk",
	about:
		"St Venant–Kirchhoff solid: Hooke's law for large rotations and moderate strains.",
	material: solidMaterial,
	constants: lameParameters,
	psi: (F, { lambda, mu }) => hooke(greenStrain(F), lambda, mu),
	positive: (F, { lambda, mu }) =>
		positiveOfStrain(F, (E) => hooke(E, lambda, mu)),
	hooke: { lambda: "lambda", mu: "mu" },
	linearised: solidModuli,
});

const hooke = (E: Matrix, lambda: Expr, mu: Expr): Expr =>
	add(mul(0.5, mul(lambda, square(trace(E)))), mul(mu, contract(E, E)));

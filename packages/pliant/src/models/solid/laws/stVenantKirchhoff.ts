/**
 * St Venant–Kirchhoff: Hooke's law in Green's strain, for large motions at moderate strains.
 *
 *   psi(F) = λ/2 (tr E)² + μ E:E,   E = ½ (FᵀF − 1)
 *
 * Under strong compression it gives way: the force of a bar is largest at the stretch 1/√3.
 *
 * Its Hessian is that of psi in dE, which is positive, and S : dFᵀdF with the stress S = λ tr E + 2μ E. The positive variant
 * takes the positive part of S.
 */
import {
	add,
	contract,
	type Expr,
	frozen,
	greenStrain,
	identity,
	type Matrix,
	mul,
	multiply,
	square,
	trace,
	transpose,
} from "../../../energy/index.ts";
import { solidLaw } from "../solidLaw.ts";
import {
	lameParameters,
	solidMaterial,
	solidModuli,
} from "../solidMaterial.ts";
import { positivePart3 } from "../symmetricEigen3.ts";

export const stVenantKirchhoff = solidLaw({
	name: "stvk",
	about:
		"St Venant–Kirchhoff solid: Hooke's law for large rotations and moderate strains.",
	material: solidMaterial,
	constants: lameParameters,
	psi: (F, { lambda, mu }) => hooke(greenStrain(F), lambda, mu),
	positive: (F, { lambda, mu }) => {
		const E = greenStrain(F);
		const S = add(
			mul(mul(lambda, trace(E)), identity(3)),
			mul(mul(2, mu), E),
		) as Expr[][];
		const product = multiply(transpose(frozen(F)), F);
		const strain = mul(0.5, add(product, transpose(product))) as Expr[][];
		const C = multiply(transpose(F), F);
		return add(
			hooke(strain, lambda, mu),
			mul(0.5, contract(frozen(positivePart3(S)), C)),
		);
	},
	hooke: { lambda: "lambda", mu: "mu" },
	linearised: solidModuli,
});

const hooke = (strain: Matrix, lambda: Expr, mu: Expr): Expr =>
	add(
		mul(0.5, mul(lambda, square(trace(strain)))),
		mul(mu, contract(strain, strain)),
	);

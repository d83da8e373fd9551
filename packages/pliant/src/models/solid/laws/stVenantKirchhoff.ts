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
	greenStrain,
	mul,
	square,
	trace,
} from "../../../energy/index.ts";
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
	psi: (F, { lambda, mu }) => {
		const E = greenStrain(F);
		return add(
			mul(0.5, mul(lambda, square(trace(E)))),
			mul(mu, contract(E, E)),
		);
	},
	hooke: { lambda: "lambda", mu: "mu" },
	linearised: solidModuli,
});

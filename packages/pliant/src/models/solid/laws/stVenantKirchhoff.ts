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
	sqrt,
	square,
	sub,
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
	// √(2μ) on E and a part of tr E on its diagonal, such that the square of the latter is that of 3λ + 2μ.
	residuals: (F, { lambda, mu }) => {
		const E = greenStrain(F);
		const shear = sqrt(mul(2, mu));
		const volume = sqrt(add(mul(3, lambda), mul(2, mu)));
		const share = mul(mul(1 / 3, sub(volume, shear)), trace(E));
		return [
			...E.map((row, i) => add(mul(shear, row[i]), share)),
			...[E[0][1], E[1][2], E[2][0]].map((e) => mul(mul(Math.SQRT2, shear), e)),
		];
	},
	linearised: solidModuli,
});

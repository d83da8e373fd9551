/**
 * Compressible neo-Hookean solid, as finite-element programs have it:
 *
 *   W = μ/2 (I₁ − 3) − μ ln J + λ/2 (ln J)²
 *
 * Infinite for J → 0: elements cannot be inverted. `stableNeoHookean` takes any state.
 */
import { add, log, mul, square, sub } from "../../../energy/index.ts";
import {
	lameParameters,
	solidMaterial,
	solidModuli,
} from "../solidMaterial.ts";
import { hyperelastic } from "./hyperelastic.ts";

export const neoHookean = hyperelastic({
	name: "neo-hookean",
	about:
		"Compressible neo-Hookean solid for large strains; infinitely stiff against collapse.",
	material: solidMaterial,
	constants: lameParameters,
	energy: ({ I1, J }, { lambda, mu }) => {
		const logJ = log(J);
		return add(
			mul(mu, sub(mul(0.5, sub(I1, 3)), logJ)),
			mul(0.5, mul(lambda, square(logJ))),
		);
	},
	linearised: solidModuli,
});

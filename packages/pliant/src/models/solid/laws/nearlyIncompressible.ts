/**
 * Nearly incompressible rubber: neo-Hookean in what changes shape alone, and a volume term.
 *
 *   W = μ/2 (J^(−2/3) I₁ − 3) + K/2 (J − 1)²,   K = E / (3 (1 − 2ν))
 *
 * For Poisson ratios up to 0.499. Infinite for J → 0.
 */
import { add, mul, square, sub } from "../../../energy/index.ts";
import { solidMaterial, solidModuli } from "../solidMaterial.ts";
import { hyperelastic, reduced } from "./hyperelastic.ts";

export const nearlyIncompressible = hyperelastic({
	name: "nearly-incompressible",
	about:
		"Rubber that hardly changes its volume, for Poisson ratios near 0.5; infinitely stiff against collapse.",
	material: solidMaterial,
	constants: ({ youngModulus: E, poissonRatio: nu }) => ({
		mu: E / (2 * (1 + nu)),
		bulkModulus: E / (3 * (1 - 2 * nu)),
	}),
	energy: (invariants, { mu, bulkModulus }) => {
		const { I1, J } = reduced(invariants);
		return mul(
			0.5,
			add(mul(mu, sub(I1, 3)), mul(bulkModulus, square(sub(J, 1)))),
		);
	},
	linearised: solidModuli,
});

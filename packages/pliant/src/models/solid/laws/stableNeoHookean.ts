/**
 * Stable neo-Hookean solid: rubber and tissue that recover from inversion.
 *
 *   psi(F) = μ/2 (I₁ − 3) + λ/2 (det F − a)²,   a = 1 + μ/λ,   I₁ = tr FᵀF
 *
 * Smith, de Goes and Kim 2018, eq. 13, without their barrier log(I₁ + 1): that only keeps a point collapse from being an
 * equilibrium, and costs the exact Lamé constants. A constant is subtracted so that the energy is zero at rest.
 * Linearised, it has the Lamé constants μ and λ − μ; so λ here is the material's first Lamé constant plus μ.
 */
import { add, mul, square, sub } from "../../../energy/index.ts";
import {
	lameParameters,
	solidMaterial,
	solidModuli,
} from "../solidMaterial.ts";
import { hyperelastic } from "./hyperelastic.ts";

export const stableNeoHookean = hyperelastic({
	name: "stable-neo-hookean",
	about:
		"Nearly incompressible rubber-like solid that recovers from inverted elements.",
	source: "Smith, de Goes and Kim 2018, eq. 13",
	material: solidMaterial,
	constants: (material) => {
		const { lambda, mu } = lameParameters(material);
		return {
			mu,
			lambda: lambda + mu,
			restDeterminant: 1 + mu / (lambda + mu),
			// ½ λ (1 − a)² at rest.
			restEnergy: (mu * mu) / (2 * (lambda + mu)),
		};
	},
	energy: ({ I1, J }, { mu, lambda, restDeterminant, restEnergy }) =>
		sub(
			add(
				mul(0.5, mul(mu, sub(I1, 3))),
				mul(0.5, mul(lambda, square(sub(J, restDeterminant)))),
			),
			restEnergy,
		),
	linearised: solidModuli,
});

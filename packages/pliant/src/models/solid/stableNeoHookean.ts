/**
 * Stable neo-Hookean solid on linear tetrahedra: rubber and tissue that recover from inversion.
 *
 *   psi(F) = μ/2 (I₁ − 3) + λ/2 (det F − a)²,   a = 1 + μ/λ,   I₁ = tr FᵀF
 *
 * Smith, de Goes and Kim 2018, eq. 13, without their barrier log(I₁ + 1): that only keeps a point collapse from being an
 * equilibrium, and costs the exact Lamé constants. A constant is subtracted so that the energy is zero at rest.
 * Linearised, it has the Lamé constants μ and λ − μ; so λ here is the material's first Lamé constant plus μ.
 */
import {
	add,
	contract,
	determinant,
	mul,
	ofLinearMap,
	square,
	sub,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { restVolume, tetrahedronShapeGradients } from "../geometry.ts";
import { lameParameters, solidMaterial } from "./solidMaterial.ts";

export const stableNeoHookean = elementModel({
	name: "stable-neo-hookean",
	about:
		"Nearly incompressible rubber-like solid that recovers from inverted elements.",
	source: "Smith, de Goes and Kim 2018, eq. 13",
	domain: "tetrahedron",
	material: solidMaterial,
	rest: ({ X, material }) => {
		const { lambda, mu } = lameParameters(material);
		const volume = restVolume(X);
		return {
			shapeGradients: tetrahedronShapeGradients(X),
			volumeMu: volume * mu,
			volumeLambda: volume * (lambda + mu),
			restDeterminant: 1 + mu / (lambda + mu),
			// ½ λ (1 − a)² at rest.
			restEnergy: (volume * mu * mu) / (2 * (lambda + mu)),
		};
	},
	energy: ({
		x,
		shapeGradients,
		volumeMu,
		volumeLambda,
		restDeterminant,
		restEnergy,
	}) =>
		ofLinearMap(x, shapeGradients, (F) =>
			sub(
				add(
					mul(0.5, mul(volumeMu, sub(contract(F, F), 3))),
					mul(
						0.5,
						mul(volumeLambda, square(sub(determinant(F), restDeterminant))),
					),
				),
				restEnergy,
			),
		),
	linearised: ({ youngModulus, poissonRatio }) => ({
		youngModulus,
		poissonRatio,
	}),
});

/**
 * Neo-Hookean membrane: a thin sheet of incompressible rubber in plane stress, which becomes thinner by 1/√det C as it grows.
 *
 *   psi = μ/2 (tr C + 1/det C − 3),   μ = E/3
 *
 * Incompressible: Poisson's ratio is ½ and no parameter. In uniaxial tension the force per rest width is μ (s − 1/s²).
 * With a = tr(C − 1) and b = det(C − 1) the bracket is (a (a + b) − b)/det C, in which nothing cancels at small strains.
 */
import { add, div, type Expr, mul, sub } from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import {
	determinantOfC,
	isotropicDissipation,
	isotropicEnergy,
	isotropicRest,
	positiveIsotropicEnergy,
} from "./isotropicMembrane.ts";
import { dampingTime, membraneMaterial } from "./membraneMaterial.ts";

const density = (mu: Expr) => (a: Expr, b: Expr) =>
	mul(mul(0.5, mu), div(sub(mul(a, add(a, b)), b), determinantOfC(a, b)));

export const neoHookeanMembrane = elementModel({
	name: "neo-hookean-membrane",
	about:
		"Thin sheet of incompressible rubber (ν = 1/2) for large stretches: balloons, latex.",
	domain: "triangle",
	material: { youngModulus2d: membraneMaterial.youngModulus2d, dampingTime },
	rest: ({ X, material }) => ({
		...isotropicRest(X),
		mu: material.youngModulus2d / 3,
		dampingTime: material.dampingTime,
	}),
	energy: ({ mu, ...triangle }) => isotropicEnergy(triangle, density(mu)),
	positive: ({ mu, ...triangle }) =>
		positiveIsotropicEnergy(triangle, density(mu)),
	dissipation: {
		by: "dampingTime",
		// Plane stress with ν = ½: λ = E/(2 − ½) = 2μ.
		potential: ({ mu, ...triangle }) =>
			isotropicDissipation(triangle, mul(2, mu), mu),
	},
	linearised: ({ youngModulus2d }) => ({ youngModulus2d, poissonRatio: 0.5 }),
});

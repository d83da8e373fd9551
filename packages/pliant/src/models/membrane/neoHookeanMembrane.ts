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
	isotropicEnergy,
	isotropicRest,
	positiveIsotropicEnergy,
} from "./isotropicMembrane.ts";
import { membraneMaterial } from "./membraneMaterial.ts";

const density = (halfMu: Expr) => (a: Expr, b: Expr) =>
	mul(halfMu, div(sub(mul(a, add(a, b)), b), determinantOfC(a, b)));

export const neoHookeanMembrane = elementModel({
	name: "neo-hookean-membrane",
	about:
		"Thin sheet of incompressible rubber (ν = 1/2) for large stretches: balloons, latex.",
	domain: "triangle",
	material: { youngModulus2d: membraneMaterial.youngModulus2d },
	rest: ({ X, material }) => ({
		...isotropicRest(X),
		halfMu: material.youngModulus2d / 6,
	}),
	energy: ({ halfMu, ...triangle }) =>
		isotropicEnergy(triangle, density(halfMu)),
	positive: ({ halfMu, ...triangle }) =>
		positiveIsotropicEnergy(triangle, density(halfMu)),
	linearised: ({ youngModulus2d }) => ({ youngModulus2d, poissonRatio: 0.5 }),
});

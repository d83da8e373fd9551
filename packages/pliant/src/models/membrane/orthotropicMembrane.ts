/**
 * Orthotropic membrane: woven cloth, whose warp and weft have moduli of their own. St Venant–Kirchhoff with Green's strain
 * in the axes of the threads:
 *
 *   psi = ½ (Q₁₁ E₁₁² + 2 Q₁₂ E₁₁ E₂₂ + Q₂₂ E₂₂²) + 2 G E₁₂²
 *   Q₁₁ = E₁/q,   Q₂₂ = E₂/q,   Q₁₂ = ν₁₂ E₂/q,   q = 1 − ν₁₂² E₂/E₁
 *
 * Where the warp lies: warp.ts.
 *
 * The positive variant keeps the part of the Hessian that the moduli make, which is positive, and takes the positive part of
 * the stress in the part that stress makes. Compressed it is weak like TRBS.
 */
import {
	add,
	contract,
	deformationGradient,
	frozen,
	greenStrain,
	type Matrix,
	mul,
	multiply,
	ofLinearMap,
	square,
	sum,
	transpose,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { restArea, triangleShapeGradients } from "../geometry.ts";
import { finite, positive } from "../parameters.ts";
import { warpAngle, warpDirection } from "../warp.ts";
import { dampingTime } from "./membraneMaterial.ts";
import { positivePart } from "./positiveMembrane.ts";

/** Q₁₁, Q₁₂, Q₂₂ and G [N/m], times area. */
type Stiffness = Vector;

/** ½ E:Q:E. */
const densityOf = (
	[Q11, Q12, Q22, G]: Stiffness,
	[[E11, E12], [, E22]]: Matrix,
) =>
	sum([
		mul(0.5, mul(Q11, square(E11))),
		mul(Q12, mul(E11, E22)),
		mul(0.5, mul(Q22, square(E22))),
		mul(2, mul(G, square(E12))),
	]);

const stressOf = (
	[Q11, Q12, Q22, G]: Stiffness,
	[[E11, E12], [, E22]]: Matrix,
) => {
	const shear = mul(2, mul(G, E12));
	return [
		[add(mul(Q11, E11), mul(Q12, E22)), shear],
		[shear, add(mul(Q12, E11), mul(Q22, E22))],
	];
};

/** Green's strain changes so as F changes by dF: ½ (Fᵀ dF + dFᵀ F). */
function strainChange(F: Matrix, dF: Matrix): Matrix {
	const product = multiply(transpose(F), dF);
	return mul(0.5, add(product, transpose(product)));
}

export const orthotropicMembrane = elementModel({
	name: "orthotropic-membrane",
	about:
		"St Venant–Kirchhoff membrane with moduli along warp and weft and in shear: woven cloth.",
	domain: "triangle",
	material: {
		warpModulus2d: positive({
			unit: "N/m",
			meaning: "Young modulus along the warp times thickness",
			typical: 400,
		}),
		weftModulus2d: positive({
			unit: "N/m",
			meaning: "Young modulus along the weft times thickness",
			typical: 200,
		}),
		poissonRatio: finite({
			unit: "1",
			meaning:
				"how much the weft contracts as the warp is pulled; its square is below the warp's modulus over the weft's",
			typical: 0.2,
		}),
		shearModulus2d: positive({
			unit: "N/m",
			meaning: "shear modulus between warp and weft times thickness",
			typical: 30,
		}),
		warpAngle,
		dampingTime,
	},
	rest: ({ X, material }) => {
		const {
			warpModulus2d: E1,
			weftModulus2d: E2,
			poissonRatio: nu,
			shearModulus2d: G,
		} = material;
		const q = 1 - (nu * nu * E2) / E1;
		if (!(q > 0))
			throw new Error(
				`poissonRatio is ${nu}; its square must be below warpModulus2d/weftModulus2d, which is ${E1 / E2}`,
			);
		const area = restArea(X);
		const [c, s] = warpDirection(X, material.warpAngle);
		return {
			threadGradients: triangleShapeGradients(X).map(([u, v]) => [
				c * u + s * v,
				c * v - s * u,
			]),
			stiffness: [E1 / q, (nu * E2) / q, E2 / q, G].map((Q) => area * Q),
			dampingTime: material.dampingTime,
		};
	},
	energy: ({ x, threadGradients, stiffness }) =>
		ofLinearMap(x, threadGradients, (F) =>
			densityOf(stiffness, greenStrain(F)),
		),
	positive: ({ x, threadGradients, stiffness }) =>
		ofLinearMap(x, threadGradients, (F) => {
			const stress = positivePart(stressOf(stiffness, greenStrain(F)));
			return add(
				densityOf(stiffness, strainChange(frozen(F), F)),
				mul(0.5, contract(frozen(stress), multiply(transpose(F), F))),
			);
		}),
	dissipation: {
		by: "dampingTime",
		potential: ({ x, v, threadGradients, stiffness, dampingTime }) => {
			const [F, rate] = [x, v].map((nodes) =>
				deformationGradient(nodes, threadGradients),
			);
			return mul(
				mul(0.5, dampingTime),
				densityOf(stiffness, strainChange(F, rate)),
			);
		},
	},
});

/**
 * Orthotropic membrane: woven cloth, whose warp and weft have moduli of their own. St Venant–Kirchhoff with Green's strain
 * in the axes of the threads:
 *
 *   psi = ½ (Q₁₁ E₁₁² + 2 Q₁₂ E₁₁ E₂₂ + Q₂₂ E₂₂²) + 2 G E₁₂² + ¼ (H₁ ⟨E₁₁⟩⁴ + H₂ ⟨E₂₂⟩⁴),   ⟨E⟩ = max(E, 0)
 *   Q₁₁ = E₁/q,   Q₂₂ = E₂/q,   Q₁₂ = ν₁₂ E₂/q,   q = 1 − ν₁₂² E₂/E₁
 *
 * H hardens threads that are pulled, as crimp is pulled out of them: a strip along the warp has the stress E₁ ε + H₁ ε³. Where the warp lies: warp.ts.
 *
 * The positive variant keeps the part of the Hessian that the moduli make, which is positive, and takes the positive part of
 * the stress in the part that stress makes. Compressed it is weak like TRBS.
 *
 * A move along a Newton direction leaves strain of second order, which hardened threads hold against with the cube of it. With the tangent, Newton takes
 * away a third of such a strain. So the positive variant takes the stress of the strain E′ that the move was to lead to, to first order, and the secant
 * of hardening from E′ to E, H (E² + E E′ + E′²), which leads to E′ at once. Without a move both are those of E.
 */
import {
	add,
	contract,
	deformationGradient,
	div,
	type Expr,
	frozen,
	greenStrain,
	type Matrix,
	max,
	mul,
	multiply,
	neg,
	ofLinearMap,
	square,
	sub,
	sum,
	transpose,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { triangleShapeGradients } from "../geometry.ts";
import { finite, nonNegative, positive } from "../parameters.ts";
import { warpAngle, warpDirection } from "../warp.ts";
import { dampingTime } from "./membraneMaterial.ts";
import { positivePart } from "./positiveMembrane.ts";

/** Q₁₁, Q₁₂, Q₂₂ and G [N/m]. */
type Stiffness = Vector;
/** H₁ and H₂ [N/m]. */
type Hardening = Vector;

/** ½ E:Q:E. */
const linearDensity = (
	[Q11, Q12, Q22, G]: Stiffness,
	[[E11, E12], [, E22]]: Matrix,
) =>
	sum([
		mul(0.5, mul(Q11, square(E11))),
		mul(Q12, mul(E11, E22)),
		mul(0.5, mul(Q22, square(E22))),
		mul(2, mul(G, square(E12))),
	]);

const pulled = (strain: Expr): Expr => max(strain, 0);

/** What threads that are pulled add to the stress of each direction, over their strain: H ⟨E⟩². */
const hardened = ([H1, H2]: Hardening, [[E11], [, E22]]: Matrix): Expr[] => [
	mul(H1, square(pulled(E11))),
	mul(H2, square(pulled(E22))),
];

function densityOf(
	stiffness: Stiffness,
	hardening: Hardening,
	strain: Matrix,
): Expr {
	const [[E11], [, E22]] = strain;
	const [h1, h2] = hardened(hardening, strain);
	return add(
		linearDensity(stiffness, strain),
		mul(0.25, add(mul(h1, square(E11)), mul(h2, square(E22)))),
	);
}

function stressOf(
	[Q11, Q12, Q22, G]: Stiffness,
	hardening: Hardening,
	strain: Matrix,
): Matrix {
	const [[E11, E12], [, E22]] = strain;
	const [h1, h2] = hardened(hardening, strain);
	const shear = mul(2, mul(G, E12));
	return [
		[add(mul(add(Q11, h1), E11), mul(Q12, E22)), shear],
		[shear, add(mul(Q12, E11), mul(add(Q22, h2), E22))],
	];
}

/** The moduli between two strains: those that lead from the stress of one to that of the other, without shear. */
function secantOf(
	[Q11, Q12, Q22, G]: Stiffness,
	[H1, H2]: Hardening,
	[[a1], [, a2]]: Matrix,
	[[b1], [, b2]]: Matrix,
): Stiffness {
	const secant = (a: Expr, b: Expr) => sum([square(a), mul(a, b), square(b)]);
	return [
		add(Q11, mul(H1, secant(pulled(a1), pulled(b1)))),
		Q12,
		add(Q22, mul(H2, secant(pulled(a2), pulled(b2)))),
		G,
	];
}

/** Green's strain changes so as F changes by dF: ½ (Fᵀ dF + dFᵀ F). */
function strainChange(F: Matrix, dF: Matrix): Matrix {
	const product = multiply(transpose(F), dF);
	return mul(0.5, add(product, transpose(product)));
}

/** Gradients of all three shape functions, which sum to zero, from the last two. */
const allGradients = ([second, third]: readonly Vector[]): Vector[] => [
	neg(add(second, third)),
	second,
	third,
];

/** The area [m²] at rest, one half over the determinant of the last two gradients. */
const areaOf = ([[a, b], [c, d]]: readonly Vector[]): Expr =>
	div(0.5, sub(mul(a, d), mul(b, c)));

const hardeningOf = (threads: string) =>
	nonNegative({
		unit: "N/m",
		meaning: `what the cube of strain along the ${threads} adds to its tension, as crimp is pulled out`,
		typical: 1e4,
		default: 0,
	});

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
		warpHardening: hardeningOf("warp"),
		weftHardening: hardeningOf("weft"),
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
		const lateral = 1 - (nu * nu * E2) / E1;
		if (!(lateral > 0))
			throw new Error(
				`poissonRatio is ${nu}; its square must be below warpModulus2d/weftModulus2d, which is ${E1 / E2}`,
			);
		const [c, s] = warpDirection(X, material.warpAngle);
		const [, [u, v], [p, q]] = triangleShapeGradients(X);
		return {
			threadGradients: [
				[c * u + s * v, c * v - s * u],
				[c * p + s * q, c * q - s * p],
			],
			stiffness: [E1 / lateral, (nu * E2) / lateral, E2 / lateral, G],
			hardening: [material.warpHardening, material.weftHardening],
			dampingTime: material.dampingTime,
		};
	},
	ofMaterial: ["stiffness", "hardening", "dampingTime"],
	energy: ({ x, threadGradients, stiffness, hardening }) =>
		ofLinearMap(x, allGradients(threadGradients), (F) =>
			mul(
				areaOf(threadGradients),
				densityOf(stiffness, hardening, greenStrain(F)),
			),
		),
	positive: ({ x, before, threadGradients, stiffness, hardening }) =>
		ofLinearMap(x, allGradients(threadGradients), (F) => {
			const from = deformationGradient(before, allGradients(threadGradients));
			const expected = add(
				greenStrain(from),
				strainChange(from, sub(F, from)),
			) as Matrix;
			const stress = positivePart(stressOf(stiffness, hardening, expected));
			const moduli = frozen(
				secantOf(stiffness, hardening, greenStrain(F), expected),
			);
			return mul(
				areaOf(threadGradients),
				add(
					linearDensity(moduli, strainChange(frozen(F), F)),
					mul(0.5, contract(frozen(stress), multiply(transpose(F), F))),
				),
			);
		}),
	dissipation: {
		by: "dampingTime",
		potential: ({ x, v, threadGradients, stiffness, dampingTime }) => {
			const [F, rate] = [x, v].map((nodes) =>
				deformationGradient(nodes, allGradients(threadGradients)),
			);
			return mul(
				mul(0.5, mul(dampingTime, areaOf(threadGradients))),
				linearDensity(stiffness, strainChange(F, rate)),
			);
		},
	},
});

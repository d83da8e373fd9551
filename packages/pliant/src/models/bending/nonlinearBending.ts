/**
 * Bending whose stiffness changes with curvature: a bending vector R with a law for its length.
 * Volino and Magnenat-Thalmann 2006, section 2.6, has R rescaled by such a law.
 *
 *   M = B κ [q + (1 − q)/√(1 + (κ/κ₀)²)],   κ = 2 |R| / (h_A h_B)
 *   W = λ |R|² [q/2 + (1 − q)/(1 + √(1 + (κ/κ₀)²))],   λ as with calibrated bending
 *
 * The moment M begins with the rigidity B and ends, beyond the curvature κ₀, with q B and an offset (1 − q) B κ₀. Fabrics have q < 1: as
 * they are bent, friction between fibres holds at first and then gives way; the offset is the couple of friction of Kawabata's bending test,
 * without its hysteresis. q > 1 stiffens, as coated and laminated sheets may. The tangent stays between B and q B, so the energy is
 * convex for every q ≥ 0 and the Hessian positive.
 */
import {
	add,
	div,
	lengthSquared,
	mul,
	ofLinearMap,
	sqrt,
	sub,
	transpose,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { nonNegative, positive } from "../parameters.ts";
import { vectorDissipation, vectorStiffness } from "./bendingVector.ts";
import {
	bendingRigidity,
	dampingTime,
	threadFactor,
	threads,
} from "./hingeMaterial.ts";
import { restHinge } from "./restHinge.ts";

export const nonlinearBending = elementModel({
	name: "nonlinear-bending",
	about:
		"Bending that becomes softer or stiffer beyond some curvature; at small ones as calibrated bending.",
	source: "Volino and Magnenat-Thalmann 2006, section 2.6",
	domain: "hinge",
	material: {
		bendingRigidity,
		stiffnessRatio: nonNegative({
			unit: "1",
			meaning: "rigidity at large curvature over that at small curvature",
			typical: 0.4,
		}),
		transitionCurvature: positive({
			unit: "1/m",
			meaning: "curvature between small and large ones",
			typical: 2,
		}),
		...threads,
		dampingTime,
	},
	rest: ({ X, material }) => {
		const hinge = restHinge(X);
		const { hA, hB, alpha } = hinge;
		return {
			alpha,
			stiffness: vectorStiffness(
				hinge,
				material.bendingRigidity * threadFactor(X, material),
			),
			ratio: material.stiffnessRatio,
			// (κ/κ₀)² over |R|².
			scale: (2 / (hA * hB * material.transitionCurvature)) ** 2,
			dampingTime: material.dampingTime,
		};
	},
	energy: ({ x, alpha, stiffness, ratio, scale }) =>
		ofLinearMap(x, alpha, (R) => {
			const squared = lengthSquared(transpose(R)[0]);
			const root = sqrt(add(1, mul(scale, squared)));
			return mul(
				mul(stiffness, squared),
				add(mul(0.5, ratio), div(sub(1, ratio), add(1, root))),
			);
		}),
	positive: "exact",
	dissipation: {
		by: "dampingTime",
		potential: (hinge) => vectorDissipation(hinge),
	},
	linearised: ({ bendingRigidity }) => ({ bendingRigidity }),
});

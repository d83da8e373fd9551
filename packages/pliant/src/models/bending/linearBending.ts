/**
 * Linear bending: a constant combination R of the four vertices around an edge measures curvature.
 * Volino and Magnenat-Thalmann 2006, eqs 5, 6, 10, as printed.
 *
 *   W = ½ λ |R|²,   R = Σ_J α_J x_J,   λ = ⅔ (h_A + h_B) l μ / (h_A h_B)²
 *
 *        A          triangles (A, C, D) and (B, D, C), heights h_A and h_B over the common edge CD of length l.
 *      /   \        Areas are signed (printed without sign, which is wrong for pairs that are not convex).
 *     C ─── D       The heights are unfolded into one plane, so a rest shape may be curved; it is then pulled flat.
 *      \   /
 *        B          On good meshes the sheet has the rigidity μ/3: the printed factor is a share of area, no more.
 */
import {
	lengthSquared,
	mul,
	ofLinearMap,
	transpose,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { dotProduct, restLength, subtract } from "../geometry.ts";
import { nonNegative } from "../parameters.ts";

export const linearBending = elementModel({
	name: "linear-bending",
	about:
		"Bending with forces linear in positions; rigidity one third of the modulus asked for on good meshes.",
	source: "Volino and Magnenat-Thalmann 2006, eq. 10",
	domain: "hinge",
	material: {
		bendingModulus: nonNegative({
			unit: "N·m",
			meaning: "bending modulus μ as the paper defines it",
			typical: 1e-4,
		}),
	},
	rest: ({ X: [A, B, C, D], material }) => {
		const l = restLength([C, D]);
		const along = (p: typeof A) =>
			dotProduct(subtract(p, C), subtract(D, C)) / l ** 2;
		const height = (p: typeof A) =>
			Math.sqrt(Math.max(0, restLength([p, C]) ** 2 - (along(p) * l) ** 2));
		const [hA, hB] = [height(A), height(B)];
		// Where the line AB crosses CD in the unfolded plane, as a fraction of CD from C: what C and D get of −1.
		const crossing = (hB * along(A) + hA * along(B)) / (hA + hB);
		return {
			alpha: [[hB / (hA + hB)], [hA / (hA + hB)], [crossing - 1], [-crossing]],
			stiffness:
				((2 / 3) * (hA + hB) * l * material.bendingModulus) / (hA * hB) ** 2,
		};
	},
	energy: ({ x, alpha, stiffness }) =>
		ofLinearMap(x, alpha, (R) =>
			mul(0.5, mul(stiffness, lengthSquared(transpose(R)[0]))),
		),
	positive: "exact",
	linearised: ({ bendingModulus }) => ({ bendingRigidity: bendingModulus / 3 }),
});

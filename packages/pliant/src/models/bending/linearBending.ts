/**
 * Linear bending as its paper prints it, and calibrated: ½ λ |R|² of a bending vector (bendingVector.ts).
 * Volino and Magnenat-Thalmann 2006, eq. 10.
 *
 *   λ = ⅔ (h_A + h_B) l μ / (h_A h_B)²   printed, with a modulus μ
 *   λ = 2 (h_A + h_B) l B / (h_A h_B)²   calibrated, with a rigidity B
 *
 * The printed factor ⅓ is the share of a triangle's area that each of its edges stands for. It would be right if all three saw the full
 * curvature; but on equilateral triangles an edge sees κ across minus ⅓ κ along, and a sheet has the rigidity μ/3. Calibrated,
 * cylinders on equilateral meshes have the energy of a plate in every direction; on other meshes both depend on the pattern.
 *
 * Different from the paper: areas are signed (printed without sign, which is wrong for pairs that are not convex), and damping leaves
 * rotation alone. Rest shapes are pulled flat (curvedBending.ts keeps them).
 */
import { nonNegative } from "../parameters.ts";
import { bendingVector } from "./bendingVector.ts";
import { bendingRigidity } from "./hingeMaterial.ts";

export const linearBending = bendingVector({
	name: "linear-bending",
	about:
		"Bending with forces linear in positions; rigidity one third of the modulus asked for on good meshes.",
	source: "Volino and Magnenat-Thalmann 2006, eq. 10",
	material: {
		bendingModulus: nonNegative({
			unit: "N·m",
			meaning: "bending modulus μ as the paper defines it",
			typical: 1e-4,
		}),
	},
	rigidity: ({ bendingModulus }) => bendingModulus / 3,
});

export const calibratedBending = bendingVector({
	name: "calibrated-bending",
	about:
		"Bending with forces linear in positions, of the rigidity asked for on meshes of nearly equilateral triangles.",
	source: "Volino and Magnenat-Thalmann 2006, eq. 10, times three",
	material: { bendingRigidity },
	rigidity: ({ bendingRigidity }) => bendingRigidity,
});

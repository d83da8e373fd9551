/**
 * Isometric bending: the square of the Laplacian of positions, with linear elements on edges.
 * Bergou, Wardetzky, Harmon, Zorin and Grinspun 2006, "A quadratic bending model for inextensible surfaces"; Wardetzky et al. 2007, "Discrete
 * quadratic curvature energies".
 *
 *   W = ½ k Σ_edges 3/(A₁ + A₂) |K·x|²,   K = (−l/h_A, −l/h_B, cot-weights at C and D)
 *
 * K and the bending vector of linear bending vanish for the same flat shapes of the same four vertices, so one is a multiple of the
 * other: K·x = −l (h_A + h_B)/(h_A h_B) R. This is linear bending with nine times its modulus, and on good meshes its
 * rigidity is 3 k: spheres, z = ½ κ (x² + y²), have the energy ½ k (2κ)² that the paper means, cylinders three times theirs.
 */
import { nonNegative } from "../parameters.ts";
import { bendingVector } from "./bendingVector.ts";

export const isometricBending = bendingVector({
	name: "isometric-bending",
	about:
		"Bending by the squared Laplacian, linear in positions; rigidity three times the coefficient on good meshes.",
	source: "Bergou et al. 2006",
	material: {
		laplacianCoefficient: nonNegative({
			unit: "N·m",
			meaning: "coefficient k of the energy ½ k ∫ (Δx)²",
			typical: 1e-4,
		}),
	},
	rigidity: ({ laplacianCoefficient }) => 3 * laplacianCoefficient,
});

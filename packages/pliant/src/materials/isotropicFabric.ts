/**
 * The isotropic sheet that stands for a fabric: the geometric mean of its moduli in tension, and the mean over all directions of its rigidity,
 *
 *   D(θ) = D₁₁ cos⁴ θ + D₂₂ sin⁴ θ + 4 D₆₆ cos² θ sin² θ,   ⅜ (D₁₁ + D₂₂) + ½ D₆₆ in the mean.
 */
import type { Fabric } from "./material.ts";

export const isotropicFabric = (
	fabric: Pick<
		Fabric,
		| "warpModulus2d"
		| "weftModulus2d"
		| "poissonRatio"
		| "warpRigidity"
		| "weftRigidity"
		| "twistRigidity"
	>,
) => ({
	membrane: {
		youngModulus2d: Math.sqrt(fabric.warpModulus2d * fabric.weftModulus2d),
		poissonRatio:
			fabric.poissonRatio *
			Math.sqrt(fabric.weftModulus2d / fabric.warpModulus2d),
	},
	bending: {
		bendingRigidity:
			0.375 * (fabric.warpRigidity + fabric.weftRigidity) +
			0.5 * fabric.twistRigidity,
	},
});

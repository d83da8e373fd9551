/** Parameters that models of hinges share. */
import type { Vector3 } from "../../mesh/mesh.ts";
import { finite, nonNegative } from "../parameters.ts";
import { warpAngle } from "../warp.ts";
import { edgeAngle, restAngle, restHinge } from "./restHinge.ts";

export const bendingRigidity = nonNegative({
	unit: "N·m",
	meaning:
		"bending rigidity: moment per width over curvature; with a weftRatio, where the warp bends",
	typical: 1e-4,
});

/** Weft and warp. */
export const threads = {
	weftRatio: nonNegative({
		unit: "1",
		meaning: "rigidity where the weft bends over that where the warp does",
		typical: 1,
		default: 1,
	}),
	warpAngle,
} as const;

/** Volino and Magnenat-Thalmann 2006, eq. 15: an edge along the weft folds the warp, and takes all of the warp's rigidity. */
export function threadFactor(
	X: readonly Vector3[],
	material: { readonly weftRatio: number; readonly warpAngle: number },
): number {
	const { weftRatio, warpAngle } = material;
	if (weftRatio === 1) return 1;
	const angle = edgeAngle(X, warpAngle);
	return Math.sin(angle) ** 2 + weftRatio * Math.cos(angle) ** 2;
}

/** The time of damping that is proportional to stiffness. */
export const dampingTime = nonNegative({
	unit: "s",
	meaning: "damping coefficient ζ, the time with which bending relaxes",
	typical: 0.02,
	default: 0,
});

const curvatureOf = (thread: string) =>
	finite({
		unit: "1/m",
		meaning: `curvature of the ${thread} at rest, beyond that of the rest shape; positive towards the triangles' normals`,
		typical: 0,
		default: 0,
	});

/** Curvature at rest: a cylinder where one of them is zero, a sphere where they are equal. */
export const restCurvature = {
	warpCurvature: curvatureOf("warp"),
	weftCurvature: curvatureOf("weft"),
} as const;

/**
 * Angle between the triangles at rest [rad]: that of the rest shape, plus that of z = ½ (κ₁ s² + κ₂ t²) with s along the warp and t along the
 * weft. Of the latter the bending vector has the length r = ½ Σ_J α_J (κ₁ s_J² + κ₂ t_J²), and sin(θ/2) = ½ r (1/h_A + 1/h_B).
 */
export function curvedRestAngle(
	X: readonly Vector3[],
	material: {
		readonly warpAngle: number;
		readonly warpCurvature: number;
		readonly weftCurvature: number;
	},
): number {
	const { warpAngle, warpCurvature, weftCurvature } = material;
	const shape = restAngle(X);
	if (warpCurvature === 0 && weftCurvature === 0) return shape;
	const { unfolded, hA, hB, alpha } = restHinge(X);
	const angle = edgeAngle(X, warpAngle);
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	let r = 0;
	for (const [J, [along, across]] of unfolded.entries())
		r +=
			0.5 *
			alpha[J][0] *
			(warpCurvature * (c * along - s * across) ** 2 +
				weftCurvature * (s * along + c * across) ** 2);
	const sine = 0.5 * r * (1 / hA + 1 / hB);
	if (!(Math.abs(sine) <= 1))
		throw new Error(
			`warpCurvature ${warpCurvature} and weftCurvature ${weftCurvature} 1/m bend it by more than half a turn; take smaller curvatures or a finer mesh`,
		);
	return shape + 2 * Math.asin(sine);
}

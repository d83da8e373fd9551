/**
 * Bending of sheets that are curved at rest: calibrated linear bending about a bending vector of the length r₀ along the normal N.
 * Volino and Magnenat-Thalmann 2006, eq. 17.
 *
 *   W = ½ λ |R − r₀ N|² = λ (½ |R|² − r₀ R·N) + const,   r₀ = 2 h_A h_B/(h_A + h_B) sin(θ₀/2)
 *   N = n/|n|,   n = α_A N_A + α_B N_B,   N_A, N_B: area vectors of the triangles
 *
 * θ₀ is the angle between the triangles at rest, so a rest shape stays as it is, plus that of curvatures along warp and weft beyond it
 * (`curvedRestAngle`); positive where A and B lie on the side of the normals. An edge across a curvature γ₀ has the paper's r₀ = ½ h_A h_B γ₀.
 *
 * Different from the paper: its R + R₀ has the wrong sign; its force −λ α_J (R − R₀) has a torque, so the derivative of N is kept here; and
 * N weighs the triangles by α. With the paper's N_A + N_B a rest shape of unequal triangles would not be at rest: R lies along
 * the bisector of the triangles' normals.
 *
 * The positive variant leaves out the curvature of N, and is exact where the sheet is at rest.
 */
import {
	add,
	cross,
	div,
	dot,
	type Expr,
	frozen,
	lengthSquared,
	less,
	mul,
	select,
	sqrt,
	sub,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import {
	bendingVectorOf,
	vectorDissipation,
	vectorStiffness,
} from "./bendingVector.ts";
import {
	bendingRigidity,
	curvedRestAngle,
	dampingTime,
	restCurvature,
	threadFactor,
	threads,
} from "./hingeMaterial.ts";
import { restHinge } from "./restHinge.ts";

/** n, from the edges of both triangles; bilinear in the two sets of them. */
function normalOf(
	[A, B, C, D]: readonly Vector[],
	[a, b, c, d]: readonly Vector[],
	alpha: readonly Vector[],
): Expr[] {
	return add(
		mul(alpha[0][0], cross(sub(A, C), sub(a, d))),
		mul(alpha[1][0], cross(sub(B, D), sub(b, c))),
	);
}

/** |n|, or 1 where triangles are folded onto each other. */
const sizeOf = (n: Vector): Expr => {
	const squared = lengthSquared(n);
	return sqrt(select(less(0, squared), squared, 1));
};

export const curvedBending = elementModel({
	name: "curved-bending",
	about:
		"Linear bending of sheets that are curved at rest, by their rest shape or by a curvature; rigidity as with calibrated bending.",
	source: "Volino and Magnenat-Thalmann 2006, eq. 17, as a potential",
	domain: "hinge",
	material: { bendingRigidity, ...restCurvature, ...threads, dampingTime },
	rest: ({ X, material }) => {
		const hinge = restHinge(X);
		const { hA, hB, alpha } = hinge;
		return {
			alpha,
			stiffness: vectorStiffness(
				hinge,
				material.bendingRigidity * threadFactor(X, material),
			),
			restVector:
				((2 * hA * hB) / (hA + hB)) *
				Math.sin(curvedRestAngle(X, material) / 2),
			dampingTime: material.dampingTime,
		};
	},
	energy: ({ x, alpha, stiffness, restVector }) => {
		const n = normalOf(x, x, alpha);
		const R = bendingVectorOf(x, alpha);
		return mul(
			0.5,
			mul(stiffness, lengthSquared(sub(R, mul(div(restVector, sizeOf(n)), n)))),
		);
	},
	positive: ({ x, alpha, stiffness, restVector }) => {
		const held = frozen(x);
		const n = frozen(normalOf(x, x, alpha));
		const size = sizeOf(n);
		const N = div(n, size);
		// A change of n, and of N = n/|n|.
		const change = add(normalOf(held, x, alpha), normalOf(x, held, alpha));
		const turn = div(sub(change, mul(dot(N, change), N)), size);
		const R = bendingVectorOf(x, alpha);
		return mul(
			0.5,
			mul(stiffness, lengthSquared(sub(R, mul(restVector, turn)))),
		);
	},
	dissipation: {
		by: "dampingTime",
		potential: (hinge) => vectorDissipation(hinge),
	},
	keepsCurvature: true,
	linearised: ({ bendingRigidity }) => ({ bendingRigidity }),
});

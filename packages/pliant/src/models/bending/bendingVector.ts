/**
 * Bending measured by a constant combination R of the four vertices around an edge, which is zero for every flat sheet and points to
 * where the sheet bends: its length is ½ h_A h_B times the curvature.
 * Volino and Magnenat-Thalmann 2006, eqs 5, 6, 10 and 18.
 *
 *   W = ½ λ |R|²,   R = Σ_J α_J x_J,   λ = 2 (h_A + h_B) l B / (h_A h_B)²,   damping ½ ζ λ (R'·R/|R|)²
 *
 * Forces are linear in positions. With B a plate's rigidity, cylinders on equilateral meshes have a plate's energy.
 *
 * The paper's damping −λ_v α_J R' brakes rotation, too, since R' = ω × R in a rigid motion. Only the part along R
 * is kept, which has no torque; where R is as good as zero, so is its damping.
 */
import {
	add,
	deformationGradient,
	div,
	dot,
	type Expr,
	lengthSquared,
	mul,
	ofLinearMap,
	square,
	sub,
	transpose,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import type { MaterialNumbers, Parameters } from "../parameters.ts";
import { dampingTime, threadFactor, threads } from "./hingeMaterial.ts";
import { type RestHinge, restHinge } from "./restHinge.ts";

/** λ [N/m] for a rigidity [N·m]. */
export const vectorStiffness = (
	{ l, hA, hB }: RestHinge,
	rigidity: number,
): number => (2 * (hA + hB) * l * rigidity) / (hA * hB) ** 2;

/** R. */
export const bendingVectorOf = (
	x: readonly Vector[],
	alpha: readonly Vector[],
): Expr[] => transpose(deformationGradient(x, alpha))[0];

/** A pair of triangles is flat where |R| over its size is less than this. */
const flat = 1e-6;

/** ½ ζ λ (R'·R)² / |R|². */
export function vectorDissipation({
	x,
	v,
	alpha,
	stiffness,
	dampingTime,
}: {
	readonly x: readonly Vector[];
	readonly v: readonly Vector[];
	readonly alpha: readonly Vector[];
	readonly stiffness: Expr;
	readonly dampingTime: Expr;
}): Expr {
	const [R, rate] = [x, v].map((nodes) => bendingVectorOf(nodes, alpha));
	const [A, B, C, D] = x;
	const size = add(lengthSquared(sub(A, B)), lengthSquared(sub(C, D)));
	return mul(
		mul(0.5, mul(dampingTime, stiffness)),
		div(square(dot(rate, R)), add(lengthSquared(R), mul(flat ** 2, size))),
	);
}

/** A model ½ λ |R|² by what it takes for the rigidity of a plate. */
export function bendingVector<P extends Parameters>({
	material,
	rigidity,
	...description
}: {
	readonly name: string;
	readonly about: string;
	readonly source: string;
	readonly material: P;
	/** B [N·m]. */
	readonly rigidity: (material: MaterialNumbers<P>) => number;
}) {
	const rigidityOf = (numbers: unknown) =>
		rigidity(numbers as MaterialNumbers<P>);
	return elementModel({
		...description,
		domain: "hinge",
		material: { ...material, ...threads, dampingTime },
		rest: ({ X, material }) => {
			const hinge = restHinge(X);
			return {
				alpha: hinge.alpha,
				stiffness: vectorStiffness(
					hinge,
					rigidityOf(material) * threadFactor(X, material),
				),
				dampingTime: material.dampingTime,
			};
		},
		energy: ({ x, alpha, stiffness }) =>
			ofLinearMap(x, alpha, (R) =>
				mul(0.5, mul(stiffness, lengthSquared(transpose(R)[0]))),
			),
		positive: "exact",
		dissipation: {
			by: "dampingTime",
			potential: (hinge) => vectorDissipation(hinge),
		},
		linearised: (material) => ({ bendingRigidity: rigidityOf(material) }),
	});
}

/**
 * Bending by the angle θ between two triangles: W = k f(θ), k = B l/(h_A + h_B) with the lengths at rest, and f = (θ − θ₀)² + … near
 * the angle θ₀ at rest, which is that of the rest shape and of curvatures beyond it (`curvedRestAngle`). With B a plate's rigidity,
 * cylinders on equilateral meshes have a plate's energy.
 *
 *   θ = atan2(|e| (A − C)·N_B, N_A·N_B),   e = D − C,   N_A = (A − C) × (A − D),   N_B = (B − D) × (B − C)
 *
 * θ is positive where A and B lie on the side of the normals: minus the angle whose sine is (n_A × n_B)·e/|e|. It jumps by 2π where
 * triangles are folded onto each other, and forces grow as a triangle loses its height: these models need a membrane that prevents that.
 *
 * Damping is ζ k θ'², as with Bridson, Marino and Fedkiw 2003, but with k for its factor |e|, so that its time does not
 * depend on the mesh. Both have no torque, since θ does not notice rigid motion.
 *
 * The positive variant keeps f″ ∇θ ∇θᵀ: exact at rest.
 */
import {
	add,
	atan2,
	cross,
	directionalDerivative,
	div,
	dot,
	type Expr,
	frozen,
	gradient,
	input,
	length,
	lengthSquared,
	max,
	mul,
	sqrt,
	square,
	sub,
	substitute,
	sum,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import {
	bendingRigidity,
	curvedRestAngle,
	dampingTime,
	restCurvature,
	threadFactor,
	threads,
} from "./hingeMaterial.ts";
import { restHinge } from "./restHinge.ts";

export function dihedralAngle(hinge: readonly Vector[]): Expr {
	const [sine, cosine] = angleParts(hinge);
	return atan2(sine, cosine);
}

/**
 * Its sine and cosine, both times the same positive number. Lengths are taken relative to the size of the hinge: of edges of 10 µm derivatives would have
 * the eighth power, which f32 has no number for. Angles do not notice the size, so it may be frozen, and derivatives are exact all the same.
 */
export function angleParts([A, B, C, D]: readonly Vector[]): [Expr, Expr] {
	const edges = [sub(D, C), sub(A, C), sub(B, C)];
	const scale = frozen(div(1, sqrt(sum(edges.map(lengthSquared)))));
	const scaled = (edge: Vector): Vector => edge.map((c) => mul(scale, c));
	const [e, a, b] = edges.map(scaled);
	const NA = cross(a, sub(a, e));
	const NB = cross(sub(b, e), b);
	// (N_A × N_B)·e/|e| is −|e| (A − C)·N_B.
	return [mul(length(e), dot(a, NB)), dot(NA, NB)];
}

/** f, in the angle and that at rest. */
export type AngleLaw = (theta: Expr, restAngle: Expr) => Expr;

export const angleHinge = ({
	law,
	...description
}: {
	readonly name: string;
	readonly about: string;
	readonly source: string;
	readonly law: AngleLaw;
}) =>
	elementModel({
		...description,
		domain: "hinge",
		material: { bendingRigidity, ...restCurvature, ...threads, dampingTime },
		rest: ({ X, material }) => {
			const { l, hA, hB } = restHinge(X);
			return {
				stiffness:
					(material.bendingRigidity * threadFactor(X, material) * l) /
					(hA + hB),
				restAngle: curvedRestAngle(X, material),
				dampingTime: material.dampingTime,
			};
		},
		energy: ({ x, stiffness, restAngle }) =>
			mul(stiffness, law(dihedralAngle(x), restAngle)),
		positive: ({ x, stiffness, restAngle }) => {
			const theta = dihedralAngle(x);
			const unknown = input("theta");
			const [slope] = gradient(law(unknown, restAngle), [unknown]);
			const [curvature] = substitute(
				gradient(slope, [unknown]),
				new Map([[unknown, theta]]),
			);
			// θ, to first order.
			const nodes = x.flat();
			const linear = add(
				frozen(theta),
				dot(frozen(gradient(theta, nodes)), sub(nodes, frozen(nodes))),
			);
			return mul(
				0.5,
				mul(mul(stiffness, frozen(max(curvature, 0))), square(linear)),
			);
		},
		dissipation: {
			by: "dampingTime",
			potential: ({ x, v, stiffness, dampingTime }) => {
				const [rate] = directionalDerivative(
					[dihedralAngle(x)],
					x.flat(),
					v.flat(),
				);
				return mul(mul(stiffness, dampingTime), square(rate));
			},
		},
		keepsCurvature: true,
		linearised: ({ bendingRigidity }) => ({ bendingRigidity }),
	});

/**
 * Triangular biquadratic springs (TRBS): the St Venant–Kirchhoff membrane on linear triangles, written with edge lengths.
 * Delingette 2008, eq. 15. Exact: nothing is lost against the finite element, and no matrix is formed.
 *
 *   W = Σ_i ¼ k_i Δ_i² + Σ_k ½ c_k Δ_i Δ_j,   Δ_i = l_i² − L_i²,   edge i opposite vertex i
 *   k_i = E (2 cot²α_i + 1 − ν) / (16 (1 − ν²) A)
 *   c_k = E (2 cot α_i cot α_j + ν − 1) / (16 (1 − ν²) A)
 *
 * The sums run over three edges and three pairs of edges (printed as i ≠ j, which looks like six). Under compression the
 * force vanishes again as a triangle collapses: its maximum is at the stretch 1/√3.
 *
 * The positive variant is written with F, in which directions across the triangle come apart from those within it.
 *
 * Damping replaces Δ_i by Δ_i + ζ r_i with r_i = ½ d(l_i²)/dt: the potential ζ (Σ ½ k_i r_i² + Σ c_k r_i r_j) in the
 * velocities. It relaxes strain with the time ζ/2 and leaves rigid motion alone.
 */
import {
	add,
	deformationGradient,
	div,
	dot,
	lengthSquared,
	mul,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { stVenantKirchhoff } from "./isotropicMembrane.ts";
import {
	dampingTime,
	membraneMaterial,
	membraneModuli,
} from "./membraneMaterial.ts";
import { positiveMembrane } from "./positiveMembrane.ts";
import {
	quadraticForm,
	restTriangle,
	springCoefficients,
	triangleEdges,
} from "./triangleSprings.ts";

export const trbs = elementModel({
	name: "trbs",
	about:
		"St Venant–Kirchhoff membrane as triangular biquadratic springs: cloth from E and ν.",
	source: "Delingette 2008, eq. 15",
	domain: "triangle",
	material: { ...membraneMaterial, dampingTime },
	rest: ({ X, material }) => ({
		...springCoefficients(X, material),
		dampingTime: material.dampingTime,
	}),
	energy: ({ x, L2, k, c }) =>
		mul(
			0.5,
			quadraticForm(
				k,
				c,
				triangleEdges(x).map((e, i) => sub(lengthSquared(e), L2[i])),
			),
		),
	positive: ({ x: [p0, p1, p2], L2, k, c }) => {
		const { shapeGradients, areaLambda, areaMu } = restShape(L2, k, c);
		return positiveMembrane(
			deformationGradient([sub(p1, p0), sub(p2, p0)], shapeGradients),
			(I, K) =>
				stVenantKirchhoff(sub(I, 2), add(sub(K, I), 1), areaLambda, areaMu),
		);
	},
	dissipation: {
		by: "dampingTime",
		potential: ({ x, v, k, c, dampingTime }) => {
			const e = triangleEdges(x);
			return mul(
				dampingTime,
				quadraticForm(
					k,
					c,
					triangleEdges(v).map((rate, i) => dot(rate, e[i])),
				),
			);
		},
	},
	linearised: membraneModuli,
});

/**
 * What the springs imply of the triangle and its material, so that no more need be stored: with a = E/(16(1 − ν²)A) and
 * b = (1 − ν)a, k_i = 2a cot²α_i + b and c_k = 2a cot α_i cot α_j − b, where the products of cotangents sum to 1.
 */
function restShape(L2: Vector, k: Vector, c: Vector) {
	const { doubleAreaSquared, cotangents, shapeGradients } = restTriangle(L2);
	const a = div(
		add(sum(k), sum(c)),
		mul(2, add(1, sum(cotangents.map((cot) => square(cot))))),
	);
	const b = div(sub(mul(2, a), sum(c)), 3);
	return {
		shapeGradients,
		areaLambda: mul(4, mul(doubleAreaSquared, sub(a, b))),
		areaMu: mul(2, mul(doubleAreaSquared, b)),
	};
}

/** What membranes written with edge lengths share. Edge i of a triangle lies opposite its vertex i. */
import {
	add,
	constant,
	div,
	type Expr,
	mul,
	neg,
	sqrt,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { dotProduct, restArea, subtract } from "../geometry.ts";

/** Edge i from vertex i + 2 to vertex i + 1. */
export const triangleEdges = (p: readonly Vector[]): Expr[][] =>
	[0, 1, 2].map((i) => sub(p[(i + 1) % 3], p[(i + 2) % 3]));

/** Σ ½ k_i q_i² + Σ c_k q_i q_j. */
export const quadraticForm = (k: Vector, c: Vector, q: Vector): Expr =>
	sum(
		[0, 1, 2].map((i) =>
			add(
				mul(0.5, mul(k[i], square(q[i]))),
				mul(c[i], mul(q[(i + 1) % 3], q[(i + 2) % 3])),
			),
		),
	);

/** cot α_i = (e_j · −e_k) / 2A at vertex i, between the two edges that meet there, and L_i² [m²]. */
export function cotangentsAndSquaredLengths(X: readonly Vector3[]) {
	const area = restArea(X);
	const e = [0, 1, 2].map((i) => subtract(X[(i + 1) % 3], X[(i + 2) % 3]));
	return {
		area,
		cot: e.map(
			(_, i) => -dotProduct(e[(i + 1) % 3], e[(i + 2) % 3]) / (2 * area),
		),
		L2: e.map((edge) => dotProduct(edge, edge)),
	};
}

/**
 * The coefficients of Delingette 2008 [N/m³]: tensile k_i = E (2 cot²α_i + 1 − ν) / (16 (1 − ν²) A) of the edges, angular
 * c_k = E (2 cot α_i cot α_j + ν − 1) / (16 (1 − ν²) A) of the pairs of edges that meet at vertex k.
 */
export function springCoefficients(
	X: readonly Vector3[],
	{
		youngModulus2d: E,
		poissonRatio: nu,
	}: { readonly youngModulus2d: number; readonly poissonRatio: number },
) {
	const { area, cot, L2 } = cotangentsAndSquaredLengths(X);
	const scale = E / (16 * (1 - nu * nu) * area);
	return {
		L2,
		k: cot.map((cotangent) => scale * (2 * cotangent ** 2 + 1 - nu)),
		c: cot.map(
			(_, i) => scale * (2 * cot[(i + 1) % 3] * cot[(i + 2) % 3] + nu - 1),
		),
	};
}

/** The rest shape that squared edge lengths imply, as formulas, so that no more need be stored. */
export function restTriangle(L2: Vector) {
	const half = mul(0.5, sub(add(L2[1], L2[2]), L2[0]));
	// (2A)², by the lengths of two edges and their product.
	const doubleAreaSquared = sub(mul(L2[1], L2[2]), square(half));
	const doubleArea = sqrt(doubleAreaSquared);
	const length = sqrt(L2[2]);
	return {
		doubleAreaSquared,
		cotangents: [0, 1, 2].map((i) =>
			div(
				mul(0.5, sub(add(L2[(i + 1) % 3], L2[(i + 2) % 3]), L2[i])),
				doubleArea,
			),
		),
		/** Gradients of the last two vertices, with the first edge along the x axis: the inverse of [[length, along], [0, height]]. */
		shapeGradients: [
			[div(1, length), neg(div(half, mul(length, doubleArea)))],
			[constant(0), div(length, doubleArea)],
		],
	};
}

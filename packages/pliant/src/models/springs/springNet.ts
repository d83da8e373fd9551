/**
 * Nets of quadratic springs along the edges of triangles or tetrahedra. Each cell gives its edges a part of their stiffness:
 *
 *   W = Σ ½ k (l − L)²,   damping ζ Σ ½ k (dl/dt)²
 *
 * The sum over the cells at an edge is the edge's stiffness. Parts below zero are refused, since an element alone cannot know
 * whether its neighbours make up for them; `springStiffness` adds parts up per edge and looks at the sum.
 *
 * The positive variant is that of each spring: p (1 − u uᵀ) + k u uᵀ with p = max(k (1 − L/l), 0).
 */
import {
	add,
	div,
	dot,
	type Expr,
	frozen,
	length,
	lengthSquared,
	max,
	mul,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import { localEdges } from "../../mesh/cellShape.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel } from "../elementModel.ts";
import { restLength } from "../geometry.ts";
import {
	type MaterialNumbers,
	nonNegative,
	type Parameters,
} from "../parameters.ts";
import { leastStretch } from "./spring.ts";

/** The time ζ of damping that replaces l − L by l − L + ζ dl/dt. */
export const dampingTime = nonNegative({
	unit: "s",
	meaning: "damping coefficient ζ, the time with which strain relaxes",
	typical: 0.01,
	default: 0,
});

/** Parts of stiffness [N/m] that a cell gives its edges, in the order of `localEdges`. */
export type StiffnessParts<M> = (
	X: readonly Vector3[],
	material: M,
) => readonly number[];

/** Relative to the largest stiffness: as much is rounding, as of cotangents of right angles. */
export const rounding = 1e-12;

export function springNet<P extends Parameters>({
	material,
	stiffness,
	...description
}: {
	readonly name: string;
	readonly about: string;
	readonly source?: string;
	readonly domain: "triangle" | "tetrahedron";
	readonly material: P;
	readonly stiffness: StiffnessParts<MaterialNumbers<P>>;
}) {
	const ends = localEdges[description.domain];
	const edges = (p: readonly Vector[]): Expr[][] =>
		ends.map(([a, b]) => sub(p[b], p[a]));
	return elementModel({
		...description,
		material: { ...material, dampingTime },
		rest: ({ X, material }) => {
			const k = stiffness(X, material as unknown as MaterialNumbers<P>);
			const largest = Math.max(...k);
			for (const [i, part] of k.entries())
				if (part < -rounding * largest)
					throw new Error(
						`its edge from corner ${ends[i][0]} to ${ends[i][1]} would get the stiffness ${part} N/m from it; take another mesh or Poisson ratio, or springs on edges with springStiffness, which adds up what neighbours give`,
					);
			return {
				L: ends.map(([a, b]) => restLength([X[a], X[b]])),
				k: k.map((part) => Math.max(part, 0)),
				dampingTime: material.dampingTime,
			};
		},
		energy: ({ x, L, k }) =>
			mul(
				0.5,
				sum(edges(x).map((e, i) => mul(k[i], square(sub(length(e), L[i]))))),
			),
		positive: ({ x, L, k }) =>
			mul(
				0.5,
				sum(
					edges(x).map((e, i) => {
						const l = max(length(e), mul(leastStretch, L[i]));
						const along = square(dot(frozen(div(e, l)), e));
						const p = frozen(max(sub(1, div(L[i], l)), 0));
						return mul(k[i], add(along, mul(p, sub(lengthSquared(e), along))));
					}),
				),
			),
		dissipation: {
			by: "dampingTime",
			potential: ({ x, v, k, dampingTime }) => {
				const e = edges(x);
				const rates = edges(v).map((rate, i) =>
					div(dot(rate, e[i]), length(e[i])),
				);
				return mul(
					mul(0.5, dampingTime),
					sum(rates.map((rate, i) => mul(k[i], square(rate)))),
				);
			},
		},
	});
}

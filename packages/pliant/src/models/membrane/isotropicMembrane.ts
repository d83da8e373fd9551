/**
 * Isotropic membranes psi(a, b) of the invariants a = tr e and b = det e of e = C − 1, twice Green's strain. With them
 * tr C = a + 2 and det C = 1 + a + b; written so, small strains are not lost beside the ones of C.
 *
 * They are taken from edge lengths (Delingette 2008, section III-C), which takes fewer operations than F:
 *
 *   a = Σ Δ_i cot α_i / (2A),   b = (2 Σ Δ_i Δ_j − Σ Δ_i²) / (16 A²),   Δ_i = l_i² − L_i²
 */
import {
	add,
	deformationGradient,
	dot,
	type Expr,
	lengthSquared,
	max,
	mul,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel } from "../elementModel.ts";
import {
	dampingTime,
	membraneMaterial,
	membraneModuli,
	planeLameParameters,
} from "./membraneMaterial.ts";
import { positiveMembrane } from "./positiveMembrane.ts";
import {
	cotangentsAndSquaredLengths,
	restTriangle,
	triangleEdges,
} from "./triangleSprings.ts";

/** What an isotropic membrane keeps of its rest shape. */
export function isotropicRest(X: readonly Vector3[]) {
	const { area, cot, L2 } = cotangentsAndSquaredLengths(X);
	return {
		area,
		L2,
		traceWeights: cot.map((cotangent) => cotangent / (2 * area)),
		determinantWeight: 1 / (16 * area * area),
	};
}

interface IsotropicTriangle {
	readonly x: readonly Vector[];
	readonly area: Expr;
	readonly L2: Vector;
	readonly traceWeights: Vector;
	readonly determinantWeight: Expr;
}

/** An energy per area as a formula in the two invariants. */
export type IsotropicDensity = (a: Expr, b: Expr) => Expr;

/** The invariants a and b, by differences of squared lengths. */
function invariants(
	{ traceWeights, determinantWeight }: IsotropicTriangle,
	delta: Vector,
): [a: Expr, b: Expr] {
	// 2 Σ Δ_i Δ_j − Σ Δ_i² = 4 Δ_0 Δ_1 − (Δ_0 + Δ_1 − Δ_2)².
	const difference = sub(add(delta[0], delta[1]), delta[2]);
	return [
		dot(traceWeights, delta),
		mul(
			determinantWeight,
			sub(mul(4, mul(delta[0], delta[1])), square(difference)),
		),
	];
}

export function isotropicEnergy(
	triangle: IsotropicTriangle,
	psi: IsotropicDensity,
): Expr {
	const { x, area, L2 } = triangle;
	const delta = triangleEdges(x).map((e, i) => sub(lengthSquared(e), L2[i]));
	return mul(area, psi(...invariants(triangle, delta)));
}

/** The damping of TRBS: the energy of St Venant–Kirchhoff, twice, at Δ_i = ½ d(l_i²)/dt, times ζ. */
export function isotropicDissipation(
	triangle: IsotropicTriangle & {
		readonly v: readonly Vector[];
		readonly dampingTime: Expr;
	},
	lambda: Expr,
	mu: Expr,
): Expr {
	const { x, v, area, dampingTime } = triangle;
	const edges = triangleEdges(x);
	const rates = triangleEdges(v).map((rate, i) => dot(rate, edges[i]));
	const [a, b] = invariants(triangle, rates);
	return mul(
		mul(2, mul(area, dampingTime)),
		stVenantKirchhoff(a, b, lambda, mu),
	);
}

export function positiveIsotropicEnergy(
	{ x: [p0, p1, p2], area, L2 }: IsotropicTriangle,
	psi: IsotropicDensity,
): Expr {
	const { shapeGradients } = restTriangle(L2);
	const F = deformationGradient([sub(p1, p0), sub(p2, p0)], shapeGradients);
	return positiveMembrane(F, (I, K) =>
		mul(area, psi(sub(I, 2), add(sub(K, I), 1))),
	);
}

/** det C is not taken for less: a triangle without area has a finite energy, and no kink. */
const leastDeterminant = 1e-6;

export const determinantOfC = (a: Expr, b: Expr): Expr =>
	max(sum([1, a, b]), leastDeterminant);

/** λ/2 (tr E)² + μ E:E. */
export const stVenantKirchhoff = (
	a: Expr,
	b: Expr,
	lambda: Expr,
	mu: Expr,
): Expr =>
	add(
		mul(0.125, mul(lambda, square(a))),
		mul(0.25, mul(mu, sub(square(a), mul(2, b)))),
	);

/** A membrane of E and ν by its energy per area, a formula in Lamé's parameters and the two invariants. */
export const isotropicMembrane = ({
	density,
	...described
}: {
	readonly name: string;
	readonly about: string;
	readonly source?: string;
	readonly density: (lambda: Expr, mu: Expr) => IsotropicDensity;
}) =>
	elementModel({
		...described,
		domain: "triangle",
		material: { ...membraneMaterial, dampingTime },
		rest: ({ X, material }) => ({
			...isotropicRest(X),
			...planeLameParameters(material),
			dampingTime: material.dampingTime,
		}),
		energy: ({ lambda, mu, ...triangle }) =>
			isotropicEnergy(triangle, density(lambda, mu)),
		positive: ({ lambda, mu, ...triangle }) =>
			positiveIsotropicEnergy(triangle, density(lambda, mu)),
		dissipation: {
			by: "dampingTime",
			potential: ({ lambda, mu, ...triangle }) =>
				isotropicDissipation(triangle, lambda, mu),
		},
		linearised: membraneModuli,
	});

/**
 * The energy of linear elasticity on one element, written independently of the models: what a model must reduce to for
 * small displacements u from its rest shape X.
 */
import type { LinearModuli } from "../models/linearModuli.ts";

type Points = readonly (readonly number[])[];

const subtract = (a: readonly number[], b: readonly number[]) =>
	a.map((v, i) => v - b[i]);
const dot = (a: readonly number[], b: readonly number[]) =>
	a.reduce((s, v, i) => s + v * b[i], 0);
const cross = ([a, b, c]: readonly number[], [d, e, f]: readonly number[]) => [
	b * f - c * e,
	c * d - a * f,
	a * e - b * d,
];

const points = (flat: Float64Array): number[][] =>
	Array.from({ length: flat.length / 3 }, (_, n) => [
		...flat.subarray(3 * n, 3 * n + 3),
	]);

export function linearEnergy(
	moduli: LinearModuli,
	X: Float64Array,
	u: Float64Array,
): number {
	if ("axialStiffness" in moduli)
		return barEnergy(moduli.axialStiffness, points(X), points(u));
	if ("bendingRigidity" in moduli)
		return hingeEnergy(moduli.bendingRigidity, points(X), points(u));
	const nu = moduli.poissonRatio;
	if ("youngModulus2d" in moduli) {
		const E = moduli.youngModulus2d;
		return continuumEnergy(
			(E * nu) / (1 - nu * nu),
			E / (2 * (1 + nu)),
			points(X),
			points(u),
		);
	}
	const E = moduli.youngModulus;
	return continuumEnergy(
		(E * nu) / ((1 + nu) * (1 - 2 * nu)),
		E / (2 * (1 + nu)),
		points(X),
		points(u),
	);
}

/** ½ EA/L (elongation)². */
function barEnergy(EA: number, X: Points, u: Points): number {
	const e = subtract(X[1], X[0]);
	const elongation = dot(e, subtract(u[1], u[0])) / Math.sqrt(dot(e, e));
	return (0.5 * EA * elongation ** 2) / Math.sqrt(dot(e, e));
}

/** The integral of λ/2 tr(ε)² + μ ε:ε over a triangle (in its plane), a tetrahedron or a hexahedron. */
function continuumEnergy(
	lambda: number,
	mu: number,
	X: Points,
	u: Points,
): number {
	const density = (tangents: Points, moves: Points) =>
		continuumDensity(lambda, mu, tangents, moves);
	if (X.length === 8) return hexahedronEnergy(density, X, u);
	const edges = (p: Points) => p.slice(1).map((q) => subtract(q, p[0]));
	return density(edges(X), edges(u)) / (X.length === 3 ? 2 : 6);
}

/** λ/2 tr(ε)² + μ ε:ε per unit of the parameters, from the derivatives of position and displacement with respect to them. */
function continuumDensity(
	lambda: number,
	mu: number,
	tangents: Points,
	moves: Points,
): number {
	// Gram matrix G of the tangents; ε in their coordinates is ½ (tangentᵢ·moveⱼ + tangentⱼ·moveᵢ), raised by G⁻¹.
	const G = tangents.map((a) => tangents.map((b) => dot(a, b)));
	const covariant = tangents.map((a, i) =>
		tangents.map((b, j) => 0.5 * (dot(a, moves[j]) + dot(b, moves[i]))),
	);
	const mixed = multiply(inverse(G), covariant);
	const trace = mixed.reduce((s, row, i) => s + row[i], 0);
	const square = multiply(mixed, mixed).reduce((s, row, i) => s + row[i], 0);
	return Math.sqrt(determinant(G)) * (0.5 * lambda * trace ** 2 + mu * square);
}

/** Edges of a hexahedron along each parameter k, with the parameters (k + 1, k + 2) at (0, 0), (1, 0), (0, 1), (1, 1). */
const hexahedronEdges = [
	[
		[0, 1],
		[3, 2],
		[4, 5],
		[7, 6],
	],
	[
		[0, 3],
		[4, 7],
		[1, 2],
		[5, 6],
	],
	[
		[0, 4],
		[1, 5],
		[3, 7],
		[2, 6],
	],
];

/** Sum over 2×2×2 Gauss points of the cube [0, 1]³; derivatives are the edges, interpolated. */
function hexahedronEnergy(
	density: (tangents: Points, moves: Points) => number,
	X: Points,
	u: Points,
): number {
	const places = [0.5 - 0.5 / Math.sqrt(3), 0.5 + 0.5 / Math.sqrt(3)];
	const derivatives = (p: Points, at: readonly number[]) =>
		hexahedronEdges.map((edges, k) => {
			const [s, t] = [at[(k + 1) % 3], at[(k + 2) % 3]];
			const weights = [(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t];
			const sides = edges.map(([a, b]) => subtract(p[b], p[a]));
			return [0, 1, 2].map((r) =>
				dot(
					weights,
					sides.map((side) => side[r]),
				),
			);
		});
	let energy = 0;
	for (const a of places)
		for (const b of places)
			for (const c of places)
				energy +=
					density(derivatives(X, [a, b, c]), derivatives(u, [a, b, c])) / 8;
	return energy;
}

/** B l/(h_A + h_B) θ² for the small angle θ between triangles (A, C, D) and (B, D, C) that were flat. */
function hingeEnergy(B: number, X: Points, u: Points): number {
	const [a, b, c, d] = X;
	const e = subtract(d, c);
	const l = Math.sqrt(dot(e, e));
	const n = cross(e, subtract(a, c));
	const height = (p: readonly number[]) =>
		Math.hypot(...cross(e, subtract(p, c))) / l;
	const lift = u.map((v) => dot(v, n) / Math.hypot(...n));
	// Slope of each triangle away from the edge: lift of its tip above the edge's lift at the tip's foot.
	const slope = (p: readonly number[], tip: number) => {
		const t = dot(subtract(p, c), e) / (l * l);
		return (tip - (1 - t) * lift[2] - t * lift[3]) / height(p);
	};
	const theta = slope(a, lift[0]) + slope(b, lift[1]);
	return ((B * l) / (height(a) + height(b))) * theta ** 2;
}

function multiply(a: Points, b: Points): number[][] {
	return a.map((row) =>
		b[0].map((_, j) => row.reduce((s, v, k) => s + v * b[k][j], 0)),
	);
}

function determinant(m: Points): number {
	return m.length === 2
		? m[0][0] * m[1][1] - m[0][1] * m[1][0]
		: dot(m[0], cross(m[1], m[2]));
}

function inverse(m: Points): number[][] {
	const D = determinant(m);
	if (m.length === 2)
		return [
			[m[1][1] / D, -m[0][1] / D],
			[-m[1][0] / D, m[0][0] / D],
		];
	// Symmetric: the cofactor matrix needs no transposition.
	return [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])].map((row) =>
		row.map((v) => v / D),
	);
}

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

/** Measure · (λ/2 tr(ε)² + μ ε:ε) on a triangle (in its plane) or a tetrahedron. */
function continuumEnergy(
	lambda: number,
	mu: number,
	X: Points,
	u: Points,
): number {
	const edges = X.slice(1).map((p) => subtract(p, X[0]));
	const moves = u.slice(1).map((p) => subtract(p, u[0]));
	const k = edges.length;
	// Gram matrix G = edgesᵀ edges; ε in edge coordinates is ½ (edgeᵢ·moveⱼ + edgeⱼ·moveᵢ), raised by G⁻¹.
	const G = edges.map((a) => edges.map((b) => dot(a, b)));
	const covariant = edges.map((a, i) =>
		edges.map((b, j) => 0.5 * (dot(a, moves[j]) + dot(b, moves[i]))),
	);
	const mixed = multiply(inverse(G), covariant);
	const trace = mixed.reduce((s, row, i) => s + row[i], 0);
	const square = multiply(mixed, mixed).reduce((s, row, i) => s + row[i], 0);
	const measure = Math.sqrt(determinant(G)) / (k === 2 ? 2 : 6);
	return measure * (0.5 * lambda * trace ** 2 + mu * square);
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

/**
 * Gradient and stiffness of Gauss and Newton of a sample with Hooke's law, from the rows of its strains. The stiffness is that of
 * λ/2 (tr E)² + μ E:E as half the sum of the squares of six rows,
 *
 *   √(2μ) E_kk + s tr E,   2 √μ E_kl,   (√(2μ) + 3s)² = 3λ + 2μ,
 *
 * differentiated. With J = ∂x/∂b, F = ∂x/∂X + J W: the derivatives of E_kl by W are halves of those of columns, g_k = F_k J and g_l.
 *
 * Those by b follow where displacements are a group: moving all by c∘ changes no strain, so ∂E·(ε) by b = −Σ ∂E·(ε∘b⁻¹∘W_k) by W_k. That is
 * a third less work than differentiating F.
 */
import {
	add,
	div,
	dot,
	type Expr,
	gradient,
	greenStrain,
	inputs,
	type Matrix,
	mul,
	neg,
	sqrt,
	sub,
	substitute,
	sum,
	transpose,
	type Vector,
} from "../energy/index.ts";
import type { Skinning } from "../mappings/skinning.ts";

interface HookeSample {
	readonly lambda: Expr;
	readonly mu: Expr;
	/** Volume times factor of stiffness. */
	readonly scale: Expr;
	/** Of other forces, a function of b. */
	readonly work: Expr;
}

const axes = [0, 1, 2];
/** Entries of E in the order of the rows. */
const entries = [
	[0, 0],
	[1, 1],
	[2, 2],
	[0, 1],
	[1, 2],
	[2, 0],
];

/**
 * Outputs: ∂E/∂Y; then derivatives by b of √(2μ) E_kk and 2 √μ E_kl, then √(2μ) g_k, times the root of the sample's scale; then s/√(2μ).
 */
export function hookeStiffness(
	skinning: Skinning,
	Y: Matrix,
	X: Vector,
	{ lambda, mu, scale, work }: HookeSample,
): Expr[] {
	const b = Y.map(([first]) => first);
	const W = axes.map((k) => Y.map((row) => row[1 + k]));
	const x = skinning.position(b, X);
	const J = x.map((component) => gradient(component, b));
	const F = x.map((component, i) => {
		const slopes = gradient(component, X);
		return axes.map((k) => add(slopes[k], dot(J[i], W[k])));
	});
	const E = greenStrain(F);
	const root = sqrt(mul(2, mul(scale, mu)));
	const g = transpose(F).map((column) => {
		const scaled = mul(root, column);
		return transpose(J).map((slopes) => dot(slopes, scaled));
	});
	const rows = rowsOfBlend(skinning, b, W, E, g, root);
	// Stress over the root, which may be zero: a slot without a sample of its own has no volume.
	const ratio = div(lambda, mu);
	const pressure = mul(mul(0.5, ratio), sum(axes.map((k) => E[k][k])));
	const stress = E.map((row, k) =>
		row.map((e, l) => mul(root, k === l ? add(e, pressure) : e)),
	);
	const inRows = entries.map(([k, l]) =>
		k === l ? stress[k][l] : mul(Math.SQRT2, stress[k][l]),
	);
	const byBlend = add(combined(rows, inRows), gradient(work, b));
	const bySlopes = stress.map((factors) => combined(g, factors));
	const share = mul(1 / 3, sub(sqrt(add(mul(1.5, ratio), 1)), 1));
	return [
		...byBlend.flatMap((slope, r) => [
			slope,
			...bySlopes.map((column) => column[r]),
		]),
		...rows.flat(),
		...g.flat(),
		share,
	];
}

/** Derivatives by b of √(2μ) E_kk and 2 √μ E_kl. */
function rowsOfBlend(
	{ group }: Skinning,
	b: Vector,
	W: Matrix,
	E: Matrix,
	g: Matrix,
	root: Expr,
): Expr[][] {
	const factor = (k: number, l: number) =>
		k === l ? root : mul(Math.SQRT2, root);
	if (!group)
		return entries.map(([k, l]) => mul(factor(k, l), gradient(E[k][l], b)));
	const back = neg(group.inverse(b));
	const u = W.map((column) => group.compose(back, column));
	const [G, U, turn] = ["G", "U", "turn"].map((name) => inputs(name, b.length));
	const form = gradient(dot(G, group.compose(turn, U)), turn);
	/** By ε, of G·(ε∘U). */
	const slopes = (slope: Vector, displacement: Vector) =>
		substitute(
			form,
			new Map([
				...G.map((e, i) => [e, slope[i]] as const),
				...U.map((e, i) => [e, displacement[i]] as const),
			]),
		);
	return entries.map(([k, l]) =>
		k === l
			? slopes(g[k], u[k])
			: mul(Math.SQRT1_2, add(slopes(g[k], u[l]), slopes(g[l], u[k]))),
	);
}

/** Σ factor · row. */
function combined(rows: Matrix, factors: Vector): Expr[] {
	return transpose(rows).map((column) => dot(column, factors));
}

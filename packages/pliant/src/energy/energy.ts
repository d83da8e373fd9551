/**
 * The energy of one element, and what solvers need of it: value, gradient, Hessian-vector product and Hessian blocks.
 *
 * An energy is an expression, or a `Composition` psi(y) of a small function with a linear map y = A·u. For the latter only
 * psi is differentiated twice and A and Aᵀ are applied around it, so Hessians stay small for elements of many nodes.
 */
import { gradient, hessianVectorProduct } from "./differentiate.ts";
import { type Expr, input, mul, type Scalar } from "./expression.ts";
import { countOperations, substitute } from "./graph.ts";
import {
	deformationGradient,
	type Matrix,
	sum,
	type Vector,
} from "./tensor.ts";

/** psi(y) with y[r][c] = Σ_v nodes[v][r] · coefficients[v][c]. */
export interface Composition {
	readonly nodes: readonly Vector[];
	readonly coefficients: readonly (readonly Scalar[])[];
	readonly y: Matrix;
	readonly psi: Expr;
}

export type Energy = Expr | Composition;

/** An energy that depends on its nodes through y[r][c] = Σ_v nodes[v][r] · coefficients[v][c] only, such as psi(F). */
export function ofLinearMap(
	nodes: readonly Vector[],
	coefficients: readonly (readonly Scalar[])[],
	psi: (y: Matrix) => Expr,
): Composition {
	const y = nodes[0].map((_, r) =>
		coefficients[0].map((_, c) => input(`y${r}${c}`)),
	);
	return { nodes, coefficients, y, psi: psi(y) };
}

const isComposition = (e: Energy): e is Composition => "psi" in e;

/** Replaces the inputs y of a composition by A·u. */
function applyMap(
	{ nodes, coefficients, y }: Composition,
	expressions: readonly Expr[],
): Expr[] {
	const mapped = deformationGradient(nodes, coefficients).flat();
	return substitute(
		expressions,
		new Map(y.flat().map((input, i) => [input, mapped[i]])),
	);
}

export function value(energy: Energy): Expr {
	return isComposition(energy) ? applyMap(energy, [energy.psi])[0] : energy;
}

/** ∂E/∂x, components of the first node first. */
export function energyGradient(
	energy: Energy,
	nodes: readonly Vector[],
): Expr[] {
	return gradient(value(energy), nodes.flat());
}

/** Hessian times directions, in the order of the gradient. */
export function energyProduct(
	energy: Energy,
	nodes: readonly Vector[],
	directions: readonly Vector[],
): Expr[] {
	return hessianVectorProduct(value(energy), nodes.flat(), directions.flat());
}

/** Two nodes of an element, the rows and the columns of a Hessian block. */
export type NodePair = readonly [number, number];

/** Compositions of more nodes than this never lose. */
const manyNodes = 10;

/** ∂²E/∂x_a∂x_b by rows for every pair (a, b), one after the other. */
export function energyBlocks(
	energy: Energy,
	nodes: readonly Vector[],
	pairs: readonly NodePair[],
): Expr[] {
	// Differentiating through the map wins where psi's Hessian is nearly of low rank and nodes are few (stable neo-Hookean
	// tetrahedra: 811 operations against 1042), the composition elsewhere (StVK hexahedra: 2749 against 3320).
	const composed = isComposition(energy) && composedBlocks(energy, pairs);
	if (composed && nodes.length > manyNodes) return composed;
	const plain = plainBlocks(value(energy), nodes, pairs);
	return composed && operationTotal(composed) < operationTotal(plain)
		? composed
		: plain;
}

const operationTotal = (outputs: readonly Expr[]): number =>
	Object.values(countOperations(outputs)).reduce((a, b) => a + b, 0);

function plainBlocks(
	energy: Expr,
	nodes: readonly Vector[],
	pairs: readonly NodePair[],
): Expr[] {
	const first = gradient(energy, nodes.flat());
	const size = nodes[0].length;
	const variables = nodes.flat();
	const rows = first.map((g, i) =>
		pairs.some(([a]) => a === Math.floor(i / size))
			? gradient(g, variables)
			: [],
	);
	return pairs.flatMap(([a, b]) =>
		rows
			.slice(size * a, size * a + size)
			.flatMap((row) => row.slice(size * b, size * b + size)),
	);
}

/** Block (a, b) [r][s] = Σ_cd B[a][c] · ∂²psi/∂y_rc∂y_sd · B[b][d], summed over d first since that part is shared by all a. */
function composedBlocks(
	energy: Composition,
	pairs: readonly NodePair[],
): Expr[] {
	const { coefficients: B, y, psi } = energy;
	const variables = y.flat();
	const columns = y[0].length;
	const hessian = gradient(psi, variables).map((g) =>
		applyMap(energy, gradient(g, variables)),
	);
	const half = (b: number) =>
		hessian.map((row) =>
			y.map((_, s) =>
				sum(
					B[b].map((coefficient, d) => mul(coefficient, row[s * columns + d])),
				),
			),
		);
	const halves = new Map(pairs.map(([, b]) => [b, half(b)]));
	return pairs.flatMap(([a, b]) =>
		y.flatMap((_, r) =>
			y.map((_, s) =>
				sum(
					B[a].map((coefficient, c) =>
						mul(coefficient, (halves.get(b) as Expr[][])[r * columns + c][s]),
					),
				),
			),
		),
	);
}

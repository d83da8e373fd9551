/**
 * Vectors and matrices of expressions, as plain arrays (matrices by rows), and the arithmetic that formulas are written in.
 * `add`, `sub`, `neg`, `mul`, `div` and `frozen` take scalars, vectors and matrices alike.
 */

import type { Expr, Scalar } from "./expression.ts";
import * as scalar from "./expression.ts";

export type Vector = readonly Expr[];
export type Matrix = readonly Vector[];
type Tensor = Scalar | readonly Tensor[];

/** The type of an operation's result: numbers become expressions. */
type Result<T> = T extends readonly (infer U)[] ? Result<U>[] : Expr;

function zip(
	op: (a: Scalar, b: Scalar) => Expr,
	a: Tensor,
	b: Tensor,
): Expr | unknown[] {
	if (!Array.isArray(a) && !Array.isArray(b))
		return op(a as Scalar, b as Scalar);
	if (!Array.isArray(a) || !Array.isArray(b) || b.length !== a.length)
		throw new Error(
			`energy: shapes differ: ${shape(a)} and ${shape(b)}; they must be equal here`,
		);
	return a.map((item, i) => zip(op, item, b[i]));
}

function map(op: (a: Scalar) => Expr, a: Tensor): Expr | unknown[] {
	return Array.isArray(a) ? a.map((item) => map(op, item)) : op(a as Scalar);
}

function shape(a: Tensor): string {
	const sizes: number[] = [];
	for (let item = a; Array.isArray(item); item = item[0])
		sizes.push(item.length);
	const kinds = ["scalar", `${sizes}-vector`];
	return kinds[sizes.length] ?? `${sizes.join("×")}-matrix`;
}

export function add<T extends Tensor>(a: T, b: NoInfer<T> | Tensor): Result<T> {
	return zip(scalar.add, a, b) as Result<T>;
}

export function sub<T extends Tensor>(a: T, b: NoInfer<T> | Tensor): Result<T> {
	return zip(scalar.sub, a, b) as Result<T>;
}

export function neg<T extends Tensor>(a: T): Result<T> {
	return map(scalar.neg, a) as Result<T>;
}

/** Scalar times scalar, vector or matrix. */
export function mul<T extends Tensor>(factor: Scalar, a: T): Result<T> {
	return map((item) => scalar.mul(factor, item), a) as Result<T>;
}

/** Scalar, vector or matrix divided by a scalar. */
export function div<T extends Tensor>(a: T, divisor: Scalar): Result<T> {
	return map((item) => scalar.div(item, divisor), a) as Result<T>;
}

/** The same value, held constant when differentiating. */
export function frozen<T extends Tensor>(a: T): Result<T> {
	return map(scalar.frozen, a) as Result<T>;
}

export function sum(terms: readonly Scalar[]): Expr {
	return terms.reduce<Expr>((s, t) => scalar.add(s, t), scalar.constant(0));
}

export function square(a: Scalar): Expr {
	return scalar.mul(a, a);
}

export function dot(a: readonly Scalar[], b: readonly Scalar[]): Expr {
	return sum(zip(scalar.mul, a, b) as Expr[]);
}

export function cross(a: readonly Scalar[], b: readonly Scalar[]): Expr[] {
	if (a.length !== 3 || b.length !== 3)
		throw new Error(
			`energy: cross product of ${shape(a)} and ${shape(b)}; both must be 3-vectors`,
		);
	return [0, 1, 2].map((i) => {
		const j = (i + 1) % 3;
		const k = (i + 2) % 3;
		return scalar.sub(scalar.mul(a[j], b[k]), scalar.mul(a[k], b[j]));
	});
}

export const lengthSquared = (a: readonly Scalar[]): Expr => dot(a, a);

export const length = (a: readonly Scalar[]): Expr => scalar.sqrt(dot(a, a));

export const normalize = (a: Vector): Expr[] => div(a, length(a));

export function transpose(a: Matrix): Expr[][] {
	return a[0].map((_, j) => a.map((row) => row[j]));
}

/** Matrix product. */
export function multiply(a: Matrix, b: Matrix): Expr[][] {
	const columns = transpose(b);
	return a.map((row) => columns.map((column) => dot(row, column)));
}

/** Matrix times vector. */
export function apply(a: Matrix, v: readonly Scalar[]): Expr[] {
	return a.map((row) => dot(row, v));
}

/** The matrix a bᵀ. */
export function outer(a: Vector, b: Vector): Expr[][] {
	return a.map((x) => b.map((y) => scalar.mul(x, y)));
}

export const trace = (a: Matrix): Expr => sum(a.map((row, i) => row[i]));

export function determinant(a: Matrix): Expr {
	if (shape(a) !== "2×2-matrix" && shape(a) !== "3×3-matrix")
		throw new Error(
			`energy: determinant of a ${shape(a)}; it must be 2×2 or 3×3`,
		);
	return a.length === 2
		? scalar.sub(scalar.mul(a[0][0], a[1][1]), scalar.mul(a[0][1], a[1][0]))
		: dot(a[0], cross(a[1], a[2]));
}

/** Sum of the products of corresponding entries, a : b. */
export function contract(a: Matrix, b: Matrix): Expr {
	return sum((zip(scalar.mul, a, b) as Expr[][]).flat());
}

export function identity(n: number): Expr[][] {
	return Array.from({ length: n }, (_, i) =>
		Array.from({ length: n }, (_, j) => scalar.constant(i === j ? 1 : 0)),
	);
}

/** Σ_v x_v ⊗ d_v: the deformation gradient of vertices x_v with shape gradients d_v. */
export function deformationGradient(
	x: readonly Vector[],
	shapeGradients: readonly (readonly Scalar[])[],
): Expr[][] {
	if (x.length !== shapeGradients.length)
		throw new Error(
			`energy: ${x.length} nodes but ${shapeGradients.length} shape gradients; there must be one per node`,
		);
	return x[0].map((_, r) =>
		shapeGradients[0].map((_, c) =>
			sum(x.map((point, v) => scalar.mul(point[r], shapeGradients[v][c]))),
		),
	);
}

/** Green–Lagrange strain ½ (FᵀF − I). */
export function greenStrain(F: Matrix): Expr[][] {
	const C = multiply(transpose(F), F);
	return mul(0.5, sub(C, identity(C.length)));
}

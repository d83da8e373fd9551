import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import { constant, type Expr, input } from "../../src/energy/expression.ts";
import {
	add,
	apply,
	contract,
	cross,
	deformationGradient,
	determinant,
	div,
	dot,
	identity,
	length,
	lengthSquared,
	type Matrix,
	mul,
	multiply,
	neg,
	normalize,
	outer,
	sub,
	sum,
	trace,
	transpose,
} from "../../src/energy/tensor.ts";

/** Unknowns with the given values, so that nothing folds to constants. */
const values = new Map<Expr, number>();
function unknown(value: number): Expr {
	const e = input("u");
	values.set(e, value);
	return e;
}
const vector = (...v: number[]): Expr[] => v.map(unknown);
const matrix = (...rows: number[][]): Expr[][] => rows.map((r) => vector(...r));
const number = (e: Expr): number =>
	evaluate([e], (v) => values.get(v) as number)[0];
const numbers = (a: readonly Expr[]): number[] => a.map(number);
const table = (a: Matrix): number[][] => a.map(numbers);

const A = matrix([1, 2, 3], [4, 5, 7], [6, 8, 11]);
const B = matrix([2, 0, 1], [1, 3, 5], [-2, 4, 1]);
const [a, b] = [vector(1, 2, 3), vector(-4, 5, 6)];

describe("vectors", () => {
	test("sums, multiples, products", () => {
		expect(numbers(add(a, b) as Expr[])).toEqual([-3, 7, 9]);
		expect(numbers(sub(a, b) as Expr[])).toEqual([5, -3, -3]);
		expect(numbers(neg(a))).toEqual([-1, -2, -3]);
		expect(numbers(mul(2, a))).toEqual([2, 4, 6]);
		expect(numbers(div(a, 2))).toEqual([0.5, 1, 1.5]);
		expect(number(sum(a))).toBe(6);
		expect(number(dot(a, b))).toBe(24);
		expect(number(lengthSquared(a))).toBe(14);
		expect(number(length(vector(3, 0, 4)))).toBe(5);
		expect(numbers(normalize(vector(3, 0, 4)))).toEqual([0.6, 0, 0.8]);
		expect(numbers(cross(a, b))).toEqual([-3, -18, 13]);
		expect(number(dot(a, [1, 0, 2]))).toBe(7);
	});
});

describe("matrices", () => {
	test("sums, products, transposes", () => {
		expect(table(add(A, B) as Expr[][])[1]).toEqual([5, 8, 12]);
		expect(table(multiply(A, B))).toEqual([
			[-2, 18, 14],
			[-1, 43, 36],
			[-2, 68, 57],
		]);
		expect(table(multiply(matrix([1, 2]), matrix([3], [4])))).toEqual([[11]]);
		expect(numbers(apply(A, a))).toEqual([14, 35, 55]);
		expect(table(transpose(matrix([1, 2, 3], [4, 5, 6])))).toEqual([
			[1, 4],
			[2, 5],
			[3, 6],
		]);
		expect(table(outer(a, vector(1, 10)))).toEqual([
			[1, 10],
			[2, 20],
			[3, 30],
		]);
		expect(number(trace(A))).toBe(17);
		expect(number(contract(A, B))).toBe(2 + 3 + 4 + 15 + 35 - 12 + 32 + 11);
		expect(multiply(A, identity(3))).toEqual(A);
	});

	test("determinants of 2×2 and 3×3", () => {
		expect(number(determinant(matrix([1, 2], [3, 5])))).toBe(-1);
		expect(number(determinant(A))).toBe(1);
		expect(number(determinant(B))).toBe(-24);
		expect(number(determinant(multiply(A, B)))).toBe(-24);
		expect(determinant(identity(3))).toBe(constant(1));
	});

	test("deformation gradient of an affine map is its matrix", () => {
		// The unit tetrahedron, moved by x = A X + t.
		const X = [
			[0, 0, 0],
			[1, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
		];
		const shapeGradients = [[-1, -1, -1], ...X.slice(1)];
		const x = X.map((p) => add(apply(A, p), [7, 8, 9]) as Expr[]);
		expect(table(deformationGradient(x, shapeGradients))).toEqual(table(A));
	});
});

describe("shapes that do not fit are named", () => {
	const two = vector(1, 2);
	const wide = matrix([1, 2, 3], [4, 5, 6]);
	test.each<[string, () => unknown, string]>([
		["add", () => add(a, two), "3-vector and 2-vector"],
		["add of scalar", () => add(unknown(1), a as never), "scalar and 3-vector"],
		["sub", () => sub(A, wide), "3×3-matrix and 2×3-matrix"],
		["sub of rows", () => sub(A, a), "3-vector and scalar"],
		["dot", () => dot(two, a), "2-vector and 3-vector"],
		["multiply", () => multiply(wide, wide), "3-vector and 2-vector"],
		["apply", () => apply(wide, two), "3-vector and 2-vector"],
		["contract", () => contract(wide, transpose(wide)), "2×3-matrix"],
		["cross", () => cross(a, two), "both must be 3-vectors"],
		["determinant", () => determinant(wide), "a 2×3-matrix; it must be 2×2"],
		["large determinant", () => determinant(identity(4)), "a 4×4-matrix"],
		[
			"deformationGradient",
			() => deformationGradient([a, b], [[1, 0, 0]]),
			"2 nodes but 1 shape gradients",
		],
	])("%s", (_, call, message) => {
		expect(call).toThrow(message);
	});
});

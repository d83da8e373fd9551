import { describe, expect, test } from "vitest";
import {
	directionalDerivative,
	gradient,
	hessianVectorProduct,
	mixedHessian,
} from "../../src/energy/differentiate.ts";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import {
	abs,
	add,
	atan2,
	constant,
	cos,
	div,
	type Expr,
	exp,
	inputs,
	less,
	lessEqual,
	log,
	machine,
	max,
	min,
	mul,
	neg,
	pow,
	select,
	sin,
	sqrt,
	sub,
} from "../../src/energy/expression.ts";
import { topologicalOrder } from "../../src/energy/graph.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import {
	displaced,
	expectBelow,
	expectDerivative,
	largest,
	relativeDifference,
} from "../../src/testing/assertions.ts";

const variables = inputs("x", 3);
const directions = inputs("d", 3);
const [x, y, z] = variables;

/** Curved in all variables and positive near the points below, so that every operation below is smooth there. */
const p = add(mul(x, y), mul(z, z));
const q = add(1.5, mul(x, sub(z, mul(y, y))));

const operations: Record<string, Expr> = {
	add: pow(add(p, q), 3),
	sub: pow(sub(p, q), 3),
	neg: pow(neg(p), 3),
	mul: mul(p, mul(q, x)),
	"mul, square": mul(mul(p, p), q),
	"mul, constant": mul(3, mul(p, q)),
	div: div(p, q),
	"div, constant above": div(2, mul(p, q)),
	sqrt: sqrt(mul(p, q)),
	exp: exp(sub(p, q)),
	log: log(mul(p, q)),
	sin: sin(mul(p, q)),
	cos: cos(mul(p, q)),
	atan2: atan2(sub(p, 2), mul(q, x)),
	"abs of positive": abs(mul(p, q)),
	"abs of negative": abs(sub(-1, mul(p, q))),
	"min, first": min(mul(p, p), add(9, mul(q, q))),
	"min, second": min(add(9, mul(p, p)), mul(q, q)),
	"max, first": max(add(9, mul(p, p)), mul(q, q)),
	"max, second": max(mul(p, p), add(9, mul(q, q))),
	"select, true": select(less(x, 5), mul(p, p), exp(q)),
	"select, false": select(lessEqual(5, x), mul(p, p), exp(q)),
	"pow, whole": pow(p, 5),
	"pow, half": pow(p, -1.5),
	"pow, fraction": pow(p, 0.3),
	"pow, symbolic": pow(p, q),
	"all together": add(
		mul(sqrt(add(1, mul(p, p))), atan2(p, q)),
		mul(exp(neg(div(q, p))), max(sin(p), log(q))),
	),
};

const random = createRandom(11);
const points = Array.from({ length: 3 }, () =>
	Float64Array.from([0.9, 0.8, 1.1], (c) => c + 0.2 * (random() - 0.5)),
);
const moves = points.map((point) => point.map(() => 2 * random() - 1));

const values = (
	outputs: readonly Expr[],
	at: Float64Array,
	along: Float64Array = at,
): Float64Array =>
	Float64Array.from(
		evaluate(outputs, (e) => {
			const i = variables.indexOf(e);
			return i >= 0 ? at[i] : along[directions.indexOf(e)];
		}),
	);

const product = (a: Float64Array, b: Float64Array): number =>
	a.reduce((s, v, i) => s + v * b[i], 0);

describe.each(Object.entries(operations))("%s", (name, f) => {
	const first = gradient(f, variables);
	const second = mixedHessian(f, variables, variables);

	test("gradient is the limit of central differences, of second order", () => {
		for (const [i, point] of points.entries()) {
			const d = moves[i];
			const exact = product(values(first, point), d);
			expectDerivative(
				(h) => values([f], displaced(point, d, h)),
				Float64Array.of(exact),
				largest(values(first, point)),
				`${name}, gradient`,
			);
		}
	});

	test("Hessian is the limit of central differences of the gradient", () => {
		for (const [i, point] of points.entries()) {
			const d = moves[i];
			const H = second.map((row) => values(row, point));
			expectDerivative(
				(h) => values(first, displaced(point, d, h)),
				Float64Array.from(H, (row) => product(row, d)),
				Math.max(...H.map(largest)),
				`${name}, Hessian`,
			);
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < r; c++)
					expectBelow(
						Math.abs(H[r][c] - H[c][r]),
						1e-13 * Math.max(...H.map(largest)),
						`${name}, symmetry`,
					);
		}
	});

	test("forward and reverse mode agree", () => {
		const forward = directionalDerivative([f], variables, directions);
		const hessianProduct = hessianVectorProduct(f, variables, directions);
		for (const [i, point] of points.entries()) {
			const d = moves[i];
			const g = values(first, point);
			expectBelow(
				Math.abs(values(forward, point, d)[0] - product(g, d)) / largest(g),
				1e-13,
				`${name}, directional derivative`,
			);
			expectBelow(
				relativeDifference(
					values(hessianProduct, point, d),
					second.map((row) => product(values(row, point), d)),
				),
				1e-12,
				`${name}, Hessian times direction`,
			);
		}
	});
});

describe("structure", () => {
	test("derivatives of variables, constants and strangers", () => {
		expect(gradient(x, variables)).toEqual([
			constant(1),
			constant(0),
			constant(0),
		]);
		expect(gradient(constant(3), variables)).toEqual([0, 0, 0].map(constant));
		expect(gradient(mul(3, x), [directions[0]])).toEqual([constant(0)]);
		expect(directionalDerivative([x, y], [x], [z])).toEqual([z, constant(0)]);
	});

	test("of a square, 2·g·a; of a square root, no new square root", () => {
		expect(gradient(mul(x, x), [x])[0]).toBe(mul(2, x));
		expect(gradient(sqrt(x), [x])[0]).toBe(div(0.5, sqrt(x)));
		expect(gradient(exp(x), [x])[0]).toBe(exp(x));
	});

	test("intermediate values serve as variables", () => {
		expect(gradient(mul(p, z), [p])[0]).toBe(z);
		expect(directionalDerivative([mul(p, z)], [p], [y])[0]).toBe(mul(y, z));
	});

	test("nothing is built for what the variables do not reach", () => {
		const [a, b] = inputs("a", 2);
		const f = mul(sin(a), b);
		gradient(f, [b]);
		// cos(a) would be filed under a.
		expect([...(a.users?.values() ?? [])].map(({ op }) => op)).toEqual(["sin"]);
		// Nor is a derivative missed that nobody needs.
		expect(gradient(mul(machine("floor", a), b), [b])).toHaveLength(1);
	});

	test("kinks have one-sided derivatives, the same in both modes", () => {
		const at = Float64Array.of(0, 0, 0);
		for (const f of [abs(x), min(x, y), max(x, y)]) {
			const g = values(gradient(f, variables), at);
			const forward = directionalDerivative([f], variables, directions);
			for (const d of [
				[1, 0, 0],
				[0, 1, 0],
			])
				expect(values(forward, at, Float64Array.from(d))[0]).toBe(
					product(g, Float64Array.from(d)),
				);
		}
	});

	test("the graph of a gradient is a small multiple of the function's", () => {
		const f = operations["all together"];
		const size = topologicalOrder([f]).length;
		expect(topologicalOrder(gradient(f, variables)).length).toBeLessThan(
			4 * size,
		);
	});

	test("operations on bits have no derivative, and say so", () => {
		const unary = ["nearest", "floor", "exponent", "mantissa"] as const;
		for (const op of unary) {
			const f = mul(machine(op, x), y);
			const message = `energy: '${op}' has no derivative`;
			expect(() => gradient(f, variables)).toThrow(message);
			expect(() => directionalDerivative([f], variables, directions)).toThrow(
				message,
			);
		}
		expect(() => gradient(machine("scale2", x, 3), [x])).toThrow(
			"energy: 'scale2' has no derivative",
		);
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
	forgetting,
	input,
	inputs,
	less,
	lessEqual,
	log,
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
import {
	countOperations,
	substitute,
	topologicalOrder,
} from "../../src/energy/graph.ts";

const [x, y, z] = inputs("x", 3);
const at = (e: Expr, ...values: number[]): number =>
	evaluate([e], (v) => values[[x, y, z].indexOf(v)])[0];

describe("equal expressions are one node", () => {
	test("same operation, same operands", () => {
		expect(mul(add(x, y), z)).toBe(mul(add(x, y), z));
		expect(select(less(x, y), x, z)).toBe(select(less(x, y), x, z));
		expect(constant(0.1)).toBe(constant(0.1));
		expect(constant(Number.NaN)).toBe(constant(Number.NaN));
		expect(constant(0)).not.toBe(constant(-0));
	});

	test("operands of commutative operations in either order", () => {
		for (const op of [add, mul, min, max]) {
			expect(op(x, y)).toBe(op(y, x));
			expect(op(x, 3)).toBe(op(3, x));
		}
		expect(less(x, y)).not.toBe(less(y, x));
		expect(div(x, y)).not.toBe(div(y, x));
	});

	test("b − a is −(a − b)", () => {
		const [a, b] = inputs("a", 2);
		const difference = sub(a, b);
		expect(sub(b, a)).toBe(neg(difference));
		expect(neg(sub(b, a))).toBe(difference);
		expect(sub(a, b)).toBe(difference);
	});

	test("inputs of the same name stay apart", () => {
		const [a, b] = [input("a"), input("a")];
		expect(sub(a, b)).not.toBe(constant(0));
	});
});

describe("simplification", () => {
	test("neutral elements", () => {
		expect(add(x, 0)).toBe(x);
		expect(sub(x, 0)).toBe(x);
		expect(sub(0, x)).toBe(neg(x));
		expect(mul(1, x)).toBe(x);
		expect(mul(-1, x)).toBe(neg(x));
		expect(mul(0, x)).toBe(constant(0));
		expect(div(0, x)).toBe(constant(0));
		expect(div(x, 1)).toBe(x);
	});

	test("an expression meets itself or its negative", () => {
		expect(add(x, x)).toBe(mul(2, x));
		expect(sub(x, x)).toBe(constant(0));
		expect(add(x, neg(x))).toBe(constant(0));
		expect(div(x, x)).toBe(constant(1));
		expect(neg(neg(x))).toBe(x);
		expect(min(x, x)).toBe(x);
		expect(max(x, x)).toBe(x);
		expect(abs(neg(x))).toBe(abs(x));
		expect(mul(sqrt(x), sqrt(x))).toBe(x);
		expect(exp(log(x))).toBe(x);
		expect(log(exp(x))).toBe(x);
		expect(select(less(x, y), z, z)).toBe(z);
	});

	test("signs and constant factors move outwards", () => {
		expect(mul(neg(x), neg(y))).toBe(mul(x, y));
		expect(mul(x, neg(y))).toBe(neg(mul(x, y)));
		expect(add(x, neg(y))).toBe(sub(x, y));
		expect(sub(x, neg(y))).toBe(add(x, y));
		expect(div(neg(x), neg(y))).toBe(div(x, y));
		expect(mul(mul(2, x), mul(3, y))).toBe(mul(6, mul(x, y)));
		expect(mul(2, mul(0.5, x))).toBe(x);
		expect(div(mul(2, x), y)).toBe(mul(2, div(x, y)));
		expect(add(mul(3, x), mul(3, y))).toBe(mul(3, add(x, y)));
		expect(sub(mul(3, x), mul(3, y))).toBe(mul(3, sub(x, y)));
		expect(add(mul(3, x), mul(-3, y))).toBe(mul(3, sub(x, y)));
		expect(add(1, add(2, x))).toBe(add(3, x));
		expect(sub(add(2, x), 2)).toBe(x);
	});

	test("operations on constants are computed as numbers", () => {
		const [a, b] = [5, 3];
		const folded: [Expr, number][] = [
			[add(a, b), a + b],
			[sub(a, b), a - b],
			[mul(a, b), a * b],
			[div(a, b), a / b],
			[neg(a), -a],
			[sqrt(a), Math.sqrt(a)],
			[abs(-a), a],
			[min(a, b), b],
			[max(a, b), a],
			[exp(a), Math.exp(a)],
			[log(a), Math.log(a)],
			[sin(a), Math.sin(a)],
			[cos(a), Math.cos(a)],
			[atan2(a, b), Math.atan2(a, b)],
			[select(less(a, b), 1, 2), 2],
			[select(lessEqual(b, b), 1, 2), 1],
			[pow(a, b), a ** b],
		];
		for (const [e, value] of folded) expect(e).toBe(constant(value));
		// Not 5 · (1/49).
		expect(div(5, 49)).toBe(constant(5 / 49));
		expect(div(1e-310, 4e-310).value).toBeCloseTo(0.25, 12);
		// The reciprocal would overflow.
		expect(at(div(x, 1e-310), 1e-310)).toBe(1);
	});

	test("select wants a comparison", () => {
		expect(() => select(x, y, z)).toThrow(
			"the condition of select is 'input'; it must be less(a, b) or lessEqual(a, b)",
		);
	});
});

describe("pow", () => {
	const powers = [0, 1, 2, 3, 7, 64, 0.5, 1.5, 4.5, -1, -2, -0.5, -2.5];
	test.each([...powers, 65, 0.3, -0.7, 1 / 3, 100.5])("x^%d", (power) => {
		for (const base of [0.3, 1, 1.7, 4.2]) {
			const expected = base ** power;
			const tolerance = 1e-15 * (4 + 3 * Math.abs(power));
			for (const e of [pow(x, power), pow(x, constant(power)), pow(x, y)])
				expect(Math.abs(at(e, base, power) / expected - 1)).toBeLessThan(
					tolerance,
				);
		}
	});

	test("whole powers take negative bases, whatever way the exponent is given", () => {
		expect(at(pow(x, 3), -2)).toBe(-8);
		expect(at(pow(x, -2), -2)).toBe(0.25);
		expect(pow(x, constant(3))).toBe(pow(x, 3));
	});

	test("whole and half powers need no exp and log", () => {
		for (const power of powers) {
			const counts = countOperations([pow(x, power)]);
			expect(counts.exp).toBeUndefined();
			expect(counts.log).toBeUndefined();
		}
		expect(countOperations([pow(x, 7)])).toEqual({ mul: 4 });
		expect(pow(x, 0.5)).toBe(sqrt(x));
	});
});

describe("random trees", () => {
	interface Tree {
		readonly op: string;
		readonly args: readonly Tree[];
		/** Which variable a leaf is, or its constant. */
		readonly value: number;
	}
	const constructors: Record<string, (...args: Expr[]) => Expr> = {
		add,
		sub,
		mul,
		div,
		neg,
		abs,
		min,
		max,
		sqrt,
		exp,
		log,
		sin,
		cos,
		whenLess: (a, b, c, d) => select(less(a, b), c, d),
		whenLessEqual: (a, b, c, d) => select(lessEqual(a, b), c, d),
	};
	const build = ({ op, args, value }: Tree): Expr =>
		op === "constant"
			? constant(value)
			: op === "variable"
				? [x, y, z][value]
				: constructors[op](...args.map(build));

	function trees(
		operations: Readonly<Record<string, number>>,
		leafValue: fc.Arbitrary<number>,
		maxDepth: number,
	): fc.Arbitrary<Tree> {
		const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
			tree: fc.oneof(
				{ maxDepth },
				fc.record({
					op: fc.constant("constant"),
					args: fc.constant([]),
					value: leafValue,
				}),
				fc.record({
					op: fc.constant("variable"),
					args: fc.constant([]),
					value: fc.nat(2),
				}),
				...Object.entries(operations).map(([op, arity]) =>
					fc.record({
						op: fc.constant(op),
						args: fc.tuple(...Array.from({ length: arity }, () => tie("tree"))),
						value: fc.constant(0),
					}),
				),
			),
		}));
		return tree;
	}

	test("arithmetic on small integers is exact, so simplification changes nothing at all", () => {
		const meaning: Record<string, (...v: number[]) => number> = {
			add: (a, b) => a + b,
			sub: (a, b) => a - b,
			mul: (a, b) => a * b,
			neg: (a) => -a,
			abs: Math.abs,
			min: Math.min,
			max: Math.max,
			whenLess: (a, b, c, d) => (a < b ? c : d),
			whenLessEqual: (a, b, c, d) => (a <= b ? c : d),
		};
		const arities = Object.fromEntries(
			Object.entries(meaning).map(([op, f]) => [
				op,
				f === Math.abs ? 1 : f === Math.min || f === Math.max ? 2 : f.length,
			]),
		);
		const small = fc.integer({ min: -3, max: 3 });
		fc.assert(
			fc.property(
				trees(arities, small, 4),
				fc.tuple(small, small, small),
				(tree, values) => {
					const naive = ({ op, args, value }: Tree): number =>
						op === "constant"
							? value
							: op === "variable"
								? values[value]
								: meaning[op](...args.map(naive));
					// −0 and 0 are the same here.
					expect(at(build(tree), ...values) + 0).toBe(naive(tree) + 0);
				},
			),
			{ seed: 1, numRuns: 4000 },
		);
	});

	test("the rest agrees within the rounding that the tree itself may suffer", () => {
		/** A value and a first-order bound of its rounding error, in units of the machine precision. */
		type Rounded = readonly [value: number, error: number];
		const rounded = (value: number, inherited: number): Rounded => [
			value,
			inherited + Math.abs(value),
		];
		const meaning: Record<string, (a: Rounded, b: Rounded) => Rounded> = {
			add: ([a, da], [b, db]) => rounded(a + b, da + db),
			sub: ([a, da], [b, db]) => rounded(a - b, da + db),
			mul: ([a, da], [b, db]) =>
				rounded(a * b, Math.abs(a) * db + Math.abs(b) * da),
			div: ([a, da], [b, db]) =>
				rounded(a / b, (da + Math.abs(a / b) * db) / Math.abs(b)),
			neg: ([a, da]) => [-a, da],
			sqrt: ([a, da]) => rounded(Math.sqrt(a), da / (2 * Math.sqrt(a))),
			exp: ([a, da]) => rounded(Math.exp(a), Math.exp(a) * da),
			log: ([a, da]) => rounded(Math.log(a), da / Math.abs(a)),
			sin: ([a, da]) => rounded(Math.sin(a), da),
			cos: ([a, da]) => rounded(Math.cos(a), da),
		};
		const arities = Object.fromEntries(
			Object.entries(meaning).map(([op, f]) => [op, f.length]),
		);
		const real = fc.double({ min: -4, max: 4, noNaN: true });
		let compared = 0;
		fc.assert(
			fc.property(
				trees(arities, real, 5),
				fc.tuple(real, real, real),
				(tree, values) => {
					const naive = ({ op, args, value }: Tree): Rounded =>
						op === "constant"
							? [value, 0]
							: op === "variable"
								? [values[value], 0]
								: meaning[op](...(args.map(naive) as [Rounded, Rounded]));
					const [expected, error] = naive(tree);
					// Beyond this the bound of first order means nothing, and values that underflow have no digits.
					if (!(error < 1e10) || !(Math.abs(expected) > 1e-100)) return;
					compared++;
					expect(
						Math.abs(at(build(tree), ...values) - expected),
					).toBeLessThanOrEqual(4 * error * Number.EPSILON);
				},
			),
			{ seed: 2, numRuns: 4000 },
		);
		expect(compared).toBeGreaterThan(1000);
	});
});

describe("memory", () => {
	test("only constants are held globally: an operation hangs on its youngest operand", () => {
		const [a, b] = inputs("a", 2);
		for (let i = 0; i < 100; i++) {
			const temporary = input("t");
			add(a, temporary);
			mul(2, temporary);
			expect(temporary.users?.size).toBe(2);
		}
		expect(a.users).toBeUndefined();
		expect(constant(2).users).toBeUndefined();
		const product = mul(b, a);
		expect([...(b.users?.values() ?? [])]).toEqual([product]);
	});

	test("building the same again adds nothing", () => {
		const [a, b] = inputs("a", 2);
		const build = () => add(mul(a, b), sqrt(sub(b, a)));
		const first = build();
		const nodes = () => {
			const seen = new Set<Expr>([a]);
			for (const e of seen) {
				for (const user of e.users?.values() ?? []) seen.add(user);
				for (const argument of e.args) seen.add(argument);
			}
			return seen.size;
		};
		const count = nodes();
		expect(build()).toBe(first);
		expect(nodes()).toBe(count);
	});
});

describe("graphs", () => {
	test("operands come before users, each node once", () => {
		const shared = mul(x, y);
		const outputs = [add(shared, z), sin(shared)];
		const order = topologicalOrder(outputs);
		expect(new Set(order).size).toBe(order.length);
		for (const [i, e] of order.entries())
			for (const argument of e.args)
				expect(order.indexOf(argument)).toBeLessThan(i);
	});

	test("deep expressions do not exhaust the stack", () => {
		let nested: Expr = x;
		for (let i = 0; i < 1000; i++) nested = add(sin(nested), y);
		expect(topologicalOrder([nested])).toHaveLength(2002);
	});

	test("shared subexpressions are counted once", () => {
		const shared = mul(x, y);
		expect(countOperations([add(shared, z), sub(shared, z), z])).toEqual({
			mul: 1,
			add: 1,
			sub: 1,
		});
	});
});

describe("substitute", () => {
	test("replaces inputs and simplifies again", () => {
		const e = add(mul(x, y), z);
		expect(substitute([e], new Map([[x, constant(0)]]))).toEqual([z]);
		expect(substitute([e], new Map([[x, y]]))[0]).toBe(add(mul(y, y), z));
		expect(substitute([e], new Map([[z, neg(mul(x, y))]]))[0]).toBe(
			constant(0),
		);
	});

	test("what is rebuilt is the node that the constructor gives", () => {
		const [a, b, c] = inputs("a", 3);
		const replacement = new Map([
			[b, neg(a)],
			[c, log(a)],
		]);
		const pairs: [Expr, Expr][] = [
			[min(b, c), min(log(a), neg(a))],
			[max(b, c), max(log(a), neg(a))],
			[abs(b), abs(a)],
			[exp(c), a],
			[select(less(b, c), a, b), select(less(neg(a), log(a)), a, neg(a))],
			[atan2(b, c), atan2(neg(a), log(a))],
			[sub(a, b), mul(2, a)],
			[div(b, a), constant(-1)],
		];
		for (const [before, after] of pairs)
			expect(substitute([before], replacement)[0]).toBe(after);
	});

	test("leaves alone what does not change, and takes a rule", () => {
		const e = sin(add(x, y));
		expect(substitute([e], new Map([[z, x]]))[0]).toBe(e);
		const swapped = substitute([e], new Map(), ({ op }, [a]) =>
			op === "sin" ? cos(a) : undefined,
		);
		expect(swapped[0]).toBe(cos(add(x, y)));
	});
});

test("what is built and forgotten is gone from the tables, and what was there before is not", () => {
	const [a, b] = inputs("a", 2);
	const before = add(a, b);
	const [product, inner, again] = forgetting(() => [
		mul(add(a, b), a),
		forgetting(() => sub(a, b)),
		sub(a, b),
	]);
	expect(product.args).toContain(before);
	expect(add(a, b)).toBe(before);
	expect(again).not.toBe(inner);
	expect(mul(before, a)).not.toBe(product);
	expect([product, inner, again].map(({ users }) => users)).toEqual(
		Array(3).fill(undefined),
	);
	// All that is left: the sum, and the product that was built again.
	const kept = [a, b, before].flatMap(({ users }) => [
		...(users?.values() ?? []),
	]);
	expect(kept).toHaveLength(2);
});

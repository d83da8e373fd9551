import { describe, expect, test } from "vitest";
import {
	gradient,
	hessianVectorProduct,
} from "../../src/energy/differentiate.ts";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import { emitWgsl } from "../../src/energy/emit/wgsl.ts";
import { energyBlocks, ofLinearMap } from "../../src/energy/energy.ts";
import {
	constant,
	type Expr,
	inputs,
	mul,
	sin,
	sub,
} from "../../src/energy/expression.ts";
import {
	countOperations,
	topologicalOrder,
	withoutFrozen,
} from "../../src/energy/graph.ts";
import {
	elementPrograms,
	hessianPairs,
	vertexArray,
} from "../../src/energy/program.ts";
import {
	contract,
	deformationGradient,
	frozen,
	square,
} from "../../src/energy/tensor.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";

const [x, y] = inputs("x", 2);
const [d, e] = inputs("d", 2);

describe("frozen", () => {
	test("has the value of what it freezes", () => {
		expect(evaluate([frozen(sin(x))], () => 0.3)).toEqual([Math.sin(0.3)]);
	});

	test("takes scalars, vectors and matrices", () => {
		expect(frozen([x, [y, 2]])).toEqual([frozen(x), [frozen(y), constant(2)]]);
	});

	test("of something frozen, or of a number, is nothing new", () => {
		expect(frozen(frozen(x))).toBe(frozen(x));
		expect(frozen(3)).toBe(constant(3));
	});

	test("is constant to derivatives of either mode", () => {
		const zero = constant(0);
		expect(gradient(frozen(mul(x, y)), [x, y])).toEqual([zero, zero]);
		expect(gradient(mul(frozen(x), x), [x])).toEqual([frozen(x)]);
		const energy = mul(frozen(square(x)), square(x));
		expect(hessianVectorProduct(energy, [x, y], [d, e])).toEqual([
			mul(2, mul(frozen(square(x)), d)),
			zero,
		]);
	});

	test("no adjoints are built below it", () => {
		const [a, b] = inputs("a", 2);
		gradient(mul(frozen(sin(a)), b), [a, b]);
		// cos(a) would be filed under a.
		expect([...(a.users?.values() ?? [])].map(({ op }) => op)).toEqual(["sin"]);
	});

	test("stripped, it shares and simplifies again", () => {
		const product = mul(frozen(mul(x, y)), sin(mul(x, y)));
		expect(withoutFrozen([product])).toEqual([mul(mul(x, y), sin(mul(x, y)))]);
		expect(withoutFrozen([sub(frozen(x), x)])).toEqual([constant(0)]);
		expect(countOperations([frozen(x)])).toEqual({});
	});

	test("counts for nothing in the programs of an element", () => {
		const nodes = vertexArray("x", 2);
		const edge = sub(nodes.nodes[1][0], nodes.nodes[0][0]);
		// Before deriving, which forgets the nodes that it makes.
		const thawed = {
			energy: mul(edge, square(edge)),
			positiveEntry: mul(-2, square(edge)),
		};
		const programs = elementPrograms({
			arrays: [nodes],
			parameters: [],
			energy: mul(frozen(edge), square(edge)),
			positive: square(mul(frozen(edge), edge)),
			translationInvariant: true,
		});
		for (const program of Object.values(programs)) {
			expect(
				topologicalOrder(program.outputs).some(({ op }) => op === "frozen"),
			).toBe(false);
			emitWgsl(program);
		}
		expect(programs.energy.outputs).toEqual([thawed.energy]);
		expect(programs.positiveHessian?.outputs[0]).toBe(thawed.positiveEntry);
	});

	test("is held in compositions with linear maps", () => {
		const { nodes } = vertexArray("x", 4);
		const coefficients = nodes.map((_, v) => inputs(`b${v}`, 3));
		const energy = ofLinearMap(nodes, coefficients, (F) =>
			square(contract(frozen(F), F)),
		);
		const F = deformationGradient(nodes, coefficients);
		const value = square(contract(frozen(F), F));
		const pairs = hessianPairs(4, true);
		const at = (input: Expr) => Math.sin(input.id);
		expect(
			relativeDifference(
				evaluate(energyBlocks(energy, nodes, pairs), at),
				evaluate(energyBlocks(value, nodes, pairs), at),
			),
		).toBeLessThan(1e-12);
	});
});

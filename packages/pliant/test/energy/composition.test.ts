import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import {
	type Composition,
	energyBlocks,
	energyGradient,
	energyProduct,
	ofLinearMap,
	value,
} from "../../src/energy/energy.ts";
import {
	add,
	constant,
	type Expr,
	input,
	inputs,
	mul,
} from "../../src/energy/expression.ts";
import { countOperations, substitute } from "../../src/energy/graph.ts";
import {
	hessianPairs,
	type VertexArray,
	vertexArray,
} from "../../src/energy/program.ts";
import {
	contract,
	determinant,
	identity,
	type Matrix,
	multiply,
	square,
	sub,
	trace,
	transpose,
} from "../../src/energy/tensor.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";

const [mu, lambda] = [input("mu"), input("lambda")];

/** μ/2 (tr FᵀF − 3) + λ/2 (det F − 1 − μ/λ)², with numbers for the last. */
const neoHookean = (F: Matrix): Expr =>
	add(
		mul(0.5, mul(mu, sub(contract(F, F), 3))),
		mul(0.5, mul(lambda, square(sub(determinant(F), 1.4)))),
	);

/** λ/2 (tr E)² + μ E:E of the Green–Lagrange strain E = ½ (FᵀF − 1). */
function stVenantKirchhoff(F: Matrix): Expr {
	const E = multiply(transpose(F), F).map((row, r) =>
		row.map((e, c) => mul(0.5, sub(e, identity(3)[r][c]))),
	);
	return add(mul(0.5, mul(lambda, square(trace(E)))), mul(mu, contract(E, E)));
}

/** μ/2 |R|⁴, not quadratic so that its Hessian is no constant. */
const bending = (R: Matrix): Expr => mul(0.5, mul(mu, square(contract(R, R))));

interface Case {
	readonly name: string;
	readonly x: VertexArray;
	readonly energy: Composition;
}

function composed(
	name: string,
	nodes: number,
	columns: number,
	psi: (y: Matrix) => Expr,
): Case {
	const x = vertexArray("x", nodes);
	const coefficients = Array.from({ length: nodes }, (_, v) =>
		inputs(`b${v}`, columns),
	);
	return { name, x, energy: ofLinearMap(x.nodes, coefficients, psi) };
}

const cases = [
	composed("neo-Hookean tetrahedron", 4, 3, neoHookean),
	composed("bending vector of four nodes", 4, 1, bending),
	composed("StVK sample of a hexahedron", 8, 3, stVenantKirchhoff),
];

const total = (outputs: readonly Expr[]): number =>
	Object.values(countOperations(outputs)).reduce((a, b) => a + b, 0);

describe.each(cases)("$name", ({ x, energy }) => {
	/** The same energy, written in the nodes from the start. */
	const mapped = x.nodes[0].map((_, r) =>
		energy.y[0].map((_, c) =>
			x.nodes.reduce<Expr>(
				(s, point, v) => add(s, mul(point[r], energy.coefficients[v][c])),
				constant(0),
			),
		),
	);
	const [expanded] = substitute(
		[energy.psi],
		new Map(energy.y.flat().map((y, i) => [y, mapped.flat()[i]])),
	);
	const direction = vertexArray("d", x.nodes.length);
	const pairs = hessianPairs(x.nodes.length, false);
	const random = createRandom(8);
	const known = new Map<Expr, number>();
	const inputValue = (e: Expr): number => {
		if (!known.has(e)) known.set(e, 2 * random() - 1);
		return known.get(e) as number;
	};

	test.each<[string, Expr[], Expr[]]>([
		["value", [value(energy)], [expanded]],
		[
			"gradient",
			energyGradient(energy, x.nodes),
			energyGradient(expanded, x.nodes),
		],
		[
			"product",
			energyProduct(energy, x.nodes, direction.nodes),
			energyProduct(expanded, x.nodes, direction.nodes),
		],
		[
			"blocks",
			energyBlocks(energy, x.nodes, pairs),
			energyBlocks(expanded, x.nodes, pairs),
		],
	])("%s of the composition and of the expanded formula", (_, a, b) => {
		expect(a).toHaveLength(b.length);
		for (let repeat = 0; repeat < 10; repeat++) {
			known.clear();
			expect(
				relativeDifference(evaluate(a, inputValue), evaluate(b, inputValue)),
			).toBeLessThan(1e-12);
		}
	});

	test("the cheaper way to the blocks is taken", () => {
		expect(total(energyBlocks(energy, x.nodes, pairs))).toBeLessThanOrEqual(
			total(energyBlocks(value(energy), x.nodes, pairs)),
		);
	});
});

test("Hessian blocks of a StVK hexahedron: the map pays", () => {
	const { x, energy } = cases[2];
	const pairs = hessianPairs(8, true);
	// energy.ts quotes these numbers.
	expect(total(energyBlocks(value(energy), x.nodes, pairs))).toBe(3320);
	expect(total(energyBlocks(energy, x.nodes, pairs))).toBe(2749);
});

import { describe, expect, test } from "vitest";
import type { Precision } from "../../src/energy/emit/elementary.ts";
import { emitWasm } from "../../src/energy/emit/emitWasm.ts";
import { interpret } from "../../src/energy/emit/interpret.ts";
import { signed, unsigned } from "../../src/energy/emit/wasmBinary.ts";
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
	select,
	sin,
	sqrt,
	sub,
} from "../../src/energy/expression.ts";
import {
	elementPrograms,
	type Program,
	type Source,
	type VertexArray,
	vertexArray,
} from "../../src/energy/program.ts";
import { lengthSquared, sum } from "../../src/energy/tensor.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { registry } from "../../src/models/registry.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";
import {
	evaluateRows,
	type KernelInputs,
	parameterProgram,
	runKernel,
	runWasm,
} from "./runWasm.ts";

const precisions = ["f64", "f32"] as const;
const tolerance = { f64: 1e-13, f32: 1e-5 } as const;

function reference(
	program: Program,
	inputs: KernelInputs,
	elements: number,
): Float64Array {
	const outputs = new Float64Array(elements * program.outputs.length);
	interpret(program)({ ...inputs, outputs }, elements);
	return outputs;
}

/** Elements of n nodes on few vertices, so that many share them. */
function randomInputs(
	program: Program,
	elements: number,
	seed: number,
	vertices = 7,
): KernelInputs {
	const random = createRandom(seed);
	const numbers = (length: number) =>
		Float64Array.from({ length }, () => 2 * random() - 1);
	return {
		arrays: program.arrays.map(() => numbers(3 * vertices)),
		indices: Uint32Array.from({ length: elements * program.nodes }, () =>
			Math.floor(random() * vertices),
		),
		parameters: numbers(elements * program.parameters),
	};
}

const [a, b, c] = inputs("a", 3);
const operations: Record<string, Expr> = {
	add: add(a, b),
	sub: sub(a, b),
	mul: mul(a, b),
	div: div(a, b),
	neg: neg(a),
	sqrt: sqrt(abs(a)),
	abs: abs(a),
	min: min(a, b),
	max: max(a, b),
	exp: exp(a),
	log: log(abs(a)),
	sin: sin(a),
	cos: cos(a),
	atan2: atan2(a, b),
	less: select(less(a, b), c, neg(c)),
	lessEqual: select(lessEqual(a, b), c, 2),
	nearest: machine("nearest", mul(10, a)),
	floor: machine("floor", mul(10, a)),
	exponent: machine("exponent", abs(a)),
	mantissa: machine("mantissa", abs(a)),
	scale2: machine("scale2", a, machine("nearest", mul(20, b))),
	constant: constant(0.1),
	"an input itself": c,
};

describe.each(precisions)("%s", (precision) => {
	const random = createRandom(3);
	const round = precision === "f64" ? (v: number) => v : Math.fround;
	const rows = Array.from({ length: 200 }, () =>
		[0, 0, 0].map(() => round(4 * random() - 2)),
	);
	// Ties, for the comparisons and for rounding.
	rows.push([0.5, 0.5, 1], [0.25, 0.25, 1], [-0.5, -0.5, 1], [1, -1, 0]);

	test.each(Object.entries(operations))("%s as the interpreter", (_, e) => {
		const program = parameterProgram([a, b, c], [e]);
		const given: KernelInputs = {
			arrays: [],
			indices: new Uint32Array(0),
			parameters: Float64Array.from(rows.flat()),
		};
		const expected = reference(program, given, rows.length);
		const got = runWasm(program, precision, given, rows.length);
		for (const [i, want] of expected.entries())
			expect(
				Math.abs(got[i] - want),
				`${rows[i]}: ${got[i]}, not ${want}`,
			).toBeLessThanOrEqual(
				(precision === "f64" ? 1e-15 : 5e-7) * Math.max(Math.abs(want), 0.01),
			);
	});

	test("NaN goes through comparisons, minima and elementary functions", () => {
		const outputs = [
			min(a, b),
			max(a, b),
			exp(a),
			log(a),
			sin(a),
			atan2(a, b),
		].concat(select(less(a, b), 1, 2), select(lessEqual(b, a), 1, 2));
		const got = evaluateRows([a, b], outputs, precision, [[Number.NaN, 1]]);
		expect([...got.slice(0, 6)].every(Number.isNaN)).toBe(true);
		expect([...got.slice(6)]).toEqual([2, 2]);
	});

	describe("a kernel of two vertex arrays and two parameters", () => {
		const x = vertexArray("x", 3);
		const v = vertexArray("v", 3);
		const [k, l] = inputs("k", 2);
		const edge = ({ nodes }: VertexArray, i: number) =>
			nodes[i].map((e, r) => sub(nodes[(i + 1) % 3][r], e));
		const { product, gradient } = elementPrograms({
			arrays: [x, v],
			parameters: [k, l],
			translationInvariant: true,
			energy: mul(
				k,
				sum(
					[0, 1, 2].map((i) =>
						sqrt(
							add(1, add(lengthSquared(edge(x, i)), lengthSquared(edge(v, i)))),
						),
					),
				),
			),
		});

		test.each([0, 1, 2, 3, 4, 5, 7, 8, 33])("%d elements", (elements) => {
			expect(product.arrays).toEqual(["x", "v", "direction"]);
			const given = randomInputs(product, elements, elements);
			const expected = reference(product, given, elements);
			const got = runWasm(product, precision, given, elements);
			expect(got).toHaveLength(9 * elements);
			if (elements)
				expect(relativeDifference(got, expected)).toBeLessThan(
					tolerance[precision],
				);
		});

		test("nothing is written without elements", () => {
			const memory = new WebAssembly.Memory({ initial: 1 });
			const bytes = new Uint8Array(memory.buffer).fill(7);
			const module = new WebAssembly.Module(emitWasm({ gradient }, precision));
			const { exports } = new WebAssembly.Instance(module, { env: { memory } });
			(exports.gradient as (...args: number[]) => void)(0, 0, 0, 0, 0, 3, 3);
			expect(bytes.every((byte) => byte === 7)).toBe(true);
		});

		test("two programs in one module", () => {
			const bytes = emitWasm({ gradient, product }, precision);
			expect(WebAssembly.validate(bytes)).toBe(true);
			for (const [name, program] of Object.entries({ gradient, product })) {
				const given = randomInputs(program, 6, 9);
				expect(
					relativeDifference(
						runKernel(bytes, name, program, precision, given, 6),
						reference(program, given, 6),
					),
				).toBeLessThan(tolerance[precision]);
			}
		});
	});

	test("offsets and locals that need two and three bytes", () => {
		// 1500 parameters and outputs of 16 bytes: offsets up to 24000; 60 nodes: more than 127 locals.
		const count = 1500;
		const p = inputs("p", count);
		const x = vertexArray("x", 60);
		const flat = x.nodes.flat();
		const program: Program = {
			arrays: ["x"],
			nodes: 60,
			parameters: count,
			sources: new Map<Expr, Source>([
				...p.map((e, parameter) => [e, { parameter }] as const),
				...flat.map(
					(e, i) =>
						[
							e,
							{ array: 0, node: Math.floor(i / 3), component: i % 3 },
						] as const,
				),
			]),
			outputs: p.map((e, i) =>
				add(
					mul(e, p[(7 * i + 1) % count]),
					mul(1000 + i, flat[(11 * i) % flat.length]),
				),
			),
			relative: false,
		};
		const bytes = emitWasm({ wide: program }, precision);
		expect(WebAssembly.validate(bytes)).toBe(true);
		const given = randomInputs(program, 5, 21, 90);
		expect(
			relativeDifference(
				runKernel(bytes, "wide", program, precision, given, 5),
				reference(program, given, 5),
			),
		).toBeLessThan(tolerance[precision]);
	});

	test("constants of all sizes arrive as they are", () => {
		const constants = [0, -0, 1, -1, 127, 128, -129, 16384, 2 ** 31, 1e30]
			.concat(1e-30, Math.PI, -1 / 3, Infinity, -Infinity, Number.NaN)
			.map(constant);
		const got = evaluateRows([a], constants, precision, [[0]]);
		for (const [i, { value }] of constants.entries())
			expect(got[i]).toBe(round(value));
	});

	test("every model's module is valid", () => {
		for (const model of registry)
			for (const potential of [model.potential, model.dissipationPotential])
				if (potential)
					expect(
						WebAssembly.validate(
							emitWasm({ ...elementPrograms(potential) }, precision),
						),
						model.name,
					).toBe(true);
	});
});

describe("LEB128", () => {
	// Examples of the WebAssembly and DWARF specifications, and the borders between lengths.
	test.each([
		[0, [0x00]],
		[2, [0x02]],
		[127, [0x7f]],
		[128, [0x80, 0x01]],
		[16383, [0xff, 0x7f]],
		[16384, [0x80, 0x80, 0x01]],
		[624485, [0xe5, 0x8e, 0x26]],
		[2 ** 32 - 1, [0xff, 0xff, 0xff, 0xff, 0x0f]],
	])("unsigned %d", (value, bytes) => {
		expect(unsigned(value)).toEqual(bytes);
	});

	test.each([
		[0, [0x00]],
		[63, [0x3f]],
		[64, [0xc0, 0x00]],
		[-1, [0x7f]],
		[-64, [0x40]],
		[-65, [0xbf, 0x7f]],
		[128, [0x80, 0x01]],
		[8192, [0x80, 0xc0, 0x00]],
		[-123456, [0xc0, 0xbb, 0x78]],
		[2 ** 31 - 1, [0xff, 0xff, 0xff, 0xff, 0x07]],
		[-(2 ** 31), [0x80, 0x80, 0x80, 0x80, 0x78]],
	])("signed %d", (value, bytes) => {
		expect(signed(value)).toEqual(bytes);
	});
});

test("an input that no source provides is refused", () => {
	const program = parameterProgram([a], [add(a, b)]);
	for (const precision of precisions satisfies readonly Precision[])
		expect(() => emitWasm({ program }, precision)).toThrow("'input'");
});

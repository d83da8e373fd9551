import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { create } from "webgpu";
import { interpret } from "../../src/energy/emit/interpret.ts";
import { emitWgsl } from "../../src/energy/emit/wgsl.ts";
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
import { elementPrograms, type Program } from "../../src/energy/program.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { registry } from "../../src/models/registry.ts";
import { elementProbe } from "../../src/testing/elementProbe.ts";
import { type KernelInputs, parameterProgram } from "./runWasm.ts";

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
	floor: machine("floor", mul(10, a)),
	less: select(less(a, b), c, -2),
	lessEqual: select(lessEqual(a, b), c, 2),
	"small constant": mul(1e-7, a),
	"large constant": mul(-1e20, a),
	"subnormal constant": add(constant(1e-40), a),
	"negative constant": sub(-0.1, a),
};
/** One output per operation. */
const everyOperation: Program = {
	...parameterProgram([a, b, c], Object.values(operations)),
	nodes: 1,
};

const modelPrograms = registry.flatMap((model) =>
	[model.potential, model.dissipationPotential].flatMap((potential, i) =>
		potential
			? Object.entries(elementPrograms(potential)).map(
					([name, program]: [string, Program]) => ({
						name: `${model.name}, ${i ? "dissipation " : ""}${name}`,
						program,
					}),
				)
			: [],
	),
);

describe("Dawn accepts the shader of", () => {
	// The null backend validates everything and needs no GPU. Dawn crashes if the GPU is collected before the device.
	let gpu: GPU | undefined;
	let device: GPUDevice;
	beforeAll(async () => {
		gpu = create(["backend=null"]);
		const adapter = await gpu.requestAdapter();
		if (!adapter) throw new Error("Dawn's null backend has no adapter");
		device = await adapter.requestDevice();
	});
	afterAll(() => {
		device?.destroy();
		gpu = undefined;
	});

	const compile = async (code: string) => {
		const module = device.createShaderModule({ code });
		const { messages } = await module.getCompilationInfo();
		expect(messages.map(({ message }) => message).join("\n")).toBe("");
		await device.createComputePipelineAsync({
			layout: "auto",
			compute: { module, entryPoint: "main" },
		});
	};

	test.each(modelPrograms)("$name", async ({ program }) => {
		await compile(emitWgsl(program));
	});

	test("every operation", async () => {
		await compile(emitWgsl(everyOperation));
	});

	test("a wrong shader is noticed", async () => {
		device.pushErrorScope("validation");
		const wrong = emitWgsl(everyOperation).replace("sqrt(", "squareRoot(");
		await expect(compile(wrong)).rejects.toThrow("squareRoot");
		expect(await device.popErrorScope()).not.toBeNull();
	});
});

describe("what WGSL cannot say is refused", () => {
	test.each<[string, Expr]>([
		["no WGSL for 'mantissa'", machine("mantissa", a)],
		["no WGSL for 'input'", b],
		["1e+300 does not fit into an f32", add(1e300, a)],
	])("%s", (message, e) => {
		const program = { ...parameterProgram([a], [e]), nodes: 1 };
		expect(() => emitWgsl(program)).toThrow(message);
	});
});

const driver = [
	"/usr/lib/chromium/vk_swiftshader_icd.json",
	"/usr/share/chromium/vk_swiftshader_icd.json",
	"/usr/lib/chromium-browser/vk_swiftshader_icd.json",
	"/opt/google/chrome/vk_swiftshader_icd.json",
].find(existsSync);

const missing =
	"SwiftShader, a Vulkan driver without a GPU, is not installed: Debian's package `chromium` brings it";

describe("executed on SwiftShader", () => {
	const close = (
		program: Program,
		got: readonly number[],
		expected: Float64Array,
		tolerance: number,
	) => {
		const size = program.outputs.length;
		for (let at = 0; at < expected.length; at += size) {
			const want = expected.subarray(at, at + size);
			const scale = Math.hypot(...want);
			for (const [k, value] of want.entries())
				expect(Math.abs(got[at + k] - value)).toBeLessThan(tolerance * scale);
		}
	};

	test("gradients and operations agree with the interpreter", ({ skip }) => {
		if (!driver) {
			if (process.env.CI) throw new Error(missing);
			skip(missing);
			return;
		}
		const elements = 100;
		const jobs = ["trbs", "stable-neo-hookean-tetrahedra"].map((name) =>
			modelJob(name, elements),
		);
		const random = createRandom(2);
		jobs.push({
			program: everyOperation,
			inputs: {
				arrays: [],
				indices: new Uint32Array(elements),
				parameters: Float64Array.from({ length: 3 * elements }, () =>
					Math.fround(4 * random() - 2),
				),
			},
		});
		const results = runOnSwiftShader(driver, jobs, elements);
		for (const [i, { program, inputs }] of jobs.entries()) {
			const expected = new Float64Array(elements * program.outputs.length);
			interpret(program)({ ...inputs, outputs: expected }, elements);
			expect(results[i]).toHaveLength(expected.length);
			if (program !== everyOperation)
				close(program, results[i], expected, 1e-5);
			else
				for (const [k, want] of expected.entries()) {
					const name = Object.keys(operations)[k % program.outputs.length];
					// WGSL promises sin and cos to 2⁻¹¹, and exp, log and atan2 to a few units in the last place.
					const tolerance = name === "sin" || name === "cos" ? 2 ** -11 : 1e-5;
					expect(Math.abs(results[i][k] - want), name).toBeLessThanOrEqual(
						tolerance * Math.max(Math.abs(want), 0.1),
					);
				}
		}
	});
});

interface Job {
	readonly program: Program;
	readonly inputs: KernelInputs;
}

/** The gradient of a model on deformed elements that share no vertices. */
function modelJob(name: string, elements: number): Job {
	const model = registry.find((m) => m.name === name);
	if (!model) throw new Error(`no model '${name}' in the registry`);
	const program = elementPrograms(model.potential).gradient;
	const probes = Array.from({ length: elements }, (_, i) =>
		elementProbe(model, i + 1),
	);
	return {
		program,
		inputs: {
			arrays: [Float64Array.from(probes.flatMap((p) => [...p.deformed()]))],
			indices: Uint32Array.from(
				{ length: elements * program.nodes },
				(_, i) => i,
			),
			parameters: Float64Array.from(
				probes.flatMap((p) => [...p.parameters[0]]),
			),
		},
	};
}

function runOnSwiftShader(
	icd: string,
	jobs: readonly Job[],
	elements: number,
): number[][] {
	const script = fileURLToPath(
		new URL("runOnSwiftShader.mjs", import.meta.url),
	);
	const input = jobs.map(({ program, inputs }) => ({
		code: emitWgsl(program),
		arrays: inputs.arrays.map((values) => [...values]),
		indices: [...inputs.indices],
		parameters: [...inputs.parameters],
		outputs: elements * program.outputs.length,
		elements,
	}));
	const { status, signal, stdout, stderr } = spawnSync(
		process.execPath,
		[script],
		{
			input: JSON.stringify(input),
			encoding: "utf8",
			maxBuffer: 2 ** 26,
			timeout: 60_000,
			env: {
				...process.env,
				VK_ICD_FILENAMES: icd,
				// Chromium brings the Vulkan loader as well, beside the driver.
				LD_LIBRARY_PATH: [dirname(icd), process.env.LD_LIBRARY_PATH]
					.filter(Boolean)
					.join(":"),
			},
		},
	);
	if (status !== 0)
		throw new Error(`runOnSwiftShader.mjs: ${signal ?? status}\n${stderr}`);
	const { adapter, results } = JSON.parse(stdout);
	expect(adapter).toBe("swiftshader");
	return results;
}

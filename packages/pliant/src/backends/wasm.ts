/** Kernels in WebAssembly SIMD. */
import { emitKernels, lanesOf } from "../energy/emit/wasm.ts";
import { topologicalOrder } from "../energy/graph.ts";
import type { Program } from "../energy/program.ts";
import type { MemoryKind } from "../numerics/team.ts";
import type { Backend, Precision } from "../system/backend.ts";

/** By the first of their programs, and kept as long as that is: scenes share models, and are built again when something in them changes. */
const compiled = new WeakMap<
	Program,
	Map<string, Promise<WebAssembly.Module>>
>();

const elementary: readonly string[] = ["exp", "log", "sin", "cos", "atan2"];

/** Programs of arithmetic alone do without the code for elementary functions. */
async function compileKernels(
	programs: Readonly<Record<string, Program>>,
	precision: Precision,
	memory: MemoryKind,
): Promise<WebAssembly.Module> {
	const outputs = Object.values(programs).flatMap((program) => program.outputs);
	const isArithmetic = !topologicalOrder(outputs).some(({ op }) =>
		elementary.includes(op),
	);
	const lowered = isArithmetic
		? programs
		: (await import("../energy/emit/elementary.ts")).lowerElementary(
				programs,
				precision,
			);
	return WebAssembly.compile(emitKernels(lowered, precision, memory));
}

function moduleOf(
	programs: Readonly<Record<string, Program>>,
	precision: Precision,
	memory: MemoryKind,
): Promise<WebAssembly.Module> {
	const [first] = Object.values(programs);
	const modules = compiled.get(first) ?? new Map();
	compiled.set(first, modules);
	const key = [precision, memory, ...Object.keys(programs)].join(" ");
	const known = modules.get(key);
	if (known) return known;
	const module = compileKernels(programs, precision, memory);
	modules.set(key, module);
	// What was refused once, for want of memory, may be had the next time.
	module.catch(() => modules.delete(key));
	return module;
}

export const wasmBackend: Backend = {
	name: "wasm",
	lanes: lanesOf,
	compile: async (programs, precision, team) =>
		team.load(
			await moduleOf(programs, precision, team.memoryKind),
			Object.keys(programs),
		),
};

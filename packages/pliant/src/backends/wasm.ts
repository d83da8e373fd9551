/** Kernels in WebAssembly SIMD. */
import { emitWasm, lanesOf } from "../energy/emit/wasm.ts";
import type { Program } from "../energy/program.ts";
import type { Backend, Precision } from "../system/backend.ts";

type Memory = "own" | "shared";

/** By the first of their programs, and kept as long as that is: scenes share models, and are built again when something in them changes. */
const compiled = new WeakMap<
	Program,
	Map<string, Promise<WebAssembly.Module>>
>();

function moduleOf(
	programs: Readonly<Record<string, Program>>,
	precision: Precision,
	memory: Memory,
): Promise<WebAssembly.Module> {
	const [first] = Object.values(programs);
	const modules = compiled.get(first) ?? new Map();
	compiled.set(first, modules);
	const key = [precision, memory, ...Object.keys(programs)].join(" ");
	const module =
		modules.get(key) ??
		WebAssembly.compile(emitWasm(programs, precision, memory));
	modules.set(key, module);
	return module;
}

export const wasmBackend: Backend = {
	name: "wasm",
	lanes: lanesOf,
	compile: async (programs, precision, team) =>
		team.load(
			await moduleOf(programs, precision, team.threads > 1 ? "shared" : "own"),
			Object.keys(programs),
		),
};

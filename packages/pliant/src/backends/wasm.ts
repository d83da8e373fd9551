/** Kernels in WebAssembly SIMD. */
import { emitWasm, lanesOf } from "../energy/emit/wasm.ts";
import type { Backend } from "../system/backend.ts";

export const wasmBackend: Backend = {
	name: "wasm",
	lanes: lanesOf,
	compile: (programs, precision, team) =>
		team.load(
			emitWasm(programs, precision, team.threads > 1 ? "shared" : "own"),
			Object.keys(programs),
		),
};

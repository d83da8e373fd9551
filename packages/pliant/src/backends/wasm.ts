/** Kernels in WebAssembly SIMD, f64. */
import { emitWasm, lanesOf } from "../energy/emit/wasm.ts";
import type { Backend, Kernel } from "../system/backend.ts";

export const wasmBackend: Backend = {
	name: "wasm",
	lanes: lanesOf.f64,
	async compile(programs, memory) {
		const { instance } = await WebAssembly.instantiate(
			emitWasm(programs, "f64"),
			{ env: { memory } },
		);
		return instance.exports as Record<string, Kernel>;
	},
};

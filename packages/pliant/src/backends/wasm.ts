/** Kernels in WebAssembly SIMD, f64. */
import { emitWasm, lanesOf } from "../energy/emit/wasm.ts";
import type { Program } from "../energy/program.ts";
import type { Backend, Kernel } from "../system/backend.ts";

export const wasmBackend: Backend = {
	name: "wasm",
	lanes: lanesOf.f64,
	async compile<K extends string>(
		programs: Readonly<Record<K, Program>>,
		memory: WebAssembly.Memory,
	) {
		const { instance } = await WebAssembly.instantiate(
			emitWasm(programs, "f64"),
			{ env: { memory } },
		);
		return instance.exports as Record<K, Kernel>;
	},
};

/** Kernels run by the interpreter: the reference for tests, and for platforms without WebAssembly SIMD. */
import { interpret } from "../energy/emit/interpret.ts";
import type { Program } from "../energy/program.ts";
import type { Backend, Kernel } from "../system/backend.ts";

export const referenceBackend: Backend = {
	name: "reference",
	lanes: 1,
	async compile(programs, memory) {
		const kernels = Object.entries(programs).map(([name, program]) => [
			name,
			interpretedKernel(program, memory),
		]);
		return Object.fromEntries(kernels);
	},
};

function interpretedKernel(
	program: Program,
	memory: WebAssembly.Memory,
): Kernel {
	const run = interpret(program);
	return (...pointers) => {
		const elements = pointers.pop() as number;
		const [indices, parameters, outputs] = pointers.splice(-3);
		const { buffer } = memory;
		run(
			{
				arrays: pointers.map((pointer) => new Float64Array(buffer, pointer)),
				indices: new Uint32Array(buffer, indices, elements * program.nodes),
				parameters: new Float64Array(
					buffer,
					parameters,
					elements * program.parameters,
				),
				outputs: new Float64Array(
					buffer,
					outputs,
					elements * program.outputs.length,
				),
			},
			elements,
		);
	};
}

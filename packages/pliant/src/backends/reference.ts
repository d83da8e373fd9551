/** Kernels run by the interpreter: the reference for tests. */
import { interpret } from "../energy/emit/interpret.ts";
import type { Program } from "../energy/program.ts";
import type { Backend, Kernel, Precision } from "../system/backend.ts";

export const referenceBackend: Backend = {
	name: "reference",
	lanes: { f64: 1, f32: 1 },
	compile: async (programs, precision, { memory }) =>
		Object.fromEntries(
			Object.entries(programs).map(([name, program]) => [
				name,
				interpretedKernel(program, precision, memory),
			]),
		),
};

function interpretedKernel(
	program: Program,
	precision: Precision,
	memory: WebAssembly.Memory,
): Kernel {
	const run = interpret(program);
	const Outputs = precision === "f64" ? Float64Array : Float32Array;
	return (...pointers) => {
		const elements = pointers.pop() as number;
		const [indices, parameters, outputs] = pointers.splice(-3);
		const { buffer } = memory;
		const common = program.common
			? new Float64Array(buffer, pointers.pop(), program.common)
			: undefined;
		run(
			{
				arrays: pointers.map((pointer) => new Float64Array(buffer, pointer)),
				indices: new Uint32Array(buffer, indices, elements * program.nodes),
				parameters: new Float64Array(
					buffer,
					parameters,
					elements * program.parameters,
				),
				...(common && { common }),
				outputs: new Outputs(
					buffer,
					outputs,
					elements * program.outputs.length,
				),
			},
			elements,
		);
	};
}

/** Evaluates a program for one element, whose vertices are numbered in order. */
import { interpret } from "../../src/energy/emit/interpret.ts";
import type { Program } from "../../src/energy/program.ts";

export function evaluateProgram(
	program: Program,
	arrays: readonly Float64Array[],
	parameters: ArrayLike<number>,
): Float64Array {
	const outputs = new Float64Array(program.outputs.length);
	interpret(program)(
		{
			arrays,
			indices: Uint32Array.from({ length: program.nodes }, (_, i) => i),
			parameters: Float64Array.from(parameters),
			outputs,
		},
		1,
	);
	return outputs;
}

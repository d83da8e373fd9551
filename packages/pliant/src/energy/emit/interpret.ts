/** The reference: evaluates a program in plain TypeScript, one element at a time. Slow, and what the other emitters must agree with. */
import type { Expr } from "../expression.ts";
import { topologicalOrder } from "../graph.ts";
import { evaluateOperation } from "../operation.ts";
import { dimension, type Program } from "../program.ts";

/** Values of the outputs for given values of the inputs. */
export function evaluate(
	outputs: readonly Expr[],
	inputValue: (input: Expr) => number,
): number[] {
	const values = new Map<Expr, number>();
	const get = (e: Expr) => values.get(e) as number;
	for (const e of topologicalOrder(outputs))
		values.set(
			e,
			e.op === "constant"
				? e.value
				: e.op === "input"
					? inputValue(e)
					: evaluateOperation(e.op, e.args.map(get)),
		);
	return outputs.map(get);
}

/** Arrays of a kernel run: vertex arrays xyz per vertex, then per element its vertices, parameters and outputs. */
export interface KernelData {
	readonly arrays: readonly Float64Array[];
	readonly indices: Uint32Array;
	readonly parameters: Float64Array;
	readonly outputs: Float64Array | Float32Array;
}

/** A function that runs the program over elements, whose data follow each other without interleaving. */
export function interpret(
	program: Program,
): (data: KernelData, elements: number) => void {
	const order = topologicalOrder(program.outputs);
	const position = new Map(order.map((e, i) => [e, i]));
	const steps = order.map((e) => ({
		e,
		args: e.args.map((a) => position.get(a) as number),
		source: program.sources.get(e),
	}));
	const results = program.outputs.map((e) => position.get(e) as number);
	const values = new Float64Array(order.length);
	return ({ arrays, indices, parameters, outputs }, elements) => {
		for (let element = 0; element < elements; element++) {
			for (const [i, { e, args, source }] of steps.entries())
				if (e.op === "constant") values[i] = e.value;
				else if (!source)
					values[i] = evaluateOperation(
						e.op,
						args.map((a) => values[a]),
					);
				else if ("parameter" in source)
					values[i] =
						parameters[element * program.parameters + source.parameter];
				else {
					const vertex = indices[element * program.nodes + source.node];
					values[i] =
						arrays[source.array][dimension * vertex + source.component];
				}
			for (const [k, i] of results.entries())
				outputs[element * results.length + k] = values[i];
		}
	};
}

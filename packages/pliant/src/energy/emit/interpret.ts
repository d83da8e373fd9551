/** The reference: evaluates a program in plain TypeScript, one element at a time. Slow, and what the other emitters must agree with. */
import type { Expr } from "../expression.ts";
import { topologicalOrder } from "../graph.ts";
import { evaluateOperation, type Operation } from "../operation.ts";
import { dimension, type Program, type Source } from "../program.ts";

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
	/** Parameters that all have in common. */
	readonly common?: Float64Array;
	readonly outputs: Float64Array | Float32Array;
}

const noParameters = new Float64Array();

type Interpreter = (data: KernelData, elements: number) => void;

/** Kept as long as their program is: ordering a program takes longer than running it. */
const known = new WeakMap<Program, Interpreter>();

/** A function that runs the program over elements, whose data follow each other without interleaving. */
export function interpret(program: Program): Interpreter {
	const run = known.get(program) ?? interpreter(program);
	known.set(program, run);
	return run;
}

function interpreter(program: Program): Interpreter {
	const order = topologicalOrder(program.outputs);
	const position = new Map(order.map((e, i) => [e, i]));
	const at = (e: Expr) => position.get(e) as number;
	const results = Uint32Array.from(program.outputs, at);
	const values = new Float64Array(order.length);
	const sources: [index: number, source: Source][] = [];
	const operations: [index: number, op: Operation, args: Uint32Array][] = [];
	for (const [i, e] of order.entries()) {
		const source = program.sources.get(e);
		if (e.op === "constant") values[i] = e.value;
		else if (source) sources.push([i, source]);
		else operations.push([i, e.op, Uint32Array.from(e.args, at)]);
	}
	const given = [0, 0, 0];
	const own = program.parameters;
	return (
		{ arrays, indices, parameters, common = noParameters, outputs },
		elements,
	) => {
		for (let element = 0; element < elements; element++) {
			for (const [i, source] of sources)
				if ("parameter" in source)
					values[i] =
						source.parameter < own
							? parameters[element * own + source.parameter]
							: common[source.parameter - own];
				else {
					const vertex = indices[element * program.nodes + source.node];
					values[i] =
						arrays[source.array][dimension * vertex + source.component];
				}
			for (const [i, op, args] of operations) {
				for (let k = 0; k < args.length; k++) given[k] = values[args[k]];
				values[i] = evaluateOperation(op, given);
			}
			for (let k = 0; k < results.length; k++)
				outputs[element * results.length + k] = values[results[k]];
		}
	};
}

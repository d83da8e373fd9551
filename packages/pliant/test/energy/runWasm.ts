/** Runs WebAssembly kernels on data laid out as for the interpreter. */
import type { Precision } from "../../src/energy/emit/elementary.ts";
import { emitWasm } from "../../src/energy/emit/emitWasm.ts";
import type { KernelData } from "../../src/energy/emit/interpret.ts";
import { lanesOf } from "../../src/energy/emit/wasm.ts";
import type { Expr } from "../../src/energy/expression.ts";
import type { Program } from "../../src/energy/program.ts";

export type KernelInputs = Omit<KernelData, "outputs">;

/** The outputs of `elements` elements, one element after the other. */
export function runWasm(
	program: Program,
	precision: Precision,
	inputs: KernelInputs,
	elements: number,
): Float64Array {
	const bytes = emitWasm({ kernel: program }, precision);
	return runKernel(bytes, "kernel", program, precision, inputs, elements);
}

/** Runs one kernel of an emitted module. */
export function runKernel(
	bytes: Uint8Array<ArrayBuffer>,
	name: string,
	program: Program,
	precision: Precision,
	{ arrays, indices, parameters }: KernelInputs,
	elements: number,
): Float64Array {
	const lanes = lanesOf[precision];
	const groups = Math.ceil(elements / lanes);
	const outputs = program.outputs.length;
	const numbers =
		arrays.reduce((n, a) => n + a.length, 0) +
		groups * lanes * (program.nodes + program.parameters + outputs);
	const memory = new WebAssembly.Memory({
		initial: 1 + Math.ceil((numbers * 8 + 16 * (arrays.length + 4)) / 65536),
	});
	const Float = precision === "f64" ? Float64Array : Float32Array;
	let used = 16;
	const place = (
		Type: typeof Float64Array | typeof Float32Array | typeof Uint32Array,
		values: ArrayLike<number>,
	) => {
		const view = new Type(memory.buffer, used, values.length);
		view.set(values);
		used += Math.ceil(view.byteLength / 16) * 16;
		return view;
	};
	/** [element][item] → [pair][item][2], the last element repeated to fill the last group. */
	const pair = lanesOf.f64;
	const interleave = (values: ArrayLike<number>, items: number) =>
		Float64Array.from({ length: groups * lanes * items }, (_, at) => {
			const group = Math.floor(at / (pair * items));
			const element = Math.min(group * pair + (at % pair), elements - 1);
			return values[element * items + (Math.floor(at / pair) % items)];
		});
	const views = [
		...arrays.map((a) => place(Float64Array, a)),
		place(Uint32Array, interleave(indices, program.nodes)),
		place(Float64Array, interleave(parameters, program.parameters)),
		place(Float, new Float64Array(groups * lanes * outputs).fill(Number.NaN)),
	];
	const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
		env: { memory },
	});
	const kernel = instance.exports[name] as (...args: number[]) => void;
	kernel(...views.map((view) => view.byteOffset), 0, groups);
	const results = views[views.length - 1];
	return Float64Array.from({ length: elements * outputs }, (_, at) => {
		const element = Math.floor(at / outputs);
		const group = Math.floor(element / lanes);
		return results[
			(group * outputs + (at % outputs)) * lanes + (element % lanes)
		];
	});
}

/** A program whose inputs are all parameters. */
export function parameterProgram(
	inputs: readonly Expr[],
	outputs: readonly Expr[],
): Program {
	return {
		arrays: [],
		nodes: 0,
		parameters: inputs.length,
		sources: new Map(inputs.map((e, parameter) => [e, { parameter }])),
		outputs,
		relative: false,
	};
}

/** Values of the outputs for every row of input values. */
export function evaluateRows(
	inputs: readonly Expr[],
	outputs: readonly Expr[],
	precision: Precision,
	rows: readonly (readonly number[])[],
): Float64Array {
	return runWasm(
		parameterProgram(inputs, outputs),
		precision,
		{
			arrays: [],
			indices: new Uint32Array(0),
			parameters: Float64Array.from(rows.flat()),
		},
		rows.length,
	);
}

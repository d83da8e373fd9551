/** Runs a WebAssembly kernel beside the interpreter on random elements. */
import type { Precision } from "../energy/emit/elementary.ts";
import { interpret } from "../energy/emit/interpret.ts";
import { lanesOf } from "../energy/emit/wasm.ts";
import type { Program } from "../energy/program.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import { elementProbe } from "./elementProbe.ts";

/** Largest difference between the two, relative to the largest result. */
export async function compareKernel(
	module: WebAssembly.Module,
	name: string,
	program: Program,
	model: AnyElementModel,
	elements: number,
	precision: Precision,
): Promise<number> {
	const probes = Array.from({ length: elements }, (_, i) =>
		elementProbe(model, 10 + i),
	);
	const { nodes } = program;
	// Every element has vertices of its own, so that lanes cannot be mistaken for each other.
	const arrays = program.arrays.map((array) =>
		Float64Array.from(
			probes.flatMap((p) => [...(array === "x" ? p.deformed() : p.random(1))]),
		),
	);
	const indices = Uint32Array.from({ length: nodes * elements }, (_, i) => i);
	const parameters = Float64Array.from(
		probes.flatMap((p, i) => [...p.parameters[i % model.samples]]),
	);
	const expected = new Float64Array(elements * program.outputs.length);
	interpret(program)(
		{ arrays, indices, parameters, outputs: expected },
		elements,
	);

	const lanes = lanesOf[precision];
	const groups = Math.ceil(elements / lanes);
	const memory = new WebAssembly.Memory({ initial: 4 });
	let used = 16;
	const take = (
		values: ArrayLike<number>,
		Type: typeof Uint32Array | typeof Float64Array | typeof Float32Array,
	) => {
		const view = new Type(memory.buffer, used, values.length);
		view.set(values);
		used += Math.ceil(view.byteLength / 16) * 16;
		return view;
	};
	const pair = lanesOf.f64;
	const interleave = (values: ArrayLike<number>, items: number) =>
		Array.from({ length: groups * lanes * items }, (_, at) => {
			const group = Math.floor(at / (pair * items));
			const element = Math.min(group * pair + (at % pair), elements - 1);
			return values[element * items + (Math.floor(at / pair) % items)];
		});
	const views = [
		...arrays.map((a) => take(a, Float64Array)),
		take(interleave(indices, nodes), Uint32Array),
		take(interleave(parameters, program.parameters), Float64Array),
		take(
			new Float64Array(groups * lanes * program.outputs.length),
			precision === "f64" ? Float64Array : Float32Array,
		),
	];
	const instance = await WebAssembly.instantiate(module, { env: { memory } });
	const kernel = instance.exports[name] as (...args: number[]) => void;
	kernel(...views.map((view) => view.byteOffset), 0, groups);

	const actual = views[views.length - 1];
	const outputs = program.outputs.length;
	let difference = 0;
	let size = 0;
	for (let element = 0; element < elements; element++)
		for (let k = 0; k < outputs; k++) {
			const group = Math.floor(element / lanes);
			const got = actual[(group * outputs + k) * lanes + (element % lanes)];
			const want = expected[element * outputs + k];
			const gap = Math.abs(got - want);
			difference = gap > difference || Number.isNaN(gap) ? gap : difference;
			size = Math.max(size, Math.abs(want));
		}
	// What an element that has not slipped remembers is zero.
	return difference === 0 ? 0 : difference / size;
}

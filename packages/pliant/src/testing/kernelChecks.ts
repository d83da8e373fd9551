/** A model's WebAssembly kernels against the interpreter, for every number of elements up to more than a full vector. */
import type { Precision } from "../energy/emit/elementary.ts";
import { emitWasm } from "../energy/emit/emitWasm.ts";
import { lanesOf } from "../energy/emit/wasm.ts";
import type { ElementPrograms, Program } from "../energy/program.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import { expectBelow } from "./assertions.ts";
import { compareKernel } from "./compareKernel.ts";

export async function checkKernels(
	model: AnyElementModel,
	programs: ElementPrograms,
	precision: Precision,
	tolerance: number,
): Promise<void> {
	const module = await WebAssembly.compile(
		emitWasm({ ...programs }, precision),
	);
	for (const [name, program] of Object.entries<Program>({ ...programs }))
		for (let elements = 1; elements <= lanesOf[precision] + 1; elements++)
			expectBelow(
				await compareKernel(module, name, program, model, elements, precision),
				tolerance,
				`${name} of ${elements} elements, relative difference`,
			);
}

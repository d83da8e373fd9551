/** Energy and gradient of a single element, straight from a model's formula. */
import type { Vector3 } from "pliant";
import {
	type ElementPrograms,
	elementPrograms,
	evaluate,
	type Program,
} from "pliant/energy";
import type { AnyElementModel } from "pliant/models";

/** They take longer to derive than to evaluate. */
const known = new WeakMap<AnyElementModel, ElementPrograms>();

function programsOf(model: AnyElementModel): ElementPrograms {
	const programs = known.get(model) ?? elementPrograms(model.potential);
	known.set(model, programs);
	return programs;
}

export function elementFunctions(
	model: AnyElementModel,
	X: readonly Vector3[],
	material: Readonly<Record<string, number>>,
) {
	const programs = programsOf(model);
	const parameters = model.restNumbers(X, material, 0);
	const run = ({ outputs, sources }: Program, x: readonly Vector3[]) =>
		evaluate(outputs, (input) => {
			const source = sources.get(input);
			if (!source) throw new Error("an input of the formula has no source");
			return "parameter" in source
				? parameters[source.parameter]
				: x[source.node][source.component];
		});
	return {
		/** [J]. */
		energy: (x: readonly Vector3[]): number => run(programs.energy, x)[0],
		/** [N], xyz per node. */
		gradient: (x: readonly Vector3[]): number[] => run(programs.gradient, x),
		/** The Hessian's block of the first two nodes [N/m], by rows. */
		firstBlock: (x: readonly Vector3[]): number[] =>
			run(programs.hessian, x).slice(0, 9),
	};
}

/** Checks of a model's dissipation potential. */
import type { ElementPrograms } from "../energy/program.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import {
	displaced,
	expectBelow,
	expectDerivative,
	fail,
	largest,
	product,
	relativeDifference,
	resultants,
} from "./assertions.ts";
import { type ElementProbe, forProbes, fullHessian } from "./elementProbe.ts";
import { checkKernels } from "./kernelChecks.ts";
import type { ModelCheck } from "./modelChecks.ts";
import { checkWgsl } from "./wgslChecks.ts";

export function dissipationChecks(
	model: AnyElementModel,
	programs: ElementPrograms,
): ModelCheck[] {
	const forAll = (check: (probe: ElementProbe) => void) => () =>
		forProbes(model, check);
	return [
		{
			name: "damping forces are the derivative of the dissipation potential",
			run: forAll(({ run, deformed, random }) => {
				const [x, v, d] = [deformed(), random(1), random(1)];
				const g = run(programs.gradient, v, x);
				expectDerivative(
					(by) => run(programs.energy, displaced(v, d, by), x),
					Float64Array.of(product(g, d)),
					largest(g),
					"direction",
				);
				const Hd = run(programs.product, v, x, d);
				expectDerivative(
					(by) => run(programs.gradient, displaced(v, d, by), x),
					Hd,
					largest(g),
					"product",
				);
				const H = fullHessian(run(programs.hessian, v, x), v.length / 3, true);
				expectBelow(
					relativeDifference(
						H.map((row) => product(Float64Array.from(row), d)),
						Hd,
					),
					1e-12,
					"Hessian times direction",
				);
			}),
		},
		{
			name: "damping takes energy away and leaves rigid motion alone",
			run: forAll(({ run, deformed, random }) => {
				const x = deformed();
				const v = random(1);
				const g = run(programs.gradient, v, x);
				if (!(product(g, v) > 0))
					fail(`power is ${-product(g, v)}, it must be negative`);
				expectBelow(
					largest(resultants(x, g)) / largest(g),
					1e-12,
					"resultants",
				);
				const spin = x.map((_, i) => {
					const at = i - (i % 3);
					return (
						[
							2 * x[at + 1] - x[at + 2],
							3 * x[at + 2] - 2 * x[at],
							x[at] - 3 * x[at + 1],
						][i % 3] + [1, 2, 3][i % 3]
					);
				});
				expectBelow(
					largest(run(programs.gradient, spin, x)) / largest(g),
					1e-12,
					"forces in rigid motion",
				);
			}),
		},
		{
			name: "WebAssembly f64 agrees with the interpreter on damping to 1e-14",
			run: () => checkKernels(model, programs, "f64", 1e-14),
		},
		{
			name: "every program of the damping can be written as WGSL",
			run: () => checkWgsl(programs),
		},
	];
}

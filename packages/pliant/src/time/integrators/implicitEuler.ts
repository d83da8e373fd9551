import { eulerStep } from "./alphaMethod.ts";
import type { Integrator } from "./integrator.ts";

export const implicitEuler: Integrator = {
	name: "implicit-euler",
	about:
		"First order; damps what it does not resolve, and much of what it does.",
	hasMemory: false,
	order: 1,
	errorConstant: 1 / 2,
	spinLoss: { constant: 1 / 2, order: 1 },
	refusal: () => undefined,
	step: eulerStep,
};

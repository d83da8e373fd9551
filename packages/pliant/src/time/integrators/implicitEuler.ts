import { implicitStep } from "./implicitStep.ts";
import type { Integrator } from "./integrator.ts";

export const implicitEuler: Integrator = {
	name: "implicit-euler",
	about: "First order; damps what it does not resolve, and never gains energy.",
	looksBack: false,
	refusal: () => undefined,
	step: (context, h) => {
		// Halfway through an Euler step a rigid rotation has the least strain rate.
		const dissipationWeight = 0.5;
		return implicitStep(
			context,
			{ ratio: 0, isMidpoint: false, dissipationWeight },
			h,
		);
	},
};

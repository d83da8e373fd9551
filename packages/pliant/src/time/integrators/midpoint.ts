/** From the beginning of the step to its middle by backward Euler, and on from there in a straight line. */
import { implicitStep } from "./implicitStep.ts";
import type { Integrator } from "./integrator.ts";

export const midpoint: Integrator = {
	name: "midpoint",
	about: "Second order; keeps momenta and, nearly, energy.",
	looksBack: false,
	refusal: ({ hasContact }) =>
		hasContact
			? "midpoint goes on from the middle of a step in a straight line, which may lead into a collider or another body; use implicit-euler or bdf2"
			: undefined,
	step: (context, h) =>
		implicitStep(
			context,
			{ ratio: 0, isMidpoint: true, dissipationWeight: 1 },
			h,
		),
};

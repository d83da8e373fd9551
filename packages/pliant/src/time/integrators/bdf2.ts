/**
 * From combinations of the last two states, length (1 + ω)/(1 + 2ω) h with ω = h/h_previous. It starts with an implicit Euler step, and takes
 * such steps while something touches: across an impact the past tells nothing, and extrapolating from it gained energy.
 */
import { implicitStep } from "./implicitStep.ts";
import type { Integrator } from "./integrator.ts";

export const bdf2: Integrator = {
	name: "bdf2",
	about: "Second order; damps what it does not resolve.",
	looksBack: true,
	refusal: () => undefined,
	step: (context, h) => {
		const { potential, state, history } = context;
		const isImpact = potential.touching.expects(
			state.v.array,
			state.time,
			state.time + h,
		);
		const ratio = !isImpact && history.step > 0 ? h / history.step : 0;
		history.step = isImpact ? 0 : h;
		return implicitStep(
			context,
			{ ratio, isMidpoint: false, dissipationWeight: 1 },
			h,
		);
	},
};

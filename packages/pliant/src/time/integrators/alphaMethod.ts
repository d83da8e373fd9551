/**
 * The generalized-α method for first-order systems (Jansen, Whiting and Hulbert 2000), with all forces at the end of the substep. It is second order,
 * and its spectral radius ρ says what an unresolved oscillation keeps of its amplitude in a substep: 1 is the trapezoidal rule, which is the implicit
 * midpoint rule half a substep later, and 0 is BDF2.
 *
 * Each of the equations ẋ = v and v̇ = f/m remembers a rate, w and a, that lags behind the end of the substep by δh, δ = (1 − ρ)/(2 (1 + ρ)):
 *
 *   (1 + e) a₁ = f(x₁)/m + e a₀,   v₁ = v₀ + h ((1 − γ) a₀ + γ a₁),   and the same for x with w and v.
 *
 * e and γ follow from the times at which rates are taken, so that the method is second order for substeps of any lengths. With a₁ inserted it is a
 * backward Euler step of length τ from v* = v₀ + (h − τ) a₀, τ = h γ/(1 + e).
 *
 * Contact is not remembered: its impulse h λ acts within the substep, and if something touches, positions follow v₁ alone (`implicitStep.ts`).
 */
import { implicitStep, mergeReports } from "./implicitStep.ts";
import type { Integrator, StepContext } from "./integrator.ts";

/** Part of the first substep that is taken by implicit Euler, since no rates are known yet. Its error falls with the square of this. */
const startupPart = 1 / 16;

/** Returns the integrator with a spectral radius ρ of unresolved oscillations, from 0 to 1. */
export function alphaMethod<Name extends string>(
	name: Name,
	about: string,
	spectralRadius: number,
): Integrator & { readonly name: Name } {
	const delta = (1 - spectralRadius) / (2 * (1 + spectralRadius));
	return {
		name,
		about,
		hasMemory: true,
		order: 2,
		errorConstant: 1 / 12 + delta / 2,
		spinLoss: { constant: delta / 2, order: 3 },
		refusal: () => undefined,
		step: (context, h) => {
			const { history } = context;
			if (history.lag >= 0) return remembering(context, h, delta);
			const first = startupPart * h;
			const report = eulerStep(context, first);
			if (report.failure !== undefined) return report;
			const { state } = context;
			state.time += first;
			const second = remembering(context, h - first, delta);
			state.time -= first;
			return {
				...mergeReports(report, second),
				converged: report.converged && second.converged,
			};
		},
		// Energy at the ends of substeps rises and falls with oscillations that are not resolved, as far as they are not damped: a fixed number of iterations may
		// leave more of them than a substep is allowed to gain. The midpoint rule is chosen for not damping anything.
		lastResort: spectralRadius < 1 ? eulerStep : undefined,
	};
}

function remembering(context: StepContext, h: number, delta: number) {
	const { history } = context;
	const lag = delta * h;
	const elapsed = h - lag + history.lag;
	const e = lag / elapsed;
	const gamma = (h / 2 + history.lag) / elapsed;
	return implicitStep(
		context,
		{
			...{ forceDuration: (h * gamma) / (1 + e), memoryWeight: e, lag },
			// v₁ is that of the end, to second order.
			dissipationWeight: 1,
		},
		h,
	);
}

/** Takes a step of implicit Euler, which remembers nothing of before and leaves the rates of its end. */
export const eulerStep = (context: StepContext, h: number) =>
	implicitStep(
		context,
		{
			...{ forceDuration: h, memoryWeight: 0, lag: 0 },
			// Halfway through an Euler step a rigid rotation has the least strain rate.
			dissipationWeight: 0.5,
		},
		h,
	);

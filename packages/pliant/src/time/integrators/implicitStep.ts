/**
 * Implicit integrators. Each is a backward Euler step of some length from some combination of past states, minimising the
 * incremental potential, and what it makes of the result.
 */
import type { ContactProblem } from "../../contact/placed.ts";
import type { NewtonReport } from "../../solvers/newton.ts";
import { StepFailure } from "../../system/stepFailure.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import type { StepContext } from "./integrator.ts";

export interface ImplicitScheme {
	/** ω of a step that looks back: its length over that of the last; 0 for one that does not. */
	readonly ratio: number;
	/** Whether the middle of the step is solved for, and its end extrapolated from there. */
	readonly isMidpoint: boolean;
	/** Dissipation is evaluated at x* + weight · h v*. */
	readonly dissipationWeight: number;
	/** Is called in the middle of a step, with the way there [m]. */
	readonly atMiddle?: (way: Vector) => void;
}

/** Takes a step of length h [s]. */
export function implicitStep(
	context: StepContext,
	{ ratio, isMidpoint, dissipationWeight, atMiddle }: ImplicitScheme,
	h: number,
): NewtonReport {
	const { potential, constraints, frames, state, space, history } = context;
	const { x, v } = state;
	const { fromPositions, fromVelocities, frameParts } = potential;
	// ((1 + ω)² x_n − ω² x_{n−1}) / (1 + 2ω), and likewise for v.
	const past = ratio ** 2 / (1 + 2 * ratio);
	const combine = (now: Vector, before: Vector | undefined, out: Vector) => {
		if (!before) {
			out.array.set(now.array);
			return;
		}
		space.difference(past, now, before, out);
		space.addScaled(now, 1, out, out);
		before.array.set(now.array);
	};
	for (const part of frameParts)
		part.startVelocities = part.velocities(v.array);
	combine(x, history.x, fromPositions);
	combine(v, history.v, fromVelocities);

	const duration = isMidpoint ? h / 2 : (h * (1 + ratio)) / (1 + 2 * ratio);
	potential.begin({
		duration,
		dissipationWeight,
		time: state.time + (isMidpoint ? h / 2 : h),
		fromTime: state.time,
		// Halfway between the ends of the step, which is not where a target is at half time: accelerations depend on it.
		targetTime: state.time + h,
		targetFraction: isMidpoint ? 0.5 : 1,
		loadFactor: 1,
		past,
		isMidpoint,
	});
	if (history.x) for (const part of frameParts) part.remember();
	const { problem } = potential;
	const solved = problem ? impossible(problem) : solve(context);
	const report =
		isMidpoint || context.isAccurate
			? solved
			: withoutGain(solved, potential.gain(v));
	for (const part of frameParts) part.finish();

	if (atMiddle) {
		// The potential is that of the step only as long as it has its beginning.
		space.difference(1, x, fromPositions, v);
		atMiddle(v);
	}
	space.difference(1 / duration, x, fromPositions, v);
	if (isMidpoint) {
		space.difference(1, x, fromPositions, fromPositions);
		space.addScaled(x, 1, fromPositions, x);
		space.difference(1, v, fromVelocities, fromVelocities);
		space.addScaled(v, 1, fromVelocities, v);
		for (const part of frameParts) part.turnOn(x.array);
	}
	constraints.impose(x.array, state.time + h);
	frames?.recentre(x.array);
	for (const part of frameParts) {
		part.moved();
		part.endVelocities(h, (node) => constraints.isFixed(node), v.array);
	}
	return report;
}

/** Minimises the potential, from where the step began if the guess of where it ends did not help. */
function solve({ potential, minimize }: StepContext): NewtonReport {
	const guessed = minimize();
	if (!potential.leaveGuess(guessed.converged)) return guessed;
	const { iterations, linearIterations, safeguarded } = guessed;
	const report = minimize();
	return {
		...report,
		iterations: report.iterations + iterations,
		linearIterations: report.linearIterations + linearIterations,
		safeguarded: report.safeguarded + safeguarded,
	};
}

/** What a step may gain of all the energy that there is. */
const mostGain = 1e-4;

/** A step that makes energy of nothing fails, to be taken in shorter ones. */
function withoutGain(report: NewtonReport, gain: number): NewtonReport {
	if (report.failure !== undefined || !(gain > mostGain)) return report;
	return {
		...report,
		converged: false,
		failure:
			"it would gain energy, being long for what is so stiff and not solved far enough; allow more iterations or sweeps",
	};
}

/** A step for which colliders leave no place. */
export const impossible = ({ what, vertex }: ContactProblem): NewtonReport => ({
	converged: false,
	iterations: 0,
	residuals: [],
	linearIterations: 0,
	safeguarded: 0,
	failure: what,
	vertex,
});

/** What a step, or a part of it, reports, or what made it fail in the middle. */
export function unlessImpossible(work: () => NewtonReport): NewtonReport {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof StepFailure)) throw error;
		return impossible({ what: error.message, vertex: error.vertex });
	}
}

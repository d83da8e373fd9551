/**
 * A substep of an implicit integrator: a backward Euler step of length τ, which minimizes the incremental potential, from
 *
 *   x* = x₀ + (h − τ) w₀,   v* = v₀ + (h − τ) a₀
 *
 * with remembered rates w₀ and a₀ (`alphaMethod.ts`). If nothing is remembered, τ is h.
 *
 * Contact that lasts is remembered as well (`system/lastingContact.ts`).
 */
import type { ContactProblem } from "../../contact/placed.ts";
import type { NewtonReport } from "../../solvers/newton.ts";
import { forgetContact, rememberContact } from "../../system/lastingContact.ts";
import { StepFailure } from "../../system/stepFailure.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import type { StepContext } from "./integrator.ts";

export interface ImplicitScheme {
	/** τ [s] */
	readonly duration: number;
	/** e: w₁ = (v₁ + e w₀)/(1 + e), and likewise for a. */
	readonly memoryWeight: number;
	/** Time [s] by which the new rates lag behind the end of the substep. */
	readonly lag: number;
	/** Dissipation is evaluated at x* + weight · τ v*. */
	readonly dissipationWeight: number;
}

/** Takes a substep of length h [s]. */
export function implicitStep(
	context: StepContext,
	scheme: ImplicitScheme,
	h: number,
): NewtonReport {
	const { potential, state, space, history } = context;
	const { x, v } = state;
	const { fromPositions, fromVelocities, frameParts } = potential;
	const { duration, memoryWeight, lag, dissipationWeight } = scheme;
	const { rates } = history;
	const ahead = h - duration;
	context.energy.beginSubstep(h);
	for (const part of frameParts)
		part.startVelocities = part.velocities(v.array);
	if (rates && ahead > 0) {
		space.addScaled(x, ahead, rates.w, fromPositions);
		space.addScaled(v, ahead, rates.a, fromVelocities);
		const { lasting = [] } = history.contact ?? {};
		for (let i = 0; i < lasting.length; i++)
			fromVelocities.array[i] += ahead * lasting[i];
	} else {
		fromPositions.array.set(x.array);
		fromVelocities.array.set(v.array);
		if (history.contact) forgetContact(history.contact);
	}
	potential.begin(
		{
			length: h,
			...{ duration, memoryWeight, dissipationWeight },
			time: state.time + h,
			fromTime: state.time,
			targetTime: state.time + h,
			targetFraction: 1,
			loadFactor: 1,
		},
		history,
	);
	const { problem } = potential;
	const solved = problem ? impossible(problem) : solve(context);
	const report =
		context.isAccurate || solved.converged
			? solved
			: withoutGain(solved, potential.gain(v));
	if (report.failure !== undefined) return report;
	finish(context, scheme, h);
	history.lag = lag;
	history.length = h;
	return report;
}

/** Ends a substep with its velocities, and remembers its rates. */
function finish(
	{
		potential,
		constraints,
		frames,
		state,
		space,
		history,
		energy,
		forces,
	}: StepContext,
	{ duration, memoryWeight }: ImplicitScheme,
	h: number,
): void {
	const { x, v } = state;
	const { rates, meanVelocity, contact: memory } = history;
	const { fromPositions, fromVelocities, frameParts } = potential;
	// Rotations count from the beginning of the substep again.
	const end = forces;
	end.array.set(x.array);
	for (const part of frameParts) part.writeTurns(end.array);
	space.difference(1 / duration, end, fromPositions, v);
	for (let i = 0; i < end.array.length; i++)
		meanVelocity.array[i] = (end.array[i] - potential.startPositions[i]) / h;
	constraints.impose(x.array, state.time + h);
	frames?.recentre(x.array);
	for (const part of frameParts) part.moved();
	const touches = potential.contactGradient(forces) !== undefined;
	energy.noteForces(h, meanVelocity, (touching, others) =>
		potential.forceGradients(touching, others),
	);
	if (rates) {
		remember(rates.w, v, memoryWeight);
		const acceleration = fromVelocities;
		space.difference(1 / duration, v, fromVelocities, acceleration);
		if (memory && touches) {
			const byContact = potential.accelerations(forces);
			space.addScaled(acceleration, 1, byContact, acceleration);
			const step = { h, duration, memoryWeight };
			const { length } = v.array;
			const width = memory.isShared ? length : 3;
			for (let i = 0; i < length; i += width)
				rememberContact(memory, step, byContact.array, i, i + width);
		} else if (memory) forgetContact(memory);
		remember(rates.a, acceleration, memoryWeight);
	}
	for (const part of frameParts)
		part.finish(h, (node) => constraints.isFixed(node), forces.array, v.array);
	energy.endSubstep(h, meanVelocity);
}

function remember({ array: rate }: Vector, { array: now }: Vector, e: number) {
	const fresh = 1 / (1 + e);
	for (let i = 0; i < rate.length; i++) rate[i] += fresh * (now[i] - rate[i]);
}

/** Minimizes the potential, from where the substep began if the guess of where it ends did not help. */
function solve({ potential, minimize }: StepContext): NewtonReport {
	const guessed = minimize();
	if (!potential.leaveGuess(guessed.converged)) return guessed;
	return mergeReports(guessed, minimize());
}

/** Returns the second report with the work of both. */
export function mergeReports(
	{ iterations, linearIterations, safeguarded }: NewtonReport,
	report: NewtonReport,
): NewtonReport {
	return {
		...report,
		iterations: report.iterations + iterations,
		linearIterations: report.linearIterations + linearIterations,
		safeguarded: report.safeguarded + safeguarded,
	};
}

/** Fraction of all energy that a substep may gain. */
const maxGain = 1e-4;

/** A substep that is not solved and creates energy fails, to be divided into shorter ones. */
function withoutGain(report: NewtonReport, gain: number): NewtonReport {
	if (report.failure !== undefined || !(gain > maxGain)) return report;
	return {
		...report,
		converged: false,
		failure:
			"the solver stopped so early that the substep would create energy. Allow more iterations or sweeps, or use shorter substeps",
	};
}

/** Returns the report of a substep in which colliders leave no room. */
export const impossible = ({ what, vertex }: ContactProblem): NewtonReport => ({
	converged: false,
	iterations: 0,
	residuals: [],
	linearIterations: 0,
	safeguarded: 0,
	failure: what,
	vertex,
});

/** Returns the report of some work, or the failure that interrupted it. */
export function unlessImpossible(work: () => NewtonReport): NewtonReport {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof StepFailure)) throw error;
		return impossible({ what: error.message, vertex: error.vertex });
	}
}

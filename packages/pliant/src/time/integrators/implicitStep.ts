/**
 * A substep of length h of an implicit integrator, which minimizes the incremental potential:
 *
 *   x₁ = x* + τₓ v₁,   v₁ = v* + τ f(x₁)/m,   with v* = v₀ + (h − τ) a₀ and the remembered rate a₀ (`alphaMethod.ts`)
 *
 * If nothing touches, positions are integrated as velocities are: x* = x₀ + (h − τ) w₀ with the remembered rate w₀, and τₓ = τ. If nothing is
 * remembered, τ is h.
 *
 * If something touches, x* must not lead into it: what stops there would be thrown back with (h − τ)/τ of its velocity. So all positions follow the
 * velocities at the end of the substep: τₓ = h and x* = x₀ − h²/2 · ā, with the part ā of accelerations that lasts (`system/steadyAcceleration.ts`).
 * This is second order, too. Its damping is five times as large, and still falls with the cube of h.
 *
 * Contact and friction act with an impulse h λ, whereas other forces f act with τ f now and with their remembered rates in later substeps. So contact
 * counts h/τ times in the potential. Forces of an impact are never extrapolated (Kane, Repetto, Ortiz and Marsden 1999).
 */
import type { ContactProblem } from "../../contact/placed.ts";
import type { NewtonReport } from "../../solvers/newton.ts";
import {
	forgetAccelerations,
	noteAccelerations,
} from "../../system/steadyAcceleration.ts";
import { StepFailure } from "../../system/stepFailure.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import type { StepContext } from "./integrator.ts";

export interface ImplicitScheme {
	/** τ [s] */
	readonly forceDuration: number;
	/** e: w₁ = (v₁ + e w₀)/(1 + e), and likewise for a. */
	readonly memoryWeight: number;
	/** Time [s] by which the new rates lag behind the end of the substep. */
	readonly lag: number;
	/** Dissipation is evaluated at x* + weight · τₓ v*. */
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
	const { forceDuration, memoryWeight, lag, dissipationWeight } = scheme;
	const { rates, accelerations, touched } = history;
	const ahead = h - forceDuration;
	const hasContact = touched[0] === 1;
	const duration = hasContact ? h : forceDuration;
	context.energy.beginSubstep(h);
	for (const part of frameParts)
		part.startVelocities = part.velocities(v.array);
	fromPositions.array.set(x.array);
	fromVelocities.array.set(v.array);
	if (history.length === 0) {
		forgetAccelerations(accelerations);
		history.contactBefore?.fill(0);
	}
	if (rates && ahead > 0) {
		space.addScaled(v, ahead, rates.a, fromVelocities);
		if (!hasContact) space.addScaled(x, ahead, rates.w, fromPositions);
		else
			for (let i = 0; i < x.array.length; i++)
				fromPositions.array[i] -= (h ** 2 / 2) * accelerations.steady[i];
	}
	potential.begin(
		{
			length: h,
			...{ duration, forceDuration, memoryWeight, dissipationWeight },
			isFirst: history.length === 0,
			hasContact,
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
	const report = context.isAccurate
		? solved
		: withoutGain(solved, potential.gain(v));
	if (report.failure !== undefined) return report;
	const touches = potential.touching.touches;
	// The first part of a substep that was found to lead into contact may not do so yet.
	if (ahead > 0 || touches) touched[0] = Number(touches);
	if (touches && !hasContact && ahead > 0)
		return { ...report, meetsContact: true };
	finish(context, scheme, duration, h);
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
		normalForces,
		acceleration,
	}: StepContext,
	{ forceDuration, memoryWeight }: ImplicitScheme,
	duration: number,
	h: number,
): void {
	const { x, v } = state;
	const { rates, meanVelocity, accelerations, startVelocities } = history;
	const { contactBefore } = history;
	const { fromPositions, fromVelocities, frameParts } = potential;
	// Rotations count from the beginning of the substep again.
	const end = forces;
	end.array.set(x.array);
	for (const part of frameParts) part.writeTurns(end.array);
	startVelocities.set(v.array);
	space.difference(1 / duration, end, fromPositions, v);
	for (let i = 0; i < end.array.length; i++)
		meanVelocity.array[i] = (end.array[i] - potential.startPositions[i]) / h;
	constraints.impose(x.array, state.time + h);
	frames?.recentre(x.array);
	for (const part of frameParts) part.moved();
	const contact = potential.contactGradient(forces);
	energy.noteForces(h, meanVelocity, (touching, others) =>
		potential.forceGradients(touching, others),
	);
	if (rates) {
		space.difference(1 / forceDuration, v, fromVelocities, acceleration);
		if (contact) {
			const byContact = potential.accelerations(contact);
			space.addScaled(acceleration, 1, byContact, acceleration);
			if (contactBefore) {
				potential.contactGradient(normalForces, false);
				potential.touching.terms[0]?.turnBack(
					contactBefore,
					normalForces.array,
					byContact.array,
					forceDuration,
					v.array,
				);
			}
		} else contactBefore?.fill(0);
		remember(rates.w, v, memoryWeight);
		remember(rates.a, acceleration, memoryWeight);
	}
	for (const part of frameParts)
		part.finish(h, (node) => constraints.isFixed(node), forces.array, v.array);
	noteAccelerations(
		accelerations,
		h,
		startVelocities,
		v.array,
		history.length === 0,
	);
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

/**
 * Fraction of all energy that a substep may gain. In solved ones unresolved oscillations give and take a little; where tension or contact makes them grow they
 * gain more.
 */
const maxGain = { unsolved: 1e-4, solved: 1e-3 };

/** A substep of a length that the user chose fails if it creates energy, to be divided into shorter ones. */
function withoutGain(report: NewtonReport, gain: number): NewtonReport {
	const { failure, converged } = report;
	const most = converged ? maxGain.solved : maxGain.unsolved;
	if (failure !== undefined || !(gain > most)) return report;
	return {
		...report,
		converged: false,
		failure: converged
			? "the substep would create energy. Use shorter substeps"
			: "the solver stopped so early that the substep would create energy. Allow more iterations or sweeps, or use shorter substeps",
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

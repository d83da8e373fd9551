/**
 * Implicit integrators. Each is a backward Euler step of some length from some combination of past states, minimising the
 * incremental potential, and what it makes of the result:
 *
 *   implicit Euler  from x_n, v_n, length h; order 1, damps what it does not resolve
 *   midpoint        from x_n, v_n, length h/2, then extrapolated to twice that; order 2, keeps momenta and, nearly, energy
 *   BDF2            from combinations of the last two states, length (1 + ω)/(1 + 2ω) h with ω = h/h_previous; order 2,
 *                   damps what it does not resolve. It starts with an implicit Euler step, and takes such steps while something
 *                   touches a collider: across an impact the past tells nothing, and extrapolating from it gained energy.
 */

import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Contact } from "../contact/contact.ts";
import type { ContactProblem } from "../contact/placed.ts";
import type { NewtonReport } from "../solvers/newton.ts";
import type { State } from "../system/model.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import type { IncrementalPotential } from "./incrementalPotential.ts";

export type ImplicitScheme = "implicit-euler" | "midpoint" | "bdf2";

/** The state before the current one, which BDF2 needs. */
export interface History {
	readonly x?: Vector;
	readonly v?: Vector;
	/** Length [s] of the last step; 0 where there was none. */
	step: number;
}

/** Takes a step of length h [s]; `minimize` solves what the potential poses, and its report is handed on. */
export function implicitStep(
	scheme: ImplicitScheme,
	potential: IncrementalPotential,
	{ constraints, contact, state, space }: ImplicitPlace,
	history: History,
	h: number,
	minimize: () => NewtonReport,
): NewtonReport {
	const { x, v } = state;
	const { fromPositions, fromVelocities } = potential;
	const isImpact =
		scheme === "bdf2" &&
		contact?.expects(x.array, v.array, state.time, state.time + h);
	const ratio =
		scheme === "bdf2" && !isImpact && history.step > 0 ? h / history.step : 0;
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
	combine(x, history.x, fromPositions);
	combine(v, history.v, fromVelocities);
	history.step = isImpact ? 0 : h;

	const duration =
		scheme === "midpoint" ? h / 2 : (h * (1 + ratio)) / (1 + 2 * ratio);
	const time = state.time + (scheme === "midpoint" ? h / 2 : h);
	// Halfway through an Euler step a rigid rotation has the least strain rate; the others have their order to keep.
	const dissipationWeight = scheme === "implicit-euler" ? 0.5 : 1;
	potential.begin({
		duration,
		dissipationWeight,
		time,
		fromTime: state.time,
		// Halfway between the ends of the step, which is not where a target is at half time: accelerations depend on it.
		targetTime: state.time + h,
		targetFraction: scheme === "midpoint" ? 0.5 : 1,
		loadFactor: 1,
	});
	const { problem } = potential;
	const report = problem ? impossible(problem) : minimize();

	space.difference(1 / duration, x, fromPositions, v);
	if (scheme === "midpoint") {
		space.difference(1, x, fromPositions, fromPositions);
		space.addScaled(x, 1, fromPositions, x);
		space.difference(1, v, fromVelocities, fromVelocities);
		space.addScaled(v, 1, fromVelocities, v);
	}
	constraints.impose(x.array, state.time + h);
	return report;
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

interface ImplicitPlace {
	readonly constraints: VertexConstraints;
	readonly contact?: Contact | undefined;
	readonly state: State;
	readonly space: VectorSpace;
}

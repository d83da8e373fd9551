/**
 * Implicit integrators. Each is a backward Euler step of some length from some combination of past states, minimising the
 * incremental potential, and what it makes of the result:
 *
 *   implicit Euler  from x_n, v_n, length h; order 1, damps what it does not resolve
 *   midpoint        from x_n, v_n, length h/2, then extrapolated to twice that; order 2, keeps momenta and, nearly, energy
 *   BDF2            from combinations of the last two states, length (1 + ω)/(1 + 2ω) h with ω = h/h_previous; order 2,
 *                   damps what it does not resolve. It starts with an implicit Euler step.
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { NewtonReport } from "../solvers/newton.ts";
import type { State } from "../system/model.ts";
import type { IncrementalPotential } from "./incrementalPotential.ts";

export type ImplicitScheme = "implicit-euler" | "midpoint" | "bdf2";

/** The state before the current one, for BDF2. */
export interface History {
	readonly x: Float64Array;
	readonly v: Float64Array;
	/** Length [s] of the last step; 0 where there was none. */
	step: number;
}

/** Takes a step of length h [s]; `minimize` solves what the potential poses, and its report is handed on. */
export function implicitStep(
	scheme: ImplicitScheme,
	potential: IncrementalPotential,
	constraints: VertexConstraints,
	state: State,
	history: History,
	h: number,
	minimize: () => NewtonReport,
): NewtonReport {
	const x = state.x.array;
	const v = state.v.array;
	const { fromPositions, fromVelocities } = potential;
	const ratio = scheme === "bdf2" && history.step > 0 ? h / history.step : 0;
	combine(x, history.x, ratio, fromPositions);
	combine(v, history.v, ratio, fromVelocities);
	history.x.set(x);
	history.v.set(v);
	history.step = h;

	const duration =
		scheme === "midpoint" ? h / 2 : (h * (1 + ratio)) / (1 + 2 * ratio);
	const time = state.time + (scheme === "midpoint" ? h / 2 : h);
	// Halfway through an Euler step a rigid rotation has the least strain rate; the others have their order to keep.
	const dissipationWeight = scheme === "implicit-euler" ? 0.5 : 1;
	potential.begin({
		duration,
		dissipationWeight,
		time,
		// Halfway between the ends of the step, which is not where a target is at half time: accelerations depend on it.
		targetTime: state.time + h,
		targetFraction: scheme === "midpoint" ? 0.5 : 1,
		loadFactor: 1,
	});
	const report = minimize();

	for (let i = 0; i < x.length; i++)
		v[i] = (x[i] - fromPositions[i]) / duration;
	if (scheme === "midpoint")
		for (let i = 0; i < x.length; i++) {
			x[i] = 2 * x[i] - fromPositions[i];
			v[i] = 2 * v[i] - fromVelocities[i];
		}
	constraints.impose(x, state.time + h);
	return report;
}

/** out = ((1 + ω)² a − ω² b) / (1 + 2ω), just a for ω = 0. */
function combine(
	a: Float64Array,
	b: Float64Array,
	ratio: number,
	out: Float64Array,
): void {
	const divisor = 1 + 2 * ratio;
	const now = (1 + ratio) ** 2 / divisor;
	const before = ratio ** 2 / divisor;
	for (let i = 0; i < a.length; i++) out[i] = now * a[i] - before * b[i];
}

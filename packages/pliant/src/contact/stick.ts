/**
 * Coulomb friction, made smooth (Li et al. 2020, eq. 12 and 14): a force μλ against sliding over a distance u, which rises from zero
 * over a small distance ε, that of sliding at the stick speed for a step:
 *
 *   f(u) = u²/ε − u³/(3ε²) for u < ε,  u − ε/3 beyond;   the force is μλ f′(u)
 *
 * μ is the kinetic coefficient where something has slid farther than 2ε when normal forces are found, else the static one: so the work of friction is convex in
 * each iteration, as one with a coefficient that falls while it slides would not be. In statics all sticks.
 */

/** Speed [1/s] below which friction sticks, and sliding below which it does in statics, relative to the extent of a body. */
export const relativeStickSpeed = 1e-4;
export const relativeStickDistance = 1e-6;

/** Friction is kinetic from so many stick distances on: what nearly slides comes up to one, and a little beyond while normal forces are being found. */
export const kineticRatio = 2;

/** f′(u)/u [1/m], which has a limit at zero. */
export function slidForceRatio(u: number, threshold: number): number {
	return u >= threshold ? 1 / u : (2 - u / threshold) / threshold;
}

/**
 * Coulomb friction, made smooth (Li et al. 2020, eq. 12 and 14): a force μλ against sliding over a distance u, which rises from zero
 * over a small distance ε, that of sliding at the stick speed for a step:
 *
 *   f(u) = u²/ε − u³/(3ε²) for u < ε,  u − ε/3 beyond;   the force is μλ f′(u)
 *
 * μ is that of what slides where the velocities at the beginning of the step lead farther than ε, else that of what sticks: so the work of friction is convex in each step, as one
 * with a coefficient that falls while it slides would not be. In statics all sticks.
 */

/** Speed [1/s] below which friction sticks, and sliding below which it does in statics, relative to the extent of a body. */
export const relativeStickSpeed = 1e-3;
export const relativeStickDistance = 1e-6;

/** f′(u)/u [1/m], which has a limit at zero. */
export function slidForceRatio(u: number, threshold: number): number {
	return u >= threshold ? 1 / u : (2 - u / threshold) / threshold;
}

/** Iterations of a step in which it is taken; later ones are near, and exact ones get there sooner. */
export const carefulIterations = 5;

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
const relativeStickSpeed = 3e-4;
const relativeStickDistance = 1e-6;
/** Substeps [s] of impacts are shorter than that. The stick distance falls with the root of them then, since stiffer friction took many times the iterations. */
const ordinarySubstep = 1 / 60;

/** Sliding [m] up to which friction of a body of some extent [m] sticks in a substep of length h [s], 0 for statics. */
export function stickDistance(extent: number, h: number): number {
	if (h === 0) return relativeStickDistance * extent;
	return (
		relativeStickSpeed * extent * Math.sqrt(h * Math.max(h, ordinarySubstep))
	);
}

/** Friction is kinetic from so many stick distances on: what nearly slides comes up to one, and a little beyond while normal forces are being found. */
export const kineticRatio = 2;

/** f′(u)/u [1/m], which has a limit at zero. */
export function slidForceRatio(u: number, threshold: number): number {
	return u >= threshold ? 1 / u : (2 - u / threshold) / threshold;
}

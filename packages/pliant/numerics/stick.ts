/** Friction that sticks up to a threshold [m], as in src/contact/stick.ts. */

/** f(u) [m] */
@inline
export function slidWork(u: f64, threshold: f64): f64 {
	return u >= threshold
		? u - threshold / 3
		: (u * u * (1 - u / (3 * threshold))) / threshold;
}

/** f′(u)/u [1/m], which has a limit at zero. */
@inline
export function forceRatio(u: f64, threshold: f64): f64 {
	return u >= threshold ? 1 / u : (2 - u / threshold) / threshold;
}

/** f″(u) [1/m], not negative. */
@inline
function slidStiffness(u: f64, threshold: f64): f64 {
	return u >= threshold ? 0 : (2 * (1 - u / threshold)) / threshold;
}

/**
 * Stiffness [1/m] along the sliding that Newton's method takes: f″, but f′/u where friction would bring what slides to a stop within the step. There f″ = 0 lets
 * Newton go to and fro across the point of rest; f′/u bounds f from above by a parabola, which leads there, but not in few iterations to the last digit.
 * @param stopping how far [m] friction takes back what it acts on, were that free
 */
@inline
export function safeStiffness(u: f64, threshold: f64, stopping: f64): f64 {
	return u < stopping ? forceRatio(u, threshold) : slidStiffness(u, threshold);
}

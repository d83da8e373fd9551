/** What the checks assert with: errors that say by how much. */

/** Steps of central differences, relative to the element's size of about 1 m. */
const steps = [4e-3, 2e-3, 1e-3];

export function fail(message: string): never {
	throw new Error(message);
}

export function expectBelow(value: number, limit: number, what: string): void {
	if (!(value <= limit))
		fail(
			`${what}: ${value.toExponential(2)} exceeds ${limit.toExponential(0)}`,
		);
}

export const largest = (a: ArrayLike<number>): number =>
	Array.from(a).reduce((m, v) => Math.max(m, Math.abs(v)), 0);

/** Largest difference over largest entry of b. */
export function relativeDifference(
	a: ArrayLike<number>,
	b: ArrayLike<number>,
): number {
	return (
		largest(Array.from(a, (v, i) => v - b[i])) /
		Math.max(largest(b), Number.MIN_VALUE)
	);
}

export const displaced = (
	x: Float64Array,
	d: Float64Array,
	by: number,
): Float64Array => x.map((v, i) => v + by * d[i]);

export const product = (a: Float64Array, b: Float64Array): number =>
	a.reduce((s, v, i) => s + v * b[i], 0);

/**
 * Central differences of f along d converge to `exact` with second order, and to within 1e-6 after extrapolation.
 * f gives vectors; the errors are relative to their size.
 */
export function expectDerivative(
	f: (by: number) => Float64Array,
	exact: Float64Array,
	scale: number,
	what: string,
): void {
	const central = steps.map((h) => {
		const [plus, minus] = [f(h), f(-h)];
		return plus.map((v, i) => (v - minus[i]) / (2 * h));
	});
	const errors = central.map(
		(d) => largest(d.map((v, i) => v - exact[i])) / scale,
	);
	// Richardson: the h² terms cancel.
	const extrapolated = central[2].map((v, i) => (4 * v - central[1][i]) / 3);
	expectBelow(
		largest(extrapolated.map((v, i) => v - exact[i])) / scale,
		1e-6,
		`${what}, error`,
	);
	// Where the third derivative vanishes there is nothing to observe but rounding.
	if (errors[0] < 1e-7) return;
	const order = Math.log2(errors[0] / errors[1]);
	if (Math.abs(order - 2) > 0.2)
		fail(
			`${what}: observed order ${order.toFixed(2)}, expected 2 (errors ${errors.map((e) => e.toExponential(1)).join(", ")})`,
		);
}

/** A rotation about a skew axis. */
export function rotate(x: Float64Array, angle: number): Float64Array {
	const [a, b, c] = [0.6, 0.64, 0.48];
	const [s, t] = [Math.sin(angle), 1 - Math.cos(angle)];
	const R = [
		[1 - t * (b * b + c * c), t * a * b - s * c, t * a * c + s * b],
		[t * a * b + s * c, 1 - t * (a * a + c * c), t * b * c - s * a],
		[t * a * c - s * b, t * b * c + s * a, 1 - t * (a * a + b * b)],
	];
	return x.map((_, i) => {
		const at = i - (i % 3);
		return R[i % 3].reduce((sum, r, k) => sum + r * x[at + k], 0);
	});
}

/** Net force and torque of nodal forces at positions x. */
export function resultants(x: Float64Array, f: Float64Array): number[] {
	const sums = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < x.length; i += 3)
		for (let k = 0; k < 3; k++) {
			const [l, m] = [i + ((k + 1) % 3), i + ((k + 2) % 3)];
			sums[k] += f[i + k];
			sums[3 + k] += x[l] * f[m] - x[m] * f[l];
		}
	return sums;
}

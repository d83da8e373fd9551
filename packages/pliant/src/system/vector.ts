/** Long vectors, in fixed order of summation. */

export function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
	return sum;
}

export const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

/** out = a + scale · b. */
export function addScaled(
	a: Float64Array,
	scale: number,
	b: Float64Array,
	out: Float64Array,
): void {
	for (let i = 0; i < a.length; i++) out[i] = a[i] + scale * b[i];
}

export function isFiniteVector(a: Float64Array): boolean {
	// A sum is finite only if all of its terms are; an overflow of finite terms would need positions beyond 1e300.
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]);
	return Number.isFinite(sum);
}

/** The longest of the 3-vectors in a. */
export function longest(a: Float64Array): number {
	let most = 0;
	for (let i = 0; i < a.length; i += 3)
		most = Math.max(most, a[i] ** 2 + a[i + 1] ** 2 + a[i + 2] ** 2);
	return Math.sqrt(most);
}

/** The vertex of the longest 3-vector in a, or the first that is not finite. */
export function largestVertex(a: Float64Array): number {
	let vertex = 0;
	let most = -1;
	for (let i = 0; i < a.length; i += 3) {
		const size = Math.hypot(a[i], a[i + 1], a[i + 2]);
		if (!Number.isFinite(size)) return i / 3;
		if (size > most) [vertex, most] = [i / 3, size];
	}
	return vertex;
}

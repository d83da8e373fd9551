/** The two principal stretches of every triangle, from Green's strain of a mesh in the plane z = 0 or in space. */
export function principalStretches(strain: Float64Array): number[] {
	const stretches: number[] = [];
	for (let t = 0; t < strain.length; t += 6) {
		const [xx, yy, zz, xy, yz, xz] = strain.subarray(t, t + 6);
		// Zero across the triangle: the other two eigenvalues have this sum and, as sum of 2×2 minors, this product.
		const sum = xx + yy + zz;
		const product = xx * yy + yy * zz + zz * xx - xy * xy - yz * yz - xz * xz;
		const root = Math.sqrt(Math.max(0, (sum * sum) / 4 - product));
		stretches.push(
			Math.sqrt(1 + 2 * (sum / 2 - root)),
			Math.sqrt(1 + 2 * (sum / 2 + root)),
		);
	}
	return stretches;
}

/** How uneven: standard deviation of stretches over their mean elongation. */
export function unevenness(stretches: readonly number[]): number {
	const mean = stretches.reduce((a, b) => a + b, 0) / stretches.length;
	const variance =
		stretches.reduce((sum, s) => sum + (s - mean) ** 2, 0) / stretches.length;
	return Math.sqrt(variance) / (mean - 1);
}

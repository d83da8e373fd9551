/** How uneven: standard deviation of stretches over their mean elongation. */
export function unevenness(stretches: readonly number[]): number {
	const mean = stretches.reduce((a, b) => a + b, 0) / stretches.length;
	const variance =
		stretches.reduce((sum, s) => sum + (s - mean) ** 2, 0) / stretches.length;
	return Math.sqrt(variance) / (mean - 1);
}

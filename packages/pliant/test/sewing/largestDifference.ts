export const largestDifference = (a: Float64Array, b: Float64Array): number =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

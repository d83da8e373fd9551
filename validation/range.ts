/** So many numbers from the first to the last, evenly. */
export const range = (first: number, last: number, count: number): number[] =>
	Array.from(
		{ length: count },
		(_, i) => first + ((last - first) * i) / (count - 1),
	);

export const mean = (values: readonly number[]): number =>
	values.reduce((a, b) => a + b, 0) / values.length;

/** The root of a function between two points where it changes sign, by bisection. */
export function root(
	f: (x: number) => number,
	low: number,
	high: number,
): number {
	const rising = f(high) > 0;
	for (let i = 0; i < 80; i++) {
		const middle = (low + high) / 2;
		if (f(middle) > 0 === rising) high = middle;
		else low = middle;
	}
	return (low + high) / 2;
}

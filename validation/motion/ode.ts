/** Ordinary differential equations that experiments integrate for themselves, as references that share nothing with the library. */

/** State after a time [s], by so many steps of the classical fourth-order Runge–Kutta method; `visit` sees every state on the way. */
export function rungeKutta(
	start: readonly number[],
	rate: (state: readonly number[]) => readonly number[],
	{ seconds, steps }: { readonly seconds: number; readonly steps: number },
	visit: (time: number, state: readonly number[]) => void = () => {},
): readonly number[] {
	const h = seconds / steps;
	const plus = (
		state: readonly number[],
		by: number,
		slope: readonly number[],
	) => state.map((value, i) => value + by * slope[i]);
	let state = start;
	visit(0, state);
	for (let step = 1; step <= steps; step++) {
		const a = rate(state);
		const b = rate(plus(state, h / 2, a));
		const c = rate(plus(state, h / 2, b));
		const d = rate(plus(state, h, c));
		state = state.map(
			(value, i) => value + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]),
		);
		visit(step * h, state);
	}
	return state;
}

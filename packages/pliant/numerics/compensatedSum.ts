/** A sum that makes up for what rounding loses, one at a time. */
let sum: f64 = 0;
let lost: f64 = 0;

export function beginSum(): void {
	sum = lost = 0;
}

@inline
export function addToSum(term: f64): void {
	const next = sum + term;
	lost += abs(sum) >= abs(term) ? sum - next + term : term - next + sum;
	sum = next;
}

@inline
export function total(): f64 {
	return sum + lost;
}

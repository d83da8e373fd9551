/** Timing: the least of repetitions within a budget, since other work on the machine only ever adds. */

/** Functions are compiled while they run; short ones run at least so often, whatever the budget. */
const leastRuns = 5;
const longRun = 1000;

/** Milliseconds of one `run`; `reset` is not counted. */
export function leastTime({ run, reset }, budget) {
	let least = Number.POSITIVE_INFINITY;
	const until = performance.now() + budget;
	for (
		let runs = 0;
		runs === 0 ||
		performance.now() < until ||
		(runs < leastRuns && least < longRun);
		runs++
	) {
		reset?.();
		const start = performance.now();
		run();
		least = Math.min(least, performance.now() - start);
	}
	return least;
}

export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2
		? sorted[middle]
		: (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Largest difference over largest value. */
export function relativeDifference(a, b) {
	let difference = 0;
	let largest = 0;
	for (let i = 0; i < a.length; i++) {
		difference = Math.max(difference, Math.abs(a[i] - b[i]));
		largest = Math.max(largest, Math.abs(b[i]));
	}
	return difference / largest;
}

/** Timing: the least of repetitions within a budget, since other work on the machine only ever adds. */

/** Functions are compiled while they run; short ones run at least so often, whatever the budget. */
const leastRuns = 5;
const longRun = 200;

/**
 * Milliseconds of one `run`: the least by the clock, and the mean of all processors together, whose clocks are too coarse for
 * the least of short runs. `reset` is not counted.
 */
export function leastTime({ run, reset }, budget) {
	let wall = Number.POSITIVE_INFINITY;
	let cpu = 0;
	let runs = 0;
	const until = performance.now() + budget;
	for (
		;
		runs === 0 ||
		performance.now() < until ||
		(runs < leastRuns && wall < longRun);
		runs++
	) {
		reset?.();
		const usage = process.cpuUsage();
		const start = performance.now();
		run();
		wall = Math.min(wall, performance.now() - start);
		const { user, system } = process.cpuUsage(usage);
		cpu += (user + system) / 1000;
	}
	return { wall, cpu: cpu / runs };
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

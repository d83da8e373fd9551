/**
 * How far conjugate gradients are from the solution, in the norm of A. A few iterations gain what the error was before them, but for what is left (Hestenes and
 * Stiefel), which is taken for the rest of a geometric series. All numbers are squares of the norm.
 */

/** Iterations after which what they have gained is looked at; of many iterations an eighth, since there some gain nothing long before the end. */
const watch: u32 = 4;
/** What some iterations gain is taken for this part at most of what those before them gained. */
const slowest: f64 = 0.9;
/** Part of the first error that may be left at most. */
const mostLeft: f64 = 0.1;

export class Gains {
	static all: f64 = 0;
	static lately: f64 = 0;
	static before: f64 = 0;
	/** The iteration at which they are looked at next. */
	static next: u32 = watch;
}

export function beginGains(): void {
	Gains.all = 0;
	Gains.lately = 0;
	Gains.before = 0;
	Gains.next = watch;
}

/** Whether so many iterations have come to an error, which is not zero. */
export function hasReached(error: f64, iterations: u32): bool {
	if (iterations != Gains.next) return false;
	const lately = Gains.lately;
	Gains.all += lately;
	const left = lately / (1 - min(lately / Gains.before, slowest));
	const isFirst = Gains.before == 0;
	Gains.before = lately;
	Gains.lately = 0;
	Gains.next += max(watch, iterations / 8);
	return !isFirst && left <= min(error * error, mostLeft * mostLeft * Gains.all);
}

/** Equilibrium where friction holds: it depends on normal forces, which depend on it in turn. */
import type { Equilibrium } from "./statics.ts";

/** What friction can be changed of. */
interface Friction {
	grip: number;
	readonly hasFriction: boolean;
}

/** With so many times the friction bodies are held while normal forces are found. */
const firmGrip = 20;
/** Friction follows from the normal forces of the last equilibrium until positions change no more than this, over the size of all. */
const settled = 1e-6;
const mostPasses = 10;

export function staticsWithFriction(
	friction: Friction,
	x: Float64Array,
	size: number,
	solve: (isFirst: boolean) => Equilibrium,
): Equilibrium {
	let report: Equilibrium;
	friction.grip = firmGrip;
	try {
		report = solve(true);
	} finally {
		friction.grip = 1;
	}
	if (!report.converged || !friction.hasFriction) return report;
	for (let pass = 0; pass < mostPasses; pass++) {
		const before = x.slice();
		const next = solve(false);
		report = {
			...next,
			iterations: report.iterations + next.iterations,
			linearIterations: report.linearIterations + next.linearIterations,
			safeguarded: report.safeguarded + next.safeguarded,
			loadSteps: report.loadSteps + next.loadSteps,
		};
		if (!next.converged) return report;
		const change = before.reduce(
			(most, value, i) => Math.max(most, Math.abs(x[i] - value)),
			0,
		);
		if (change <= settled * size) break;
	}
	return report;
}

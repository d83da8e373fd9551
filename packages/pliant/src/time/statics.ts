/** Equilibrium under dead loads, pressure and held vertices, reached in load steps. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Newton, NewtonOptions, NewtonReport } from "../solvers/newton.ts";
import type { State } from "../system/model.ts";
import type { IncrementalPotential } from "./incrementalPotential.ts";

export interface StaticsReport extends NewtonReport {
	/** Load steps taken. */
	readonly loadSteps: number;
}

/** A load step is halved at most so often. */
const halvings = 8;

/** Raises the loads from zero in equal steps, halving those that do not converge. The state's positions become the equilibrium. */
export function solveStatics(
	potential: IncrementalPotential,
	newton: Newton,
	state: State,
	constraints: VertexConstraints,
	options: NewtonOptions & { readonly loadSteps: number },
): StaticsReport {
	const x = state.x.array;
	const before = x.slice();
	const reports: NewtonReport[] = [];
	let factor = 0;
	let increment = 1 / options.loadSteps;
	const smallest = increment / 2 ** halvings;
	for (;;) {
		const next = factor + increment > 1 - 1e-12 ? 1 : factor + increment;
		before.set(x);
		potential.fromPositions.set(x);
		potential.begin({
			duration: Number.POSITIVE_INFINITY,
			dissipationWeight: 1,
			time: state.time,
			loadFactor: next,
		});
		const report = newton.minimize(potential, options);
		reports.push(report);
		if (report.converged) {
			factor = next;
			if (factor === 1) break;
		} else {
			if (increment / 2 < smallest) break;
			increment /= 2;
			x.set(before);
		}
	}
	constraints.impose(x, state.time);
	state.v.array.fill(0);
	const last = reports[reports.length - 1];
	const total = (pick: (report: NewtonReport) => number) =>
		reports.reduce((sum, report) => sum + pick(report), 0);
	return {
		...last,
		iterations: total((r) => r.iterations),
		linearIterations: total((r) => r.linearIterations),
		safeguarded: total((r) => r.safeguarded),
		loadSteps: reports.length,
	};
}

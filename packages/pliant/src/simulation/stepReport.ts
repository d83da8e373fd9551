/** Reports of steps. */
import type { NewtonReport } from "../solvers/newton.ts";
import type { StepEnergy } from "../time/energyBalance.ts";
import type { Simulation } from "./simulation.ts";

/** How a seam is. */
export interface SeamReport {
	readonly name: string;
	/** Whether its vertices are joined. */
	readonly isWelded: boolean;
	/** The largest distance [m] of two vertices that are sewn together. */
	readonly gap: number;
	/** Why it is not welded though it should have been long ago, and what helps. */
	readonly problem?: string;
}

export interface StepReport
	extends Omit<NewtonReport, "residuals" | "vertex" | "isMeasured"> {
	/** Force imbalance over forces at the end. */
	readonly residual: number;
	/** Number of substeps of the step. */
	readonly substeps: number;
	/** Energies [J] at the end, and what changed them in the step. */
	readonly energy: StepEnergy;
	/** Estimated error of positions over a second of such motion, relative to the size of a body, if `accuracy` chooses substeps. */
	readonly error?: number;
}

/** What a step took, counted while it is taken. */
export interface StepWork {
	iterations: number;
	linearIterations: number;
	safeguarded: number;
	substeps: number;
}

/** What went wrong in a step, and at which vertex. */
export interface StepProblem {
	readonly what: string;
	/** What did not help. */
	readonly tried: string;
	readonly vertex: number;
}

/** Seen after every step. */
export interface Observation {
	readonly simulation: Simulation;
	/** Time [s]. */
	readonly time: number;
	/** Steps taken. */
	readonly step: number;
	readonly report: StepReport;
}

/**
 * A report whose residual is found out when it is asked for, which must be before the next step; whether it is converged too, unless that was
 * found by another measure.
 */
export function measuredWhenAsked(
	report: Omit<StepReport, "residual">,
	tolerance: number,
	measure: () => number,
): StepReport {
	let known: number | undefined;
	const residual = () => {
		known ??= measure();
		return known;
	};
	return {
		...report,
		get residual() {
			return residual();
		},
		get converged() {
			return report.converged || residual() <= tolerance;
		},
	};
}

/** What steps tell, and what ends a run. */
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
	/** Pieces that the step was cut into. */
	readonly substeps: number;
	/** Energies [J] at the end, and what changed them in the step. */
	readonly energy: StepEnergy;
	/** Estimated error of positions in this step, over the size of a body, where steps are chosen by it; see `accuracy`. */
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

export interface RunOptions {
	readonly seconds?: number;
	readonly steps?: number;
	/** Stops when no vertex moves faster than this [m/s]. */
	readonly untilSpeedBelow?: number;
	/** Stops after the step during which it is aborted; the run then rejects with its reason. */
	readonly signal?: AbortSignal;
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

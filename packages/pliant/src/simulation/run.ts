/** The loop that takes the steps of a simulation. */
import type { Simulation } from "./simulation.ts";
import type { StepReport } from "./stepReport.ts";

export interface RunOptions {
	/** Simulated time [s]. */
	readonly seconds?: number | undefined;
	/** Number of steps, in place of `seconds`. */
	readonly steps?: number | undefined;
	/** Speed [m/s]: the run ends when nothing moves faster. */
	readonly untilSpeedBelow?: number | undefined;
	/** Ends the run before the next step; the run then rejects with its reason. */
	readonly signal?: AbortSignal | undefined;
	/** Called before every step. The step waits for its promise. */
	readonly beforeStep?: () => void | Promise<void>;
	/** Called after every step. The run goes on when its promise is fulfilled. */
	readonly afterStep?: (report: StepReport) => void | Promise<void>;
}

export type RunOutcome = "finished" | "at rest";

/** Time in milliseconds after which a run yields to the event loop. */
const yieldInterval = 50;

/** Takes steps until a time has passed, a number of steps was taken, or everything is at rest. */
export async function run(
	simulation: Simulation,
	options: RunOptions,
): Promise<RunOutcome> {
	const { seconds, untilSpeedBelow, signal, beforeStep, afterStep } = options;
	const steps =
		options.steps ?? stepsIn(seconds ?? Infinity, simulation.timeStep);
	const ends = steps < Infinity || untilSpeedBelow !== undefined || signal;
	if (!(steps >= 0 && ends))
		throw new Error(
			`run: steps is ${steps}; say when to stop by steps, seconds, untilSpeedBelow or signal`,
		);
	let yielded = performance.now();
	for (let i = 0; i < steps; i++) {
		await beforeStep?.();
		signal?.throwIfAborted();
		const report = simulation.step();
		await afterStep?.(report);
		if (untilSpeedBelow !== undefined && simulation.rests(untilSpeedBelow))
			return "at rest";
		if (performance.now() > yielded + yieldInterval) {
			await new Promise((resolve) => setTimeout(resolve));
			yielded = performance.now();
		}
	}
	return "finished";
}

/** Returns the number of whole steps that reach a time, except for rounding. */
export const stepsIn = (seconds: number, timeStep: number): number =>
	Math.ceil(seconds / timeStep - 1e-9);

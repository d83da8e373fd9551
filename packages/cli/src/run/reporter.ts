import type { LoadedScene } from "@pliant/files";
import type { Simulation, StepReport } from "pliant";

/** How a run ended. */
export type Outcome =
	| "finished"
	| "at rest"
	| "equilibrium"
	| "unstable equilibrium"
	| "inverted equilibrium"
	| "equilibrium of unknown stability"
	| "interrupted";

export interface RunStart {
	readonly name: string;
	readonly loaded: LoadedScene;
	readonly simulation: Simulation;
	/** In all; Infinity where only rest ends the run. */
	readonly steps: number;
	/** The folder of the results. */
	readonly out: string;
}

export interface RunEnd extends RunStart {
	readonly outcome: Outcome;
	/** What goes on with an interrupted run. */
	readonly resume?: string;
}

/** Tells people or programs how a run goes. */
export interface Reporter {
	start(run: RunStart): void;
	/** Before the first step, without a report, and after every one. */
	step(simulation: Simulation, report?: StepReport): void;
	end(run: RunEnd): void;
	/** Leaves the terminal as it was found, however the run ended. */
	close(): void;
}

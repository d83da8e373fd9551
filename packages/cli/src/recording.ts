/** Simulates the hanging cloth and keeps what the results are made of. */
import { type Simulation, simulate } from "pliant";
import type { HangingCloth } from "./hangingCloth.ts";
import type { Progress } from "./progressBar.ts";

/** One moment of the history. */
export interface Moment {
	/** [s] */
	readonly time: number;
	/** Energies [J]; that of the loads is zero at the ground. */
	readonly kinetic: number;
	readonly elastic: number;
	readonly load: number;
	/** Depth of the lowest vertex below the pins [m]. */
	readonly sag: number;
	/** Iterations of the step that led here. */
	readonly newtonIterations: number;
	readonly linearIterations: number;
}

export interface Recording {
	readonly history: readonly Moment[];
	/** Positions [m], xyz per vertex, at moments evenly spread from the start to the end. */
	readonly frames: readonly Float64Array[];
}

export interface RecordingOptions {
	/** Time to simulate [s]. */
	readonly seconds: number;
	/** Shapes to keep, the first and the last among them. */
	readonly frameCount: number;
	readonly onProgress: (progress: Omit<Progress, "elapsed">) => void;
	readonly interrupt: AbortSignal;
}

export async function record(
	cloth: HangingCloth,
	{ seconds, frameCount, onProgress, interrupt }: RecordingOptions,
): Promise<Recording> {
	const simulation = await simulate(cloth.scene, cloth.settings);
	const steps = Math.max(1, Math.round(seconds / simulation.timeStep));
	const end = steps * simulation.timeStep;
	const positions = simulation.positions(cloth.sheet);
	const history: Moment[] = [moment(simulation, cloth)];
	const frames = [positions.slice()];
	onProgress({ time: 0, seconds: end });
	for (let step = 1; step <= steps; step++) {
		const report = simulation.step();
		history.push(
			moment(simulation, cloth, report.iterations, report.linearIterations),
		);
		// More than once where there are fewer steps than frames.
		while (
			frames.length < frameCount &&
			step >= Math.round((frames.length * steps) / (frameCount - 1))
		)
			frames.push(positions.slice());
		// Not the simulation's own time, whose rounding would keep the last step short of 100 %.
		onProgress({ time: (end * step) / steps, seconds: end, report });
		// Lets signals and output through, which have to wait for the end of a step.
		await new Promise((resolve) => setImmediate(resolve));
		interrupt.throwIfAborted();
	}
	return { history, frames };
}

function moment(
	simulation: Simulation,
	{ sheet, pinHeight }: HangingCloth,
	newtonIterations = 0,
	linearIterations = 0,
): Moment {
	const positions = simulation.positions(sheet);
	let lowest = Number.POSITIVE_INFINITY;
	for (let i = 1; i < positions.length; i += 3)
		lowest = Math.min(lowest, positions[i]);
	return {
		time: simulation.time,
		...simulation.energies(),
		sag: pinHeight - lowest,
		newtonIterations,
		linearIterations,
	};
}

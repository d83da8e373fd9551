/** `pliant run`: simulates a scene, writes its outputs, and leaves a checkpoint when it has to stop early. */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import {
	attemptAll,
	createWhole,
	type LoadedScene,
	loadScene,
	Recorder,
	simulateScene,
} from "@pliant/files";
import type { Simulation, StepReport } from "pliant";
import { nodeThreads } from "pliant/node";
import { inputFolder } from "../disk/inputFolder.ts";
import { resultFolder } from "../disk/resultFolder.ts";
import { sceneName } from "../disk/sceneName.ts";
import { systemReason } from "../disk/systemReason.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usageError.ts";
import { History } from "./history.ts";
import { jsonReporter } from "./jsonReporter.ts";
import { lastLook } from "./lastLook.ts";
import type { Outcome, Reporter } from "./reporter.ts";
import { decodeRunCheckpoint, encodeRunCheckpoint } from "./runCheckpoint.ts";
import { terminalReporter } from "./terminalReporter.ts";

export interface RunSceneOptions {
	readonly out?: string;
	readonly seconds?: number;
	readonly steps?: number;
	/** Speed [m/s]. */
	readonly untilRest?: number;
	readonly resume?: boolean;
	readonly threads?: number;
	readonly json?: boolean;
	/** Where meshes may lie, besides the scene's folder. */
	readonly meshFolder?: string;
}

const checkpointFile = "checkpoint.pliant";

/** Between checkpoints that are kept for the case of a crash [ms]. */
const checkpointInterval = 60_000;

/** Below so many vertices threads do not pay. */
const leastForThreads = 3000;
const mostThreads = 8;

/** Everything that a run is about. */
interface Run {
	readonly loaded: LoadedScene;
	readonly simulation: Simulation;
	readonly recorder: Recorder;
	readonly history: History;
	readonly reporter: Reporter;
	readonly interrupt: AbortSignal;
	/** Whether an earlier run has recorded the present state. */
	readonly isResumed: boolean;
	/** Steps in all, those of an earlier run that it resumes included. */
	readonly steps: number;
	readonly untilRest: number | undefined;
	readonly saveCheckpoint: () => Promise<void>;
}

export async function runScene(
	file: string,
	options: RunSceneOptions,
	io: Io,
): Promise<Outcome> {
	const name = sceneName(file);
	const out = options.out ?? join("out", name);
	const checkpoint = options.resume ? await readCheckpoint(out) : undefined;
	const loaded = await loadScene(
		basename(file),
		inputFolder(dirname(file), options.meshFolder),
	);
	if (options.resume && loaded.run.statics)
		throw new UsageError(`${file} is about statics, which cannot be resumed`);
	const reporter = (options.json ? jsonReporter : terminalReporter)(io);
	const simulation = await simulateScene(loaded, {
		threads: nodeThreads(threadCount(options, loaded)),
	});
	try {
		if (checkpoint) simulation.restore(checkpoint.state);
		const folder = resultFolder(out);
		const history = new History(checkpoint?.outputs);
		const recorder = await Recorder.open({
			loaded,
			simulation,
			folder,
			name,
			progress: checkpoint?.outputs,
		});
		const saveCheckpoint = async () => {
			const outputs = { ...(await recorder.progress()), ...history.progress() };
			const state = simulation.checkpoint();
			await createWhole(folder, checkpointFile, (file) =>
				file.write(encodeRunCheckpoint({ state, outputs })),
			);
		};
		const run: Run = {
			loaded,
			simulation,
			recorder,
			history,
			reporter,
			interrupt: io.interrupt,
			isResumed: checkpoint !== undefined,
			...duration(options, loaded, simulation),
			saveCheckpoint,
		};
		const start = { name, loaded, simulation, steps: run.steps, out };
		reporter.start(start);
		const outcome = await go(run);
		if (outcome === "interrupted") {
			reporter.end({ ...start, outcome, resume: `${file} --resume` });
			return outcome;
		}
		await lastLook(folder, run);
		await folder.remove(checkpointFile);
		reporter.end({ ...start, outcome });
		return outcome;
	} finally {
		reporter.close();
		simulation.close();
	}
}

/** Simulates to the end, or to an interruption or a failure; then all files are closed and there is a checkpoint. */
async function go(run: Run): Promise<Outcome> {
	const { recorder, saveCheckpoint } = run;
	try {
		const outcome = run.loaded.run.statics
			? await findEquilibrium(run)
			: await takeSteps(run);
		const complete = outcome !== "interrupted";
		if (!complete) await saveCheckpoint();
		await recorder.close({ complete });
		return outcome;
	} catch (error) {
		// What fails from here on is told after what made the run end.
		await attemptAll([
			() => Promise.reject(error),
			saveCheckpoint,
			() => recorder.close({ complete: false }),
		]);
		throw error;
	}
}

async function takeSteps(run: Run): Promise<Outcome> {
	const { simulation, recorder, history, reporter } = run;
	const record = async (report?: StepReport) => {
		await recorder.record();
		history.add(simulation);
		reporter.step(simulation, report);
	};
	if (!run.isResumed) await record();
	let saved = performance.now();
	let outcome: Outcome = "finished";
	while (simulation.stepCount < run.steps) {
		// Lets signals and output through, which have to wait for the end of a step.
		await new Promise((resolve) => setImmediate(resolve));
		if (run.interrupt.aborted) return "interrupted";
		await record(simulation.step());
		if (run.untilRest !== undefined && simulation.rests(run.untilRest)) {
			outcome = "at rest";
			break;
		}
		if (performance.now() - saved > checkpointInterval) {
			await run.saveCheckpoint();
			saved = performance.now();
		}
	}
	await recorder.record({ always: true });
	return outcome;
}

async function findEquilibrium(run: Run): Promise<Outcome> {
	const { simulation, recorder, history, loaded } = run;
	await recorder.record();
	history.add(simulation);
	const { stable, inverted } = simulation.solveStatics(loaded.run.statics);
	await recorder.recordEquilibrium();
	history.add(simulation, 1);
	if (inverted > 0) return "inverted equilibrium";
	if (stable === undefined) return "equilibrium of unknown stability";
	return stable ? "equilibrium" : "unstable equilibrium";
}

function duration(
	options: RunSceneOptions,
	{ run }: LoadedScene,
	{ timeStep }: Simulation,
): Pick<Run, "steps" | "untilRest"> {
	const untilRest = options.untilRest ?? run.untilRest;
	// What the command line says replaces what the scene says.
	const { seconds, steps } =
		options.seconds !== undefined || options.steps !== undefined
			? options
			: options.untilRest !== undefined
				? {}
				: run;
	// Whole steps that reach the time, but for rounding.
	const count =
		steps ??
		(seconds === undefined ? Infinity : Math.ceil(seconds / timeStep - 1e-9));
	return { steps: count, untilRest };
}

function threadCount(
	{ threads }: RunSceneOptions,
	{ bodies }: LoadedScene,
): number {
	if (threads !== undefined) return threads;
	const vertices = bodies.reduce((n, body) => n + body.vertexCount, 0);
	return vertices < leastForThreads
		? 1
		: Math.min(availableParallelism(), mostThreads);
}

async function readCheckpoint(out: string) {
	const file = join(out, checkpointFile);
	const bytes = await readFile(file).catch((error: unknown) => {
		throw new UsageError(
			`there is nothing to resume: ${file} cannot be read (${systemReason(error)}); a run that finished leaves no checkpoint`,
		);
	});
	return decodeRunCheckpoint(bytes, file);
}

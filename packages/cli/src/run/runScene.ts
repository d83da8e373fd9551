/** `pliant run`: simulates a scene, writes its outputs, and leaves checkpoints to go on from when it ends early, in whatever way. */
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import {
	attemptAll,
	type LoadedScene,
	loadScene,
	type OutputFolder,
	Recorder,
	simulateScene,
} from "@pliant/files";
import type { Simulation, StepReport } from "pliant";
import { nodeThreads } from "pliant/node";
import { InterruptedError, stepsIn } from "pliant/simulation";
import { type FolderLock, lockFolder } from "../disk/folderLock.ts";
import { inputFolder } from "../disk/inputFolder.ts";
import { requireNoLinks } from "../disk/ownFiles.ts";
import { resultFolder } from "../disk/resultFolder.ts";
import { sceneName } from "../disk/sceneName.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usageError.ts";
import { version } from "../version.ts";
import { loadCheckpoint, removeCheckpoints } from "./checkpointFiles.ts";
import { Checkpointing } from "./checkpointing.ts";
import { chosenRenderer, drawShot, type Renderer } from "./drawShot.ts";
import { History } from "./history.ts";
import { jsonReporter } from "./jsonReporter.ts";
import { lastLook } from "./lastLook.ts";
import type { Outcome, Reporter } from "./reporter.ts";
import { resumeLine } from "./resumeLine.ts";
import type { RunCheckpoint } from "./runCheckpoint.ts";
import {
	changedParts,
	hashingFolder,
	type SceneFingerprint,
	sceneFingerprint,
} from "./sceneFingerprint.ts";
import { terminalReporter } from "./terminalReporter.ts";

export interface RunSceneOptions {
	readonly out?: string;
	readonly seconds?: number;
	readonly steps?: number;
	/** Speed [m/s]. */
	readonly untilRest?: number;
	readonly resume?: boolean;
	/** Whether the scene may be another one than that of the run that is resumed. */
	readonly changed?: boolean;
	/** Between checkpoints [s]. */
	readonly checkpointEvery?: number;
	readonly threads?: number;
	readonly json?: boolean;
	/** Whether the picture shows where surfaces touch. */
	readonly contacts?: boolean;
	/** Of the picture; the studio's by default where there is a browser. */
	readonly renderer?: Renderer;
	/** Where meshes may lie, besides the scene's folder. */
	readonly meshFolder?: string;
}

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
	readonly io: Io;
	readonly folder: OutputFolder;
	readonly lock: FolderLock;
	/** Steps in all, those of an earlier run that it resumes included. */
	readonly steps: number;
	readonly untilRest: number | undefined;
	readonly contacts: boolean;
	readonly renderer: Renderer;
	readonly checkpointing: Checkpointing;
}

export async function runScene(
	file: string,
	options: RunSceneOptions,
	io: Io,
): Promise<Outcome> {
	if (options.changed && !options.resume)
		throw new UsageError("--changed is for --resume; leave it out");
	io.setLastWords(
		"stopped in the middle of its work, before a checkpoint of it; run it again",
	);
	const name = sceneName(file);
	const out = options.out ?? join("out", name);
	await requireNoLinks(options.out ?? ".", out);
	const renderer = await chosenRenderer(options.renderer, io);
	const { loaded, fingerprint } = await readScene(file, options.meshFolder);
	if (options.resume && loaded.run.statics)
		throw new UsageError(`${file} is about statics, which cannot be resumed`);
	// Before the folder is made, which a run that cannot be resumed has no use for.
	if (options.resume) await loadCheckpoint(out);
	const simulation = await simulateScene(loaded, {
		threads: nodeThreads(threadCount(options, loaded)),
		isInterrupted: () => io.interrupt.aborted,
	});
	const reporter = (options.json ? jsonReporter : terminalReporter)(io);
	const lock = await lockFolder(out);
	try {
		const note = (text: string) => io.stderr.write(`note: ${text}\n`);
		if (lock.note) note(lock.note);
		let checkpoint: RunCheckpoint | undefined;
		if (options.resume) {
			const found = await loadCheckpoint(out);
			checkpoint = found.checkpoint;
			if (found.note) note(found.note);
			checkScene(file, checkpoint.scene, fingerprint, options, note);
			simulation.restore(checkpoint.state);
		} else await removeCheckpoints(out);
		const folder = resultFolder(out);
		const history = new History(checkpoint?.history);
		const recorder = await Recorder.open({
			loaded,
			simulation,
			folder,
			name,
			progress: checkpoint?.outputs,
		});
		const resume = resumeLine(file, options);
		const run: Run = {
			loaded,
			simulation,
			recorder,
			history,
			reporter,
			io,
			folder,
			lock,
			renderer,
			...duration(options, loaded, simulation),
			checkpointing: new Checkpointing({
				out,
				simulation,
				recorder,
				history,
				scene: fingerprint,
				...(options.checkpointEvery !== undefined && {
					interval: 1000 * options.checkpointEvery,
				}),
				onSaved: () =>
					io.setLastWords(
						`stopped in the middle of a step; go on from the last checkpoint, at ${simulation.time.toFixed(2)} s, with:  ${resume}`,
					),
			}),
		};
		const start = { name, loaded, simulation, steps: run.steps, out };
		reporter.start(start);
		const outcome = await go(run);
		if (outcome === "interrupted") {
			await lock.release();
			const end = { ...start, outcome };
			reporter.end(loaded.run.statics ? end : { ...end, resume });
			return outcome;
		}
		// All is whole before what is needed to go on is removed.
		await attemptAll([
			() => removeCheckpoints(out),
			() => recorder.close({ complete: true }),
		]);
		await lock.release();
		reporter.end({ ...start, outcome });
		return outcome;
	} finally {
		await lock.release();
		reporter.close();
		simulation.close();
	}
}

async function readScene(file: string, meshFolder: string | undefined) {
	const { folder, files } = hashingFolder(
		inputFolder(dirname(file), meshFolder),
	);
	const loaded = await loadScene(basename(file), folder);
	const read = new Map(files);
	// Of the scene file itself only what matters counts.
	read.delete(basename(file));
	read.set("the version of pliant", await version());
	return { loaded, fingerprint: sceneFingerprint(loaded.document, read) };
}

/** Refuses to go on with another scene than that of the checkpoint, unless that is meant. */
function checkScene(
	file: string,
	before: SceneFingerprint,
	now: SceneFingerprint,
	{ changed }: RunSceneOptions,
	note: (text: string) => void,
): void {
	const parts = changedParts(before, now).join(", ");
	if (parts === "") return;
	if (!changed)
		throw new UsageError(
			`${file}: it has changed since the run that is to be resumed (${parts}); run it from the start, or add --changed to go on from there with the scene as it is now`,
		);
	note(`the scene has changed since (${parts})`);
}

/** Simulates to the end, or to an interruption or a failure. Then all files are whole, and there is a checkpoint if it is not over. */
async function go(run: Run): Promise<Outcome> {
	const { recorder, io, loaded, lock, checkpointing } = run;
	const endEarly = [
		async () => {
			await lock.check();
			if (!loaded.run.statics) await checkpointing.save();
		},
		() => recorder.close({ complete: false }),
	];
	try {
		const outcome = loaded.run.statics
			? await findEquilibrium(run)
			: await takeSteps(run);
		await recorder.publish();
		await lastLook(run.folder, run, {
			contacts: run.contacts,
			draw: (shot) => drawShot(shot, run.renderer, io),
		});
		await lock.check();
		return outcome;
	} catch (error) {
		if (error instanceof InterruptedError) {
			io.stopping();
			await attemptAll(endEarly);
			return "interrupted";
		}
		// What fails from here on is told after what made the run end.
		await attemptAll([() => Promise.reject(error), ...endEarly]);
		throw error;
	}
}

async function takeSteps(run: Run): Promise<Outcome> {
	const { simulation, recorder, history, reporter, io, lock, checkpointing } =
		run;
	const record = async (report?: StepReport) => {
		await recorder.record();
		history.add(simulation);
		reporter.step(simulation, report);
	};
	await record();
	const outcome = await simulation.run({
		steps: Math.max(0, run.steps - simulation.stepCount),
		untilSpeedBelow: run.untilRest,
		beforeStep: () => {
			if (io.interrupt.aborted) throw new InterruptedError();
		},
		afterStep: async (report) => {
			await record(report);
			if (!checkpointing.isDue) return;
			await lock.check();
			await checkpointing.save();
		},
	});
	await recorder.record({ always: true });
	return outcome;
}

async function findEquilibrium(run: Run): Promise<Outcome> {
	const { simulation, recorder, history, loaded } = run;
	await recorder.record();
	history.add(simulation);
	const { stable, inverted } = simulation.solveStatics(loaded.run.statics);
	await recorder.recordEquilibrium();
	history.add(simulation, { time: 1 });
	if (inverted > 0) return "inverted equilibrium";
	if (stable === undefined) return "equilibrium of unknown stability";
	return stable ? "equilibrium" : "unstable equilibrium";
}

function duration(
	options: RunSceneOptions,
	{ run }: LoadedScene,
	{ timeStep }: Simulation,
): Pick<Run, "steps" | "untilRest" | "contacts"> {
	const untilRest = options.untilRest ?? run.untilRest;
	// What the command line says replaces what the scene says.
	const { seconds, steps } =
		options.seconds !== undefined || options.steps !== undefined
			? options
			: options.untilRest !== undefined
				? {}
				: run;
	return {
		steps: steps ?? stepsIn(seconds ?? Infinity, timeStep),
		untilRest,
		contacts: options.contacts ?? false,
	};
}

function threadCount(
	{ threads }: RunSceneOptions,
	{ scene }: LoadedScene,
): number {
	if (threads !== undefined) return threads;
	// What frames move has few unknowns, however fine its surface is: a turtle of seven frames took 18 s on two threads, and 12 s on one.
	const vertices = scene.meshBodies.reduce(
		(n, body) => n + body.vertexCount,
		0,
	);
	return vertices < leastForThreads
		? 1
		: Math.min(availableParallelism(), mostThreads);
}

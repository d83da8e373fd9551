/** When a run saves where it stands: after some seconds for the first time, then once in a while. */
import type { Recorder } from "@pliant/files";
import type { Simulation } from "pliant";
import { saveCheckpoint } from "./checkpointFiles.ts";
import type { History } from "./history.ts";
import type { SceneFingerprint } from "./sceneFingerprint.ts";

export interface CheckpointingOptions {
	/** The folder of the results. */
	readonly out: string;
	readonly simulation: Simulation;
	readonly recorder: Recorder;
	readonly history: History;
	readonly scene: SceneFingerprint;
	/** Between checkpoints [ms]. */
	readonly interval?: number;
	readonly onSaved: () => void;
}

const usualInterval = 60_000;
const firstInterval = 3000;
/** Results are made readable along with checkpoints, as long as that takes no more than this share of the time. */
const publishingShare = 0.05;

export class Checkpointing {
	private readonly options: CheckpointingOptions;
	private readonly interval: number;
	private next: number;
	private nextPublishing = 0;

	constructor(options: CheckpointingOptions) {
		this.options = options;
		this.interval = options.interval ?? usualInterval;
		this.next = performance.now() + Math.min(firstInterval, this.interval);
	}

	get isDue(): boolean {
		return performance.now() >= this.next;
	}

	async save(): Promise<void> {
		const { out, simulation, recorder, history, scene } = this.options;
		const outputs = await recorder.progress();
		const state = simulation.checkpoint();
		await saveCheckpoint(out, {
			state,
			outputs,
			history: history.progress(),
			scene,
		});
		this.options.onSaved();
		const saved = performance.now();
		this.next = saved + this.interval;
		if (saved < this.nextPublishing) return;
		await recorder.publish();
		const published = performance.now();
		this.nextPublishing = published + (published - saved) / publishingShare;
	}
}

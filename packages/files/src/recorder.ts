/** Writes the outputs of a scene while its simulation goes on. */
import { Body, type SceneBody, type Simulation } from "pliant";
import type { Mesh } from "pliant/mesh";
import { attemptAll } from "./attemptAll.ts";
import { bodyFields, fieldColors } from "./fields.ts";
import type { OutputFolder } from "./folder.ts";
import { checkOutputFiles, outputName } from "./results/outputFiles.ts";
import type { BodyFrame } from "./results/resultFormat.ts";
import { resultFormats } from "./results/resultFormats.ts";
import {
	openTable,
	type TableColumn,
	type TableFormat,
} from "./results/table.ts";
import { trialFolder } from "./results/trialFolder.ts";
import type { LoadedScene, Output } from "./scene/loadScene.ts";
import type { Probe } from "./scene/probes.ts";

export interface RecorderOptions {
	readonly loaded: LoadedScene;
	readonly simulation: Simulation;
	readonly folder: OutputFolder;
	/** Name of the files of outputs that have none of their own. */
	readonly name: string;
	/** From `progress` of an earlier recorder, to go on where it was. */
	readonly progress?: unknown;
}

/** One output: takes the simulation's state every so many steps. */
interface Track {
	/** Tells outputs of a scene apart. */
	readonly key: string;
	readonly everySteps: number;
	readonly add: (time: number) => Promise<void>;
	readonly publish: () => Promise<void>;
	readonly close: (options: { readonly complete: boolean }) => Promise<void>;
	readonly progress: () => Promise<unknown>;
	/** The step that it took last; -1 before the first. */
	last: number;
}

/** What is kept of each output to go on with. */
type RecorderProgress = Readonly<
	Record<string, { readonly last: number; readonly progress: unknown }>
>;

const defaultFramesPerSecond = 30;

export class Recorder {
	private readonly simulation: Simulation;
	private readonly tracks: readonly Track[];

	static async open(options: RecorderOptions): Promise<Recorder> {
		const before = (options.progress ?? {}) as RecorderProgress;
		const { loaded, simulation, folder } = options;
		checkOutputFiles(loaded.outputs, options.name, loaded.bodies);
		// Nothing is cut before it is known that all can go on.
		const trial = { ...options, folder: trialFolder(folder) };
		for (const output of loaded.outputs) await openTrack(output, trial, before);
		const tracks: Track[] = [];
		try {
			for (const output of loaded.outputs)
				tracks.push(await openTrack(output, options, before));
		} catch (error) {
			for (const track of tracks) await track.close({ complete: false });
			throw error;
		}
		return new Recorder(simulation, tracks);
	}

	private constructor(simulation: Simulation, tracks: readonly Track[]) {
		this.simulation = simulation;
		this.tracks = tracks;
	}

	/**
	 * To be called before the first step and after every one, and after a start from a checkpoint too: outputs that have the state already leave it
	 * at that. With `always` also those take it whose turn it is not.
	 */
	async record({ always = false } = {}): Promise<void> {
		const { stepCount, time } = this.simulation;
		for (const track of this.tracks) {
			const isDue = always || stepCount % track.everySteps === 0;
			if (!isDue || track.last === stepCount) continue;
			await track.add(time);
			track.last = stepCount;
		}
	}

	/** Records the equilibrium that statics found, as the moment 1 after the initial state at 0. */
	async recordEquilibrium(): Promise<void> {
		for (const { add } of this.tracks) await add(1);
	}

	/** Makes all files readable with what is recorded so far; it may take a while. */
	publish(): Promise<void> {
		return attemptAll(this.tracks.map((track) => () => track.publish()));
	}

	/** Ends all files, the others too if one cannot be ended. */
	close(options: { readonly complete: boolean }): Promise<void> {
		return attemptAll(this.tracks.map((track) => () => track.close(options)));
	}

	/** Plain data from which a recorder goes on after what is recorded so far. */
	async progress(): Promise<RecorderProgress> {
		const entries = [];
		for (const { key, last, progress } of this.tracks)
			entries.push([key, { last, progress: await progress() }]);
		return Object.fromEntries(entries);
	}
}

async function openTrack(
	output: Output,
	options: RecorderOptions,
	before: RecorderProgress,
): Promise<Track> {
	const { simulation } = options;
	const format = resultFormats.find(({ name }) => name === output.format);
	const name = outputName(output, options.name);
	const key = `${output.format} ${name}`;
	const { progress, last = -1 } = before[key] ?? {};
	const { everySteps, framesPerSecond } = output;
	const rate = framesPerSecond ?? (format ? defaultFramesPerSecond : Infinity);
	const steps =
		everySteps ?? Math.max(1, Math.round(1 / (rate * simulation.timeStep)));
	const base = { key, everySteps: steps, last };
	const common = {
		folder: options.folder,
		...(progress !== undefined && { progress }),
	};

	if (!format) {
		const { columns, row } = tableOf(simulation, options.loaded.probes);
		const table = await openTable({
			...common,
			path: `${name}.${output.format}`,
			format: output.format as TableFormat,
			columns,
		});
		return {
			...base,
			add: (time) => table.add(row(time)),
			publish: () => table.publish(),
			close: () => table.close(),
			progress: () => table.progress(),
		};
	}

	const { bodies } = options.loaded;
	const { color } = output;
	const shown = (body: SceneBody) =>
		format.holdsCells
			? meshWithMiddles(simulation, body)
			: (body instanceof Body && body.skin?.mesh) || body.mesh;
	const writer = await format.open({
		...common,
		name,
		bodies: bodies.map((body) => {
			const appearance = options.loaded.appearances.get(body.name);
			return {
				name: body.name,
				mesh: shown(body),
				...(appearance && { appearance }),
			};
		}),
		obstacles: options.loaded.scene.colliders,
		...(color && {
			colors: () => {
				const { of } = fieldColors(simulation, bodies, color);
				return bodies.map((body) => of.get(body));
			},
		}),
	});
	const frameOf = (body: SceneBody) =>
		format.holdsCells
			? cellsFrame(simulation, body, output.fields)
			: surfaceFrame(simulation, body);
	return {
		...base,
		add: (time) =>
			writer.add({
				step: simulation.stepCount,
				time,
				bodies: bodies.map(frameOf),
			}),
		publish: async () => writer.publish?.(),
		close: (closing) => writer.close(closing),
		progress: () => writer.progress(),
	};
}

/** The mesh of a body, with vertices in the middle of edges where its elements are quadratic. */
const meshWithMiddles = (simulation: Simulation, body: SceneBody): Mesh =>
	body instanceof Body ? simulation.nodes(body).mesh : body.mesh;

function cellsFrame(
	simulation: Simulation,
	body: SceneBody,
	names: Output["fields"],
): BodyFrame {
	// Surfaces that follow frames have no cells to be strained.
	if (!(body instanceof Body)) return surfaceFrame(simulation, body);
	const { mesh, positions, velocities } = simulation.nodes(body);
	const fields = bodyFields(simulation, body, names, mesh);
	return { positions, velocities, fields };
}

function surfaceFrame(simulation: Simulation, body: SceneBody): BodyFrame {
	const { positions, velocities } =
		body instanceof Body && body.skin
			? simulation.skin(body)
			: {
					positions: simulation.positions(body),
					velocities: simulation.velocities(body),
				};
	return { positions, velocities, fields: [] };
}

/** Time, energies and probes. */
function tableOf(simulation: Simulation, probes: readonly Probe[]) {
	const columns: TableColumn[] = [
		{ name: "time", unit: "s" },
		{ name: "kinetic energy", unit: "J" },
		{ name: "elastic energy", unit: "J" },
		{ name: "load energy", unit: "J" },
		...probes.flatMap((probe) => probe.columns),
	];
	const row = (time: number) => {
		const { kinetic, elastic, load } = simulation.energies();
		return [
			time,
			kinetic,
			elastic,
			load,
			...probes.flatMap(({ measure }) => measure(simulation)),
		];
	};
	return { columns, row };
}

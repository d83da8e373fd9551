/** From a scene file to what can be simulated. */
import {
	checkSimulation,
	Scene,
	type SimulationOptions,
	type StaticsOptions,
	simulate,
} from "pliant";
import type { InputFolder } from "../folder.ts";
import type { z } from "../zod.ts";
import { Diagnosis } from "./diagnosis.ts";
import { readSceneText } from "./document.ts";
import { FrameObject, simulateFrameScene } from "./frameScene.ts";
import { loadBody } from "./loadBody.ts";
import { loadCollider } from "./loadCollider.ts";
import { loadFrameBody } from "./loadFrameBody.ts";
import { loadProbe, type Probe } from "./probes.ts";
import type { SceneBody, SceneSimulation } from "./sceneSimulation.ts";
import { output as outputSchema } from "./schema/outputs.ts";
import { scene as sceneSchema } from "./schema/scene.ts";

export type Output = z.output<typeof outputSchema>;

/** When a simulation of a scene ends. */
export interface Duration {
	readonly seconds?: number;
	readonly steps?: number;
	/** Speed [m/s]. */
	readonly untilRest?: number;
	readonly statics?: StaticsOptions;
}

export interface LoadedScene {
	readonly title: string | undefined;
	/** Gravity, colliders, and the bodies that are not moved by frames. */
	readonly scene: Scene;
	/** In the order of the file; all of them are moved by frames or none is. */
	readonly bodies: readonly SceneBody[];
	readonly options: SimulationOptions;
	readonly run: Duration;
	readonly probes: readonly Probe[];
	readonly outputs: readonly Output[];
	/** What reading meshes changed or left out. */
	readonly notes: readonly string[];
}

/** The scene of a file; a SceneError tells everything that is wrong with it. */
export async function loadScene(
	file: string,
	folder: InputFolder,
): Promise<LoadedScene> {
	const bytes = await folder.read(file);
	const text = new TextDecoder().decode(bytes);
	const diagnosis = new Diagnosis(readSceneText(text));
	const { shape } = sceneSchema;
	const notes: string[] = [];
	const gravity = diagnosis.section(["gravity"], shape.gravity);
	const scene = new Scene(gravity ? { gravity } : {});
	const bodies = new Map<string, SceneBody | undefined>();
	const isFrames = areFrames(diagnosis);
	for (const name of diagnosis.keys(["objects"]) as string[])
		bodies.set(
			name,
			hasFrames(name, diagnosis)
				? await loadFrameBody(name, folder, diagnosis, notes)
				: await loadBody(name, scene, folder, diagnosis, notes),
		);
	for (const name of diagnosis.keys(["colliders"]) as string[])
		loadCollider(name, scene, diagnosis);
	const run = readRun(diagnosis);
	const options = readOptions(diagnosis, scene, isFrames);
	const outputs = readOutputs(diagnosis, isFrames);
	const probes = (diagnosis.keys(["probes"]) as string[]).map((name) =>
		loadProbe(name, bodies, diagnosis),
	);
	diagnosis.finish(file);
	return {
		title: diagnosis.section(["title"], shape.title),
		scene,
		bodies: [...bodies.values()] as SceneBody[],
		options,
		run,
		probes: probes as Probe[],
		outputs,
		notes,
	};
}

/** Builds what a file holds; `more` is added to its options. */
export async function simulateScene(
	{ scene, bodies, options }: LoadedScene,
	more: Pick<SimulationOptions, "threads"> = {},
): Promise<SceneSimulation> {
	const objects = bodies.filter((body) => body instanceof FrameObject);
	if (objects.length === 0) return simulate(scene, { ...options, ...more });
	const { integrator, solver, ...taken } = options;
	const { gravity, colliders } = scene;
	return simulateFrameScene(objects, { ...taken, gravity, colliders });
}

const hasFrames = (name: string, diagnosis: Diagnosis): boolean =>
	diagnosis.keys(["objects", name]).includes("frames");

/** Whether the objects have frames, all of which must have them then. */
function areFrames(diagnosis: Diagnosis): boolean {
	const names = diagnosis.keys(["objects"]) as string[];
	const some = names.find((name) => hasFrames(name, diagnosis));
	const other = names.find((name) => !hasFrames(name, diagnosis));
	if (some !== undefined && other !== undefined)
		diagnosis.add(
			["objects"],
			`'${some}' has frames and '${other}' has none; they cannot be simulated together yet, put them into scenes of their own`,
		);
	return some !== undefined;
}

function readRun(diagnosis: Diagnosis): Duration {
	const run = diagnosis.section(["run"], sceneSchema.shape.run) ?? {};
	const ends = ["seconds", "steps", "statics"].filter((key) => key in run);
	if (ends.length > 1) diagnosis.exactlyOneOf(["run"], ends);
	return run;
}

/** What simulations of frames take, and of other options the value that they have anyway. */
const frameOptions = {
	taken: ["timeStep", "newtonIterations", "tolerance", "damping", "mass"],
	fixed: { integrator: "implicit-euler", solver: "newton" },
};

function readOptions(
	diagnosis: Diagnosis,
	scene: Scene,
	isFrames: boolean,
): SimulationOptions {
	const path = ["simulation"];
	const options = diagnosis.section(path, sceneSchema.shape.simulation) ?? {};
	if (isFrames) {
		const { taken, fixed } = frameOptions;
		for (const [key, value] of Object.entries(options))
			if (
				!taken.includes(key) &&
				value !== (fixed as Record<string, unknown>)[key]
			)
				diagnosis.add(
					[...path, key],
					`is for objects without frames; those with them are stepped by implicit Euler and Newton, and take ${taken.join(", ")}`,
				);
		return options;
	}
	diagnosis.attempt(path, () => checkSimulation(scene, options));
	return options;
}

function readOutputs(diagnosis: Diagnosis, isFrames: boolean): Output[] {
	const all = sceneSchema.shape.outputs;
	const names = new Set<string>();
	for (const i of diagnosis.keys(["outputs"])) {
		const path = ["outputs", i];
		const output = diagnosis.section(path, outputSchema);
		if (!output) continue;
		const { format, name, framesPerSecond, everySteps, fields } = output;
		if (framesPerSecond !== undefined && everySteps !== undefined)
			diagnosis.exactlyOneOf(path, ["framesPerSecond", "everySteps"]);
		if (fields.length > 0 && format !== "vtu")
			diagnosis.add(
				[...path, "fields"],
				`is for vtu only; ${format} holds none`,
			);
		if (fields.length > 0 && isFrames)
			diagnosis.add(
				[...path, "fields"],
				"are of cells, and surfaces of objects with frames have none; leave them out",
			);
		const file = `${format} ${name}`;
		if (names.has(file))
			diagnosis.add(
				path,
				"would write the same files as another output; give it another name",
			);
		names.add(file);
	}
	return diagnosis.section(["outputs"], all) ?? [];
}

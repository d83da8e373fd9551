/** From a scene file to what can be simulated. */
import {
	Body,
	checkSimulation,
	Scene,
	type SceneBody,
	type Simulation,
	type SimulationOptions,
	type StaticsOptions,
	simulate,
} from "pliant";
import { checkSurfaceContact } from "pliant/colliders";
import type { InputFolder } from "../folder.ts";
import type { Appearance } from "../meshes/meshFormat.ts";
import { outputClash } from "../results/outputFiles.ts";
import type { z } from "../zod.ts";
import { Diagnosis } from "./diagnosis.ts";
import { readSceneText } from "./document.ts";
import { foldNote } from "./foldNote.ts";
import { loadAttachment } from "./loadAttachment.ts";
import { loadBody } from "./loadBody.ts";
import { loadCollider } from "./loadCollider.ts";
import { loadFrameBody } from "./loadFrameBody.ts";
import { loadRigidBody } from "./loadRigidBody.ts";
import { loadPanels, loadSeam } from "./loadSeam.ts";
import { loadProbe, type Probe } from "./probes.ts";
import { objectContact } from "./schema/contact.ts";
import { unknownName } from "./schema/object.ts";
import { output as outputSchema } from "./schema/outputs.ts";
import type { Picture } from "./schema/picture.ts";
import { scene as sceneSchema } from "./schema/scene.ts";
import { sceneObject } from "./schema/sceneObject.ts";
import { vectorOverTime } from "./timedValue.ts";

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
	readonly scene: Scene;
	/** In the order of the file. */
	readonly bodies: readonly SceneBody[];
	readonly options: SimulationOptions;
	readonly run: Duration;
	readonly probes: readonly Probe[];
	readonly outputs: readonly Output[];
	/** How it is to be seen. */
	readonly picture: Picture;
	/** The file's contents, as they are. */
	readonly document: unknown;
	/** How objects look, by name, where files of meshes say so; uv per vertex of what is shown. */
	readonly appearances: ReadonlyMap<string, Appearance>;
	/** What reading meshes changed or left out, and which are too coarse for folds. */
	readonly notes: readonly string[];
}

/** The scene of a file; a SceneError tells everything that is wrong with it. */
export async function loadScene(
	file: string,
	folder: InputFolder,
): Promise<LoadedScene> {
	const bytes = await folder.read(file);
	const text = readSceneText(new TextDecoder().decode(bytes));
	const diagnosis = new Diagnosis(text);
	const { shape } = sceneSchema;
	const notes: string[] = [];
	const gravity = diagnosis.section(["gravity"], shape.gravity);
	const contact = diagnosis.section(["contact"], shape.contact);
	const wind = diagnosis.section(["wind"], shape.wind);
	const scene = new Scene({
		...(gravity && { gravity }),
		...(contact && { contact }),
		...(wind && { wind: { ...wind, velocity: vectorOverTime(wind.velocity) } }),
	});
	const bodies = new Map<string, SceneBody | undefined>();
	const appearances = new Map<string, Appearance>();
	const panels = await loadPanels(folder, diagnosis, notes);
	for (const name of diagnosis.keys(["objects"]) as string[]) {
		const load = loaderOf(name, diagnosis);
		const body = await load(
			name,
			scene,
			folder,
			diagnosis,
			notes,
			appearances,
			panels,
		);
		const path = ["objects", name, "contact"];
		const touching = diagnosis.section(path, objectContact.exactOptional());
		if (body) body.contact = { ...madeOf(name, diagnosis), ...touching };
		if (touching && !contact)
			diagnosis.add(path, "needs `contact` of the scene; add that, if only {}");
		bodies.set(name, body);
	}
	for (const name of diagnosis.keys(["attachments"]) as string[])
		loadAttachment(name, scene, bodies, diagnosis);
	for (const name of diagnosis.keys(["seams"]) as string[])
		loadSeam(name, scene, bodies, panels, diagnosis);
	for (const name of diagnosis.keys(["colliders"]) as string[])
		await loadCollider(name, scene, folder, diagnosis, notes);
	diagnosis.attempt(["contact"], () => {
		const { bodies, colliders } = scene;
		const materials = [...bodies.map((body) => body.contact), ...colliders]
			.map(({ material }) => material)
			.filter((material) => material !== undefined);
		checkSurfaceContact(contact ?? {}, [
			...[...bodies, ...colliders].map(({ name }) => name),
			...new Set(materials),
		]);
	});
	const run = readRun(diagnosis);
	const options = readOptions(diagnosis, scene);
	const outputs = readOutputs(diagnosis, file, scene.bodies);
	const probes = (diagnosis.keys(["probes"]) as string[]).map((name) =>
		loadProbe(name, bodies, diagnosis),
	);
	const picture = diagnosis.section(["picture"], shape.picture) ?? {};
	const seen = [...scene.bodies, ...scene.colliders].map(({ name }) => name);
	for (const name of Object.keys(picture.colors ?? {}))
		if (!seen.includes(name))
			diagnosis.add(
				["picture", "colors", name],
				unknownName(name, seen, "object or collider"),
			);
	diagnosis.finish(file);
	for (const body of bodies.values()) {
		const note =
			body instanceof Body && foldNote(body, Math.hypot(...scene.gravity));
		if (note) notes.push(note);
	}
	return {
		title: diagnosis.section(["title"], shape.title),
		scene,
		bodies: [...bodies.values()] as SceneBody[],
		options,
		run,
		probes: probes as Probe[],
		outputs,
		picture,
		document: text.value,
		appearances,
		notes,
	};
}

/** Builds what a file holds; `more` is added to its options. */
export const simulateScene = (
	{ scene, options }: LoadedScene,
	more: Pick<SimulationOptions, "threads" | "isInterrupted"> = {},
): Promise<Simulation> => simulate(scene, { ...options, ...more });

type ObjectLoader = (
	...inputs: Parameters<typeof loadBody>
) => Promise<SceneBody | undefined>;

/** What makes a body of an object. */
function loaderOf(name: string, diagnosis: Diagnosis): ObjectLoader {
	const keys = diagnosis.keys(["objects", name]);
	if (keys.includes("rigid")) return loadRigidBody;
	return keys.includes("frames") ? loadFrameBody : loadBody;
}

/** What tables of friction call the material of an object. */
function madeOf(
	name: string,
	diagnosis: Diagnosis,
): { readonly material?: string } {
	const material = diagnosis.section(
		["objects", name, "material"],
		sceneObject.shape.material,
	);
	if (material === undefined) return {};
	return {
		material: typeof material === "string" ? material : material.name,
	};
}

function readRun(diagnosis: Diagnosis): Duration {
	const run = diagnosis.section(["run"], sceneSchema.shape.run) ?? {};
	const ends = ["seconds", "steps", "statics"].filter((key) => key in run);
	if (ends.length > 1) diagnosis.exactlyOneOf(["run"], ends);
	return run;
}

function readOptions(diagnosis: Diagnosis, scene: Scene): SimulationOptions {
	const path = ["simulation"];
	const options = diagnosis.section(path, sceneSchema.shape.simulation) ?? {};
	diagnosis.attempt(path, () => {
		checkSimulation(scene, options);
	});
	return options;
}

function readOutputs(
	diagnosis: Diagnosis,
	file: string,
	bodies: readonly { readonly name: string }[],
): Output[] {
	const all = sceneSchema.shape.outputs;
	for (const i of diagnosis.keys(["outputs"])) {
		const path = ["outputs", i];
		const output = diagnosis.section(path, outputSchema);
		if (!output) continue;
		const { format, framesPerSecond, everySteps, fields, color } = output;
		if (framesPerSecond !== undefined && everySteps !== undefined)
			diagnosis.exactlyOneOf(path, ["framesPerSecond", "everySteps"]);
		if (fields.length > 0 && format !== "vtu")
			diagnosis.add(
				[...path, "fields"],
				`is for vtu only; ${format} holds none`,
			);
		if (color !== undefined && format !== "glb")
			diagnosis.add([...path, "color"], "is for glb only; leave it out");
	}
	const outputs = diagnosis.section(["outputs"], all) ?? [];
	const clash = outputClash(outputs, sceneName(file), bodies);
	if (clash)
		diagnosis.add(
			["outputs", clash.index],
			`would write ${clash.file} as another output does; give it another name`,
		);
	return outputs;
}

/** What results of a scene file are called. */
const sceneName = (file: string): string => file.replace(/\.[^./]*$/, "");

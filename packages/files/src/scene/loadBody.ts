/** One object of a scene as a body: mesh, models, mass, initial state, what holds and loads it. */
import { Body, type Scene, type SceneBody } from "pliant";
import {
	boundingBox,
	type CellKind,
	cellArrayNames,
	cellCount,
	cellKinds,
	type Mesh,
	type Selection,
	selectVertices,
} from "pliant/mesh";
import { type AppliedModel, namedModels, warpAlong } from "pliant/models";
import type { InputFolder } from "../folder.ts";
import type { Appearance } from "../meshes/meshFormat.ts";
import { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { numberField, vectorField } from "./loadField.ts";
import { loadMesh, type ObjectMesh } from "./loadMesh.ts";
import { materialModels, type Substance } from "./materialModels.ts";
import { needsMass } from "./needsMass.ts";
import type { Path } from "./problem.ts";
import { mesh as meshSchema } from "./schema/mesh.ts";
import { densities, model as modelSchema } from "./schema/models.ts";
import {
	hold as holdSchema,
	loadKeys,
	load as loadSchema,
	sceneObject,
	start as startSchema,
} from "./schema/sceneObject.ts";
import { startVelocity } from "./startVelocity.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";
import { transformed, turned } from "./transform.ts";

/** What carries the mass, by the kind of its cells. */
const densityKeys = {
	edge: "linearDensity",
	triangle: "arealDensity",
	tetrahedron: "density",
	hexahedron: "density",
} as const satisfies Record<CellKind, keyof typeof densities>;

type MeshSection = z.output<typeof meshSchema>;
type BoxElements = "hexahedra" | "tetrahedra";

/** A box of such cells, unless it says which. */
const withBoxOf = (section: MeshSection, elements: BoxElements): MeshSection =>
	section.box ? { ...section, box: { elements, ...section.box } } : section;

const needsTetrahedra = ({ forMesh, model }: AppliedModel): boolean =>
	!forMesh && model.cells === "tetrahedron";

/** Adds the body to the scene as far as it can be made. */
export async function loadBody(
	name: string,
	scene: Scene,
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
	appearances?: Map<string, Appearance>,
	panels?: ReadonlyMap<string, ObjectMesh>,
): Promise<Body | undefined> {
	const path = ["objects", name];
	const section = diagnosis.section([...path, "mesh"], meshSchema);
	const load = (elements: BoxElements) =>
		section &&
		loadMesh(
			withBoxOf(section, elements),
			[...path, "mesh"],
			folder,
			diagnosis,
			notes,
		);
	let found = panels?.get(name) ?? (await load("hexahedra"));
	const substance = readSubstance(path, diagnosis, found);
	if (!found || !substance) return undefined;
	if (found.appearance) appearances?.set(name, found.appearance);
	if (section?.box && substance.models.some(needsTetrahedra))
		found = (await load("tetrahedra")) ?? found;
	const body = makeBody(name, found, substance, path, diagnosis);
	if (!body) return undefined;
	if (!diagnosis.attempt([...path, "mesh"], () => scene.add(body)))
		return undefined;
	setStart(body, [...path, "start"], diagnosis);
	for (const i of diagnosis.keys([...path, "hold"]))
		setHold(body, [...path, "hold", i], diagnosis);
	for (const i of diagnosis.keys([...path, "loads"]))
		await setLoad(body, [...path, "loads", i], folder, diagnosis);
	return body;
}

/** Models and densities, from a material or as given; what is given counts. Threads of fabrics run along u of a mesh that has texture coordinates. */
export function readSubstance(
	path: Path,
	diagnosis: Diagnosis,
	{ mesh, appearance }: Partial<ObjectMesh> = {},
): Substance | undefined {
	const material = diagnosis.section(
		[...path, "material"],
		sceneObject.shape.material,
	);
	const models = diagnosis.section([...path, "models"], z.array(modelSchema));
	const given: Substance["densities"] = {};
	for (const key of Object.keys(densities) as (keyof typeof densities)[]) {
		const value = diagnosis.section([...path, key], z.number());
		if (value !== undefined) given[key] = value;
	}
	const found = diagnosis.exactlyOneOf(path, ["material", "models"]);
	if (found === "material" && material) {
		const substance = diagnosis.attempt([...path, "material"], () =>
			materialModels(
				typeof material === "string" ? { name: material } : material,
				mesh &&
					appearance?.textureCoordinates &&
					warpAlong(mesh, appearance.textureCoordinates),
			),
		);
		return (
			substance && {
				models: substance.models,
				densities: { ...substance.densities, ...given },
			}
		);
	}
	if (found !== "models" || !models) return undefined;
	const applied = models.map(({ model: name, ...values }, i) => {
		const model = namedModels.find((model) => model.name === name);
		return diagnosis.attempt([...path, "models", i], () =>
			model?.apply(values),
		);
	});
	if (applied.some((model) => model === undefined)) return undefined;
	return { models: applied as AppliedModel[], densities: given };
}

function makeBody(
	name: string,
	{ mesh, skin }: ObjectMesh,
	{ models: given, densities }: Substance,
	path: Path,
	diagnosis: Diagnosis,
): Body | undefined {
	const models = given.map((use) => use.forMesh?.(mesh) ?? use);
	const has = cellKinds
		.map((kind) => ({ kind, count: cellCount(mesh, kind) }))
		.filter(({ count }) => count > 0)
		.map(({ kind, count }) => `${count} ${cellArrayNames[kind]}`);
	for (const { model, name: given = model.name } of models) {
		const kind = model.cells;
		if (cellCount(mesh, kind) > 0) continue;
		diagnosis.add(
			[...path, "mesh"],
			`has ${has.join(", ") || "no cells"}, but '${given}' is for ${cellArrayNames[kind]}${kind === "tetrahedron" || kind === "hexahedron" ? "; `fill` of the mesh fills closed surfaces" : ""}`,
		);
		return undefined;
	}
	// The largest cells carry the mass where there are several kinds.
	const kinds = models.map(({ model }) => model.cells);
	const massOn = cellKinds.findLast((kind) => kinds.includes(kind)) ?? "edge";
	const key = densityKeys[massOn];
	const density = densities[key];
	for (const other of Object.keys(densities))
		if (other !== key)
			diagnosis.add(
				[...path, other],
				`is for other objects; this one is of ${cellArrayNames[massOn]} and takes ${key}`,
			);
	if (density === undefined && needsMass(path, diagnosis)) {
		diagnosis.add([...path, key], "is missing; give the object its mass");
		return undefined;
	}
	return diagnosis.attempt(
		path,
		() =>
			new Body({ name, mesh, models, massOn, density, ...(skin && { skin }) }),
	);
}

function setStart(body: Body, path: Path, diagnosis: Diagnosis): void {
	const start = diagnosis.section(path, startSchema);
	if (!start) return;
	body.place((...x) => transformed(start, x)).shake(start.noise ?? 0);
	body.launch(startVelocity(start).velocity);
}

function setHold(body: Body, path: Path, diagnosis: Diagnosis): void {
	const hold = diagnosis.section(path, holdSchema);
	if (!hold) return;
	const { turn, motion = [0, 0, 0], slideOn } = hold;
	if (turn && slideOn) {
		diagnosis.add(path, "has turn and slideOn; give only one of them");
		return;
	}
	const vertices = selected(body, hold.vertices, path, diagnosis);
	if (!vertices) return;
	if (hold.roll !== undefined) {
		const angle = numberOverTime(hold.roll);
		body.roll(vertices, (time) => (angle(time) * Math.PI) / 180);
	}
	const displacement = vectorOverTime(motion);
	if (slideOn) {
		const key = diagnosis.exactlyOneOf([...path, "slideOn"], ["plane", "line"]);
		if (!key) return;
		const { plane = [0, 0, 0], line = [0, 0, 0] } = slideOn;
		body.slide(vertices, key === "plane" ? { plane } : { line }, displacement);
		return;
	}
	if (!turn) {
		body.move(vertices, displacement);
		return;
	}
	const angle = numberOverTime(turn.angle);
	for (const vertex of vertices) {
		const [x, y, z] = body.positions.slice(3 * vertex, 3 * vertex + 3);
		body.move([vertex], (time) => {
			const to = turned([x, y, z], turn, angle(time));
			const on = displacement(time);
			return [to[0] - x + on[0], to[1] - y + on[1], to[2] - z + on[2]];
		});
	}
}

async function setLoad(
	body: Body,
	path: Path,
	folder: InputFolder,
	diagnosis: Diagnosis,
): Promise<void> {
	const load = diagnosis.section(path, loadSchema);
	if (!load) return;
	const key = diagnosis.exactlyOneOf(path, loadKeys);
	const vertices =
		load.vertices && selected(body, load.vertices, path, diagnosis);
	if (!key || (load.vertices && !vertices)) return;
	const { force, lineLoad, surfaceLoad, acceleration, pressure } = load;
	try {
		if (surfaceLoad)
			body.surfaceLoad(await vectorField(surfaceLoad, folder), vertices);
		else if (acceleration)
			body.accelerate(await vectorField(acceleration, folder), vertices);
		else if (pressure !== undefined)
			body.pressurize(await numberField(pressure, folder), vertices);
		else if (!vertices)
			throw new Error(
				`needs vertices: ${key} does not act on the whole object`,
			);
		else if (force) body.pull(vertices, await vectorField(force, folder));
		else if (lineLoad)
			body.lineLoad(vertices, await vectorField(lineLoad, folder));
	} catch (error) {
		diagnosis.attempt(path, () => {
			throw error;
		});
	}
}

/** The vertices of a selection, of which there must be some. */
export function selected(
	body: SceneBody,
	selection: Selection,
	path: Path,
	diagnosis: Diagnosis,
): Uint32Array | undefined {
	const at = [...path, "vertices"];
	const vertices = diagnosis.attempt(at, () =>
		selectVertices(body.mesh, selection),
	);
	if (vertices?.length !== 0) return vertices;
	diagnosis.add(
		at,
		`chooses none of the ${body.vertexCount} vertices of '${body.name}', which lies ${extentOf(body.mesh)}`,
	);
	return undefined;
}

/** "from [0, 0, 0] to [1, 1, 0] m at rest". */
function extentOf({ positions }: Mesh): string {
	const { min, max } = boundingBox(positions);
	const corner = (point: readonly number[]) =>
		`[${point.map((c) => Number(c.toPrecision(4))).join(", ")}]`;
	return `from ${corner(min)} to ${corner(max)} m at rest`;
}

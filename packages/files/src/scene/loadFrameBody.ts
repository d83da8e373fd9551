/** One object of a scene as a frame body: surface, voxels, weights, samples, law, what holds and loads it. */
import type { RigidBody, Scene } from "pliant";
import {
	exponential,
	type FrameBody,
	frameBody,
	reducedSamples,
	voxelSamples,
	type WeightField,
} from "pliant/frames";
import {
	createMesh,
	type Mesh,
	skinTriangles,
	type Vector3,
} from "pliant/mesh";
import { type AppliedLaw, laws, namedModels, sumOfLaws } from "pliant/models";
import {
	enclosedVolume,
	requireClosed,
	type VoxelGrid,
	voxelise,
} from "pliant/voxels";
import type { InputFolder } from "../folder.ts";
import type { Appearance } from "../meshes/meshFormat.ts";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { readSubstance, selected } from "./loadBody.ts";
import { isEach } from "./loadField.ts";
import { frameAt, weigh } from "./loadFrameWeights.ts";
import { loadMesh, type ObjectMesh } from "./loadMesh.ts";
import { needsMass } from "./needsMass.ts";
import type { Path } from "./problem.ts";
import { frames as framesSchema } from "./schema/frames.ts";
import { framedKeys, mesh as meshSchema } from "./schema/mesh.ts";
import {
	loadKeys,
	load as loadSchema,
	start as startSchema,
} from "./schema/sceneObject.ts";
import { type StartVelocity, startVelocity } from "./startVelocity.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";
import { turned } from "./transform.ts";

type FramesSection = z.output<typeof framesSchema>;
type Shape = ObjectMesh["shape"];

/** More voxels than these take minutes to weigh. */
const mostVoxels = 1e6;

/** The laws of solids that scenes can name. */
const namedLaws = Object.values(laws).filter((law) =>
	namedModels.some(({ name }) => name === law.name),
);

/** Volume changes count for so much at most when samples are chosen. */
const nearlyIncompressible = 0.499;

export async function loadFrameBody(
	name: string,
	scene: Scene,
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
	appearances?: Map<string, Appearance>,
): Promise<FrameBody | undefined> {
	const path = ["objects", name];
	const at = [...path, "frames"];
	const section = diagnosis.section([...path, "mesh"], meshSchema);
	const found =
		section &&
		(await loadMesh(section, [...path, "mesh"], folder, diagnosis, notes));
	if (found?.appearance) appearances?.set(name, found.appearance);
	const law = lawOf(path, diagnosis);
	const frames = diagnosis.section(at, framesSchema);
	const start = readStart([...path, "start"], diagnosis);
	if (diagnosis.keys([...path, "hold"]).length > 0)
		diagnosis.add(
			[...path, "hold"],
			"holds vertices, and this object is moved by frames; give frames.hold instead",
		);
	if (found?.skin)
		diagnosis.add(
			[...path, "mesh", section?.fill ? "fill" : "voxels"],
			"is for objects with models of solids; frames have voxels of their own, frames.voxels",
		);
	if (!found || !frames) return undefined;

	const { mesh, shape } = found;
	const surface = surfaceOf(mesh);
	const grid = fill(surface, frames, path, diagnosis);
	const places = placesOf(frames, shape, at, diagnosis);
	if (!grid || !places) return undefined;
	notes.push(...grid.notes.map((note) => `${name}: ${note}`));
	const weights = weigh(frames, grid, places, found, at, diagnosis);
	if (!weights || !law) return undefined;
	const body = diagnosis.attempt(at, () =>
		frameBody({
			name,
			samples: samplesOf(frames, grid, surface, weights, places, law.material),
			frames: places.map((position) => ({ position })),
			weights,
			law,
			...(law.density !== undefined && { density: law.density }),
			surface,
			skinning: frames.skinning,
			forces: frames.forces,
		}),
	);
	if (!body) return undefined;
	setHolds(body, frames, shape, [...at, "hold"], diagnosis);
	if (start) body.launch(start.velocity, start.angularVelocity);
	for (const i of diagnosis.keys([...path, "loads"]))
		loadPoints(body, [...path, "loads", i], diagnosis);
	diagnosis.attempt([...path, "mesh"], () => scene.add(body));
	return body;
}

/** The surface of a mesh; a solid one has its skin. */
function surfaceOf(mesh: Mesh): Mesh {
	if (mesh.triangles.length > 0) return mesh;
	const { positions, groups } = mesh;
	return createMesh({ positions, groups, triangles: skinTriangles(mesh) });
}

/** The law and the density of what the object is made of. */
function lawOf(
	path: Path,
	diagnosis: Diagnosis,
): (AppliedLaw & { readonly density?: number }) | undefined {
	const substance = readSubstance(path, diagnosis);
	if (!substance) return undefined;
	const applied: AppliedLaw[] = [];
	for (const [i, use] of substance.models.entries()) {
		const { model, material } = use;
		const isOwn = diagnosis.keys(path).includes("models");
		const at = [...path, ...(isOwn ? ["models", i] : ["material"])];
		const law = namedLaws.find(({ name }) => name === (use.name ?? model.name));
		if (!law) {
			const names = namedLaws.map(({ name }) => name).join(", ");
			diagnosis.add(
				at,
				`is not of solids, which objects with frames need; take a solid material, or one of the models ${names}`,
			);
			return undefined;
		}
		for (const [key, value] of Object.entries(material))
			if (typeof value !== "number")
				diagnosis.add(
					[...at, key],
					`has ${value.length} values; objects with frames have no elements, give one number`,
				);
		applied.push({ law, material });
	}
	const { density, ...others } = substance.densities;
	for (const key of Object.keys(others))
		diagnosis.add(
			[...path, key],
			"is for other objects; one with frames takes density",
		);
	if (density === undefined && needsMass(path, diagnosis)) {
		diagnosis.add([...path, "density"], "is missing; give the object its mass");
		return undefined;
	}
	return {
		...(applied.length === 1 ? applied[0] : sumOfLaws(...applied)),
		...(density !== undefined && { density }),
	};
}

function fill(
	surface: Mesh,
	{ voxels }: FramesSection,
	path: Path,
	diagnosis: Diagnosis,
): VoxelGrid | undefined {
	const at = [...path, "frames", "voxels"];
	const isClosed = diagnosis.attempt([...path, "mesh"], () => {
		requireClosed(surface);
		return true;
	});
	// Left out, they have a default.
	const key =
		diagnosis.keys(at).length > 0
			? diagnosis.exactlyOneOf(at, ["size", "count"])
			: "count";
	if (!isClosed || !key) return undefined;
	const { size = 0, count = 0 } = voxels;
	return diagnosis.attempt(at, () => {
		const grid = voxelise(surface, key === "size" ? { size } : { count });
		const found = grid.voxels.length;
		if (found > mostVoxels)
			throw new Error(
				`would be ${found}; at most ${mostVoxels} are taken, so make them larger`,
			);
		return grid;
	});
}

function placesOf(
	{ places }: FramesSection,
	shape: Shape,
	path: Path,
	diagnosis: Diagnosis,
): readonly Vector3[] | undefined {
	if (places) return places;
	if (shape) return shape.frames.map(({ position }) => position);
	diagnosis.add(
		[...path, "places"],
		`is missing; say where frames are, or take a mesh that knows, one of ${framedKeys.join(", ")}`,
	);
	return undefined;
}

/** Samples of the voxels, which fill the surface more or less: their volumes are brought to what it encloses. */
function samplesOf(
	{ samples: count }: FramesSection,
	grid: VoxelGrid,
	surface: Mesh,
	weights: WeightField,
	places: readonly Vector3[],
	{ poissonRatio }: AppliedLaw["material"],
) {
	const voxels = voxelSamples(grid);
	const volume =
		enclosedVolume(surface) / (grid.voxels.length * grid.voxelVolume);
	const volumes = voxels.volumes.map((v) => volume * v);
	const all = { ...voxels, volumes };
	if (count === undefined || count >= all.count) return all;
	return reducedSamples(all, weights, places, {
		count,
		...(typeof poissonRatio === "number" && {
			poissonRatio: Math.min(poissonRatio, nearlyIncompressible),
		}),
	});
}

function setHolds(
	body: FrameBody,
	{ hold }: FramesSection,
	shape: Shape,
	path: Path,
	diagnosis: Diagnosis,
): void {
	const { frames } = body.definition;
	for (const [i, { frames: given, part, motion, turn }] of hold.entries()) {
		if ((motion || turn) && part !== "all") {
			diagnosis.add(
				[...path, i, "part"],
				`is ${JSON.stringify(part)}; frames that are moved are held as a whole, leave it out`,
			);
			continue;
		}
		const displacement = vectorOverTime(motion ?? [0, 0, 0]);
		const angle = numberOverTime(turn?.angle ?? 0);
		for (const [k, one] of given.entries()) {
			const at = [...path, i, "frames", k];
			const frame = frameAt(one, frames.length, shape, at, diagnosis);
			if (frame === undefined) continue;
			if (!motion && !turn) {
				body.hold(frame, part);
				continue;
			}
			const { position } = frames[frame];
			body.move(frame, (time) => {
				const to = turn ? turned(position, turn, angle(time)) : position;
				const on = displacement(time);
				return {
					position: [to[0] + on[0], to[1] + on[1], to[2] + on[2]],
					orientation: exponential(
						turn ? rotationVector(turn.axis, angle(time)) : [0, 0, 0],
					),
				};
			});
		}
	}
}

/** [rad], about an axis by an angle [°]. */
function rotationVector(axis: Vector3, degrees: number): readonly number[] {
	const scale = (degrees * Math.PI) / 180 / Math.hypot(...axis);
	return axis.map((c) => c * scale);
}

function readStart(
	path: Path,
	diagnosis: Diagnosis,
): StartVelocity | undefined {
	const start = diagnosis.section(path, startSchema);
	if (!start) return undefined;
	for (const key of ["scale", "rotate", "translate", "noise"])
		if (key in start)
			diagnosis.add(
				[...path, key],
				`is for objects without frames; ${key === "noise" ? "leave it out" : `this one starts at rest, give mesh.${key}`}`,
			);
	return startVelocity(start);
}

/** A force on vertices of the surface of a body of frames. */
export function loadPoints(
	body: FrameBody | RigidBody,
	path: Path,
	diagnosis: Diagnosis,
): void {
	const load = diagnosis.section(path, loadSchema);
	if (!load) return;
	const key = diagnosis.exactlyOneOf(path, loadKeys);
	if (!key) return;
	if (!load.force || !load.vertices) {
		diagnosis.add(
			path,
			`has ${load.force ? "no vertices" : key}; rigid objects and those with frames take a force on vertices of their surface`,
		);
		return;
	}
	if (isEach(load.force)) {
		diagnosis.add(
			path,
			"has a force for each vertex; objects with frames take one for all, give several loads",
		);
		return;
	}
	const force = vectorOverTime(load.force);
	const vertices = selected(body, load.vertices, path, diagnosis) ?? [];
	for (const vertex of vertices) {
		const [x, y, z] = body.mesh.positions.subarray(3 * vertex);
		body.load([x, y, z], force);
	}
}

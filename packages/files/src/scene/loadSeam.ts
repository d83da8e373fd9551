/** Seams of a scene: which sides they are of, and panels that have as many vertices along them. */
import { Body, type Scene, type SceneBody } from "pliant";
import {
	type AddedVertex,
	boundaryPath,
	boundaryVertices,
	edgeLength,
	type Mesh,
	matchSides,
} from "pliant/mesh";
import type { InputFolder } from "../folder.ts";
import type { PatternOutline } from "../meshes/meshFormat.ts";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { loadMesh, type ObjectMesh } from "./loadMesh.ts";
import type { Path } from "./problem.ts";
import { mesh as meshSchema } from "./schema/mesh.ts";
import { unknownName } from "./schema/object.ts";
import { seam as seamSchema, sideKeys } from "./schema/seams.ts";

type Section = z.output<typeof seamSchema>;

/** Meshes of the objects that are sewn, with vertices added where one side of a seam has more than the other. */
export async function loadPanels(
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
): Promise<Map<string, ObjectMesh>> {
	const panels = new Map<string, ObjectMesh>();
	const objects = diagnosis.keys(["objects"]) as string[];
	for (const name of diagnosis.keys(["seams"]) as string[]) {
		const path = ["seams", name];
		const section = diagnosis.section(path, seamSchema);
		if (!section) continue;
		for (const end of ["from", "to"] as const) {
			const { object } = section[end];
			if (panels.has(object)) continue;
			if (!objects.includes(object)) {
				diagnosis.add(
					[...path, end, "object"],
					unknownName(object, objects, "object"),
				);
				continue;
			}
			const at = ["objects", object, "mesh"];
			const mesh = diagnosis.section(at, meshSchema);
			const found =
				mesh && (await loadMesh(mesh, at, folder, diagnosis, notes));
			if (found) panels.set(object, found);
		}
		matchPanels(section, path, panels, diagnosis);
	}
	return panels;
}

function matchPanels(
	{ from, to }: Section,
	path: Path,
	panels: Map<string, ObjectMesh>,
	diagnosis: Diagnosis,
): void {
	const ends = [from, to].map((side, i) => {
		const panel = panels.get(side.object);
		const at = [...path, i === 0 ? "from" : "to"];
		const through = panel && throughOf(side, panel, at, diagnosis);
		if (!panel || !through) return undefined;
		return diagnosis.attempt(at, () => ({
			mesh: panel.mesh,
			path: boundaryPath(panel.mesh, through),
		}));
	});
	const [one, other] = ends;
	if (!one || !other) return;
	diagnosis.attempt(path, () => {
		const matched = matchSides(one, other);
		const isOne = from.object === to.object;
		const added = matched.map((side) => side.added);
		const put = (name: string, mesh: Mesh, own: readonly AddedVertex[]) => {
			const panel = panels.get(name) as ObjectMesh;
			panels.set(name, { ...panel, mesh, ...textureOf(panel, own) });
		};
		put(from.object, matched[0].mesh, isOne ? added.flat() : added[0]);
		if (!isOne) put(to.object, matched[1].mesh, added[1]);
	});
}

function textureOf(
	{ appearance }: ObjectMesh,
	added: readonly AddedVertex[],
): Pick<ObjectMesh, "appearance"> {
	const uv = appearance?.textureCoordinates;
	if (!uv) return {};
	const more = added.flatMap(({ ends: [a, b], share }) =>
		[0, 1].map((k) => (1 - share) * uv[2 * a + k] + share * uv[2 * b + k]),
	);
	const textureCoordinates = Float32Array.from([...uv, ...more]);
	return { appearance: { ...appearance, textureCoordinates } };
}

/** Adds a seam to the scene, whose panels have been matched. */
export function loadSeam(
	name: string,
	scene: Scene,
	bodies: ReadonlyMap<string, SceneBody | undefined>,
	panels: ReadonlyMap<string, ObjectMesh>,
	diagnosis: Diagnosis,
): void {
	const path = ["seams", name];
	const section = diagnosis.section(path, seamSchema);
	if (!section) return;
	const sides = (["from", "to"] as const).map((end) => {
		const body = bodies.get(section[end].object);
		const panel = panels.get(section[end].object);
		const at = [...path, end];
		if (!panel || !body) return undefined;
		if (!(body instanceof Body)) {
			diagnosis.add([...at, "object"], "is not cloth; seams are for cloth");
			return undefined;
		}
		const between = throughOf(section[end], panel, at, diagnosis);
		return between && { body, between };
	});
	const [from, to] = sides;
	if (!from || !to) return;
	const { seconds, stiffness } = section;
	diagnosis.attempt(path, () =>
		scene.seam(from, to, {
			...{ name, seconds },
			...(stiffness !== undefined && { stiffness }),
		}),
	);
}

/** The vertices that the boundary leads through on a side. */
function throughOf(
	side: Section["from"],
	{ mesh, outline }: ObjectMesh,
	path: Path,
	diagnosis: Diagnosis,
): number[] | undefined {
	const key = diagnosis.exactlyOneOf(path, sideKeys);
	if (!key) return undefined;
	const found = diagnosis.attempt([...path, key], () => {
		if (side.between)
			return side.between.map((place) => nearestOnBoundary(mesh, place));
		const { corners, sides } = outlineOf(outline);
		if (side.corners)
			return side.corners.map((number) => cornerOf(corners, number));
		const name = side.side ?? "";
		const number = sides.indexOf(name);
		if (number < 0) throw new Error(unknownName(name, sides, "side"));
		return [number, (number + 1) % corners.length].map((i) => corners[i]);
	});
	return side.reversed ? found?.toReversed() : found;
}

function outlineOf(outline: PatternOutline | undefined): PatternOutline {
	if (outline) return outline;
	throw new Error(
		"is for objects whose mesh is one path of an SVG; say which with `part` of the mesh, or give `between`",
	);
}

function cornerOf(corners: Uint32Array, number: number): number {
	if (number < corners.length) return corners[number];
	throw new Error(
		`has ${number}; the path has ${corners.length} points, from 0 to ${corners.length - 1}`,
	);
}

function nearestOnBoundary(
	mesh: Mesh,
	[x, y, z]: readonly [number, number, number],
): number {
	const positions = Float64Array.from([...mesh.positions, x, y, z]);
	const place = mesh.positions.length / 3;
	let nearest = -1;
	let least = Number.POSITIVE_INFINITY;
	for (const vertex of boundaryVertices(mesh)) {
		const distance = edgeLength(positions, vertex, place);
		if (distance < least) [nearest, least] = [vertex, distance];
	}
	if (nearest >= 0) return nearest;
	throw new Error("is for sheets with a boundary; the mesh has none");
}

/** One collider of a scene. */
import {
	type ColliderOptions,
	collider,
	type Scene,
	type Vector3,
} from "pliant";
import { type AnyColliderShape, colliderShapes } from "pliant/colliders";
import { bendPositions, surfaceTriangles } from "pliant/mesh";
import type { InputFolder } from "../folder.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { loadMesh } from "./loadMesh.ts";
import {
	colliderKeys,
	collider as colliderSchema,
} from "./schema/colliders.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Adds the collider to the scene if nothing is wrong with it. */
export async function loadCollider(
	name: string,
	scene: Scene,
	folder: InputFolder,
	diagnosis: Diagnosis,
	notes: string[],
): Promise<void> {
	const path = ["colliders", name];
	const section = diagnosis.section(path, colliderSchema);
	const key = section && diagnosis.exactlyOneOf(path, colliderKeys);
	if (!key) return;
	const { friction, distance, motion, turn } = section;
	if (section.bends && key !== "mesh")
		diagnosis.add([...path, "bends"], `is for meshes; a ${key} does not bend`);
	const options: ColliderOptions = {
		name,
		friction,
		...(distance !== undefined && { distance }),
		...(motion && { motion: vectorOverTime(motion) }),
		...(turn && { turn: { ...turn, angle: angleOf(turn.angle) } }),
	};
	if (key === "mesh" && section.mesh) {
		const at = [...path, "mesh"];
		const found = await loadMesh(section.mesh, at, folder, diagnosis, notes);
		if (!found) return;
		diagnosis.attempt(at, () => {
			const triangles = surfaceTriangles(found.mesh);
			const { positions } = found.mesh;
			const { bends } = section;
			const moving = bends?.map(({ angle, ...bend }) => ({
				bend,
				angle: angleOf(angle),
			}));
			const positionsAt =
				moving &&
				((time: number) =>
					bendPositions(
						positions,
						moving.map(({ bend, angle }) => ({ ...bend, angle: angle(time) })),
					));
			scene.collide(
				collider.mesh(
					{ positions, triangles },
					{ ...(positionsAt && { positionsAt }) },
				),
				options,
			);
		});
		return;
	}
	const shape = colliderShapes.find(({ name }) => name === key);
	const given = (section as Readonly<Record<string, unknown>>)[key];
	diagnosis.attempt(path, () => {
		if (shape) scene.collide(shape(inRadians(given as Given, shape)), options);
	});
}

type Given = Readonly<Record<string, number | Vector3>>;

/** Scenes have angles in degrees. */
const inRadians = (given: Given, { parameters }: AnyColliderShape): Given =>
	Object.fromEntries(
		Object.entries(given).map(([name, value]) => [
			name,
			parameters[name].kind === "angles"
				? ((value as Vector3).map(radians) as unknown as Vector3)
				: value,
		]),
	);

function angleOf(angle: Parameters<typeof numberOverTime>[0]) {
	const degrees = numberOverTime(angle);
	return (time: number) => radians(degrees(time));
}

/** One collider of a scene. */
import {
	type ColliderOptions,
	collider,
	type Scene,
	type Vector3,
} from "pliant";
import {
	type AnyColliderShape,
	colliderShapes,
	describeColliderMesh,
} from "pliant/colliders";
import { bendPositions, surfaceTriangles } from "pliant/mesh";
import type { InputFolder } from "../folder.ts";
import { readAnimatedGltf } from "../meshes/gltf/animatedGltf.ts";
import { meshSource } from "../meshes/meshSource.ts";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { loadMesh } from "./loadMesh.ts";
import type { Path } from "./problem.ts";
import {
	colliderKeys,
	collider as colliderSchema,
} from "./schema/colliders.ts";
import type { mesh as meshSchema } from "./schema/mesh.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";
import { transformed } from "./transform.ts";

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
	const { friction, material, distance, motion, turn } = section;
	if (section.bends && key !== "mesh")
		diagnosis.add([...path, "bends"], `is for meshes; a ${key} does not bend`);
	const options: ColliderOptions = {
		name,
		friction,
		...(material !== undefined && { material }),
		...(distance !== undefined && { distance }),
		...(motion && { motion: vectorOverTime(motion) }),
		...(turn && { turn: { ...turn, angle: angleOf(turn.angle) } }),
	};
	if (key === "mesh" && section.mesh) {
		const at = [...path, "mesh"];
		if (section.animation !== undefined) {
			const { mesh, animation } = section;
			await loadAnimated(
				at,
				mesh,
				animation,
				scene,
				options,
				folder,
				diagnosis,
			);
			return;
		}
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
			const unusual = describeColliderMesh({ positions, triangles });
			if (unusual) notes.push(`collider '${name}': ${unusual}`);
		});
		return;
	}
	const shape = colliderShapes.find(({ name }) => name === key);
	const given = (section as Readonly<Record<string, unknown>>)[key];
	diagnosis.attempt(path, () => {
		if (shape) scene.collide(shape(inRadians(given as Given, shape)), options);
	});
}

/** A mesh that deforms as its file says. */
async function loadAnimated(
	path: Path,
	section: z.output<typeof meshSchema>,
	animation: true | string,
	scene: Scene,
	options: ColliderOptions,
	folder: InputFolder,
	diagnosis: Diagnosis,
): Promise<void> {
	try {
		if (section.file === undefined)
			throw new Error("has an animation; give it the file of a glTF");
		const { triangles, positionsAt } = await readAnimatedGltf(
			await meshSource(folder, section.file),
			animation === true ? undefined : animation,
		);
		const placed = (time: number) => {
			const positions = positionsAt(time);
			for (let i = 0; i < positions.length; i += 3) {
				const [x, y, z] = positions.subarray(i, i + 3);
				positions.set(transformed(section, [x, y, z]), i);
			}
			return positions;
		};
		const surface = { positions: placed(0), triangles };
		scene.collide(collider.mesh(surface, { positionsAt: placed }), options);
	} catch (error) {
		diagnosis.add(path, (error as Error).message);
	}
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

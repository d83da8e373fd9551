/** Cusick's test: a disc of fabric between two smaller discs, whose rim hangs down; how much ground it still covers. */
import { type ClothOptions, cloth, Scene } from "pliant";
import { createMesh, disc, jitter, type Mesh } from "pliant/mesh";
import { foldCount } from "../volino/drape/foldCount.ts";
import { settled } from "./settled.ts";
import { shadowArea } from "./shadowArea.ts";

/** Of specimen and support [m]. */
export const radius = 0.15;
export const supportRadius = 0.09;

const isSupported = (x: number, z: number): boolean =>
	Math.hypot(x, z) < supportRadius + 1e-9;

/** An irregular disc that lies flat. One ring of vertices, where rings are a multiple of 5, is at the support's edge. */
export function specimen(rings: number): Mesh {
	const { positions, triangles, groups } = jitter(disc({ radius, rings }), {
		keep: (x, y) => isSupported(x, y),
	});
	return createMesh({
		positions: Array.from(
			positions,
			(_, i) => [positions[i], 0, -positions[i - 1]][i % 3],
		),
		triangles,
		groups: { rim: groups.rim },
	});
}

export interface Drape {
	readonly mesh: Mesh;
	readonly positions: Float64Array;
	/** Part of what is beyond the support that still covers the ground [%]. */
	readonly coefficient: number;
	readonly folds: number;
	/** Of the fastest vertex at the end [m/s]. */
	readonly speed: number;
}

export interface DrapeOptions {
	readonly rings: number;
	/** How long it is waited [s]. */
	readonly seconds: number;
	/** Which of several releases, that differ by how little the specimen is from flat. */
	readonly release?: number;
}

/** Takes away what holds a flat specimen, as the test does, in air at rest, and waits until friction has it come to rest. */
export async function drape(
	fabric: Omit<ClothOptions, "name">,
	{ rings, seconds, release = 1 }: DrapeOptions,
): Promise<Drape> {
	const mesh = specimen(rings);
	const scene = new Scene({ wind: { velocity: [0, 0, 0] } });
	const sheet = scene.add(cloth.mesh(mesh, fabric)).shake(2e-4, release);
	const held = sheet.where((x, _, z) => isSupported(x, z));
	for (const v of held)
		sheet.positions.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * v);
	sheet.pin(held);
	const { positions, speed } = await settled(scene, sheet, {
		seconds,
		mass: 0,
	});
	const { triangles } = mesh;
	const areas = [mesh.positions, positions].map((x) =>
		shadowArea(triangles, x, 1.1 * radius),
	);
	const support = Math.PI * supportRadius ** 2;
	const [flat, hanging] = areas.map((area) => area - support);
	const radii = Array.from(sheet.group("rim"), (v) =>
		Math.hypot(positions[3 * v], positions[3 * v + 2]),
	);
	return {
		mesh,
		positions,
		coefficient: (100 * hanging) / flat,
		folds: foldCount(radii, 0.15),
		speed,
	};
}

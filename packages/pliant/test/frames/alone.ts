import type { Collider } from "../../src/contact/collider.ts";
import type { FrameBody } from "../../src/frames/frameBody.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import type { RigidBody } from "../../src/rigid/rigidBody.ts";
import { Scene } from "../../src/scene/scene.ts";
import { simulate } from "../../src/simulate.ts";
import type { SimulationOptions } from "../../src/simulation/options.ts";

export interface AloneOptions extends SimulationOptions {
	readonly gravity?: Vector3;
	readonly colliders?: readonly Collider[];
}

/** The simulation of one body of frames. */
export async function alone(
	body: FrameBody | RigidBody,
	{ gravity = [0, -9.81, 0], colliders = [], ...options }: AloneOptions = {},
) {
	const scene = new Scene({ gravity });
	scene.add(body);
	scene.colliders.push(...colliders);
	const simulation = await simulate(scene, options);
	return { simulation, frames: simulation.frames(body) };
}

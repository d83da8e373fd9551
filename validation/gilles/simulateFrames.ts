import { Scene, type SimulationOptions, simulate, type Vector3 } from "pliant";
import type { FrameBody } from "pliant/frames";

/** The simulation of one frame body, and its frames. */
export async function simulateFrames(
	body: FrameBody,
	{
		gravity = [0, -9.81, 0],
		...options
	}: SimulationOptions & { readonly gravity?: Vector3 } = {},
) {
	const scene = new Scene({ gravity });
	scene.add(body);
	const simulation = await simulate(scene, options);
	return { body, simulation, frames: simulation.frames(body) };
}

export type FrameSimulation = Awaited<ReturnType<typeof simulateFrames>>;

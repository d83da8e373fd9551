/** From a scene to its simulation. */
import { memoryError } from "./memoryError.ts";
import { buildScene } from "./scene/build.ts";
import type { Scene } from "./scene/scene.ts";
import { watchScene } from "./scene/watchScene.ts";
import { checkResolution } from "./simulation/checkResolution.ts";
import {
	checkSimulation,
	type SimulationOptions,
	type SimulationSettings,
} from "./simulation/options.ts";
import { Simulation } from "./simulation/simulation.ts";

export async function simulate(
	scene: Scene,
	options: SimulationOptions = {},
): Promise<Simulation> {
	const settings = checkSimulation(scene, options);
	try {
		return await build(scene, settings);
	} catch (error) {
		throw memoryError("simulate", error);
	}
}

async function build(
	scene: Scene,
	settings: SimulationSettings,
): Promise<Simulation> {
	const { backend, solver } = settings;
	const built = await buildScene(scene, settings);
	if (settings.integrator !== "symplectic-euler")
		checkResolution(built, settings.timeStep);
	const watch = watchScene(scene);
	if (solver === "newton") return new Simulation(built, settings, watch);
	const { prepareDescent } = await import("./solvers/blockDescent.ts");
	const descent = await prepareDescent({ ...built, backend });
	return new Simulation(built, settings, watch, descent);
}

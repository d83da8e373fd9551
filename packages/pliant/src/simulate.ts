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
	const built = [await buildScene(scene, settings)];
	if (scene.seams.length > 0)
		built.push(await buildScene(scene, { ...settings, isWelded: true }));
	if (settings.integrator !== "symplectic-euler")
		for (const one of built) checkResolution(one, settings.timeStep);
	const watch = watchScene(scene);
	const framed =
		scene.framedBodies.length > 0
			? await import("./simulation/frameView.ts")
			: undefined;
	const frameView = framed?.FrameView;
	if (solver === "newton")
		return new Simulation(built, settings, watch, { frameView });
	const { prepareDescent } = await import("./solvers/blockDescent.ts");
	const descents = await Promise.all(
		built.map((one) => prepareDescent({ ...one, backend })),
	);
	return new Simulation(built, settings, watch, { frameView, descents });
}

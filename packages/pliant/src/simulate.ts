/** From a scene to its simulation. */
import { buildScene } from "./scene/build.ts";
import type { Scene } from "./scene/scene.ts";
import {
	checkUse,
	type SimulationOptions,
	simulationSettings,
} from "./simulation/options.ts";
import { Simulation } from "./simulation/simulation.ts";
import { ColouredElements } from "./system/colouredElements.ts";

export async function simulate(
	scene: Scene,
	options: SimulationOptions = {},
): Promise<Simulation> {
	const settings = simulationSettings(options);
	checkUse(settings, {
		hasColliders: scene.colliders.length > 0,
		hasFrames: scene.framedBodies.length + scene.attachments.length > 0,
	});
	const { backend, solver } = settings;
	const built = await buildScene(scene, settings);
	const elements =
		solver === "block-descent"
			? await ColouredElements.create(built.model, built.constraints.fixed, {
					...built,
					backend,
				})
			: undefined;
	return new Simulation(built, settings, elements);
}

/** From a scene to its simulation. */
import { buildScene } from "./scene/build.ts";
import type { Scene } from "./scene/scene.ts";
import {
	checkSimulation,
	type SimulationOptions,
} from "./simulation/options.ts";
import { Simulation } from "./simulation/simulation.ts";
import { ColouredElements } from "./system/colouredElements.ts";
import { stepArrays } from "./system/model.ts";

export async function simulate(
	scene: Scene,
	options: SimulationOptions = {},
): Promise<Simulation> {
	const settings = checkSimulation(scene, options);
	const { backend, solver } = settings;
	const built = await buildScene(scene, settings);
	const elements =
		solver === "block-descent"
			? await ColouredElements.create(
					built.model,
					built.constraints.fixed,
					stepArrays(built.state, built.work),
					{ ...built, backend },
				)
			: undefined;
	return new Simulation(built, settings, elements);
}

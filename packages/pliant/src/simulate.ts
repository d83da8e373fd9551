/** From a scene to its simulation. */
import { memoryError } from "./memoryError.ts";
import { type BuiltScene, buildScene } from "./scene/build.ts";
import type { Scene } from "./scene/scene.ts";
import { watchScene } from "./scene/watchScene.ts";
import { checkResolution } from "./simulation/checkResolution.ts";
import {
	checkSimulation,
	type SimulationOptions,
	type SimulationSettings,
} from "./simulation/options.ts";
import { Simulation, type SimulationParts } from "./simulation/simulation.ts";

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
	const built = [await buildScene(scene, settings)];
	if (scene.seams.length > 0)
		built.push(await buildScene(scene, { ...settings, isWelded: true }));
	if (settings.integrator !== "symplectic-euler")
		for (const one of built) checkResolution(one, settings.timeStep);
	return new Simulation(
		built,
		settings,
		watchScene(scene),
		await partsOf(scene, settings, built),
	);
}

async function partsOf(
	scene: Scene,
	{ solver, backend }: SimulationSettings,
	built: readonly BuiltScene[],
): Promise<SimulationParts> {
	const descent =
		solver === "newton" ? undefined : await import("./solvers/blockDescent.ts");
	return {
		...(descent && {
			descents: await Promise.all(
				built.map((one) => descent.prepareDescent({ ...one, backend })),
			),
		}),
		...(scene.framedBodies.length > 0 &&
			(await import("./simulation/frameView.ts"))),
		...(!isHeld(scene) && (await import("./simulation/checkHeld.ts"))),
		...(built[0].touching && {
			...(await import("./time/staticsWithFriction.ts")),
			...(await import("./simulation/checkSliding.ts")),
		}),
		...(built.length > 1 && (await import("./simulation/welding.ts"))),
	};
}

/** Whether each body has a vertex that cannot move. */
const isHeld = ({ framedBodies, meshBodies }: Scene): boolean =>
	framedBodies.length === 0 &&
	meshBodies.every(({ constraints }) =>
		[...constraints.values()].some(({ normals }) => normals.length === 3),
	);

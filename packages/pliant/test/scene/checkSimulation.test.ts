import { expect, test } from "vitest";
import {
	checkSimulation,
	cloth,
	collider,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";

function sceneWith(colliders: number): Scene {
	const scene = new Scene();
	const membrane = trbs({ youngModulus2d: 100, poissonRatio: 0.3 });
	scene.add(cloth.grid({ cells: [1, 1] }, { membrane, arealDensity: 0.1 }));
	for (let i = 0; i < colliders; i++)
		scene.collide(collider.plane({ point: [0, -1, 0] }));
	return scene;
}

test.each<[SimulationOptions, number]>([
	[{ timeStep: -1 }, 0],
	[{ integrator: "symplectic-euler", mass: "consistent" }, 0],
	[{ sweeps: 3 }, 0],
	[{ integrator: "symplectic-euler" }, 1],
])(
	"refuses %j with %i colliders in the words of simulate",
	async (options, colliders) => {
		const scene = sceneWith(colliders);
		const error = await simulate(scene, options).catch((error) => error);
		expect(error).toBeInstanceOf(Error);
		expect(() => checkSimulation(scene, options)).toThrow(error.message);
	},
);

test.each<[SimulationOptions, number]>([
	[{}, 1],
	[{ integrator: "midpoint" }, 1],
	[{ solver: "block-descent" }, 1],
])("has nothing against %j with %i colliders", (options, colliders) =>
	expect(() => checkSimulation(sceneWith(colliders), options)).not.toThrow(),
);

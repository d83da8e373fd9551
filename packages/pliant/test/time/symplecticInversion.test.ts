import { expect, test } from "vitest";
import { Scene, SimulationError, simulate, solid } from "../../src/index.ts";
import { neoHookean } from "../../src/models/index.ts";

test("an explicit step that would turn an element inside out fails, and is never a NaN", async () => {
	const scene = new Scene();
	const law = neoHookean({ youngModulus: 9e7, poissonRatio: 0.03 });
	const block = scene.add(
		solid.box(
			{ size: [0.17, 0.8, 0.16], cells: [1, 3, 3] },
			{ solid: law, density: 1200 },
		),
	);
	block.pull([0], [76, 72, -73]);
	const simulation = await simulate(scene, {
		integrator: "symplectic-euler",
		timeStep: 1 / 60,
	});
	expect(() => {
		for (let step = 0; step < 5; step++) {
			simulation.step();
			expect(simulation.energies().elastic).not.toBeNaN();
		}
	}).toThrow(SimulationError);
	expect(simulation.energies().elastic).not.toBeNaN();
});

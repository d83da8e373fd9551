import { expect, test } from "vitest";
import {
	collider,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
} from "../../src/index.ts";

test("a block on a floor vibrates against it, and modes leave its contact alone", async () => {
	const make = async () => {
		const scene = new Scene();
		const rubber = stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 });
		const body = scene.add(
			solid.box(
				{ size: [0.1, 0.1, 0.1], cells: [2, 2, 2], origin: [0, 0.002, 0] },
				{ solid: rubber, density: 1000 },
			),
		);
		scene.collide(collider.plane());
		const simulation = await simulate(scene, { damping: { mass: 30 } });
		await simulation.run({ seconds: 1 });
		return { body, simulation };
	};
	const [one, other] = [await make(), await make()];
	const modes = await one.simulation.modes({ count: 6 });
	// It slides and turns on the floor, which has no friction, as far as it rests; the others are vibrations.
	const values = modes.map(({ eigenvalue }) => eigenvalue);
	for (const value of values.slice(0, 3))
		expect(Math.abs(value)).toBeLessThan(0.01);
	for (const value of values.slice(3)) expect(value).toBeGreaterThan(100);
	for (const { simulation } of [one, other]) await simulation.run({ steps: 3 });
	expect(one.simulation.checkpoint()).toEqual(other.simulation.checkpoint());
});

import { expect, test } from "vitest";
import { cloth, collider, Scene, simulate, trbs } from "../../../src/index.ts";

test("places of contact lie half way between the surfaces, with their names", async () => {
	const scene = new Scene({ contact: { thickness: 0.01 } });
	const sheet = scene.add(
		cloth.grid(
			{
				size: [0.2, 0.2],
				cells: [2, 2],
				plane: "xz",
				origin: [-0.1, 0.0049, -0.1],
			},
			{
				name: "sheet",
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
				arealDensity: 0.3,
			},
		),
	);
	scene.collide(
		collider.mesh({
			positions: Float64Array.of(-9, 0, -9, 9, 0, -9, 0, 0, 9),
			triangles: Uint32Array.of(0, 2, 1),
		}),
		{ name: "table" },
	);
	const simulation = await simulate(scene, { timeStep: 1e-4 });
	simulation.step();
	const places = simulation.contactPlaces();
	expect(places.length).toBe(simulation.surfaceContacts()[0].count);
	const heights = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
	for (const { between, position } of places) {
		expect(between).toEqual(["sheet", "table"]);
		expect(position[1]).toBeCloseTo(heights[0] / 2, 6);
		expect(Math.abs(position[0])).toBeLessThan(0.1001);
	}
});

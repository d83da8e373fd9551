import { expect, test } from "vitest";
import { loadScene, simulateScene } from "../../src/index.ts";
import { folderOf } from "./folderOf.ts";

const load = (objects: object, rest: object = {}) =>
	loadScene(
		"scene.json",
		folderOf({
			"scene.json": JSON.stringify({ pliant: 1, objects, ...rest }),
		}),
	);

const line = { line: { from: [-0.05, 0, 0], to: [1, 0, 0], segments: 21 } };
const clamp = { vertices: { indices: [0, 1] } };

test("a rod of a scene sags by ρ A g L⁴/(8 EI)", async () => {
	const radius = 0.01;
	const loaded = await load({
		rod: {
			mesh: line,
			models: [{ model: "rod", youngModulus: 1e9, radius }],
			linearDensity: 0.1,
			hold: [clamp],
		},
	});
	const simulation = await simulateScene(loaded);
	simulation.solveStatics();
	const EI = 1e9 * ((Math.PI * radius ** 4) / 4);
	const [body] = loaded.bodies;
	const sag = -simulation.positions(body)[3 * 21 + 1];
	expect(sag / ((0.1 * 9.81) / (8 * EI))).toBeCloseTo(1, 2);
});

test("an end that rolls twists it", async () => {
	const loaded = await load(
		{
			rod: {
				mesh: line,
				material: { name: "nylon-line", bends: true },
				hold: [
					clamp,
					{
						vertices: { indices: [20, 21] },
						roll: { times: [0, 1], values: [0, 90] },
					},
				],
			},
		},
		{ gravity: [0, 0, 0] },
	);
	const simulation = await simulateScene(loaded);
	await simulation.run({ seconds: 1 });
	simulation.solveStatics();
	const radius = 1.5e-4;
	const GJ = (2.5e9 / 2.6) * ((Math.PI * radius ** 4) / 2);
	const expected = (0.5 * GJ * (Math.PI / 2) ** 2) / 0.95;
	expect(simulation.energies().elastic / expected).toBeCloseTo(1, 2);
});

test("other materials do not bend this way", async () => {
	await expect(
		load({
			sheet: { mesh: { grid: {} }, material: { name: "silk", bends: true } },
		}),
	).rejects.toThrow(/bends is for cords/);
});

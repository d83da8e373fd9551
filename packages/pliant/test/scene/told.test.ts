/** What cannot go well is told before it takes long or goes wrong. */
import { expect, test } from "vitest";
import {
	cloth,
	collider,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";

const rubber = {
	solid: stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.4 }),
	density: 1000,
};
const cube = (size: number) =>
	solid.box({ size: [size, size, size], cells: [2, 2, 2] }, rubber);

test("statics of a body that nothing holds is refused at once, with what its loads add up to", async () => {
	const scene = new Scene();
	scene.add(solid.box({ cells: [8, 8, 8] }, rubber));
	const simulation = await simulate(scene);
	const start = performance.now();
	expect(() => simulation.solveStatics()).toThrow(
		/body "body 1" has no equilibrium.*-9.81e\+3.*nothing holds it; pin/,
	);
	expect(performance.now() - start).toBeLessThan(1000);
});

test("loads that balance need nothing to hold the body", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(cube(1));
	body.surfaceLoad([10, 0, 0], "x-max").surfaceLoad([-10, 0, 0], "x-min");
	const simulation = await simulate(scene);
	expect(simulation.solveStatics().converged).toBe(true);
});

test("steps in which positions cannot tell what gravity does are refused", async () => {
	const near = new Scene();
	near.add(cube(1));
	await expect(simulate(near, { timeStep: 1e-8 })).rejects.toThrow(
		/timeStep is 1e-8 s.*take 1.5e-7 s or more/,
	);
	const far = new Scene();
	far.add(cube(1)).place((x, y, z) => [x + 1e4, y, z]);
	await expect(simulate(far, { timeStep: 1e-6 })).rejects.toThrow(/1.0e\+4 m/);
});

/** Height [m] at which a cube comes to rest on a floor, alone or beside a sheet in the air. */
async function restingHeight(size: number, sheetSize: number): Promise<number> {
	const scene = new Scene();
	const body = scene.add(cube(size));
	body.place((x, y, z) => [x, y + 0.01 * size, z]);
	if (sheetSize > 0) {
		const sheet = scene.add(
			cloth.grid(
				{ size: [sheetSize, sheetSize], cells: [2, 2], origin: [1, 1, 1] },
				{
					membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin("all");
	}
	scene.collide(collider.plane(), { friction: 0.5 });
	const simulation = await simulate(scene, {
		timeStep: 0.02 * Math.sqrt(size),
		damping: { mass: 2 / Math.sqrt(size) },
	});
	await simulation.run({ steps: 100 });
	const heights = simulation.positions(body).filter((_, i) => i % 3 === 1);
	return Math.min(...heights);
}

test("a small body beside a large one rests on the floor as it would alone", async () => {
	expect(await restingHeight(1e-3, 1e4)).toBeLessThan(1e-5);
	const [alone, beside] = [
		await restingHeight(0.01, 0),
		await restingHeight(0.01, 10),
	];
	expect(beside / alone).toBeCloseTo(1, 3);
});

test("a paddle that turns half a turn in a step meets what is in its way", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(cube(0.1)).place((x, y, z) => [x + 0.5, y + 0.2, z]);
	scene.collide(collider.box({ size: [2, 0.02, 1] }), {
		turn: { axis: [0, 0, 1], angle: (t) => Math.PI * 60 * t },
	});
	const simulation = await simulate(scene, { timeStep: 1 / 60 });
	const { substeps } = simulation.step();
	expect(substeps).toBeGreaterThanOrEqual(4);
	expect(simulation.positions(body)[0]).toBeLessThan(0.4);
});

/** What cannot go well is told before it takes long or goes wrong. */
import { expect, test } from "vitest";
import {
	cloth,
	collider,
	rigidBody,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { box, sphere } from "../../src/mesh/index.ts";

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

const beside = (scene: Scene) =>
	scene
		.add(cube(1))
		.place((x, y, z) => [x + 2, y, z])
		.vertexPoint(0);

const unheld: Readonly<Record<string, (scene: Scene) => void>> = {
	"that slides where its weight pulls it": (scene) => {
		scene.add(cube(1)).slide("x-min", { line: [0, 1, 0] });
	},
	"that slides on a plane along its weight": (scene) => {
		scene.add(cube(1)).slide("x-min", { plane: [1, 0, 0] });
	},
	"that is tied to another one that nothing holds": (scene) => {
		scene.attach(scene.add(cube(1)).vertexPoint(0), beside(scene));
	},
	"that is tied to a rigid one": (scene) => {
		const mesh = box({ size: [1, 1, 1] });
		const block = scene.add(rigidBody({ mesh, density: 100 }));
		scene.attach(block.point([1, 1, 1]), beside(scene));
	},
	"that is rigid": (scene) => {
		scene.add(rigidBody({ mesh: box({ size: [1, 1, 1] }), density: 100 }));
	},
	"with a collider that is not in its way": (scene) => {
		scene.add(cube(1));
		scene.collide(collider.sphere({ centre: [50, -50, 0], radius: 1 }));
	},
	"that is inflated": (scene) => {
		const membrane = trbs({ youngModulus2d: 100, poissonRatio: 0.3 });
		const skin = { membrane, arealDensity: 0.1 };
		scene.add(cloth.mesh(sphere({ subdivisions: 1 }), skin)).pressurize(1);
	},
};

for (const [what, make] of Object.entries(unheld))
	test(`statics of a body ${what} is refused as well`, async () => {
		const scene = new Scene();
		make(scene);
		const simulation = await simulate(scene);
		const before = simulation.checkpoint();
		expect(() => simulation.solveStatics({ loadSteps: 2 })).toThrow(
			/^statics: .* has no equilibrium: its loads add up to \[.*\] N.*, and nothing holds it; pin/,
		);
		expect(simulation.checkpoint()).toEqual(before);
	});

test("statics of bodies that touch only each other is refused", async () => {
	const scene = new Scene({ contact: {} });
	scene.add(cube(1));
	beside(scene);
	const simulation = await simulate(scene);
	expect(() => simulation.solveStatics()).toThrow(/-1.96e\+4.*nothing holds/);
});

const held: Readonly<Record<string, (scene: Scene) => void>> = {
	"slides across its weight": (scene) => {
		scene.add(cube(1)).slide("y-min", { plane: [0, 1, 0] });
	},
	"hangs from a place in the world": (scene) => {
		scene.attach(scene.add(cube(1)).vertexPoint(0), [0, 0, 0]);
	},
	"falls on a floor": (scene) => {
		scene.add(cube(1));
		scene.collide(collider.plane({ point: [0, -3, 0] }));
	},
	"is pushed along a floor that is rough": (scene) => {
		const body = scene.add(cube(1)).place((x, y, z) => [x, y + 1e-3, z]);
		body.surfaceLoad([100, 0, 0], "x-max");
		scene.collide(collider.plane(), { friction: 0.5 });
	},
};

for (const [what, make] of Object.entries(held))
	test(`a body that ${what} has an equilibrium`, async () => {
		const scene = new Scene();
		make(scene);
		const simulation = await simulate(scene);
		expect(simulation.solveStatics().converged).toBe(true);
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
		substeps: 1,
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
		turn: { axis: [0, 0, 1], angle: (t) => Math.PI * 6 * t },
	});
	// In a long step, since in an ordinary one the paddle would be ten times as fast as sound in rubber.
	const simulation = await simulate(scene, { timeStep: 1 / 6 });
	const { substeps } = simulation.step();
	expect(substeps).toBeGreaterThanOrEqual(4);
	expect(simulation.positions(body)[0]).toBeLessThan(0.4);
});

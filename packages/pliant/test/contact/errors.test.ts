import { describe, expect, test } from "vitest";
import {
	cloth,
	collider,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";

function block(scene: Scene, height = 0.1) {
	return scene.add(
		solid.box(
			{ size: [0.2, 0.2, 0.2], cells: [2, 2, 2], origin: [0, height, 0] },
			{
				name: "block",
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 1e5,
					poissonRatio: 0.3,
				}),
				density: 800,
			},
		),
	);
}

describe("what cannot be is refused", () => {
	test("explicit steps", async () => {
		const scene = new Scene();
		block(scene);
		scene.collide(collider.plane());
		const options: SimulationOptions = { integrator: "symplectic-euler" };
		await expect(simulate(scene, options)).rejects.toThrow(
			/symplectic-euler cannot keep bodies out.*; use an implicit integrator/,
		);
	});

	test("a body in a collider at the beginning", async () => {
		const scene = new Scene();
		block(scene, -0.1);
		scene.collide(collider.plane(), { name: "floor" });
		await expect(simulate(scene)).rejects.toThrow(
			/body "block": vertex \d+: it is 0.1\d* m inside collider "floor"/,
		);
	});

	test("shapes and options that make no sense", () => {
		const scene = new Scene();
		expect(() => collider.sphere({ radius: -1 })).toThrow(
			"collider.sphere: radius is -1; it must be positive [m]",
		);
		expect(() => collider.sphere({ radius: "1" as never })).toThrow(
			/radius is "1"; it must be positive/,
		);
		expect(() => collider.plane({ normal: [0, 0, 0] })).toThrow(
			"collider.plane: normal is [0, 0, 0]; it must be three finite numbers that are not all zero [1]",
		);
		expect(() =>
			collider.cylinder({ from: [0, 0, 0], to: [0, 0, 0], radius: 1 }),
		).toThrow(/collider.cylinder: 'from' and 'to' are both \[0,0,0\]/);
		expect(() => collider.box({ size: [1, 0, 1] })).toThrow(
			"collider.box: size is [1, 0, 1]; it must be three positive numbers [m]",
		);
		expect(() => collider.box({ size: [1, Number.NaN, 1] })).toThrow(/size/);
		expect(() => collider.box({} as never)).toThrow(
			"collider.box: size is missing; give its extent along its axes [m], three positive numbers",
		);
		expect(() => collider.plane({ nromal: [0, 1, 0] } as never)).toThrow(
			"collider.plane: there is no option 'nromal'; it takes point, normal",
		);
		expect(() =>
			scene.collide(collider.plane(), {
				turn: { axis: [0, 0, 0], angle: () => 0 },
			}),
		).toThrow(/collider "collider 1": it turns about the axis \[0,0,0\]/);
		expect(() => scene.collide(collider.plane(), { friction: -1 })).toThrow(
			/collider "collider 1": friction is -1/,
		);
		expect(() =>
			scene.collide(collider.plane(), { fricton: 1 } as never),
		).toThrow(/no option 'fricton'/);
		scene.collide(collider.plane(), { name: "floor" });
		expect(() => scene.collide(collider.plane(), { name: "floor" })).toThrow(
			/already/,
		);
	});
});

test("a collider that runs into a held vertex says so, and the state stays", async () => {
	const scene = new Scene();
	const held = block(scene);
	held.pin(held.group("y-min"));
	scene.collide(collider.plane(), {
		name: "lift",
		motion: (t) => [0, 5 * t, 0],
	});
	const sim = await simulate(scene);
	sim.step();
	const before = sim.positions(held).slice();
	expect(() => sim.step()).toThrow(
		/collider "lift" runs into a held vertex.*body "block"/,
	);
	expect(sim.positions(held)).toEqual(before);
});

test("a sheet between two plates that close on it says that it is squeezed", async () => {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [3, 3], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	scene.collide(collider.plane({ point: [0, -0.05, 0] }), {
		motion: (t) => [0, t, 0],
	});
	scene.collide(collider.plane({ point: [0, 0.05, 0], normal: [0, -1, 0] }), {
		motion: (t) => [0, -t, 0],
	});
	const sim = await simulate(scene);
	await sim.run({ steps: 2 });
	for (const { distance } of sim.contacts(sheet))
		expect(distance).toBeGreaterThan(0);
	await expect(sim.run({ steps: 3 })).rejects.toThrow(/squeezed/);
});

test("a body without colliders has no contacts, and one that slides on a line is pushed along it", async () => {
	const alone = new Scene();
	const lonely = block(alone);
	expect((await simulate(alone)).contacts(lonely)).toEqual([]);

	const scene = new Scene({ gravity: [0, 0, 0] });
	const guided = block(scene);
	guided.slide(guided.group("y-min"), { line: [0, 1, 0] });
	scene.collide(collider.plane(), { motion: (t) => [0, 2 * t, 0] });
	const sim = await simulate(scene);
	const x = sim.positions(guided).slice();
	await sim.run({ seconds: 0.2 });
	const now = sim.positions(guided);
	for (const vertex of guided.group("y-min")) {
		expect(now[3 * vertex]).toBe(x[3 * vertex]);
		expect(now[3 * vertex + 1]).toBeGreaterThan(0.4);
	}
});

import { describe, expect, test } from "vitest";
import { toLocal } from "../../src/contact/pose.ts";
import {
	cable,
	cloth,
	collider,
	quadraticSpring,
	Scene,
	type Shape,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
	type Vector3,
} from "../../src/index.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { tilted } from "./shapes.ts";

const soft = stableNeoHookean.elements.tetrahedra({
	youngModulus: 1e5,
	poissonRatio: 0.3,
});

function someBody(random: () => number, scene: Scene) {
	const kind = Math.floor(3 * random());
	if (kind === 0)
		return scene.add(
			cloth.grid(
				{ size: [0.3, 0.3], cells: [5, 5], plane: "xz" },
				{
					membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
	if (kind === 1)
		return scene.add(
			solid.box(
				{ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] },
				{ solid: soft, density: 800 },
			),
		);
	return scene.add(
		cable.line(
			{ to: [0.4, 0.05, 0], segments: 6 },
			{ spring: quadraticSpring({ axialStiffness: 500 }), linearDensity: 0.1 },
		),
	);
}

/** Whatever happens in a second, every vertex is outside after every step. */
async function expectOutside(
	scene: Scene,
	steps: number,
	newtonIterations: number,
): Promise<void> {
	const sim = await simulate(scene, {
		substeps: 1,
		newtonIterations,
		mustConverge: false,
	});
	for (let i = 0; i < steps; i++) {
		sim.step();
		for (const body of scene.bodies)
			for (const { distance } of sim.contacts(body))
				expect(distance).toBeGreaterThan(0);
	}
}

describe.each(Object.entries(tilted))("random drops on a %s", (_, shape) => {
	test.each([1, 2, 3, 4])("seed %i", async (seed) => {
		const random = createRandom(seed);
		const scene = new Scene();
		const body = someBody(random, scene);
		const normal = shape.kind === "plane" ? [1, 2, -0.5] : [0, 1, 0];
		const away = normal.map((c) => (1 + 0.3 * random()) * c);
		const turn = 6 * random();
		body.place((x, y, z) => [
			Math.cos(turn) * x - Math.sin(turn) * y + away[0],
			Math.sin(turn) * x + Math.cos(turn) * y + away[1],
			z + away[2],
		]);
		// Every other one hits at 100 m/s.
		const speed = seed % 2 === 0 ? 100 : 3;
		const size = Math.hypot(...away);
		body.launch(() => {
			const v = away.map((c) => (-speed * c) / size);
			return [v[0], v[1], v[2]];
		});
		scene.collide(shape, { friction: 0.5 * random() });
		await expectOutside(scene, 20, seed < 3 ? 30 : 1);
	});
});

const moving: readonly [string, Shape, (t: number) => Vector3][] = [
	[
		"a floor that rises at 20 m/s",
		collider.plane({ point: [0, -0.3, 0] }),
		(t) => [0, 20 * t, 0],
	],
	[
		"a ball that shakes",
		collider.sphere({ centre: [0.1, -0.4, 0.1], radius: 0.3 }),
		(t) => [0, 0.3 * Math.sin(30 * t), 0],
	],
	[
		"a thin blade that sweeps at 60 m/s",
		collider.box({ size: [2, 0.001, 2], centre: [0, -1, 0] }),
		(t) => [0, 60 * t, 0],
	],
	[
		"a stick that is thrown",
		collider.capsule({ from: [-1, -1, 0.1], to: [1, -1, 0.1], radius: 0.05 }),
		(t) => [0, 10 * t, 0],
	],
];

describe.each(moving)("%s", (_, shape, motion) => {
	test.each([5, 6, 7])("seed %i", async (seed) => {
		const scene = new Scene();
		const body = someBody(createRandom(seed), scene);
		const added = scene.collide(shape, { motion, friction: 0.2 });
		await expectOutside(scene, 12, 30);
		// Nor did it come out on the other side: what a floor or a blade sweeps is before it.
		if (shape.kind !== "box" && shape.kind !== "plane") return;
		const sim = await simulate(scene, { substeps: 1, mustConverge: false });
		await sim.run({ steps: 12 });
		const pose = new Float64Array(12);
		added.poseAt(sim.time, pose);
		const x = sim.positions(body);
		const local = new Float64Array(3);
		for (let i = 0; i < x.length; i += 3) {
			toLocal(pose, x[i], x[i + 1], x[i + 2], local);
			if (Math.abs(local[0]) < 0.9 && Math.abs(local[2]) < 0.9)
				expect(local[1]).toBeGreaterThan(0);
		}
	});
});

test("a spinning box throws a sheet off without cutting into it", async () => {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{
				size: [0.4, 0.4],
				cells: [6, 6],
				plane: "xz",
				origin: [-0.2, 0.02, -0.2],
			},
			{
				membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	scene.collide(collider.box({ size: [0.6, 0.02, 0.6] }), {
		friction: 0.4,
		turn: { axis: [0.2, 1, 0.1], angle: (t) => 20 * t * t },
	});
	await expectOutside(scene, 30, 30);
	const sim = await simulate(scene);
	await sim.run({ seconds: 0.2 });
	expect(sim.contacts(sheet)[0].distance).toBeGreaterThan(0);
});

test("energy never grows at an impact, and momentum is what forces make of it", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const block = scene.add(
		solid
			.box(
				{ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] },
				{ solid: soft, density: 800 },
			)
			.place((x, y, z) => [x, y + 0.05, z])
			.launch(() => [0, -5, 0]),
	);
	scene.collide(collider.plane());
	for (const integrator of ["implicit-euler", "bdf2"] as const) {
		const sim = await simulate(scene, {
			timeStep: 1e-3,
			substeps: 1,
			integrator,
		});
		const total = () => {
			const { kinetic, elastic } = sim.energies();
			return kinetic + elastic;
		};
		const atFirst = total();
		let before = sim.momentum().linear[1];
		for (let i = 0; i < 100; i++) {
			sim.step();
			expect(total()).toBeLessThan(atFirst * (1 + 1e-9));
			const now = sim.momentum().linear;
			if (integrator === "implicit-euler")
				expect(
					Math.abs(
						(now[1] - before) / 1e-3 - sim.contacts(block)[0].normalForce[1],
					),
				).toBeLessThan(1e-4 * block.mass * 5e3);
			before = now[1];
			expect(Math.abs(now[0])).toBeLessThan(1e-9 * block.mass * 5);
		}
		// It bounced.
		expect(before).toBeGreaterThan(0);
	}
});

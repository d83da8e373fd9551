import { describe, expect, test } from "vitest";
import {
	cloth,
	collider,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
} from "../../../src/index.ts";
import { sphere } from "../../../src/mesh/generators/sphere.ts";
import { softCloth } from "./bodies.ts";

const ways: [string, SimulationOptions][] = [
	["generalized-alpha", {}],
	["implicit Euler", { integrator: "implicit-euler" }],
	["BDF2", { integrator: "bdf2" }],
	["midpoint", { integrator: "midpoint" }],
	["block descent", { solver: "block-descent", sweeps: 30 }],
];

const rubber = stableNeoHookean.elements.tetrahedra({
	youngModulus: 1e5,
	poissonRatio: 0.35,
});

describe.each(ways)("%s", (_, options) => {
	test("keeps momentum and gains no energy where bodies hit each other", async () => {
		const scene = new Scene({
			gravity: [0, 0, 0],
			contact: { thickness: 1e-3, friction: 0.3 },
		});
		const velocities = [
			[1, 0, 0],
			[-0.5, 0.2, 0.1],
		];
		for (const [i, velocity] of velocities.entries()) {
			const body = scene.add(
				solid.box(
					{ size: [0.1, 0.1, 0.1], cells: [2, 2, 2] },
					{ solid: rubber, density: 1000 },
				),
			);
			body.place((x, y, z) => [x + 0.11 * i, y + 0.02 * i, z + 0.03 * i]);
			for (let v = 0; v < body.vertexCount; v++)
				body.velocities.set(velocity, 3 * v);
		}
		const simulation = await simulate(scene, {
			timeStep: 1 / 240,
			substeps: 1,
			...options,
		});
		const before = simulation.momentum().linear;
		const energy = () => {
			const { kinetic, elastic } = simulation.energies();
			return kinetic + elastic;
		};
		const first = energy();
		let touched = 0;
		for (let step = 0; step < 24; step++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
			const touches = simulation.surfaceContacts().length;
			touched += touches;
			// What the barrier stores while they touch comes back later.
			if (touches === 0) expect(energy()).toBeLessThan(first * (1 + 1e-6));
		}
		expect(touched).toBeGreaterThan(0);
		for (const [k, component] of simulation.momentum().linear.entries())
			expect(Math.abs(component - before[k])).toBeLessThan(1e-6);
	});

	test("lets no cloth through a ball of triangles and itself", async () => {
		const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.2 } });
		const sheet = scene.add(
			cloth.grid({ size: [0.2, 0.2], cells: [8, 8], plane: "xz" }, softCloth),
		);
		sheet.place((x, _, z) => [x - 0.093, 0.053, z - 0.097]);
		const { positions, triangles } = sphere({ radius: 0.05, subdivisions: 2 });
		scene.collide(collider.mesh({ positions, triangles }), { friction: 0.2 });
		const simulation = await simulate(scene, {
			timeStep: 1 / 120,
			substeps: 1,
			...options,
		});
		let touched = 0;
		for (let step = 0; step < 20; step++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
			touched += simulation.surfaceContacts().length;
		}
		expect(touched).toBeGreaterThan(10);
		// It hangs down beside the ball as far as it falls in that time.
		const y = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
		expect(Math.min(...y)).toBeLessThan(0.01);
		// Its middle lies on the ball, no higher than it began. Folds beside it do rise: by 5 mm in steps that are short enough for all integrators to agree.
		const middle = y[sheet.nearest([0.1, 0, 0.1])];
		expect(middle).toBeGreaterThan(0.048);
		expect(middle).toBeLessThan(0.053);
		const onBall = simulation
			.surfaceContacts()
			.find(({ between }) => between.includes("collider 1"));
		// The ball itself has no thickness.
		expect(onBall?.distance).toBeLessThan(1.01e-3);
	});

	test("lets a block fall on a plane and rest there with its weight", async () => {
		const scene = new Scene();
		const body = scene.add(
			solid.box(
				{ size: [0.1, 0.05, 0.1], cells: [2, 1, 2], origin: [0, 0.01, 0] },
				{ solid: rubber, density: 1000 },
			),
		);
		scene.collide(collider.plane(), { friction: 0.3 });
		const simulation = await simulate(scene, {
			timeStep: 1 / 120,
			substeps: 1,
			damping: { mass: 10, stiffness: 1e-3 },
			...options,
		});
		for (let step = 0; step < 50; step++) {
			simulation.step();
			const y = simulation.positions(body).filter((_, i) => i % 3 === 1);
			expect(Math.min(...y)).toBeGreaterThan(0);
		}
		const [{ normalForce }] = simulation.contacts(body);
		expect(normalForce[1] / (9.81 * body.mass)).toBeCloseTo(1, 2);
	});
});

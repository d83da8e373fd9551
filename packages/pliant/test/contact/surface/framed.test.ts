import { expect, test } from "vitest";
import { frameBody } from "../../../src/frames/frameBody.ts";
import { boxSamples } from "../../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../../src/frames/weights/linearWeights.ts";
import {
	cable,
	cloth,
	collider,
	quadraticSpring,
	rigidBody,
	Scene,
	simulate,
} from "../../../src/index.ts";
import { box } from "../../../src/mesh/generators/box.ts";
import type { Vector3 } from "../../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../../src/models/solid/laws/index.ts";
import { levelSurface, softCloth } from "./bodies.ts";

test("a rigid block falls into a sheet that is held, and lies in it with its weight", async () => {
	const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.4 } });
	const sheet = scene.add(
		cloth.grid(
			{
				size: [0.3, 0.3],
				cells: [8, 8],
				plane: "xz",
				origin: [-0.15, 0, -0.15],
			},
			softCloth,
		),
	);
	for (const side of ["top", "bottom"] as const) sheet.pin(sheet.corners(side));
	const block = scene.add(
		rigidBody({
			mesh: box({
				size: [0.06, 0.06, 0.06],
				cells: [1, 1, 1],
				origin: [-0.03, 0.01, -0.02],
			}),
			density: 200,
		}),
	);
	const simulation = await simulate(scene, {
		timeStep: 1 / 120,
		damping: { mass: 4, stiffness: 1e-3 },
	});
	for (let step = 0; step < 120; step++) {
		simulation.step();
		expect(simulation.intersections()).toBe(0);
	}
	await simulation.run({ seconds: 1 });
	const found = simulation
		.surfaceContacts()
		.find(({ between }) => between.includes(block.name));
	expect(found?.normalForce).toBeDefined();
	const total = [0, 1, 2].map(
		(k) => (found?.normalForce[k] ?? 0) + (found?.frictionForce[k] ?? 0),
	);
	expect(Math.abs(total[1]) / (block.mass * 9.81)).toBeCloseTo(1, 1);
});

test("two rigid blocks stand on each other on a mesh", async () => {
	const scene = new Scene({ contact: { thickness: 1e-3, friction: 0.5 } });
	const blocks = [0, 1].map((i) =>
		scene.add(
			rigidBody({
				mesh: box({
					size: [0.1, 0.05, 0.1],
					cells: [1, 1, 1],
					origin: [-0.05 + 0.01 * i, 6e-4 + 0.0512 * i, -0.05],
				}),
				density: 500,
			}),
		),
	);
	scene.collide(collider.mesh(levelSurface(1)), { friction: 0.5 });
	const simulation = await simulate(scene, {
		timeStep: 1 / 120,
		damping: { mass: 10 },
	});
	await simulation.run({ seconds: 0.5 });
	expect(simulation.intersections()).toBe(0);
	const force = (a: string, b: string) =>
		Math.abs(
			simulation
				.surfaceContacts()
				.find(({ between }) => between.includes(a) && between.includes(b))
				?.normalForce[1] ?? 0,
		);
	const weight = blocks[0].mass * 9.81;
	expect(force(blocks[0].name, blocks[1].name) / weight).toBeCloseTo(1, 2);
	expect(force(blocks[0].name, "collider 1") / (2 * weight)).toBeCloseTo(1, 2);
});

test("a block lies on the skin of a bar of two frames, with its weight", async () => {
	const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.4 } });
	const size: Vector3 = [0.2, 0.04, 0.06];
	const origin: Vector3 = [-0.1, -0.02, -0.03];
	const origins = [-0.1, 0.1].map((x): Vector3 => [x, 0, 0]);
	const bar = scene.add(
		frameBody({
			samples: boxSamples({ size, counts: [8, 2, 2], origin }),
			frames: origins.map((position) => ({ position })),
			weights: linearWeights(origins),
			density: 1000,
			law: stVenantKirchhoff({ youngModulus: 1e5, poissonRatio: 0.3 }),
			surface: box({ size, cells: [5, 1, 2], origin }),
		}),
	);
	bar.hold(0).hold(1);
	const block = scene.add(
		rigidBody({
			mesh: box({
				size: [0.03, 0.03, 0.03],
				cells: [1, 1, 1],
				origin: [-0.02, 0.0225, -0.014],
			}),
			density: 500,
		}),
	);
	const simulation = await simulate(scene, {
		timeStep: 1 / 120,
		damping: { mass: 10 },
	});
	for (let step = 0; step < 30; step++) {
		simulation.step();
		expect(simulation.intersections()).toBe(0);
	}
	const [{ normalForce, between }] = simulation.surfaceContacts();
	expect(between).toEqual([bar.name, block.name]);
	expect(Math.abs(normalForce[1]) / (9.81 * block.mass)).toBeCloseTo(1, 1);
	// What the block presses with is what holds the frames, besides the bar's own weight.
	const held = simulation.reaction(bar).force[1];
	expect(held / (9.81 * (bar.mass + block.mass))).toBeCloseTo(1, 2);
});

test("a surface that swells as recorded takes a sheet along", async () => {
	const scene = new Scene({ contact: { thickness: 2e-3 } });
	const sheet = scene.add(
		cloth.grid(
			{
				...{ size: [0.2, 0.2], cells: [6, 6], plane: "xz" },
				origin: [-0.1, 0.005, -0.1],
			},
			softCloth,
		),
	);
	const { positions, triangles } = levelSurface(0.3);
	// A hill that rises at 5 m/s in its middle.
	const positionsAt = (time: number) =>
		positions.map((c, i) =>
			i % 3 === 1
				? 5 *
					time *
					Math.exp(-100 * (positions[i - 1] ** 2 + positions[i + 1] ** 2))
				: c,
		);
	scene.collide(collider.mesh({ positions, triangles }, { positionsAt }));
	const simulation = await simulate(scene, { timeStep: 1 / 120 });
	for (let step = 0; step < 8; step++) {
		simulation.step();
		expect(simulation.intersections()).toBe(0);
	}
	const hill = Math.max(...positionsAt(simulation.time));
	const y = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
	expect(Math.max(...y)).toBeGreaterThan(hill);
});

test("a rigid block is lifted by a plate at 5 m/s", async () => {
	const scene = new Scene({ contact: { thickness: 1e-3, friction: 0.5 } });
	const block = scene.add(
		rigidBody({
			mesh: box({
				size: [0.1, 0.05, 0.1],
				cells: [1, 1, 1],
				origin: [-0.05, 0.02, -0.05],
			}),
			density: 500,
		}),
	);
	scene.collide(collider.mesh(levelSurface(1)), {
		motion: (time) => [0, 5 * time, 0],
	});
	const simulation = await simulate(scene, { timeStep: 1 / 120 });
	for (let step = 0; step < 12; step++) {
		simulation.step();
		expect(simulation.intersections()).toBe(0);
	}
	const lowest = Math.min(
		...simulation.positions(block).filter((_, i) => i % 3 === 1),
	);
	expect(lowest).toBeGreaterThan(0.5);
});

test("a cable lies across another that is held", async () => {
	const scene = new Scene({ contact: { thickness: 4e-3, friction: 0.3 } });
	const options = {
		spring: quadraticSpring({ axialStiffness: 500 }),
		linearDensity: 0.02,
	};
	const held = scene.add(
		cable.line({ from: [0, 0, 0], to: [0.4, 0, 0], segments: 9 }, options),
	);
	const ends = [held.nearest([0, 0, 0]), held.nearest([0.4, 0, 0])];
	held.pin(ends);
	scene.add(
		cable.line(
			{ from: [0.21, 0.01, -0.2], to: [0.19, 0.01, 0.21], segments: 10 },
			options,
		),
	);
	const simulation = await simulate(scene, {
		timeStep: 1 / 240,
		damping: { mass: 2 },
	});
	let touched = 0;
	for (let step = 0; step < 60; step++) {
		simulation.step();
		const [contact] = simulation.surfaceContacts();
		if (!contact) continue;
		touched++;
		expect(contact.distance).toBeGreaterThan(2e-3);
	}
	expect(touched).toBeGreaterThan(20);
});

import { describe, expect, test } from "vitest";
import { cloth, rigidBody, Scene, simulate, solid } from "../../src/index.ts";
import { box } from "../../src/mesh/index.ts";
import {
	linearBending,
	stableNeoHookean,
	trbs,
} from "../../src/models/index.ts";
import { level } from "./shapes.ts";

const soft = stableNeoHookean.elements.tetrahedra({
	youngModulus: 2e4,
	poissonRatio: 0.4,
});
const size = [0.2, 0.1, 0.2] as const;

describe.each(Object.entries(level))("on a %s", (_, shape) => {
	test("a block comes to rest within reach, on a force equal to its weight", async () => {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ size: [...size], cells: [4, 2, 4], origin: [-0.1, 0.02, -0.1] },
				{ solid: soft, density: 500 },
			),
		);
		// Nothing but rolling and sliding off is held.
		block.slide(
			block.where((x, _y, z) => Math.hypot(x, z) < 1e-9),
			{ line: [0, 1, 0] },
		);
		scene.collide(shape, { distance: 1e-3 });
		const sim = await simulate(scene);
		sim.solveStatics();
		const [report] = sim.contacts(block);
		const weight = block.mass * 9.81;
		expect(report.distance).toBeGreaterThan(0);
		expect(report.distance).toBeLessThan(1e-3);
		expect(report.count).toBeGreaterThan(0);
		expect(Math.abs(report.normalForce[1] / weight - 1)).toBeLessThan(1e-6);
	});
});

test("the distance at which a sheet rests does not depend on its mesh", async () => {
	const rest: number[] = [];
	for (const cells of [4, 12]) {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{
					size: [1, 1],
					cells: [cells, cells],
					plane: "xz",
					origin: [0, 0.1, 0],
				},
				{
					membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
					bending: linearBending({ bendingModulus: 1e-4 }),
					arealDensity: 0.2,
				},
			),
		);
		scene.collide(level.plane);
		const sim = await simulate(scene);
		sim.solveStatics();
		const [report] = sim.contacts(sheet);
		expect(report.count).toBe((cells + 1) ** 2);
		rest.push(report.distance);
	}
	// Half of a thousandth of the extent.
	expect(rest[0]).toBeCloseTo(Math.SQRT2 / 2000, 6);
	expect(rest[1]).toBeCloseTo(rest[0], 8);
});

test("a body that is made on the ground is lifted, and stays where it is", async () => {
	const scene = new Scene();
	const block = scene.add(
		solid.box(
			{ size: [...size], cells: [2, 1, 2] },
			{ solid: soft, density: 500 },
		),
	);
	scene.collide(level.plane, { distance: 1e-3 });
	// Its own weight compresses it from the first moment on: undamped it would swing about rest forever, at 16 Hz. This takes half of critical damping.
	const sim = await simulate(scene, { damping: { stiffness: 0.01 } });
	await sim.run({ seconds: 0.5 });
	const [report] = sim.contacts(block);
	expect(report.distance).toBeGreaterThan(0);
	expect(report.distance).toBeLessThan(1e-3);
	const weight = block.mass * 9.81;
	expect(report.normalForce[1] / weight).toBeGreaterThan(0.99);
	expect(report.normalForce[1] / weight).toBeLessThan(1.01);
});

test("a floor pushes below the centre of mass", async () => {
	const scene = new Scene();
	const crate = scene.add(
		rigidBody({
			mesh: box({ size: [0.2, 0.1, 0.3], origin: [0.4, 0.2, 0.1] }),
			mass: 2,
			centre: [0.53, 0.25, 0.18],
			inertia: [0.01, 0.01, 0.01],
		}),
	);
	scene.collide(level.plane);
	const simulation = await simulate(scene, { timeStep: 0.02, substeps: 1 });
	expect(simulation.contacts(crate)[0].centre).toBeUndefined();
	await simulation.run({ seconds: 1 });
	simulation.solveStatics();
	const [{ centre, distance }] = simulation.contacts(crate);
	const { position, orientation } = simulation.frames(crate).pose();
	expect(Math.abs(orientation[3])).toBeCloseTo(1, 5);
	expect(centre?.[0]).toBeCloseTo(position[0], 6);
	expect(centre?.[2]).toBeCloseTo(position[2], 6);
	expect(centre?.[1]).toBeGreaterThan(distance);
});

import { expect, test } from "vitest";
import { Collider } from "../../src/contact/collider.ts";
import { collider } from "../../src/contact/shapes/index.ts";
import { type FrameSurface, frameBody } from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import { box } from "../../src/mesh/generators/box.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import { alone } from "./alone.ts";
import { bump } from "./bump.ts";

const size: Vector3 = [0.4, 0.1, 0.1];
const origin: Vector3 = [-0.2, -0.05, -0.05];
const surface = box({ size, cells: [16, 4, 4], origin });

const rubberBar = (collisionSurface?: FrameSurface) => {
	const origins = [-0.2, 0.2].map((x): Vector3 => [x, 0, 0]);
	return frameBody({
		samples: boxSamples({ size, counts: [16, 4, 4], origin }),
		frames: origins.map((position) => ({ position })),
		weights: linearWeights(origins),
		density: 1000,
		law: stVenantKirchhoff({ youngModulus: 1e5, poissonRatio: 0.3 }),
		surface,
		...(collisionSurface && { collisionSurface }),
	});
};

const lowest = (positions: Float64Array) =>
	positions.reduce((y, c, i) => (i % 3 === 1 ? Math.min(y, c) : y), 1);

test("a body rests on the surface that touches, whatever is looked at", async () => {
	const margin = 0.01;
	const around = box({
		size: size.map((s) => s + 2 * margin) as unknown as Vector3,
		cells: [2, 1, 1],
		origin: origin.map((c) => c - margin) as unknown as Vector3,
	});
	const body = rubberBar(around);
	const floor = collider.plane({ normal: [0, 1, 0], point: [0, -0.1, 0] });
	const { simulation } = await alone(body, {
		colliders: [new Collider(floor, { name: "floor", distance: 1e-4 })],
		timeStep: 0.01,
		damping: { mass: 2, stiffness: 0.02 },
	});
	await simulation.run({ seconds: 1 });
	simulation.solveStatics();
	const [{ count, distance, normalForce }] = simulation.contacts(body);
	expect(count).toBe(6);
	expect(distance).toBeGreaterThan(0);
	expect(distance).toBeLessThan(1e-4);
	expect(normalForce[1] / (9.81 * body.mass)).toBeCloseTo(1, 6);
	const height = lowest(simulation.positions(body)) + 0.1;
	// Linear weights cannot thin the bar: the surface is a margin above the one that touches.
	expect(height - distance).toBeCloseTo(margin, 5);
	expect(simulation.positions(body)).toHaveLength(surface.positions.length);
});

/** The bar, with a ball that comes down on it by 2 mm and stays. */
async function pressed(body: ReturnType<typeof rubberBar>) {
	const ball = collider.sphere({ centre: [0.05, 0.101, 0], radius: 0.05 });
	const found = await alone(body, {
		gravity: [0, 0, 0],
		colliders: [
			new Collider(ball, {
				name: "ball",
				motion: (t) => [0, -0.1 * Math.min(t, 0.03), 0],
			}),
		],
		timeStep: 0.002,
		// Otherwise the ball would knock the bar away.
		damping: { stiffness: 0.02 },
	});
	return { ...found, touch: () => found.simulation.contacts(body)[0] };
}

test("nothing jumps when a frame comes where a collider touches", async () => {
	const body = rubberBar().hold(0);
	const { simulation, frames, touch } = await pressed(body);
	const look = () => ({
		x: simulation.positions(body).slice(),
		v: simulation.velocities(body).slice(),
		...simulation.energies(),
		force: Math.hypot(...touch().normalForce),
	});
	await simulation.run({ seconds: 0.02 });
	const { centre } = touch();
	if (!centre) throw new Error("the ball does not touch");
	const before = look();
	const { origin: place } = frames.insert(centre, bump(0.08));
	const after = look();
	expect(frames.positionOf(place)[1]).toBeCloseTo(centre[1], 9);
	for (const key of ["x", "v"] as const)
		for (const [i, c] of after[key].entries())
			expect(Math.abs(c - before[key][i])).toBeLessThan(1e-12);
	for (const key of ["elastic", "kinetic", "force"] as const) {
		expect(before[key]).toBeGreaterThan(1e-6);
		expect(Math.abs(after[key] / before[key] - 1)).toBeLessThan(1e-9);
	}
	await simulation.run({ seconds: 0.02 });
	expect(touch().distance).toBeGreaterThan(0);
});

test("a body that is held gives way where a frame is inserted, and only there", async () => {
	const body = rubberBar().hold(0).hold(1);
	const { simulation, frames, touch } = await pressed(body);
	const { samples } = frames.insert([0.05, 0.05, 0], bump(0.08));
	expect(samples).toBeGreaterThan(10);
	await simulation.run({ seconds: 0.05 });
	simulation.solveStatics();
	expect(touch().distance).toBeGreaterThan(0);
	expect(touch().normalForce[1]).toBeLessThan(-1);
	const moved = simulation
		.positions(body)
		.map((c, i) => Math.abs(c - surface.positions[i]));
	const depth = Math.max(...moved);
	expect(depth).toBeGreaterThan(0.0019);
	expect(depth).toBeLessThan(0.0025);
	for (const [i, by] of moved.entries())
		if (Math.abs(surface.positions[i - (i % 3)] - 0.05) > 0.08)
			expect(by).toBe(0);

	const other = await pressed(rubberBar().hold(0).hold(1));
	await expect(other.simulation.run({ seconds: 0.05 })).rejects.toThrow(
		/collider "ball"/,
	);
});

import { describe, expect, test } from "vitest";
import type { PairFriction } from "../../src/contact/friction.ts";
import { collider, Scene, simulate, solid } from "../../src/index.ts";
import { levelSurface, softSolid } from "./surface/bodies.ts";

const g = 9.81;
const friction = { static: 0.4, kinetic: 0.3 };
const floors = {
	plane: () => collider.plane(),
	triangles: () => collider.mesh(levelSurface(6)),
};
const kinds = Object.keys(floors) as (keyof typeof floors)[];

/** A stiff block on a floor that leans by an angle; x goes down. */
function slope(
	floor: keyof typeof floors,
	angle: number,
	{
		speed = 0,
		own = friction as number | typeof friction,
		frictionTable = [] as PairFriction[],
	} = {},
) {
	const scene = new Scene({
		gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
		contact: { thickness: 1e-3, frictionTable },
	});
	const block = scene.add(
		solid.box(
			{
				...{ size: [0.1, 0.02, 0.1], cells: [2, 1, 2] },
				origin: [-1.513, 5e-4, -0.047],
			},
			{
				...softSolid(1e6),
				name: "block",
				contact: { material: "rubber" },
			},
		),
	);
	for (let v = 0; v < block.vertexCount; v++)
		block.velocities.set([speed, 0, 0], 3 * v);
	scene.collide(floors[floor](), {
		friction: own,
		name: "floor",
		material: "wood",
	});
	return { scene, block };
}

describe.each(kinds)("on a floor: %s", (floor) => {
	test("what rests sticks on a slope on which what moves goes on", async () => {
		const angle = Math.atan(0.35);
		for (const speed of [0, 0.5]) {
			const { scene, block } = slope(floor, angle, { speed });
			const simulation = await simulate(scene, {
				timeStep: 1 / 240,
				substeps: 1,
			});
			const now = () => simulation.momentum().linear[0] / block.mass;
			// From rest, not from a fall on the slope.
			if (speed === 0) simulation.solveStatics();
			await simulation.run({ seconds: 0.1 });
			const before = now();
			await simulation.run({ seconds: 0.2 });
			const acceleration = (now() - before) / 0.2;
			const expected = g * (Math.sin(angle) - 0.3 * Math.cos(angle));
			if (speed === 0)
				expect(Math.abs(now())).toBeLessThan(1e-3 * Math.hypot(0.1, 0.02, 0.1));
			else expect(Math.abs(acceleration / expected - 1)).toBeLessThan(0.01);
		}
	});

	test("statics holds up to the static coefficient", async () => {
		for (const part of [0.99, 1.01]) {
			const { scene } = slope(floor, Math.atan(part * friction.static));
			const simulation = await simulate(scene);
			const solve = () =>
				simulation.solveStatics({ loadSteps: 1, iterations: 100 });
			if (part < 1) solve();
			else expect(solve).toThrow(/statics failed/);
		}
	});
});

test("what slides stops where the kinetic coefficient stops it", async () => {
	const { scene, block } = slope("plane", 0, {
		speed: 1,
		own: { static: 0.8, kinetic: 0.3 },
	});
	const simulation = await simulate(scene, { timeStep: 1 / 480, substeps: 1 });
	const start = simulation.positions(block)[0];
	await simulation.run({ seconds: 0.4 });
	const distance = simulation.positions(block)[0] - start;
	expect(Math.abs(distance * 2 * 0.3 * g - 1)).toBeLessThan(0.01);
});

test("names in the table count more than materials, and these more than the floor's own", async () => {
	const byMaterial = {
		between: ["wood", "rubber"],
		friction: 0.2,
	} as const;
	const byName = { between: ["block", "floor"], friction: 0 } as const;
	for (const [frictionTable, expected] of [
		[[], 0.3],
		[[byMaterial], 0.2],
		[[byMaterial, byName], 0],
	] as const) {
		const { scene, block } = slope("plane", 0, {
			speed: 1,
			own: 0.3,
			frictionTable: [...frictionTable],
		});
		const simulation = await simulate(scene, {
			timeStep: 1 / 240,
			substeps: 1,
		});
		const speed = () => simulation.momentum().linear[0] / block.mass;
		await simulation.run({ seconds: 0.05 });
		const before = speed();
		await simulation.run({ seconds: 0.05 });
		expect((before - speed()) / (0.05 * g)).toBeCloseTo(expected, 2);
	}
});

test("coefficients that make no sense are refused", async () => {
	expect(() =>
		slope("plane", 0, { own: { static: 0.2, kinetic: 0.3 } }),
	).toThrow(
		'collider "floor": friction: kinetic is 0.3, more than static, 0.2; what slides is held less than what sticks',
	);
	const { scene } = slope("plane", 0, {
		frictionTable: [{ between: ["glass", "rubber"], friction: 0.2 }],
	});
	await expect(simulate(scene)).rejects.toThrow(
		"contact.frictionTable names 'glass'; the scene has block, floor, rubber, wood",
	);
});

import { describe, expect, test } from "vitest";
import { collider, Scene, simulate, solid } from "../../../src/index.ts";
import { levelSurface, softSolid } from "./bodies.ts";

const g = 9.81;
const friction = 0.3;

/** A stiff block that rests on a slope; x goes down. */
function slope(angle: number, speed = 0) {
	const scene = new Scene({
		gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
		contact: { thickness: 1e-3 },
	});
	const block = scene.add(
		solid.box(
			{
				...{ size: [0.1, 0.02, 0.1], cells: [2, 1, 2] },
				origin: [-0.513, 5e-4, -0.047],
			},
			softSolid(1e6),
		),
	);
	for (let v = 0; v < block.vertexCount; v++)
		block.velocities.set([speed, 0, 0], 3 * v);
	scene.collide(collider.mesh(levelSurface(2)), { friction });
	return { scene, block };
}

describe("friction between surfaces", () => {
	test.each([0.99, 1.01])(
		"holds a block up to its angle: at %f of it",
		async (part) => {
			const { scene, block } = slope(Math.atan(part * friction));
			const simulation = await simulate(scene, { timeStep: 1 / 120 });
			const place = () => simulation.positions(block)[0];
			await simulation.run({ seconds: 0.5 });
			const start = place();
			await simulation.run({ seconds: 0.25 });
			const slid = place() - start;
			// Sticking is sliding at a thousandth of the block's size a second at most.
			const creep = 0.25 * 1e-3 * Math.hypot(0.1, 0.02, 0.1);
			if (part < 1) expect(slid).toBeLessThan(creep);
			else expect(slid).toBeGreaterThan(2 * creep);
		},
	);

	test("stops a sliding block where Coulomb's law does", async () => {
		const speed = 1;
		const { scene, block } = slope(0, speed);
		const simulation = await simulate(scene, { timeStep: 1 / 480 });
		const start = simulation.positions(block)[0];
		await simulation.run({ seconds: 0.4 });
		const distance = simulation.positions(block)[0] - start;
		expect(distance / (speed ** 2 / (2 * friction * g))).toBeCloseTo(1, 2);
	});

	test("is taken from the table where that names the two", async () => {
		const scene = new Scene({
			contact: {
				thickness: 1e-3,
				friction: 0.9,
				frictionTable: [{ between: ["ice", "block"], friction: 0 }],
			},
		});
		const block = scene.add(
			solid.box(
				{ size: [0.1, 0.02, 0.1], cells: [2, 1, 2] },
				{ ...softSolid(1e6), name: "block" },
			),
		);
		block.place((x, y, z) => [x - 0.05, y + 5e-4, z - 0.05]);
		for (let v = 0; v < block.vertexCount; v++)
			block.velocities.set([1, 0, 0], 3 * v);
		scene.collide(collider.mesh(levelSurface(2)), {
			name: "ice",
			friction: 0.9,
		});
		const simulation = await simulate(scene, { timeStep: 1 / 120 });
		await simulation.run({ seconds: 0.25 });
		expect(simulation.positions(block)[0]).toBeCloseTo(-0.05 + 0.25, 4);
	});

	test("keeps momentum, and gives no energy, where bodies hit each other", async () => {
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
				solid.box({ size: [0.1, 0.1, 0.1], cells: [2, 2, 2] }, softSolid(1e5)),
			);
			body.place((x, y, z) => [x + 0.11 * i, y + 0.02 * i, z + 0.03 * i]);
			for (let v = 0; v < body.vertexCount; v++)
				body.velocities.set(velocity, 3 * v);
		}
		const simulation = await simulate(scene, { timeStep: 1 / 240 });
		const before = simulation.momentum().linear;
		const energy = () => {
			const { kinetic, elastic } = simulation.energies();
			return kinetic + elastic;
		};
		let last = energy();
		let touched = 0;
		for (let step = 0; step < 24; step++) {
			simulation.step();
			touched += simulation.surfaceContacts().length;
			// What the barrier stores while they touch comes back later.
			const now = energy();
			if (simulation.surfaceContacts().length === 0) {
				expect(now).toBeLessThan(last * (1 + 1e-9));
				last = now;
			}
		}
		expect(touched).toBeGreaterThan(0);
		expect(simulation.surfaceContacts().length).toBe(0);
		for (const [k, component] of simulation.momentum().linear.entries())
			expect(Math.abs(component - before[k])).toBeLessThan(1e-6);
	});
});

import { describe, expect, test } from "vitest";
import { cloth, collider, Scene, simulate } from "../../../src/index.ts";
import { blockSurface, drop, softCloth } from "./bodies.ts";

describe("nothing passes through", () => {
	test.each([1, 2, 3])("what is dropped, seed %i", async (seed) => {
		const simulation = await simulate(drop(seed), { accuracy: 5e-3 });
		let touching = 0;
		for (let frame = 0; frame < 18; frame++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
			touching += simulation.surfaceContacts().length;
		}
		expect(touching).toBeGreaterThan(5);
	});

	test("a sheet that is hit by a block at 10 m/s", async () => {
		const scene = new Scene({ contact: { thickness: 2e-3 } });
		const sheet = scene.add(
			cloth.grid({ size: [0.5, 0.5], cells: [8, 8] }, softCloth),
		);
		sheet.pin(sheet.corners("top"));
		scene.collide(collider.mesh(blockSurface([0.1, 0.1, 0.1])), {
			motion: (time) => [0.25, 0.25, 0.2 - 10 * time],
		});
		const simulation = await simulate(scene, { timeStep: 1 / 120 });
		for (let step = 0; step < 6; step++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
		}
		// It was carried along.
		const z = simulation.positions(sheet).filter((_, i) => i % 3 === 2);
		expect(Math.min(...z)).toBeLessThan(-0.1);
	});

	test("a cloth that is twisted", async () => {
		const scene = new Scene({
			gravity: [0, 0, 0],
			contact: { thickness: 2e-3, friction: 0.1 },
		});
		const sheet = scene.add(
			cloth.grid({ size: [0.1, 0.3], cells: [5, 15] }, softCloth),
		);
		const ends = [sheet.group("bottom"), sheet.group("top")];
		for (const [i, end] of ends.entries())
			sheet.move(end, {
				field: ([x], time) => {
					const angle = (i === 0 ? -1 : 1) * 6 * time;
					const arm = x - 0.05;
					return [(Math.cos(angle) - 1) * arm, 0, Math.sin(angle) * arm];
				},
			});
		const simulation = await simulate(scene, {
			damping: { mass: 5 },
		});
		for (let step = 0; step < 50; step++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
		}
		expect(simulation.surfaceContacts()[0].count).toBeGreaterThan(10);
	});
});

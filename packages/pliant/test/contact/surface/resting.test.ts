import { describe, expect, test } from "vitest";
import { cloth, collider, Scene, simulate, solid } from "../../../src/index.ts";
import type { LinearMethod } from "../../../src/simulation/index.ts";
import { levelSurface, softCloth, softSolid } from "./bodies.ts";

const g = 9.81;

describe("at rest", () => {
	test.each([2e-4, 1e-3, 5e-3])(
		"sheets of %f m are their thickness apart, and half of it from a table",
		async (thickness) => {
			const scene = new Scene({ contact: { thickness, friction: 0.3 } });
			const heavy = { ...softCloth, arealDensity: 2 };
			const [lower, upper] = [6, 5].map((cells, i) => {
				const sheet = scene.add(
					cloth.grid(
						{ size: [0.2, 0.2], cells: [cells, cells], plane: "xz" },
						heavy,
					),
				);
				const height = thickness * (0.7 + 1.2 * i);
				return sheet.place((x, _, z) => [x + 0.004 * i, height, z]);
			});
			scene.collide(collider.plane(), { friction: 0.3 });
			const simulation = await simulate(scene, { damping: { mass: 10 } });
			await simulation.run({ seconds: 0.6 });
			const heights = [lower, upper].map((sheet) =>
				simulation.positions(sheet).filter((_, i) => i % 3 === 1),
			);
			for (const y of heights[0]) {
				expect(y / thickness).toBeGreaterThan(0.45);
				expect(y / thickness).toBeLessThan(0.55);
			}
			const [{ distance, normalForce, between }] = simulation.surfaceContacts();
			expect(between).toEqual([lower.name, upper.name]);
			expect(distance / thickness).toBeGreaterThan(0.9);
			for (const y of heights[1]) expect(y / thickness - 0.5).toBeLessThan(1.1);
			expect(normalForce[1] / (-upper.mass * g)).toBeCloseTo(1, 3);
		},
	);

	test.each([
		["a plane", collider.plane()],
		["triangles", collider.mesh(levelSurface(1))],
	])(
		"a sheet that hit %s is as far from it as one that was laid down",
		async (_, table) => {
			const thickness = 1e-3;
			const scene = new Scene({ contact: { thickness } });
			const sheet = scene.add(
				cloth.grid(
					{
						...{ size: [0.2, 0.2], cells: [4, 4], plane: "xz" },
						origin: [-0.1, 0.2, -0.1],
					},
					{ ...softCloth, arealDensity: 2 },
				),
			);
			scene.collide(table, { friction: 0.3 });
			const simulation = await simulate(scene, { damping: { mass: 5 } });
			await simulation.run({ seconds: 1 });
			for (const [i, y] of simulation.positions(sheet).entries())
				if (i % 3 === 1) expect(y / thickness).toBeCloseTo(0.5, 2);
		},
	);

	const methods: LinearMethod[] = ["direct", "multigrid", "conjugate-gradient"];
	test.each(methods)(
		"a block lies on another with its weight: %s",
		async (method) => {
			const scene = new Scene({ contact: { thickness: 1e-3, friction: 0.5 } });
			const [lower, upper] = [0, 1].map((i) => {
				const body = scene.add(
					solid.box(
						{ size: [0.1, 0.05, 0.1], cells: [2, 1, 2] },
						softSolid(1e5),
					),
				);
				return body.place((x, y, z) => [
					x + 0.017 * i - 0.05,
					y + 0.0005 + 0.051 * i,
					z + 0.011 * i - 0.05,
				]);
			});
			scene.collide(collider.mesh(levelSurface(1)), {
				name: "table",
				friction: 0.5,
			});
			const simulation = await simulate(scene, {
				timeStep: 1 / 120,
				damping: { mass: 20, stiffness: 1e-3 },
				linear: { method },
			});
			await simulation.run({ seconds: 0.5 });
			const found = simulation.surfaceContacts();
			const forceOf = (a: string, b: string) =>
				found.find(({ between }) => between.includes(a) && between.includes(b))
					?.normalForce[1] ?? 0;
			const weight = upper.mass * g;
			expect(forceOf(lower.name, upper.name) / -weight).toBeCloseTo(1, 2);
			expect(forceOf(lower.name, "table") / (2 * weight)).toBeCloseTo(1, 2);
			expect(simulation.intersections()).toBe(0);
		},
	);
});

describe("in statics", () => {
	test("a sheet hangs over another that is held", async () => {
		const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.3 } });
		const [below, above] = [0, 1].map((i) => {
			const sheet = scene.add(
				cloth.grid({ size: [0.3, 0.3], cells: [6, 6], plane: "xz" }, softCloth),
			);
			return sheet.place((x, _, z) => [x + 0.01 * i, 0.0021 * i, z + 0.02 * i]);
		});
		below.pin(below.corners("top"));
		below.pin(below.corners("bottom"));
		const simulation = await simulate(scene);
		simulation.solveStatics({ iterations: 200 });
		const [{ normalForce, frictionForce }] = simulation.surfaceContacts();
		// Where they are inclined friction bears a part.
		const force = normalForce[1] + frictionForce[1];
		expect(force / (-above.mass * g)).toBeCloseTo(1, 4);
		expect(simulation.intersections()).toBe(0);
	});
});

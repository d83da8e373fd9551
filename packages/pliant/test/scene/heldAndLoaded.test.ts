import { describe, expect, test } from "vitest";
import {
	cloth,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { hangingCloth } from "./hangingCloth.ts";

describe("constraints", () => {
	test("pins hold, motions are followed, sliding stays on its line and plane", async () => {
		for (const integrator of [
			"implicit-euler",
			"midpoint",
			"bdf2",
			"symplectic-euler",
		] as const) {
			const scene = new Scene();
			const sheet = scene.add(
				cloth.grid(
					{ cells: [4, 4] },
					{
						membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
						arealDensity: 0.2,
					},
				),
			);
			const [moved, pinned, onPlane, onLine] = [
				sheet.nearest([0, 1, 0]),
				sheet.nearest([1, 1, 0]),
				sheet.nearest([0, 0, 0]),
				sheet.nearest([1, 0, 0]),
			];
			sheet.move([moved], (t) => [0.1 * Math.sin(5 * t), 0, 0.3 * t]);
			sheet.pin([pinned]);
			const normal = [0.6, 0, 0.8] as const;
			sheet.slide([onPlane], { plane: [6, 0, 8] });
			sheet.slide([onLine], { line: [0, 2, 2] });
			const sim = await simulate(scene, {
				integrator,
				timeStep: integrator === "symplectic-euler" ? 1e-3 : 0.01,
			});
			await sim.run({ seconds: 0.3 });
			const at = (v: number) => [
				...sim.positions(sheet).subarray(3 * v, 3 * v + 3),
			];
			const expected = [0.1 * Math.sin(5 * sim.time), 1, 0.3 * sim.time];
			for (const [k, value] of at(moved).entries())
				expect(value).toBeCloseTo(expected[k], 12);
			expect(at(pinned)).toEqual([1, 1, 0]);
			expect(at(onPlane).reduce((s, x, k) => s + x * normal[k], 0)).toBeCloseTo(
				0,
				12,
			);
			expect(at(onPlane)[1]).not.toBeCloseTo(0, 3);
			const [x, y, z] = at(onLine);
			expect(x).toBeCloseTo(1, 12);
			expect(y).toBeCloseTo(z, 12);
			expect(y).not.toBeCloseTo(0, 3);
		}
	});
});

describe("loads", () => {
	test("point, line and surface loads add up to their total", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = scene.add(
			cloth.grid(
				{ size: [2, 1], cells: [5, 3], diagonal: "crossed" },
				{
					membrane: trbs({ youngModulus2d: 100, poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		);
		sheet.pull(sheet.corners("top"), [0, 3, 0]);
		sheet.lineLoad(sheet.group("bottom"), (t) => [0, t > 0 ? -2 : 0, 0]);
		sheet.surfaceLoad([0, 0, 5]);
		const block = scene.add(
			solid.box(
				{ size: [1, 2, 3], cells: [1, 2, 3] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e4,
						poissonRatio: 0.3,
					}),
					density: 10,
				},
			),
		);
		block.surfaceLoad([7, 0, 0], block.group("x-max"));
		const h = 1e-3;
		const sim = await simulate(scene, {
			timeStep: h,
			substeps: 1,
			integrator: "implicit-euler",
			tolerance: 1e-12,
		});
		sim.step();
		const { linear } = sim.momentum();
		const expected = [7 * 6, 2 * 3 - 2 * 2, 5 * 2];
		for (const [k, value] of linear.entries())
			expect(value / h).toBeCloseTo(expected[k], 8);
	});
});

describe("initial velocities", () => {
	test("of held vertices are those of their motion", async () => {
		const { scene, sheet } = hangingCloth(2);
		const [left, right] = sheet.corners("top");
		sheet.move([right], (t) => [0, 0, 2 * t]);
		sheet.launch(() => [5, 0, 0]);
		const v = (await simulate(scene)).velocities(sheet);
		expect([...v.subarray(3 * left, 3 * left + 3)]).toEqual([0, 0, 0]);
		expect(v[3 * right + 2]).toBeCloseTo(2, 9);
		expect(v[3 * right]).toBe(0);
	});
});

describe("sliding", () => {
	test("on two planes is sliding on the line they share, also when they move", async () => {
		const { scene, sheet } = hangingCloth(2);
		const corner = sheet.nearest([0, 0, 0]);
		sheet.slide([corner], { plane: [1, 0, 0] }, (t) => [t, 0, 0]);
		sheet.slide([corner], { plane: [1, 1, 0] }, (t) => [t, -3 * t, 0]);
		const start = sheet.positions.slice(3 * corner, 3 * corner + 3);
		const sim = await simulate(scene, { timeStep: 0.01 });
		await sim.run({ seconds: 0.1 });
		const [x, y] = sim.positions(sheet).subarray(3 * corner);
		// x follows the first plane, x + y the second.
		expect(x - start[0]).toBeCloseTo(0.1, 9);
		expect(x + y - start[0] - start[1]).toBeCloseTo(-0.2, 9);
	});
});

/** Second-order integrators take loads and constraint targets at times that keep their order. */
import { describe, expect, test } from "vitest";
import {
	cable,
	cloth,
	quadraticSpring,
	Scene,
	simulate,
	trbs,
} from "../../src/index.ts";

const freeSheet = (scene: Scene) =>
	scene.add(
		cloth.grid(
			{ cells: [2, 2] },
			{
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
				arealDensity: 0.5,
			},
		),
	);

const secondOrder = ["generalized-alpha", "midpoint", "bdf2"] as const;

// Mean rates over a substep are those of forces that grow evenly. Only the implicit Euler part of the first substep, of length h₁, takes the force
// c t at its end: its impulse is c h₁² instead of c h₁²/2.
describe.each(secondOrder)(
	"by %s a load that grows evenly gives a free body its impulse, but for the start",
	(integrator) => {
		const timeStep = 0.1;
		const excess = (timeStep / 16) ** 2 / 2;
		const options = {
			integrator,
			timeStep,
			substeps: 1,
			tolerance: 1e-12,
		} as const;

		test("forces", async () => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const sheet = freeSheet(scene);
			sheet.pull(sheet.group("top-left"), (t) => [2 * t, 0, 3 * t]);
			sheet.lineLoad(sheet.group("bottom"), (t) => [0, 4 * t, 0]);
			const sim = await simulate(scene, options);
			await sim.run({ steps: 5 });
			// ∫ t dt = 1/8.
			const expected = [2, 4, 3].map((rate) => rate * (1 / 8 + excess));
			for (const [k, p] of sim.momentum().linear.entries())
				expect(p).toBeCloseTo(expected[k], 10);
		});

		test("pressure", async () => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const sheet = freeSheet(scene);
			sheet.pressurize((t) => 3 * t);
			const sim = await simulate(scene, options);
			await sim.run({ steps: 5 });
			const v = sim.velocities(sheet);
			for (let i = 0; i < v.length; i += 3)
				expect(v[i + 2]).toBeCloseTo((3 * (1 / 8 + excess)) / 0.5, 9);
		});
	},
);

describe("a chain whose end is moved is followed with order 2", () => {
	const duration = 0.5;
	async function finalPositions(
		integrator: (typeof secondOrder)[number],
		steps: number,
	): Promise<Float64Array> {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const chain = scene.add(
			cable.line(
				{ segments: 4 },
				{ spring: quadraticSpring({ axialStiffness: 20 }), linearDensity: 1 },
			),
		);
		// From rest and smoothly, so that errors have an order to show.
		chain.move(chain.group("start"), (t) => [
			-0.05 * Math.sin(6 * t) ** 2,
			0.03 * (1 - Math.cos(6 * t)),
			0,
		]);
		const sim = await simulate(scene, {
			integrator,
			timeStep: duration / steps,
			substeps: 1,
			tolerance: 1e-12,
		});
		await sim.run({ steps });
		return sim.positions(chain).slice();
	}
	const distance = (a: Float64Array, b: Float64Array) =>
		Math.hypot(...a.map((value, i) => value - b[i]));

	for (const [integrator, steps] of [
		["generalized-alpha", 80],
		["midpoint", 80],
		["bdf2", 160],
	] as const)
		test(integrator, async () => {
			const coarse = await finalPositions(integrator, steps);
			const middle = await finalPositions(integrator, 2 * steps);
			const fine = await finalPositions(integrator, 4 * steps);
			const order = Math.log2(
				distance(coarse, middle) / distance(middle, fine),
			);
			console.info(`moved chain, ${integrator}: order ${order.toFixed(3)}`);
			expect(Math.abs(order - 2)).toBeLessThan(0.15);
		});
});

/** Moved vertices pull on the mass around them: all integrators must agree on how, with either kind of mass. */
import { describe, expect, test } from "vitest";
import {
	cloth,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";

async function shaken(
	steps: number,
	options: SimulationOptions,
): Promise<Float64Array> {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.3, 0.3], cells: [3, 3] },
			{
				membrane: trbs({ youngModulus2d: 30, poissonRatio: 0.3 }),
				arealDensity: 0.5,
			},
		),
	);
	sheet.move(sheet.group("top"), (t) => [
		0.05 * Math.sin(10 * t),
		0,
		0.05 * (1 - Math.cos(7 * t)),
	]);
	const sim = await simulate(scene, {
		timeStep: 0.2 / steps,
		substeps: 1,
		tolerance: 1e-12,
		...options,
	});
	await sim.run({ steps });
	return sim.positions(sheet).slice();
}

const distance = (a: Float64Array, b: Float64Array): number =>
	Math.sqrt(a.reduce((s, v, i) => s + (v - b[i]) ** 2, 0));

describe("prescribed motion", () => {
	for (const mass of ["lumped", "consistent"] as const) {
		for (const integrator of ["generalized-alpha", "midpoint", "bdf2"] as const)
			test(`${integrator} keeps its order with ${mass} mass`, async () => {
				const [a, b, c] = [
					await shaken(160, { integrator, mass }),
					await shaken(320, { integrator, mass }),
					await shaken(640, { integrator, mass }),
				];
				const order = Math.log2(distance(a, b) / distance(b, c));
				expect(order).toBeGreaterThan(1.8);
				expect(order).toBeLessThan(2.2);
			});

		test(`integrators agree with ${mass} mass`, async () => {
			const midpoint = await shaken(640, { integrator: "midpoint", mass });
			const bdf2 = await shaken(640, { integrator: "bdf2", mass });
			const euler = await shaken(1280, { integrator: "implicit-euler", mass });
			expect(distance(midpoint, bdf2)).toBeLessThan(5e-5);
			expect(distance(midpoint, euler)).toBeLessThan(2e-3);
		});
	}
});

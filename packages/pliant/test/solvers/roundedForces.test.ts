import { expect, test } from "vitest";
import { Scene, simulate, solid, stableNeoHookean } from "../../src/index.ts";

test("a stiff and light body falls freely in whole steps: what is left of forces is rounding", async () => {
	const scene = new Scene();
	const rubber = stableNeoHookean({ youngModulus: 2.3e7, poissonRatio: 0 });
	const bar = scene.add(
		solid.box(
			{
				size: [0.03, 0.14, 0.8],
				cells: [2, 1, 2],
				origin: [0.34, -0.27, -0.87],
			},
			{ solid: rubber, density: 2.8 },
		),
	);
	const h = 0.002;
	const simulation = await simulate(scene, {
		timeStep: h,
		substeps: 1,
		linear: { method: "direct" },
	});
	for (let step = 1; step <= 5; step++) {
		const { substeps, iterations, residual } = simulation.step();
		expect(substeps).toBe(1);
		// The first step begins with a part of implicit Euler, which is solved by itself.
		expect(iterations).toBeLessThan(step === 1 ? 2 * 8 : 8);
		expect(residual).toBeLessThan(1e-4);
		// Exact, but for that part, a sixteenth of the step.
		const fallen = (9.81 / 2) * ((step * h) ** 2 + (h / 16) ** 2);
		expect(simulation.positions(bar)[1]).toBeCloseTo(-0.27 - fallen, 12);
	}
});

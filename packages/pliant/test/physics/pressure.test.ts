import { describe, expect, test } from "vitest";
import { cloth, Scene, simulate, trbs } from "../../src/index.ts";
import { root } from "./root.ts";

describe("follower pressure", () => {
	test("inflates a sphere as theory says, p R s = E/(1 − ν)·(s² − 1), converging with the mesh", async () => {
		const [E, nu, pressure, radius] = [100, 0.3, 40, 1];
		const stretch = root(
			(s) => (E / (1 - nu)) * (s * s - 1) - pressure * radius * s,
			1,
			2,
		);
		const errors: number[] = [];
		for (const subdivisions of [2, 3]) {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const balloon = scene.add(
				cloth.sphere(
					{ radius, subdivisions },
					{
						membrane: trbs({ youngModulus2d: E, poissonRatio: nu }),
						arealDensity: 0.1,
					},
				),
			);
			balloon.pressurize(pressure);
			// Held against moving away and turning at three vertices in their mirror planes.
			balloon.slide([balloon.nearest([1, 0, 0])], { line: [1, 0, 0] });
			balloon.slide([balloon.nearest([-1, 0, 0])], { line: [1, 0, 0] });
			balloon.slide([balloon.nearest([0, 1, 0])], { line: [0, 1, 0] });
			const sim = await simulate(scene);
			const report = sim.solveStatics({ loadSteps: 2 });
			expect(report.converged).toBe(true);
			const x = sim.positions(balloon);
			let mean = 0;
			for (let i = 0; i < x.length; i += 3)
				mean += Math.hypot(x[i], x[i + 1], x[i + 2]) / balloon.vertexCount;
			errors.push(Math.abs(mean / stretch - 1));
		}
		console.info(
			`balloon: stretch ${stretch.toFixed(4)}, errors ${errors.map((e) => e.toExponential(1)).join(", ")}`,
		);
		expect(errors[1]).toBeLessThan(0.005);
		expect(errors[0] / errors[1]).toBeGreaterThan(3);
	});

	test("on an open, free sheet the force is pressure times area vector", async () => {
		const timeStep = 1e-3;
		// Mean pressure of a substep, in parts of that at its end. Implicit Euler takes it at the end; second order takes the exact mean, but for an
		// implicit Euler part h/16 at the start.
		for (const [integrator, part] of [
			["implicit-euler", 1],
			["generalized-alpha", 1 / 2 + (1 / 16) ** 2 / 2],
			["midpoint", 1 / 2 + (1 / 16) ** 2 / 2],
		] as const) {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const sheet = scene.add(
				cloth.grid(
					{ size: [2, 1], cells: [4, 3] },
					{
						membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
						arealDensity: 0.5,
					},
				),
			);
			sheet.pressurize((time) => 10 * time);
			const sim = await simulate(scene, {
				...{ integrator, timeStep },
				substeps: 1,
				tolerance: 1e-10,
			});
			sim.step();
			// Momentum is mean pressure × area × h.
			const { linear } = sim.momentum();
			expect(linear[2] / (part * 10 * timeStep * 2 * timeStep)).toBeCloseTo(
				1,
				6,
			);
			expect(Math.hypot(linear[0], linear[1])).toBeLessThan(1e-9);
		}
	});
});

import { describe, expect, test } from "vitest";
import { cable, Scene, simulate } from "../../src/index.ts";
import { biquadraticSpring } from "../../src/models/index.ts";
import { root } from "../physics/root.ts";

/** A biquadratic cable along x, pulled at its end by `load` times EA. */
async function pulled(load: number) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const string = scene.add(
		cable.line(
			{ segments: 4 },
			{ spring: biquadraticSpring({ axialStiffness: 10 }), linearDensity: 1 },
		),
	);
	string.slide(
		string.where(() => true),
		{ line: [1, 0, 0] },
	);
	string.pin(string.group("start"));
	string.pull(string.group("end"), [10 * load, 0, 0]);
	const sim = await simulate(scene);
	const end = 3 * string.group("end")[0];
	return { sim, stretch: () => sim.positions(string)[end] };
}

describe("statics halves load steps that do not converge", () => {
	const load = 1;
	// Force over EA: s(s² − 1)/2.
	const exact = root((s) => (s * (s * s - 1)) / 2 - load, 1, 3);

	test("few iterations: more than one load step, and the same equilibrium", async () => {
		const { sim, stretch } = await pulled(load);
		const iterations = 3;
		const report = sim.solveStatics({ iterations, tolerance: 1e-10 });
		expect(report.converged).toBe(true);
		expect(report.loadSteps).toBeGreaterThan(2);
		// Work of all load steps, which no single one could have done.
		expect(report.iterations).toBeGreaterThan(iterations);
		expect(stretch()).toBeCloseTo(exact, 8);
	});

	test("enough iterations: one load step", async () => {
		const { sim, stretch } = await pulled(load);
		const report = sim.solveStatics({ iterations: 50, tolerance: 1e-10 });
		expect(report.loadSteps).toBe(1);
		expect(stretch()).toBeCloseTo(exact, 8);
	});

	test("halving ends: a load that no step can take is refused, and nothing has moved", async () => {
		const { sim, stretch } = await pulled(1e9);
		expect(() => sim.solveStatics({ iterations: 1 })).toThrow(/statics failed/);
		expect(stretch()).toBe(1);
	});
});

/** Steps that are hard to solve: they take a sensible number of iterations, or end with an error that says so. */
import { afterEach, expect, it, vi } from "vitest";
import {
	cloth,
	Scene,
	SimulationError,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { Newton } from "../../src/solvers/newton.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

it("a gel that is pulled to many times its length is solved in long substeps", async () => {
	const scene = new Scene({ gravity: [2100, 1050, -2100] });
	const gel = stableNeoHookean({ youngModulus: 2e4, poissonRatio: 0.45 });
	const shape = { size: [0.02, 0.8, 0.04], cells: [3, 1, 1] } as const;
	const bar = scene.add(solid.box(shape, { solid: gel, density: 1000 }));
	bar.pin([2]);
	const simulation = await simulate(scene, { timeStep: 0.2, substeps: 1 });
	const { converged, iterations } = simulation.step();
	expect(converged).toBe(true);
	// Without shorter directions 625.
	expect(iterations).toBeLessThan(450);
});

it("a step whose substeps fail again and again ends with an error", async () => {
	const scene = new Scene();
	const membrane = trbs({ youngModulus2d: 300, poissonRatio: 0.3 });
	const sheet = scene.add(
		cloth.grid({ cells: [20, 20] }, { membrane, arealDensity: 0.2 }),
	);
	const simulation = await simulate(scene, { substeps: 1 });
	const minimize = vi.spyOn(Newton.prototype, "minimize").mockReturnValue({
		...{ converged: false, iterations: 900, residuals: [1] },
		...{ linearIterations: 0, safeguarded: 0 },
	});
	const before = simulation.positions(sheet).slice();
	const fail = () => simulation.step();
	expect(fail).toThrow(SimulationError);
	// Each substep has a part of implicit Euler to begin with; after two substeps it has taken more than 2000 iterations.
	expect(minimize).toHaveBeenCalledTimes(4);
	expect(fail).toThrow(
		/no convergence in 1800 iterations; 3600 iterations on substeps that failed did not help\. Use a shorter time step/,
	);
	expect(simulation.positions(sheet)).toEqual(before);
});

it.each(["multigrid", "conjugate-gradient"] as const)(
	"%s leaves to factors what rounding keeps it from solving",
	async (method) => {
		const tip = async (linear: typeof method | "direct") => {
			const scene = new Scene({ gravity: [-60, -100, 90] });
			const skin = stableNeoHookean({ youngModulus: 5e5, poissonRatio: 0.48 });
			const shape = {
				size: [0.8, 0.014, 0.9],
				cells: [3, 3, 2],
				split: "six",
			} as const;
			const plate = scene.add(solid.box(shape, { solid: skin, density: 1100 }));
			plate.pin([0]);
			const simulation = await simulate(scene, {
				timeStep: 0.2,
				substeps: 1,
				linear: { method: linear },
			});
			simulation.step();
			expect(simulation.linearMethod("steps")).toBe("direct");
			return simulation.positions(plate)[3 * plate.nearest([0.8, 0, 0]) + 1];
		};
		expect(await tip(method)).toBeCloseTo(await tip("direct"), 5);
	},
);

import { expect, test, vi } from "vitest";
import { cloth, collider, fabric, Scene, simulate } from "../../src/index.ts";
import type { BuiltScene } from "../../src/scene/build.ts";
import { DirectSolver } from "../../src/solvers/linear/directSolver.ts";
import { EdgeSolver } from "../../src/solvers/linear/edgeSolver.ts";

/** Where two sheets of silk that touch are after four steps of one iteration, if iterations in f32 find so much not to be positive definite. */
async function positions(refused: "exact Hessians" | "those of contact") {
	const scene = new Scene({ contact: { thickness: 2e-3, friction: 0.3 } });
	for (const origin of [
		[0, 0.0011, 0],
		[0.1, 0.0032, 0.1],
	] as const)
		scene.add(
			cloth.grid(
				{ size: [0.4, 0.4], cells: [12, 12], plane: "xz", origin },
				fabric("silk"),
			),
		);
	scene.collide(collider.plane(), { friction: 0.3 });
	const simulation = await simulate(scene, {
		// Not solved to the end, implicit Euler gains no energy, which others may.
		...{ integrator: "implicit-euler", timeStep: 1 / 120 },
		...{ substeps: 1, newtonIterations: 1 },
		...{ linear: { method: "auto" }, linearTolerance: 0.01 },
	});
	const { solve } = EdgeSolver.prototype;
	const spy = vi
		.spyOn(EdgeSolver.prototype, "solve")
		.mockImplementation(function (this: EdgeSolver, A, ...system) {
			return A.isExact || (A.isLoose && refused === "those of contact")
				? { positive: false, converged: false, iterations: 0 }
				: solve.call(this, A, ...system);
		});
	await simulation.run({ steps: 4 });
	spy.mockRestore();
	const { state } = (simulation as unknown as { scene: BuiltScene }).scene;
	return state.x.array.slice();
}

test("where rounding makes a matrix of contact indefinite, it is solved in f64, and nothing is factored", async () => {
	const factored = vi.spyOn(DirectSolver.prototype, "solve");
	const inF64 = vi.spyOn(EdgeSolver.prototype, "solveInF64");
	const expected = await positions("exact Hessians");
	expect(inF64).not.toHaveBeenCalled();
	const found = await positions("those of contact");
	expect(inF64).toHaveBeenCalled();
	expect(factored).not.toHaveBeenCalled();
	let most = 0;
	for (const [i, x] of expected.entries())
		most = Math.max(most, Math.abs(x - found[i]));
	// Of the 11 mm that they would fall freely.
	expect(most).toBeLessThan(1e-4);
	factored.mockRestore();
	inF64.mockRestore();
});

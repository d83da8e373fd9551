import { describe, expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import { Scene, simulate, solid, stableNeoHookean } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import {
	BlockJacobi,
	type Preconditioner,
} from "../../src/solvers/linear/blockJacobi.ts";
import { ConjugateGradient } from "../../src/solvers/linear/conjugateGradient.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { Hessian } from "../../src/time/hessian.ts";
import { newContext, vectorOf } from "../system/context.ts";

/** Two blocks, one a million times as stiff as the other. */
function softAndHard(): Scene {
	const scene = new Scene({ gravity: [0, 0, 0] });
	for (const youngModulus of [1e3, 1e9]) {
		const block = scene.add(
			solid.box(
				{ size: [0.2, 0.1, 0.1], cells: [4, 2, 2] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		block.pin(block.group("x-min"));
		// Both bend alike.
		block.surfaceLoad([0, -1e-3 * youngModulus, 0], block.group("x-max"));
	}
	return scene;
}

const identity: Preconditioner = {
	apply: (r, out) => out.array.set(r.array),
};

describe("block Jacobi on bodies of very different stiffness", () => {
	test("saves conjugate gradients most of their iterations", async () => {
		const built = await buildScene(softAndHard(), {
			backend: wasmBackend,
			mass: "lumped",
			timeStep: 1 / 60,
		});
		const { model, constraints, space } = built;
		const b = Float64Array.from(
			{ length: 3 * model.vertexCount },
			randomNumbers(3),
		);
		constraints.filter(b);
		const A = new Hessian({ ...built }).set(
			{ mass: 0, dissipation: 0, damping: 0, shift: 0 },
			false,
		);
		const iterations = (preconditioner: Preconditioner) => {
			const solver = new ConjugateGradient(space);
			const system = {
				substeps: 1,
				A,
				b: vectorOf(space, b),
				sign: 1,
				tolerance: 1e-8,
				maxIterations: 5000,
			};
			return solver.solve(system, preconditioner, space.vector()).iterations;
		};
		const blockJacobi = new BlockJacobi(model.vertexCount);
		expect(blockJacobi.update(A)).toBe(true);
		const [jacobi, none] = [iterations(blockJacobi), iterations(identity)];
		console.info(`iterations: ${jacobi} with block Jacobi, ${none} without`);
		expect(jacobi).toBeLessThan(none / 4);
	});

	test("is what simulations use: statics takes few iterations", async () => {
		const scene = softAndHard();
		const sim = await simulate(scene, {
			linear: { method: "conjugate-gradient" },
		});
		const report = sim.solveStatics();
		console.info(
			`statics: ${report.linearIterations} linear iterations in ${report.iterations}`,
		);
		expect(report.linearIterations / report.iterations).toBeLessThan(200);
		const [soft, hard] = scene.bodies.map((body) => sim.positions(body));
		for (const [i, value] of soft.entries())
			expect(Math.abs(value - hard[i])).toBeLessThan(1e-6);
	});

	test("inverts the blocks of the diagonal, and tells of one that is not positive", async () => {
		const blocks = [4, 1, 0, 1, 3, 2, 0, 2, 5, 2, 0, 0, 0, 2, 0, 0, 0, 8];
		const jacobi = new BlockJacobi(2);
		const operator = (diagonal: readonly number[]) => ({
			diagonalBlocks: (out: Float64Array) => out.set(diagonal),
		});
		expect(jacobi.update(operator(blocks))).toBe(true);
		const x = [1, -2, 3, 5, 7, -1];
		const r = Float64Array.from(x, (_, i) => {
			const row = 3 * (i - (i % 3)) + 3 * (i % 3);
			return [0, 1, 2].reduce(
				(s, k) => s + blocks[row + k] * x[i - (i % 3) + k],
				0,
			);
		});
		const { space } = await newContext(2);
		const out = space.vector();
		jacobi.apply(vectorOf(space, r), out);
		for (const [i, value] of out.array.entries())
			expect(value).toBeCloseTo(x[i], 13);
		const indefinite = blocks.with(17, -8);
		expect(jacobi.update(operator(indefinite))).toBe(false);
	});
});

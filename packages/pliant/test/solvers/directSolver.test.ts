import { describe, expect, test } from "vitest";
import {
	cloth,
	morleyBending,
	Scene,
	type Simulation,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { SparseCholesky } from "../../src/solvers/linear/cholesky/sparseCholesky.ts";
import { SolverMemory } from "../../src/solvers/linear/solverMemory.ts";

/** Stiff fabric that begins to swing, in short steps. */
function fabric(): Scene {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [14, 14], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 11e3, poissonRatio: 0.3 }),
				bending: morleyBending({ bendingRigidity: 1e-5, poissonRatio: 0.3 }),
				arealDensity: 0.1,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	return scene;
}

const options = {
	timeStep: 1 / 480,
	substeps: 1,
	linear: { method: "direct" },
} as const;

/** Counts factorisations while something runs. */
function factorisations(run: () => number): { count: number; result: number } {
	const { factor } = SparseCholesky.prototype;
	let count = 0;
	SparseCholesky.prototype.factor = function () {
		count++;
		return factor.call(this);
	};
	try {
		return { result: run(), count };
	} finally {
		SparseCholesky.prototype.factor = factor;
	}
}

const steps = (simulation: Simulation, number: number) => () => {
	let iterations = 0;
	for (let i = 0; i < number; i++) iterations += simulation.step().iterations;
	return iterations;
};

const positions = (simulation: Simulation, scene: Scene) =>
	scene.meshBodies.flatMap((body) => [...simulation.positions(body)]);

describe("the direct solver", () => {
	test("factors once a step where systems are alike, and the motion is the same to the tolerance", async () => {
		const scenes = [fabric(), fabric()];
		const [kept, fresh] = await Promise.all(
			scenes.map((scene) => simulate(scene, options)),
		);
		const once = factorisations(steps(kept, 12));
		const { expectsFactor } = SolverMemory.prototype;
		SolverMemory.prototype.expectsFactor = () => false;
		const always = factorisations(steps(fresh, 12));
		SolverMemory.prototype.expectsFactor = expectsFactor;
		// The first step begins with a short part.
		expect(once.count).toBe(13);
		expect(always.count).toBe(always.result);
		expect(always.count).toBeGreaterThan(20);
		const a = positions(kept, scenes[0]);
		const b = positions(fresh, scenes[1]);
		// Steps are solved to 1e-6 of the forces, which move fabric by far less than this [m].
		for (const [i, value] of a.entries())
			expect(Math.abs(value - b[i])).toBeLessThan(1e-9);
	});

	test("continues from a checkpoint to the same bits", async () => {
		const scenes = [fabric(), fabric()];
		const [whole, resumed] = await Promise.all(
			scenes.map((scene) => simulate(scene, options)),
		);
		for (let i = 0; i < 5; i++) whole.step();
		resumed.restore(whole.checkpoint());
		for (const simulation of [whole, resumed])
			for (let i = 0; i < 5; i++) simulation.step();
		expect(positions(resumed, scenes[1])).toEqual(positions(whole, scenes[0]));
	});

	test("factors every system of statics, which tells whether each is positive definite", async () => {
		const scene = new Scene();
		const beam = scene.add(
			solid.box(
				{ size: [0.4, 0.1, 0.1], cells: [6, 2, 2] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 5e5,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		beam.pin(beam.group("x-min"));
		const simulation = await simulate(scene, options);
		const { count, result } = factorisations(
			() => simulation.solveStatics().iterations,
		);
		expect(result).toBeGreaterThan(2);
		expect(count).toBeGreaterThanOrEqual(result);
	});

	test("takes no memory in steps after the first ones", async () => {
		const simulation = await simulate(fabric(), options);
		// A product without a matrix has vectors of its own, made when it is first used.
		for (let i = 0; i < 6; i++) simulation.step();
		const { arena } = (
			simulation as unknown as { scene: { arena: { bytes: number } } }
		).scene;
		const { bytes } = arena;
		for (let i = 0; i < 6; i++) simulation.step();
		expect(arena.bytes).toBe(bytes);
	});
});

/** What is measured: cloth and solid blocks in a fixed deformed state. The only file that reaches into the library's internals. */
import {
	referenceBackend,
	wasmBackend,
} from "../packages/pliant/dist/index.js";
import { trbs } from "../packages/pliant/dist/models/membrane/trbs.js";
import { stableNeoHookean } from "../packages/pliant/dist/models/solid/stableNeoHookean.js";
import { cloth, solid } from "../packages/pliant/dist/scene/bodies.js";
import { buildScene } from "../packages/pliant/dist/scene/build.js";
import { Scene } from "../packages/pliant/dist/scene/scene.js";
import { Simulation } from "../packages/pliant/dist/simulate.js";
import { simulationSettings } from "../packages/pliant/dist/simulationOptions.js";
import { BlockMatrix } from "../packages/pliant/dist/system/blockMatrix.js";

export const timeStep = 0.01;

/** Cells along a side, so that counts come near the round number of the name. */
export const cloths = [
	{ shape: "cloth", name: "10k", cells: 71 },
	{ shape: "cloth", name: "100k", cells: 224 },
	{ shape: "cloth", name: "1M", cells: 707 },
];
export const blocks = [
	{ shape: "block", name: "20k", cells: 15 },
	{ shape: "block", name: "200k", cells: 32 },
];
export const smallCloth = { shape: "cloth", name: "2k", cells: 32 };

export const elementCount = ({ shape, cells }) =>
	shape === "cloth" ? 2 * cells ** 2 : 6 * cells ** 3;

/** 1 m² of cloth on a grid, held at two corners; or a block of 1 m³ of rubber, held at one side. */
export function makeScene({ shape, cells }) {
	const scene = new Scene();
	if (shape === "cloth") {
		const sheet = cloth.grid(
			{ size: [1, 1], cells: [cells, cells], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		);
		// A sagging sheet, stretched everywhere: its stiffness is positive definite. native/trbs.cpp has the same.
		sheet.place((u, _, t) => [
			1.01 * u,
			-0.8 * u * (1 - u) * t - 0.3 * (1 - t) * (1 - t),
			1.01 * t,
		]);
		sheet.pin(sheet.corners("top"));
		scene.add(sheet);
	} else {
		const block = solid.box(
			{ size: [1, 1, 1], cells: [cells, cells, cells] },
			{
				solid: stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 }),
				density: 1000,
			},
		);
		block.place((x, y, z) => [1.03 * x, 1.01 * y - 0.05 * x * x, z]);
		block.pin(block.group("x-min"));
		scene.add(block);
	}
	return scene;
}

/** The parts of a built system that tasks run. */
export async function makeSubject(size, { interpreted = false } = {}) {
	const backend = interpreted ? referenceBackend : wasmBackend;
	const built = await buildScene(makeScene(size), backend, "lumped");
	const { model, state, work, constraints } = built;
	const direction = work.direction.array;
	for (let i = 0; i < direction.length; i++)
		direction[i] = ((i * 7919) % 1000) / 1000 - 0.5;
	const out = new Float64Array(direction.length);
	// Made when first used: not every task needs a matrix.
	let matrix;
	const getMatrix = () => {
		matrix ??= new BlockMatrix(model.pattern);
		return matrix;
	};
	return {
		...built,
		elements: elementCount(size),
		blocks: model.pattern.columns.length,
		out,
		runKernel: (quantity) => model.elastic.run(quantity),
		gradient: () => {
			out.fill(0);
			model.elastic.addGradient(out);
		},
		product: () => {
			out.fill(0);
			model.elastic.addProduct(out);
		},
		assemble: () => {
			const A = getMatrix();
			A.blocks.fill(0);
			model.elastic.addHessian(A, 1, false);
			model.mass.addTo(A, 1 / timeStep ** 2);
			constraints.restrict(A);
		},
		multiply: () => getMatrix().multiply(direction, out),
		/** A simulation that takes one implicit step of one Newton iteration, again and again from the same state. */
		stepper: (linear, linearTolerance) => {
			const simulation = new Simulation(
				{ model, state, work, constraints, ranges: built.ranges },
				simulationSettings({
					timeStep,
					newtonIterations: 1,
					linearTolerance,
					linear,
				}),
			);
			const start = simulation.checkpoint();
			return {
				step: () => simulation.step(),
				reset: () => simulation.restore(start),
			};
		},
	};
}

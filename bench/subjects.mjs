/**
 * What is measured: cloth and solid blocks in a fixed deformed state. With setupProbe.mjs the only file that reaches into the
 * library's internals: the private members of a simulation, and its matrices.
 */
import {
	cloth,
	fabric,
	referenceBackend,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "pliant";
import { elementCount } from "./sizes.mjs";

export const timeStep = 0.01;

/** A variable, so that bundlers do not mind where there is no such module. */
const threadModule = "pliant/node";
/** `nodeThreads`, or why there is none. */
const { nodeThreads, message } = await import(threadModule).catch(
	(error) => error,
);
export const threadCounts = nodeThreads ? [1, 2] : [1];
export const whyNoThreads = message;
export const threadOption = (threads) =>
	threads > 1 ? { threads: nodeThreads(threads) } : {};

/** 1 m² of cloth on a grid, with bending if asked for, or of woven cotton, held at two corners; or a block of 1 m³ of rubber, held at one side. */
export function makeScene({ shape, cells }, { bending } = {}) {
	const scene = new Scene();
	if (shape === "fabric") {
		const sheet = cloth.grid(
			{ size: [1, 1], cells: [cells, cells], plane: "xz" },
			fabric("cotton"),
		);
		sheet.shake(1e-4);
		sheet.pin(sheet.corners("top"));
		scene.add(sheet);
	} else if (shape === "cloth") {
		const sheet = cloth.grid(
			{ size: [1, 1], cells: [cells, cells], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
				...(bending ? { bending } : {}),
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
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 1e5,
					poissonRatio: 0.3,
				}),
				density: 1000,
			},
		);
		block.place((x, y, z) => [1.03 * x, 1.01 * y - 0.05 * x * x, z]);
		block.pin(block.group("x-min"));
		scene.add(block);
	}
	return scene;
}

/** The parts of a simulation that tasks run. */
export async function makeSubject(
	size,
	{ threads = 1, interpreted = false } = {},
) {
	const simulation = await simulate(makeScene(size), {
		timeStep,
		// One linear system per step, as in native/trbs.cpp.
		...{ substeps: 1, newtonIterations: 1 },
		...(interpreted ? { backend: referenceBackend } : {}),
		...threadOption(threads),
	});
	const { model, state, space, team, arena, constraints } = simulation.scene;
	const { elastic, pattern, edges } = model;
	const at = { x: state.x };
	const out = space.vector();
	const direction = space.vector();
	/** Matrices to fill, made when first used. */
	let edgeMatrix;
	let blockMatrix;
	const hessian = () =>
		simulation.stage.potential.operator.set(
			{ mass: 1 / timeStep ** 2, dissipation: 0, damping: 0, shift: 0 },
			false,
		);
	/** Places of numbers, three a vertex, in the order of the mesh: the library has an order of its own. */
	const places = placesOf(simulation.scene.ranges[0]);
	for (let i = 0; i < direction.array.length; i++)
		direction.array[places[i]] = ((i * 7919) % 1000) / 1000 - 0.5;
	const assembleEdges = () => {
		edgeMatrix ??= edges.matrix();
		hessian().fillEdges(edgeMatrix);
		return edgeMatrix;
	};
	return {
		counts: {
			element: elementCount(size),
			/** 3×3 blocks of the whole matrix, both sides of the diagonal. */
			block: pattern.columns.length,
		},
		/** Three numbers per vertex that `gradient` and `product` write. */
		out: out.array,
		/** Such numbers, given in the order of the mesh, as they are in `out`. */
		inOwnOrder: (array) => {
			const own = array.slice();
			for (let i = 0; i < own.length; i++) own[places[i]] = array[i];
			return own;
		},
		/** Zero at held vertices. */
		withoutHeld: (array) => {
			constraints.filter(array);
			return array;
		},
		runKernel: (quantity) =>
			elastic.compute(quantity, { ...at, direction }, () => {}),
		runHessianKernel: (precision, positive) =>
			elastic.hessians.compute(precision, positive, at, () => {}),
		gradient: () => {
			out.array.fill(0);
			elastic.addGradient(at, out);
		},
		product: () => {
			out.array.fill(0);
			elastic.addProduct(at, direction, out);
		},
		assembleEdges,
		assembleBlocks: () => {
			blockMatrix = hessian().matrix(blockMatrix);
		},
		/** The matrix times the direction; only its `free` part where asked for. */
		edgeProduct: ({ free = false } = {}) => {
			const x = direction.array.slice();
			if (free) constraints.filter(x);
			return edgeProduct(assembleEdges(), x, arena, team);
		},
		...stepper(simulation),
		/** Ends the threads, where there are any. */
		close: () => simulation.close?.(),
	};
}

function placesOf({ order, count }) {
	const places = new Uint32Array(3 * count);
	for (let i = 0; i < 3 * count; i++) {
		const vertex = order ? order[Math.floor(i / 3)] : Math.floor(i / 3);
		places[3 * vertex + (i % 3)] = i;
	}
	return places;
}

/** The product inside the solver: f32, four numbers per vertex. */
function edgeProduct(matrix, direction, arena, { numerics }) {
	const { rows } = matrix.pattern;
	const x = arena.f32(4 * rows);
	const y = arena.f32(4 * rows);
	for (let i = 0; i < direction.length; i++)
		x.array[4 * Math.floor(i / 3) + (i % 3)] = direction[i];
	return {
		run: () => numerics.multiply(matrix.pointer, x.pointer, y.pointer),
		result: () =>
			direction.map((_, i) => y.array[4 * Math.floor(i / 3) + (i % 3)]),
	};
}

/**
 * Takes one implicit step of one Newton iteration, again and again from the same state. A new simulation for every setting
 * would use up the memory that the arena keeps free, so one is made to change its settings.
 */
function stepper(simulation) {
	const { state } = simulation.scene;
	const { stage } = simulation;
	const { history, settings, stepState } = stage;
	const changing = stepState.arrays;
	const memory = stage.systems.memories.steps;
	const start = changing.map((array) => array.slice());
	const made = new Map();
	const newtonFor = (linear) => {
		const key = JSON.stringify(linear);
		if (!made.has(key)) {
			stage.systems.linear = linear;
			stage.systems.solvers.delete("steps");
			made.set(key, stage.systems.newton("steps"));
		}
		return made.get(key);
	};
	return {
		/** Sets how linear systems are solved from now on. */
		setSolver: ({ linearTolerance, maxIterations, ...linear }) => {
			const newton = newtonFor(linear);
			newton.linear.maxIterations = maxIterations;
			stage.systems.solvers.set("steps", newton);
			stage.settings = { ...settings, linear, linearTolerance };
		},
		step: () => simulation.step(),
		/** Back to the beginning; multigrid's levels are kept, or made anew in the next step. */
		reset: ({ newLevels = false } = {}) => {
			for (const [i, array] of changing.entries()) array.set(start[i]);
			state.time = 0;
			state.step = 0;
			history.step = 0;
			if (newLevels) memory.areWorn = memory.levelPositions !== undefined;
			// The last solution would be the answer.
			memory.hasGuess = false;
		},
		/** Takes a step; returns ‖b − A·x‖ / ‖b‖ of its linear system, with A in f64 from the elements. */
		residualOfStep: () => residualOfStep(simulation),
	};
}

function residualOfStep(simulation) {
	const { space } = simulation.scene;
	const { linear } = simulation.stage.systems.newton("steps");
	const left = space.vector();
	let residual;
	linear.solve = (A, b, sign, tolerance, x) => {
		const outcome = Object.getPrototypeOf(linear).solve.call(
			...[linear, A, b, sign, tolerance, x],
		);
		A.apply(x, left);
		space.addScaled(left, -sign, b, left);
		residual = space.norm(left) / space.norm(b);
		return outcome;
	};
	simulation.step();
	delete linear.solve;
	return residual;
}

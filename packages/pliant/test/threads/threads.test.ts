import { afterEach, describe, expect, test, vi } from "vitest";
import {
	type Body,
	cable,
	cloth,
	Scene,
	type Simulation,
	type SimulationOptions,
	simulate,
	solid,
} from "../../src/index.ts";
import {
	linearBending,
	quadraticSpring,
	stableNeoHookean,
	trbs,
} from "../../src/models/index.ts";
import type {
	TeamMessage,
	Threads,
	WorkerHandle,
} from "../../src/numerics/threads.ts";
import { nodeThreads } from "../../src/threads/node.ts";

const open: Simulation[] = [];
afterEach(() => {
	vi.unstubAllGlobals();
	for (const simulation of open.splice(0)) simulation.close();
});

async function start(scene: Scene, options: SimulationOptions) {
	const simulation = await simulate(scene, options);
	open.push(simulation);
	return simulation;
}

/** Enough rows for two chunks of the matrix, 2057 where one has 2048, with everything that a step may meet. */
function everything(): Scene {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [40, 40] },
			{
				membrane: trbs({
					youngModulus2d: 500,
					poissonRatio: 0.3,
					dampingTime: 0.01,
				}),
				bending: linearBending({ bendingModulus: 1e-4 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.place((x, y) => [x, y, 0.05 * Math.sin(9 * x)]);
	sheet.pin(sheet.corners("top"));
	sheet.slide(sheet.group("left"), { plane: [1, 0, 0] });
	sheet.pressurize(0.5);
	scene.add(
		solid.box(
			{ size: [1, 0.3, 0.3], cells: [12, 4, 4] },
			{
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 1e5,
					poissonRatio: 0.4,
				}),
				density: 1000,
			},
		),
	);
	scene.add(
		cable.line(
			{ from: [3, 0, 0], to: [4, 0, 0], segments: 50 },
			{ spring: quadraticSpring({ axialStiffness: 100 }), linearDensity: 0.1 },
		),
	);
	return scene;
}

const ways: [string, SimulationOptions][] = [
	["as the library chooses", {}],
	["direct", { linear: { method: "direct" } }],
	["multigrid", { linear: { method: "multigrid" } }],
	["block Jacobi", { linear: { method: "conjugate-gradient" } }],
	[
		"without a matrix",
		{ linear: { method: "conjugate-gradient", operator: "matrix-free" } },
	],
	[
		"Rayleigh damping and consistent mass",
		{ damping: { mass: 0.1, stiffness: 0.01 }, mass: "consistent" },
	],
	["BDF2", { integrator: "bdf2" }],
	["block descent", { solver: "block-descent", sweeps: 5 }],
	["explicit", { integrator: "symplectic-euler", timeStep: 1e-4 }],
];

describe("threads", () => {
	/** The checkpoint after two steps. */
	const endOf = async (options: SimulationOptions, count: number) => {
		const simulation = await start(everything(), {
			timeStep: 0.01,
			substeps: 1,
			mustConverge: false,
			...(options.solver ? {} : { newtonIterations: 2, linearTolerance: 1e-6 }),
			...options,
			threads: nodeThreads(count),
		});
		await simulation.run({ steps: 2 });
		// Those that wait for the next step would take turns with others.
		simulation.close();
		return simulation.checkpoint();
	};

	test.each(ways)(
		"give the same bits for 1, 2 and 4: %s",
		async (_, options) => {
			const one = await endOf(options, 1);
			for (const count of [2, 4])
				expect(Buffer.compare(await endOf(options, count), one)).toBe(0);
		},
	);

	test("one has the same bits where memory cannot be shared", async () => {
		const shared = await endOf({}, 1);
		vi.stubGlobal("SharedArrayBuffer", undefined);
		expect(Buffer.compare(await endOf({}, 1), shared)).toBe(0);
	});

	test("a worker that is killed between steps gives an error", async () => {
		const { simulation, workers } = await startWatched();
		simulation.step();
		workers[0].terminate();
		await new Promise((resolve) => setTimeout(resolve, 200));
		const before = simulation.checkpoint();
		expect(() => simulation.step()).toThrow(/threads: a worker failed/);
		// And again, rather than hang.
		expect(() => simulation.step()).toThrow(/threads: a worker failed/);
		expect(Buffer.compare(simulation.checkpoint(), before)).toBe(0);
		expect(simulation.stepCount).toBe(1);
	});

	test("a worker that fails in the middle of a step leaves the state before it", async () => {
		let isFailing = false;
		const { simulation, fail } = await startWatched({
			isInterrupted: () => {
				if (isFailing) fail();
				return false;
			},
		});
		simulation.step();
		const before = simulation.checkpoint();
		isFailing = true;
		expect(() => simulation.step()).toThrow(/threads: a worker failed/);
		expect(Buffer.compare(simulation.checkpoint(), before)).toBe(0);
	});

	test("an error in a worker reaches the caller", async () => {
		const { simulation } = await startWatched({ failing: true });
		expect(() => simulation.step()).toThrow(/threads: a worker failed/);
	});

	test("workers end with the simulation, and with a scene that cannot be built", async () => {
		const { simulation, ended } = await startWatched();
		simulation.step();
		simulation.close();
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(ended()).toBe(1);

		const { threads, ended: endedToo } = watched();
		const scene = new Scene();
		const body: Body = scene.add(sheet());
		body.place(() => [Number.NaN, 0, 0]);
		await expect(simulate(scene, { threads })).rejects.toThrow("finite");
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(endedToo()).toBe(1);
	});

	test("a count that makes no sense is refused", async () => {
		for (const count of [0, 1.5, 1000, Number.NaN])
			await expect(
				simulate(everything(), { threads: nodeThreads(count) }),
			).rejects.toThrow("simulate: threads is");
	});
});

const sheet = () =>
	cloth.grid(
		{ cells: [10, 10] },
		{
			membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
			arealDensity: 0.2,
		},
	);

/** Threads whose workers can be got at. A failing one knows none of the functions that it is asked to run. */
function watched({ failing = false } = {}) {
	const workers: WorkerHandle[] = [];
	let ended = 0;
	/** Does what a worker does that fails. */
	let fail = () => {};
	const { count, start: begin } = nodeThreads(2);
	const threads: Threads = {
		count,
		start: ({ onMessage, onEnd }) => {
			const worker = begin({
				onMessage,
				onEnd: (reason) => {
					ended++;
					onEnd(reason);
				},
			});
			const handle = {
				terminate: () => worker.terminate(),
				postMessage: (message: TeamMessage) => {
					if (message.kind === "join") {
						const { memory, meeting, protocol } = message;
						const words = new Int32Array(memory.buffer, meeting);
						fail = () => Atomics.store(words, protocol.failed, 1);
					}
					worker.postMessage(
						failing && message.kind === "join"
							? { ...message, names: [] }
							: message,
					);
				},
			};
			workers.push(handle);
			return handle;
		},
	};
	return { threads, workers, ended: () => ended, fail: () => fail() };
}

async function startWatched({
	failing = false,
	...options
}: SimulationOptions & { failing?: boolean } = {}) {
	const { threads, ...rest } = watched({ failing });
	const scene = new Scene();
	scene.add(sheet());
	const simulation = await start(scene, { ...options, threads });
	return { simulation, ...rest };
}

/** Builds one simulation in this process and prints how long it took and the memory per element. Run by tasks/setup.mjs. */
import { Simulation, wasmBackend } from "../packages/pliant/dist/index.js";
import { buildScene } from "../packages/pliant/dist/scene/build.js";
import { simulationSettings } from "../packages/pliant/dist/simulationOptions.js";
import { elementCount, makeScene, timeStep } from "./subjects.mjs";

const size = { shape: process.argv[2], cells: Number(process.argv[3]) };
const elements = elementCount(size);

globalThis.gc();
const before = process.memoryUsage.rss();
const start = performance.now();
const scene = makeScene(size);
const made = performance.now();
const settings = simulationSettings({
	timeStep,
	newtonIterations: 1,
	linear: { method: "conjugate-gradient", maxIterations: 1 },
});
// As `simulate` does; written out to see the arena.
const built = await buildScene(scene, wasmBackend, settings.mass);
const simulation = new Simulation(built, settings);
const end = performance.now();
simulation.step();
globalThis.gc();

console.info(
	JSON.stringify({
		sceneMs: made - start,
		simulationMs: end - made,
		totalMs: end - start,
		arenaBytes: built.arena.bytes / elements,
		residentBytes: (process.memoryUsage.rss() - before) / elements,
	}),
);

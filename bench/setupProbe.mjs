/** Builds one simulation in this process, takes a step and prints times and memory. Run by tasks/setup.mjs. */
import { simulate } from "pliant";
import { elementCount } from "./sizes.mjs";
import { makeScene, timeStep } from "./subjects.mjs";

const size = { shape: process.argv[2], cells: Number(process.argv[3]) };
const elements = elementCount(size);

globalThis.gc();
const before = process.memoryUsage.rss();
const start = performance.now();
const scene = makeScene(size);
const made = performance.now();
const simulation = await simulate(scene, { timeStep, newtonIterations: 1 });
const simulated = performance.now();
const { arena } = simulation.scene;
const arenaBuilt = arena.bytes;
simulation.step();
const stepped = performance.now();
const arenaUsed = arena.bytes;
simulation.step();
const end = performance.now();
globalThis.gc();

console.info(
	JSON.stringify({
		sceneMs: made - start,
		simulationMs: simulated - made,
		totalMs: simulated - start,
		firstStepMs: stepped - simulated,
		secondStepMs: end - stepped,
		arenaBuilt: arenaBuilt / elements,
		arenaUsed: arenaUsed / elements,
		resident: (process.memoryUsage.rss() - before) / elements,
	}),
);

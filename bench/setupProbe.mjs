/**
 * Builds one simulation in this process, takes two steps and prints times and memory, and who has how much of it. Run by tasks/setup.mjs; by hand with
 * `node --expose-gc bench/setupProbe.mjs fabric 224`.
 */
import { cable, quadraticSpring, Scene, simulate } from "pliant";
import { elementCount } from "./sizes.mjs";
import { makeScene } from "./subjects.mjs";

const size = { shape: process.argv[2], cells: Number(process.argv[3]) };
const elements = elementCount(size);
const ownerOf = await watchArenas();

globalThis.gc();
const before = process.memoryUsage();
const start = performance.now();
const processor = process.cpuUsage();
const scene = makeScene(size);
const made = performance.now();
const simulation = await simulate(scene);
const simulated = performance.now();
const { user, system } = process.cpuUsage(processor);
const { arena } = simulation.scene;
const arenaBuilt = arena.bytes;
simulation.step();
const stepped = performance.now();
const arenaUsed = arena.bytes;
simulation.step();
const end = performance.now();
// Memory of arrays is given back a while after they are.
for (let i = 0; i < 3; i++) {
	await new Promise((resolve) => setTimeout(resolve, 100));
	globalThis.gc();
}
const after = process.memoryUsage();
const grown = (key) => (after[key] - before[key]) / elements;

console.info(
	JSON.stringify({
		sceneMs: made - start,
		simulationMs: simulated - made,
		totalMs: simulated - start,
		processorMs: (user + system) / 1000,
		firstStepMs: stepped - simulated,
		secondStepMs: end - stepped,
		arenaBuilt: arenaBuilt / elements,
		arenaUsed: arenaUsed / elements,
		javascript: grown("arrayBuffers"),
		resident: grown("rss"),
		owners: owners(arena),
	}),
);

/** From now on remembers by whom arrays of arenas are taken: the first file of the library on the stack that is not about memory itself. */
async function watchArenas() {
	const small = new Scene();
	const spring = quadraticSpring({ axialStiffness: 1 });
	small.add(cable.line({ to: [1, 0, 0] }, { spring, linearDensity: 1 }));
	const { arena } = (await simulate(small)).scene;
	const prototype = Object.getPrototypeOf(arena);
	const { take } = prototype;
	const owners = new WeakMap();
	prototype.take = function (...args) {
		const entry = take.apply(this, args);
		const files = new Error().stack.match(/[\w-]+\.js(?=:)/g) ?? [];
		const isMemory = /^(arena|vectorSpace|gather)\.js$/;
		owners.set(
			entry,
			files.find((file) => !isMemory.test(file)),
		);
		return entry;
	};
	return owners;
}

/** Bytes per element by owner, the largest first. */
function owners({ entries }) {
	const sums = new Map();
	for (const entry of entries) {
		const owner = ownerOf.get(entry) ?? "others";
		const bytes = entry.length * entry.type.BYTES_PER_ELEMENT;
		sums.set(owner, (sums.get(owner) ?? 0) + bytes / elements);
	}
	return Object.fromEntries(
		[...sums].sort(([, a], [, b]) => b - a).filter(([, bytes]) => bytes >= 1),
	);
}

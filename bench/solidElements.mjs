/**
 * What a step of a block costs with each kind of solid elements, at about the same number of nodes (hidden ones included):
 *
 *   npm run build && node bench/solidElements.mjs [nodes, 20000 by default]
 *
 * The median processor time of some steps after the first, and its ratio to trilinear hexahedra. All kinds take turns, so that what else the machine does
 * slows all alike.
 */
import { Scene, simulate, solid } from "pliant";
import { stableNeoHookean } from "pliant/models";

const wanted = Number(process.argv[2] ?? 20000);
/** Nodes per cell of a large block. */
const nodesPerCell = {
	hexahedra: 1,
	tetrahedra: 1,
	quadraticHexahedra: 4,
	quadraticTetrahedra: 8,
};

const runs = [];
for (const [name, nodes] of Object.entries(nodesPerCell)) {
	const n = Math.round((wanted / nodes) ** (1 / 3)) - 1;
	const scene = new Scene();
	const block = scene.add(
		solid.box(
			{ cells: [n, n, n] },
			{
				solid: stableNeoHookean.elements[name]({
					youngModulus: 1e5,
					poissonRatio: 0.3,
				}),
				density: 1000,
			},
		),
	);
	block.pin(block.group("x-min"));
	const simulation = await simulate(scene);
	runs.push({ name, simulation, times: [], iterations: 0 });
}
for (let i = 0; i < 8; i++)
	for (const run of runs) {
		const start = process.cpuUsage();
		run.iterations += run.simulation.step().linearIterations;
		run.times.push(process.cpuUsage(start).user / 1000);
	}
let reference;
for (const { name, simulation, times, iterations } of runs) {
	const count = simulation.scene.model.vertexCount;
	const [median] = times
		.slice(1)
		.sort((a, b) => a - b)
		.slice(3);
	const perNode = median / count;
	reference ??= perNode;
	console.info(
		`${name}: ${count} nodes, ${median.toFixed(0)} ms a step, ${(perNode / reference).toFixed(2)} of trilinear hexahedra with as many nodes, ${(iterations / times.length).toFixed(0)} iterations`,
	);
}

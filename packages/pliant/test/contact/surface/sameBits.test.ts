import { expect, test } from "vitest";
import { simulate } from "../../../src/index.ts";
import { nodeThreads } from "../../../src/threads/node.ts";
import { drop } from "./bodies.ts";

const options = { timeStep: 1 / 120, newtonIterations: 30 } as const;

async function positionsAfter(steps: number, more: object = {}) {
	const scene = drop(4);
	const simulation = await simulate(scene, { ...options, ...more });
	await simulation.run({ steps });
	const all = scene.bodies.map((body) => simulation.positions(body).slice());
	simulation.close();
	return { simulation, all };
}

test("threads and resumed runs compute the same bits", async () => {
	const { all } = await positionsAfter(12);
	const threaded = await positionsAfter(12, { threads: nodeThreads(2) });
	expect(threaded.all).toEqual(all);

	const first = await simulate(drop(4), options);
	await first.run({ steps: 7 });
	const scene = drop(4);
	const second = await simulate(scene, options);
	second.restore(first.checkpoint());
	await second.run({ steps: 5 });
	expect(scene.bodies.map((body) => second.positions(body))).toEqual(all);
});

import { expect, test, vi } from "vitest";
import { SurfaceContact } from "../../../src/contact/surface/surfaceContact.ts";
import { cloth, collider, Scene, simulate } from "../../../src/index.ts";
import { nodeThreads } from "../../../src/threads/node.ts";
import { drop, softCloth } from "./bodies.ts";

const options = {
	timeStep: 1 / 120,
	substeps: 1,
	newtonIterations: 30,
} as const;

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

test("steps of what lies still leave first guesses out, and go on the same after a resumption among them", async () => {
	const napkin = () => {
		const scene = new Scene({ contact: {} });
		const shape = { size: [0.2, 0.2], cells: [4, 4], plane: "xz" } as const;
		const sheet = cloth.grid(
			{ ...shape, origin: [-0.1, 0.002, -0.1] },
			{ ...softCloth, contact: { thickness: 0.002 } },
		);
		scene.add(sheet);
		scene.collide(collider.plane({ normal: [0, 1, 0] }));
		return { scene, sheet };
	};
	const { scene, sheet } = napkin();
	const simulation = await simulate(scene, options);
	const guesses = vi.spyOn(SurfaceContact.prototype, "judgeGuess");
	await simulation.run({ steps: 60 });
	guesses.mockClear();
	await simulation.run({ steps: 3 });
	const checkpoint = simulation.checkpoint();
	await simulation.run({ steps: 17 });
	expect(guesses).toHaveBeenCalled();
	expect(guesses.mock.calls.length).toBeLessThan(10);
	guesses.mockRestore();
	const second = napkin();
	const resumed = await simulate(second.scene, options);
	resumed.restore(checkpoint);
	await resumed.run({ steps: 17 });
	expect(resumed.positions(second.sheet)).toEqual(simulation.positions(sheet));
});

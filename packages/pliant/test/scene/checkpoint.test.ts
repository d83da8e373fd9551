import { expect, test } from "vitest";
import {
	cable,
	quadraticSpring,
	Scene,
	type Simulation,
	simulate,
} from "../../src/index.ts";

async function swing(): Promise<Simulation> {
	const scene = new Scene();
	const chain = scene.add(
		cable.line(
			{ segments: 5 },
			{ spring: quadraticSpring({ axialStiffness: 100 }), linearDensity: 0.5 },
		),
	);
	chain.pin(chain.group("start"));
	return simulate(scene, { integrator: "bdf2", timeStep: 0.02 });
}

test("BDF2 continues to the same bits in a simulation that has taken no step of its own", async () => {
	const whole = await swing();
	await whole.run({ steps: 5 });
	const checkpoint = whole.checkpoint();
	const fresh = await swing();
	fresh.restore(checkpoint);
	for (let step = 0; step < 3; step++) {
		whole.step();
		fresh.step();
		expect(fresh.checkpoint()).toEqual(whole.checkpoint());
	}
});

test("a checkpoint of the beginning takes BDF2 back to its first step", async () => {
	const sim = await swing();
	const start = sim.checkpoint();
	sim.step();
	const first = sim.checkpoint();
	await sim.run({ steps: 3 });
	sim.restore(start);
	sim.step();
	expect(sim.checkpoint()).toEqual(first);
});

import { Body, type Mesh, Scene, simulate } from "pliant";
import type { Bending } from "./bendings.ts";

/** What a simulation has inside. */
interface Internals {
	readonly scene: {
		readonly model: {
			readonly elastic: { addGradient(at: unknown, out: unknown): void };
		};
		readonly state: { readonly x: unknown };
		readonly space: { vector(): unknown };
	};
}

/**
 * Milliseconds that the bending forces on a sheet take, one evaluation: the least of many, since other work on a machine only ever adds.
 * Models take turns, so that what slows the machine slows all.
 */
export async function forceTimes(
	mesh: Mesh,
	bendings: readonly Bending[],
	{ rounds = 40, evaluations = 10 } = {},
): Promise<number[]> {
	const evaluate: (() => void)[] = [];
	for (const bending of bendings) {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = new Body({
			mesh,
			models: [bending.of(1e-3)],
			massOn: "triangle",
			density: 1,
		});
		scene.add(sheet.place((x, y, z) => [1.01 * x, y, z + 0.2 * x * x]));
		const simulation = (await simulate(scene)) as unknown as Internals;
		const { model, state, space } = simulation.scene;
		const out = space.vector();
		evaluate.push(() => model.elastic.addGradient(state, out));
	}
	const least = bendings.map(() => Number.POSITIVE_INFINITY);
	for (let round = 0; round < rounds; round++)
		for (const [i, once] of evaluate.entries()) {
			const start = performance.now();
			for (let k = 0; k < evaluations; k++) once();
			least[i] = Math.min(least[i], (performance.now() - start) / evaluations);
		}
	return least;
}

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { loadScene, simulateScene } from "../../src/index.ts";

const folder = new URL("../../../../examples/21-shirt/", import.meta.url);

/** The shirt of the examples with longer edges, on a coarser mannequin. */
async function shirt(edge: number) {
	const scene = await readFile(new URL("scene.jsonc", folder), "utf8");
	const text = scene
		.replaceAll('"edge": 0.0155', `"edge": ${edge}`)
		.replaceAll('"vertices": 2000', '"vertices": 500');
	return simulateScene(
		await loadScene("scene.jsonc", {
			read: async (path) =>
				path === "scene.jsonc"
					? new TextEncoder().encode(text)
					: await readFile(new URL(path, folder)),
		}),
	);
}

for (const edge of [0.06, 0.065, 0.07])
	test(`a shirt with edges of ${(100 * edge).toPrecision(2)} cm is welded and never passes through itself`, async () => {
		const simulation = await shirt(edge);
		const isOpen = () => simulation.seams().some(({ isWelded }) => !isWelded);
		// Twice the time of the seams, after which they count as caught.
		while (isOpen() && simulation.time < 1.2) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
		}
		expect(
			simulation.seams().map(({ isWelded, gap }) => [isWelded, gap]),
		).toEqual(new Array(6).fill([true, 0]));
		for (let i = 0; i < 5; i++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
		}
	});

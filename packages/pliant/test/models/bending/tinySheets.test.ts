import { expect, test } from "vitest";
import { cloth, Scene, simulate, trbs } from "../../../src/index.ts";
import {
	discreteShellHinge,
	morleyBending,
	shellBending,
} from "../../../src/models/index.ts";

const bendings = { discreteShellHinge, morleyBending, shellBending };

/** A sheet that swings, damped by its stiffness, in sizes of its side s [m]: with times as they are, forces per length are as s². */
async function swung(bending: keyof typeof bendings, s: number) {
	const scene = new Scene({ gravity: [0, -9.81 * s, 0] });
	const sheet = scene.add(
		cloth.grid(
			{ size: [s, s], cells: [4, 4], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 200 * s ** 2, poissonRatio: 0.3 }),
				bending: bendings[bending]({ bendingRigidity: 1e-3 * s ** 4 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	const simulation = await simulate(scene, {
		timeStep: 0.01,
		substeps: 1,
		tolerance: 1e-9,
		damping: { stiffness: 1e-3 },
	});
	await simulation.run({ steps: 10 });
	return simulation.positions(sheet).map((x) => x / s);
}

// K of damping is in f32, with some 7 digits.
test.each(Object.keys(bendings) as (keyof typeof bendings)[])(
	"%s with stiffness damping moves cells of a quarter of a micrometre as those of a quarter of a metre",
	async (bending) => {
		const [large, small] = [
			await swung(bending, 1),
			await swung(bending, 1e-6),
		];
		expect(Math.min(...large)).toBeLessThan(-0.03);
		for (const [i, x] of small.entries()) expect(x).toBeCloseTo(large[i], 6);
	},
);

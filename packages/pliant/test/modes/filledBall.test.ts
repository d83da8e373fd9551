import { expect, test } from "vitest";
import {
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	type Vector3,
} from "../../src/index.ts";
import { sphere } from "../../src/mesh/index.ts";
import { root } from "../physics/root.ts";

/** Spherical Bessel functions of order 2 and 3. */
const j2 = (x: number) =>
	(3 / x ** 3 - 1 / x) * Math.sin(x) - (3 / x ** 2) * Math.cos(x);
const j3 = (x: number) =>
	(15 / x ** 4 - 6 / x ** 2) * Math.sin(x) -
	(15 / x ** 3 - 1 / x) * Math.cos(x);

/** The lowest modes of a free ball of radius 1 m that was filled. */
async function lowest(cellSize: number) {
	const scene = new Scene({ gravity: [0, 0, 0] as Vector3 });
	scene.add(
		solid.fill(sphere({ subdivisions: 4 }), {
			cellSize,
			solid: stableNeoHookean({ youngModulus: 2.5, poissonRatio: 0.25 }),
			density: 1,
		}),
	);
	const simulation = await simulate(scene);
	return simulation.modes({ count: 11 });
}

test("a filled ball twists as Lamb's does, five times: ω a √(ρ/G) = 2.501", async () => {
	// No traction: j₂ = η j₃.
	const expected = root((x) => j2(x) - x * j3(x), 2, 3);
	expect(expected).toBeCloseTo(2.501, 3);
	const cellSizes = [0.5, 1 / 3];
	const errors: number[] = [];
	for (const cellSize of cellSizes) {
		const modes = await lowest(cellSize);
		expect(modes.slice(0, 6).every(({ kind }) => kind === "rigid")).toBe(true);
		const found = modes.slice(6).map((m) => 2 * Math.PI * m.frequency);
		errors.push(Math.max(...found.map((f) => Math.abs(f / expected - 1))));
	}
	console.info(
		`Lamb's ball, cells of ${cellSizes.map((s) => s.toFixed(2)).join(" and ")} of its radius: ${errors.map((e) => `${(100 * e).toFixed(2)} %`).join(", ")}`,
	);
	expect(errors[1]).toBeLessThan(0.015);
	// What flat faces cut off falls with the square of the size.
	const ratio = (cellSizes[0] / cellSizes[1]) ** 2;
	const extrapolated = (ratio * errors[1] - errors[0]) / (ratio - 1);
	expect(Math.abs(extrapolated)).toBeLessThan(0.004);
});

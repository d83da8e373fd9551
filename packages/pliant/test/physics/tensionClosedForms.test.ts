import { describe, expect, test } from "vitest";
import {
	cloth,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { graded, grid } from "../../src/mesh/index.ts";
import { root } from "./root.ts";

describe("TRBS under dead load: p = E/2·s(s² − 1), s_x² = 1 − ν(s² − 1), on a strongly graded mesh", () => {
	for (const nu of [0, 0.3, 0.5, 0.6, 0.9])
		for (const load of [0.1, -0.1])
			test(`ν = ${nu}, p = ${load} E`, async () => {
				const E = 1;
				const mesh = graded(grid({ cells: [6, 6], diagonal: "crossed" }), {
					ratio: [1.6, 1.8, 1],
				});
				const scene = new Scene({ gravity: [0, 0, 0] });
				const sheet = scene.add(
					cloth.mesh(mesh, {
						membrane: trbs({ youngModulus2d: E, poissonRatio: nu }),
						arealDensity: 1,
					}),
				);
				// In the plane, the bottom free to contract, one corner held.
				sheet.slide(
					sheet.where(() => true),
					{ plane: [0, 0, 1] },
				);
				sheet.slide(sheet.group("bottom"), { line: [1, 0, 0] });
				sheet.pin(sheet.group("bottom-left"));
				sheet.lineLoad(sheet.group("top"), [0, load, 0]);
				const sim = await simulate(scene);
				const report = sim.solveStatics({ tolerance: 1e-12 });
				expect(report.converged).toBe(true);

				const sy = root((s) => (E / 2) * s * (s * s - 1) - load, 0.7, 1.3);
				const sx = Math.sqrt(1 - nu * (sy * sy - 1));
				const x = sim.positions(sheet);
				for (let i = 0; i < x.length; i += 3) {
					expect(Math.abs(x[i] - sx * mesh.positions[i])).toBeLessThan(1e-6);
					expect(Math.abs(x[i + 1] - sy * mesh.positions[i + 1])).toBeLessThan(
						1e-6,
					);
				}
			});
});

describe("stable neo-Hookean bar in uniaxial tension: P = μ(s − t²/s), s·t² = a − μ/(λs)", () => {
	// A long bar would buckle under compression.
	for (const [nu, stretch, length] of [
		[0.3, 1.2, 0.3],
		[0.3, 1.8, 0.3],
		[0.45, 1.5, 0.3],
		[0.4, 0.9, 0.1],
	])
		test(`ν = ${nu}, stretch ${stretch}`, async () => {
			const E = 1e5;
			const mu = E / (2 * (1 + nu));
			const lambda = (E * nu) / ((1 + nu) * (1 - 2 * nu)) + mu;
			const a = 1 + mu / lambda;
			const t = Math.sqrt((a - mu / (lambda * stretch)) / stretch);
			const stress = mu * (stretch - t ** 2 / stretch);

			const scene = new Scene({ gravity: [0, 0, 0] });
			const bar = scene.add(
				solid.box(
					{ size: [length, 0.1, 0.1], cells: [20 * length, 2, 2] },
					{
						solid: stableNeoHookean.elements.tetrahedra({
							youngModulus: E,
							poissonRatio: nu,
						}),
						density: 1000,
					},
				),
			);
			bar.slide(bar.group("x-min"), { plane: [1, 0, 0] });
			bar.slide([bar.nearest([0, 0.1, 0])], { line: [0, 1, 0] });
			bar.pin([bar.nearest([0, 0, 0])]);
			bar.surfaceLoad([stress, 0, 0], bar.group("x-max"));
			const sim = await simulate(scene);
			sim.solveStatics({ tolerance: 1e-12, loadSteps: 4 });

			const x = sim.positions(bar);
			const X = bar.mesh.positions;
			for (let i = 0; i < x.length; i += 3) {
				expect(Math.abs(x[i] - stretch * X[i])).toBeLessThan(1e-6 * length);
				expect(Math.abs(x[i + 1] - t * X[i + 1])).toBeLessThan(1e-6 * length);
				expect(Math.abs(x[i + 2] - t * X[i + 2])).toBeLessThan(1e-6 * length);
			}
		});
});

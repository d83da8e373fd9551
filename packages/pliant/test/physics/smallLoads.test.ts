import { expect, test } from "vitest";
import {
	cloth,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";

const block = () =>
	solid.box(
		{ size: [0.4, 0.1, 0.1], cells: [8, 2, 2] },
		{
			solid: stableNeoHookean.elements.tetrahedra({
				youngModulus: 1e5,
				poissonRatio: 0.3,
			}),
			density: 1000,
		},
	);
const sheet = () =>
	cloth.grid(
		{ size: [0.4, 0.1], cells: [8, 2] },
		{
			membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
			arealDensity: 0.1,
		},
	);

test.each([
	["a block", block, [0, 0, 1]],
	["a sheet", sheet, [1, 0, 0]],
] as const)(
	"%s gives way by as much per newton, however small the load",
	async (_, make, [x, y, z]) => {
		const compliance = async (newtons: number) => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const body = scene.add(make());
			const { positions } = body.mesh;
			const vertices = Array.from(
				{ length: positions.length / 3 },
				(_, i) => i,
			);
			const ends = (value: number) =>
				vertices.filter((i) => Math.abs(positions[3 * i] - value) < 1e-9);
			body.pin(ends(0));
			const loaded = ends(0.4);
			const each = newtons / loaded.length;
			body.pull(loaded, [each * x, each * y, each * z]);
			const simulation = await simulate(scene);
			const report = simulation.solveStatics();
			expect(report.converged).toBe(true);
			const now = simulation.positions(body);
			const way = loaded.map((i) =>
				[x, y, z].reduce<number>(
					(sum, d, k) => sum + d * (now[3 * i + k] - positions[3 * i + k]),
					0,
				),
			);
			return way.reduce((a, b) => a + b, 0) / way.length / newtons;
		};
		const expected = await compliance(1e-5);
		expect(expected).toBeGreaterThan(0);
		for (const newtons of [1e-6, 1e-7, 1e-8, 1e-9])
			expect((await compliance(newtons)) / expected).toBeCloseTo(1, 3);
	},
);

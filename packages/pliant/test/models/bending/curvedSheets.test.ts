/** Whole sheets that are curved at rest. */
import { describe, expect, test } from "vitest";
import { type Body, cloth, Scene, simulate } from "../../../src/index.ts";
import { grid, type Mesh } from "../../../src/mesh/index.ts";
import {
	type AppliedModel,
	bridsonHinge,
	calibratedBending,
	curvedBending,
	discreteShellHinge,
	trbs,
} from "../../../src/models/index.ts";

const curved = [curvedBending, bridsonHinge, discreteShellHinge];

const sheetOf = (mesh: Mesh, bending: AppliedModel): Body =>
	cloth.mesh(mesh, {
		membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
		bending,
		arealDensity: 0.1,
	});

/** Rolled up along x with a radius [m], towards +z. */
function rolled(mesh: Mesh, radius: number): Mesh {
	const positions = mesh.positions.slice();
	for (let v = 0; v < positions.length; v += 3) {
		const angle = positions[v] / radius;
		positions[v] = radius * Math.sin(angle);
		positions[v + 2] = radius * (1 - Math.cos(angle));
	}
	return { ...mesh, positions };
}

const strip = grid({
	size: [0.4, 0.1],
	cells: [16, 4],
	diagonal: "alternating",
});

describe("a rest shape that is curved", () => {
	const half = rolled(strip, 0.15);

	test.each(curved)("stays as it is with %o", async (model) => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = scene.add(sheetOf(half, model({ bendingRigidity: 1e-3 })));
		const simulation = await simulate(scene);
		await simulation.run({ seconds: 0.2 });
		for (const [i, x] of simulation.positions(sheet).entries())
			expect(Math.abs(x - half.positions[i])).toBeLessThan(1e-12);
	});

	test("opens with bending that knows flat sheets only", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = scene.add(
			sheetOf(half, calibratedBending({ bendingRigidity: 1e-3 })),
		);
		const simulation = await simulate(scene);
		await simulation.run({ seconds: 0.2 });
		const moved = simulation
			.positions(sheet)
			.map((x, i) => Math.abs(x - half.positions[i]));
		expect(Math.max(...moved)).toBeGreaterThan(1e-3);
	});
});

test.each(curved)(
	"a flat strip rolls up to the curvature that %o is given",
	async (model) => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const radius = 0.2;
		const sheet = scene.add(
			sheetOf(
				strip,
				model({ bendingRigidity: 1e-3, warpCurvature: 1 / radius }),
			),
		);
		const clamped = sheet.where((x) => x < 0.026);
		sheet.pin(clamped);
		const simulation = await simulate(scene);
		const report = simulation.solveStatics();
		expect(report.converged).toBe(true);
		// A polygon with its corners on a circle; the clamp holds its first cell level.
		const [h, n] = [0.025, 15];
		const step = 2 * Math.asin(h / (2 * radius));
		let [x, z] = [h, 0];
		for (let i = 1; i <= n; i++) {
			x += h * Math.cos(i * step);
			z += h * Math.sin(i * step);
		}
		const positions = simulation.positions(sheet);
		for (const v of sheet.where((x) => x > 0.4 - 1e-9)) {
			expect(positions[3 * v]).toBeCloseTo(x, 6);
			expect(positions[3 * v + 2]).toBeCloseTo(z, 6);
		}
	},
);

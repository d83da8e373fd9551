import { describe, expect, test } from "vitest";
import { countOperations, elementPrograms } from "../../src/energy/index.ts";
import {
	type Body,
	cloth,
	type GridDiagonal,
	grid,
	jitter,
	type Mesh,
	Scene,
	shellBending,
	simulate,
	trbs,
} from "../../src/index.ts";
import { shellTriangle } from "../../src/models/bending/shell/shellTriangle.ts";
import { modelChecks } from "../../src/testing/index.ts";

test("ops", () => {
	const programs = elementPrograms(shellTriangle.potential);
	for (const [n, p] of Object.entries(programs))
		console.info(
			n,
			Object.values(countOperations(p.outputs)).reduce((a, b) => a + b, 0),
		);
});

describe("a triangle", () => {
	for (const check of modelChecks(shellTriangle)) test(check.name, check.run);
});

/** A strip of 1 m and some cells of clamped length before it, lying level along x. */
function strip(cells: number, pattern: GridDiagonal | "irregular"): Mesh {
	const h = 1 / cells;
	const mesh = grid({
		size: [1 + h, 4 * h],
		cells: [cells + 1, 4],
		plane: "xz",
		origin: [-h, 0, 0],
		diagonal: pattern === "irregular" ? "alternating" : pattern,
	});
	// The clamp stays straight.
	return pattern === "irregular"
		? jitter(mesh, { amount: 0.4, seed: 2, keep: (x) => x < h / 2 })
		: mesh;
}

const patterns = ["right", "alternating", "crossed", "irregular"] as const;

/** The strip under its own weight, in equilibrium; mean displacement of the tip [m]. */
async function tip(
	mesh: Mesh,
	rigidity: number,
	membraneModulus: number,
	weight: number,
	poissonRatio = 0,
): Promise<[x: number, y: number]> {
	const scene = new Scene({ gravity: [0, -weight, 0] });
	const sheet: Body = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: membraneModulus, poissonRatio: 0 }),
			bending: shellBending({ bendingRigidity: rigidity, poissonRatio }),
			arealDensity: 1,
		}),
	);
	sheet.pin(sheet.where((x) => x < 1e-9));
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	const report = simulation.solveStatics({ loadSteps: 4 });
	console.info("iterations", report.iterations, report.safeguarded);
	const x = simulation.positions(sheet);
	const end = sheet.where((x) => x > 1 - 1e-9);
	const mean = (axis: number) =>
		end.reduce((sum, v) => sum + x[3 * v + axis], 0) / end.length;
	return [mean(0), mean(1)];
}

describe("shell bending", () => {
	for (const pattern of patterns)
		test(`bends a strip as plate theory says, ${pattern}`, async () => {
			// Small enough: the elastica's tip is at −0.0124984 m then, which is 0.01 % less than w L⁴ / (8 B).
			const weight = 0.1;
			const [, y] = await tip(strip(32, pattern), 1, 1e5, weight);
			const ratio = -y / (weight / 8);
			console.info(`strip of 32 cells, ${pattern}: ${ratio.toFixed(4)}`);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.005);
		});
});

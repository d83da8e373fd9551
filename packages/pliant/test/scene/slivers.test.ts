import { expect, test } from "vitest";
import {
	Body,
	cloth,
	createMesh,
	fabric,
	Scene,
	simulate,
	trbs,
} from "../../src/index.ts";
import { grid, sphere } from "../../src/mesh/index.ts";
import { withCap } from "../mesh/brokenSurfaces.ts";

function sceneOf(mesh: Body["mesh"]) {
	const scene = new Scene();
	const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
	const body = scene.add(
		new Body({
			name: "scan",
			mesh,
			models: [membrane],
			massOn: "triangle",
			density: 0.2,
		}),
	);
	body.pin([0]);
	return { scene, body };
}

// The sliver is 1e-6 high: at half of this, rounding of positions outweighs all else, and steps fail.
const scan = withCap(sphere({ subdivisions: 2 }), 200, 1e-6);

test("a step survives a sliver, on which iterations in single precision fail", async () => {
	const { scene, body } = sceneOf(scan);
	const simulation = await simulate(scene);
	const reports = [simulation.step(), simulation.step()];
	expect(reports.every(({ converged }) => converged)).toBe(true);
	expect(simulation.linearMethod("steps")).toBe("direct");
	expect(simulation.positions(body).every(Number.isFinite)).toBe(true);
});

test("where the solver is named the error names the sliver", async () => {
	const { scene } = sceneOf(scan);
	const simulation = await simulate(scene, {
		linear: { method: "multigrid" },
	});
	expect(() => simulation.step()).toThrow(
		/; triangle \d+ \(vertices \d+, \d+, \d+\) is a sliver, [\d.e-]+ as high as long, which may be why: mend the mesh first \(repairMesh, or "repair": true in a scene\)$/,
	);
});

test("without slivers none is named", async () => {
	const { scene, body } = sceneOf(grid());
	body.launch(() => [1e300, 0, 0]);
	const simulation = await simulate(scene);
	expect(() => simulation.step()).toThrow(/^((?!sliver).)*$/);
});

/** A wavy sheet with some lines of its grid so near to the next ones that triangles between them are as low as that [m]. */
function withThinTriangles(height: number) {
	const cells = 16;
	const lines = Array.from(
		{ length: cells + 1 },
		(_, i) => (0.3 * i) / cells,
	).flatMap((x, i) => (i % 4 === 2 ? [x, x + height] : [x]));
	const n = lines.length;
	const positions = lines.flatMap((z) =>
		lines.flatMap((x) => [x, 0.03 * Math.sin(30 * x) * Math.cos(20 * z), z]),
	);
	const triangles: number[] = [];
	for (let a = 0; a + n < n * n; a++)
		if (a % n < n - 1) triangles.push(a, a + n, a + 1, a + 1, a + n, a + n + 1);
	return createMesh({
		positions: Float64Array.from(positions),
		triangles: Uint32Array.from(triangles),
	});
}

test("cloth with triangles that are micrometres high falls as other cloth does", async () => {
	for (const height of [5e-3, 1e-4, 2e-6]) {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.mesh(withThinTriangles(height), { ...fabric("silk") }),
		);
		const simulation = await simulate(scene);
		for (let step = 1; step <= 3; step++) {
			simulation.step();
			const speed = -simulation.momentum().linear[1] / sheet.mass;
			// What may be off after a step is a thousandth of the size.
			const allowed = (step * 1e-3 * 0.43) / simulation.timeStep;
			expect(Math.abs(speed - 9.81 * simulation.time)).toBeLessThan(allowed);
		}
	}
});

import { expect, test } from "vitest";
import { Body, Scene, simulate, trbs } from "../../src/index.ts";
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

const scan = withCap(sphere({ subdivisions: 2 }), 200, 5e-7);

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
		timeStep: 1 / 60,
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

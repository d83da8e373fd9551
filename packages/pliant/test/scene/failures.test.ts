import { describe, expect, test } from "vitest";
import {
	cable,
	cloth,
	quadraticSpring,
	Scene,
	SimulationError,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { hangingCloth } from "./hangingCloth.ts";

describe("failures", () => {
	test("a substep that diverges is halved", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const string = scene.add(
			cable.line(
				{ from: [0, 0, 0], to: [1, 0, 0], segments: 4 },
				{ spring: quadraticSpring({ axialStiffness: 1e3 }), linearDensity: 1 },
			),
		);
		string.pin(string.group("start"));
		string.pull(string.group("end"), [2, 1, 0]);
		// Few iterations: long substeps do not converge, shorter ones do.
		const sim = await simulate(scene, {
			timeStep: 0.2,
			substeps: 1,
			newtonIterations: 4,
			tolerance: 1e-9,
		});
		const report = sim.step();
		expect(report.substeps).toBeGreaterThan(1);
		expect(sim.time).toBe(0.2);
	});

	for (const newtonIterations of [1, 50])
		test(`the body, vertex and element at fault are named, with ${newtonIterations} iterations`, async () => {
			const { scene } = hangingCloth();
			const block = scene.add(
				solid.box(
					{ size: [1, 1, 1], cells: [1, 1, 1] },
					{
						name: "block",
						solid: stableNeoHookean.elements.tetrahedra({
							youngModulus: 1e4,
							poissonRatio: 0.3,
						}),
						density: 10,
					},
				),
			);
			block.pull([6], (t) => (t > 0.05 ? [0, Number.NaN, 0] : [0, 0, 0]));
			const sim = await simulate(scene, {
				timeStep: 0.02,
				substeps: 1,
				newtonIterations,
			});
			await sim.run({ steps: 2 });
			const before = sim.checkpoint();
			expect(() => sim.step()).toThrow(
				/vertex 6 of body "block", in element \d+ of 'stable-neo-hookean-tetrahedra'/,
			);
			expect(sim.checkpoint()).toEqual(before);
			expect(() => sim.solveStatics()).not.toThrow(TypeError);
		});

	test("statics with forces that are not finite says so", async () => {
		const { scene, sheet } = hangingCloth();
		let force = 0;
		sheet.pull([3], () => [force, 0, 0]);
		const sim = await simulate(scene);
		force = Number.NaN;
		expect(() => sim.solveStatics()).toThrow(
			/statics failed: the forces are not finite.*vertex 3 of body "sheet"/,
		);
	});

	test("a step that cannot be taken is undone and reported with body and element", async () => {
		const { scene, sheet } = hangingCloth();
		sheet.pull([5], (t) => (t > 0.05 ? [Number.NaN, 0, 0] : [0, 0, 0]));
		const sim = await simulate(scene, { timeStep: 0.02 });
		await sim.run({ steps: 2 });
		const before = sim.checkpoint();
		expect(() => sim.step()).toThrow(SimulationError);
		expect(() => sim.step()).toThrow(
			/step 3 at 0.0400000 s failed: the forces are not finite.*element \d+ of 'trbs' of body "sheet"/s,
		);
		expect(sim.checkpoint()).toEqual(before);
	});

	test("an explicit step that explodes is reported", async () => {
		const { scene } = hangingCloth();
		const sim = await simulate(scene, {
			timeStep: 0.5,
			integrator: "symplectic-euler",
		});
		await expect(sim.run({ steps: 200 })).rejects.toThrow(
			/infinite or not a number/,
		);
	});

	test("statics without an equilibrium says so", async () => {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ cells: [2, 2] },
				{
					membrane: trbs({ youngModulus2d: 1, poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		);
		sheet.slide("all", { plane: [1, 0, 0] });
		const sim = await simulate(scene);
		expect(() => sim.solveStatics({ iterations: 20 })).toThrow(
			/has no equilibrium/,
		);
	});
});

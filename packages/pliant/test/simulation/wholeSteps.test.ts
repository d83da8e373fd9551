/** A step either happened or did not: after a failure all is as if it had never been tried. */
import { describe, expect, it } from "vitest";
import {
	ball,
	cloth,
	collider,
	rigidBody,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";
import { InterruptedError } from "../../src/simulation/index.ts";

/** A sheet that falls onto a ball, with a weight tied to it. */
function fallingSheet(): Scene {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [8, 8], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	const weight = scene.add(
		rigidBody({ mass: 0.1, inertia: [1e-4, 1e-4, 1e-4] }),
	);
	const middle = sheet.vertexPoint(sheet.nearest([0, 0, 0]));
	scene.attach(middle, weight.point([0, 0, 0]), { kind: ball() });
	scene.collide(collider.sphere({ centre: [0.1, -0.4, 0], radius: 0.3 }), {
		friction: 0.3,
	});
	return scene;
}

/** The state after so many steps that succeeded; those that `fails` chooses do not at first. */
async function stateAfter(
	steps: number,
	options: SimulationOptions,
	fails: (stepCount: number) => boolean,
): Promise<{ state: Uint8Array; failures: number }> {
	let iterations = Number.POSITIVE_INFINITY;
	const simulation = await simulate(fallingSheet(), {
		...options,
		isInterrupted: () => {
			if (iterations-- === 0) throw new Error("out of the blue");
			return false;
		},
	});
	let failures = 0;
	for (let step = 0; step < steps; step++) {
		if (fails(step)) iterations = step % 2;
		try {
			simulation.step();
			iterations = Number.POSITIVE_INFINITY;
		} catch (error) {
			expect((error as Error).message).toBe("out of the blue");
			failures++;
			simulation.step();
		}
	}
	return { state: simulation.checkpoint(), failures };
}

describe("a step that fails", () => {
	const kinds: [string, SimulationOptions][] = [
		["substeps by accuracy", {}],
		["multigrid", { timeStep: 0.01, linear: { method: "multigrid" } }],
		[
			"one iteration a step",
			{ timeStep: 0.01, substeps: 1, newtonIterations: 1 },
		],
		["BDF2", { timeStep: 0.01, integrator: "bdf2" }],
	];
	it.each(kinds)("leaves no trace: %s", async (_, options) => {
		const whole = await stateAfter(12, options, () => false);
		const broken = await stateAfter(12, options, (step) => step % 3 === 1);
		expect(broken.failures).toBeGreaterThan(1);
		expect(Buffer.compare(broken.state, whole.state)).toBe(0);
	});
});

describe("interruption", () => {
	it("undoes the step, or statics, that is under way", async () => {
		let asked = 0;
		let at = Number.POSITIVE_INFINITY;
		const isInterrupted = () => ++asked > at;
		const simulation = await simulate(fallingSheet(), { isInterrupted });
		simulation.step();
		const before = simulation.checkpoint();
		at = asked + 2;
		expect(() => simulation.step()).toThrow(InterruptedError);
		expect(Buffer.compare(simulation.checkpoint(), before)).toBe(0);
		at = asked + 1;
		expect(() => simulation.solveStatics()).toThrow(InterruptedError);
		expect(Buffer.compare(simulation.checkpoint(), before)).toBe(0);
	});
});

import { describe, expect, test } from "vitest";
import {
	type Body,
	cable,
	cloth,
	quadraticSpring,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";

/** A sheet that swings and stretches, held at one edge; smooth enough to see orders. */
function swinging(dampingTime: number): { scene: Scene; sheet: Body } {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.3, 0.3], cells: [3, 3] },
			{
				membrane: trbs({ youngModulus2d: 30, poissonRatio: 0.3, dampingTime }),
				arealDensity: 0.5,
			},
		),
	);
	sheet.pin(sheet.group("top"));
	sheet.launch((x, y) => [0, 0, (0.3 - y) * (1 + x)]);
	return { scene, sheet };
}

async function finalPositions(
	steps: number,
	options: SimulationOptions,
	dampingTime = 0,
): Promise<Float64Array> {
	const { scene, sheet } = swinging(dampingTime);
	const sim = await simulate(scene, {
		timeStep: 0.2 / steps,
		substeps: 1,
		tolerance: 1e-12,
		newtonIterations: 50,
		...options,
	});
	await sim.run({ steps });
	return sim.positions(sheet).slice();
}

const distance = (a: Float64Array, b: Float64Array): number =>
	Math.sqrt(a.reduce((s, v, i) => s + (v - b[i]) ** 2, 0));

/** The order seen in the differences of results at h, h/2 and h/4. */
async function observedOrder(
	steps: number,
	options: SimulationOptions,
	dampingTime = 0,
): Promise<number> {
	const coarse = await finalPositions(steps, options, dampingTime);
	const middle = await finalPositions(2 * steps, options, dampingTime);
	const fine = await finalPositions(4 * steps, options, dampingTime);
	return Math.log2(distance(coarse, middle) / distance(middle, fine));
}

describe("order of accuracy in time", () => {
	for (const [integrator, order, steps] of [
		["implicit-euler", 1, 300],
		["midpoint", 2, 60],
		["bdf2", 2, 120],
	] as const)
		for (const [name, dampingTime, damping] of [
			["undamped", 0, {}],
			["material damping", 0.02, {}],
			["Rayleigh damping", 0, { mass: 1, stiffness: 0.01 }],
		] as const)
			test(`${integrator}, ${name}: ${order}`, async () => {
				const observed = await observedOrder(
					steps,
					{ integrator, damping },
					dampingTime,
				);
				console.info(
					`${integrator}, ${name}: observed order ${observed.toFixed(3)}`,
				);
				expect(Math.abs(observed - order)).toBeLessThan(0.15);
			});

	test("symplectic-euler: 1", async () => {
		const observed = await observedOrder(400, {
			integrator: "symplectic-euler",
		});
		expect(Math.abs(observed - 1)).toBeLessThan(0.15);
	});

	test("all integrators agree as the step goes to zero", async () => {
		const reference = await finalPositions(640, { integrator: "midpoint" });
		expect(
			distance(await finalPositions(640, { integrator: "bdf2" }), reference),
		).toBeLessThan(1e-4);
		expect(
			distance(
				await finalPositions(640, { integrator: "implicit-euler" }),
				reference,
			),
		).toBeLessThan(2e-2);
		expect(
			distance(
				await finalPositions(3200, { integrator: "symplectic-euler" }),
				reference,
			),
		).toBeLessThan(2e-3);
	});
});

describe("Newton's method", () => {
	test("converges quadratically near the solution", async () => {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ cells: [8, 8] },
				{
					membrane: trbs({ youngModulus2d: 20, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin(sheet.group("top"));
		const { residuals } = (await simulate(scene)).solveStatics({
			tolerance: 1e-12,
		});
		console.info(
			`Newton residuals: ${residuals.map((r) => r.toExponential(1)).join(", ")}`,
		);
		// log r falls by a factor that tends to 2, until rounding.
		const falling = residuals.filter((r) => r > 1e-13 && r < 0.1).map(Math.log);
		const last = falling.length - 1;
		expect(last).toBeGreaterThanOrEqual(1);
		expect(falling[last] / falling[last - 1]).toBeGreaterThan(1.7);
	});

	test("takes one iteration for a linear problem", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const string = scene.add(
			cable.line(
				{ from: [0, 0, 0], to: [1, 0, 0], segments: 8 },
				{ spring: quadraticSpring({ axialStiffness: 10 }), linearDensity: 1 },
			),
		);
		string.slide(
			string.where(() => true),
			{ line: [1, 0, 0] },
		);
		string.pin(string.group("start"));
		string.pull(string.group("end"), [1, 0, 0]);
		const sim = await simulate(scene);
		const report = sim.solveStatics();
		expect(report.iterations).toBe(1);
		expect(sim.positions(string)[3 * 8]).toBeCloseTo(1.1, 10);
	});
});

import { describe, expect, test } from "vitest";
import {
	cloth,
	referenceBackend,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { hangingCloth } from "./hangingCloth.ts";

async function run(
	options: SimulationOptions,
	steps = 20,
): Promise<Float64Array> {
	const { scene, sheet } = hangingCloth();
	const sim = await simulate(scene, { timeStep: 0.02, ...options });
	await sim.run({ steps });
	return sim.positions(sheet).slice();
}

describe("the ten-line programs", () => {
	test("a hanging cloth", async () => {
		const scene = new Scene({ gravity: [0, -9.81, 0] });
		const sheet = scene.add(
			cloth.grid(
				{ size: [1, 1], cells: [10, 10] },
				{
					membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin(sheet.corners("top"));
		const sim = await simulate(scene);
		const times: number[] = [];
		sim.observe(({ time }) => times.push(time));
		await sim.run({ seconds: 0.5 });
		expect(times.length).toBe(30);
		expect(sim.time).toBeCloseTo(0.5, 12);
		expect(sim.positions(sheet).length).toBe(3 * 121);
	});

	test("a soft beam sags as beam theory says", async () => {
		const scene = new Scene();
		const beam = scene.add(
			solid.box(
				{ size: [0.4, 0.1, 0.1], cells: [24, 6, 6] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 5e6,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		beam.pin(beam.group("x-min"));
		const sim = await simulate(scene);
		sim.solveStatics();
		const tip = beam.nearest([0.4, 0.05, 0.05]);
		const sag = 0.05 - sim.positions(beam)[3 * tip + 1];
		// Timoshenko; linear tetrahedra are a little stiff.
		const theory =
			(1000 * 9.81 * 0.01 * 0.4 ** 4) / (8 * 5e6 * (0.1 ** 4 / 12)) +
			(0.5 * 1000 * 9.81 * 0.4 ** 2) / ((5 / 6) * (5e6 / 2.6));
		console.info(
			`beam: tip ${(1000 * sag).toFixed(2)} mm, Timoshenko ${(1000 * theory).toFixed(2)} mm`,
		);
		expect(sag / theory).toBeGreaterThan(0.85);
		expect(sag / theory).toBeLessThan(1.01);
	});
});

describe("repeatability", () => {
	test("the same scene gives the same bits", async () => {
		expect(await run({})).toEqual(await run({}));
	});

	for (const integrator of [
		"implicit-euler",
		"bdf2",
		"midpoint",
		"symplectic-euler",
	] as const)
		test(`a checkpoint continues to the same bits: ${integrator}`, async () => {
			const timeStep = integrator === "symplectic-euler" ? 1e-3 : 0.02;
			const start = async () => {
				const { scene, sheet } = hangingCloth();
				return { sim: await simulate(scene, { integrator, timeStep }), sheet };
			};
			const whole = await start();
			await whole.sim.run({ steps: 8 });
			const checkpoint = whole.sim.checkpoint();
			await whole.sim.run({ steps: 8 });
			const resumed = await start();
			await resumed.sim.run({ steps: 3 });
			resumed.sim.restore(checkpoint);
			expect(resumed.sim.time).toBeCloseTo(8 * timeStep, 12);
			await resumed.sim.run({ steps: 8 });
			expect(resumed.sim.positions(resumed.sheet)).toEqual(
				whole.sim.positions(whole.sheet),
			);
			expect(resumed.sim.checkpoint()).toEqual(whole.sim.checkpoint());
		});

	test("foreign and cut checkpoints are refused and change nothing", async () => {
		const { scene, sheet } = hangingCloth();
		const sim = await simulate(scene);
		const before = sim.positions(sheet).slice();
		const good = sim.checkpoint();
		expect(() => sim.restore(good.subarray(0, 100))).toThrow(
			/cut off or of another scene/,
		);
		expect(() => sim.restore(new Uint8Array(good.length))).toThrow(
			/not a checkpoint/,
		);
		const other = new Scene();
		other.add(
			cloth.mesh(sheet.mesh, {
				membrane: trbs({ youngModulus2d: 1, poissonRatio: 0 }),
				arealDensity: 3,
			}),
		);
		const foreign = (await simulate(other)).checkpoint();
		expect(() => sim.restore(foreign)).toThrow(/of another scene/);
		expect(sim.positions(sheet)).toEqual(before);
	});
});

describe("the same motion by other means", () => {
	const close = (a: Float64Array, b: Float64Array, tolerance: number) => {
		for (const [i, value] of a.entries())
			expect(Math.abs(value - b[i])).toBeLessThan(tolerance);
	};
	const tight = { substeps: 1, tolerance: 1e-10, linearTolerance: 1e-10 };

	test("direct, conjugate gradients and matrix-free", async () => {
		const direct = await run({ ...tight, linear: { method: "direct" } });
		close(
			await run({ ...tight, linear: { method: "conjugate-gradient" } }),
			direct,
			1e-7,
		);
		close(
			await run({ ...tight, linear: { operator: "matrix-free" } }),
			direct,
			1e-7,
		);
	});

	test("the interpreter instead of WebAssembly", async () => {
		close(
			await run({ ...tight, backend: referenceBackend }, 4),
			await run(tight, 4),
			1e-9,
		);
	});

	test("matrix-free with mass and stiffness damping", async () => {
		const damping = { mass: 1, stiffness: 0.005 };
		close(
			await run({ ...tight, damping, linear: { operator: "matrix-free" } }),
			await run({ ...tight, damping }),
			1e-7,
		);
	});
});

describe("one Newton iteration a step", () => {
	test("falls freely, however far a step goes", async () => {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ size: [0.05, 0.05, 0.05], cells: [1, 1, 1] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e4,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		const sim = await simulate(scene, { substeps: 1, newtonIterations: 1 });
		await sim.run({ seconds: 2 });
		expect(sim.velocities(block)[1]).toBeCloseTo(-2 * 9.81, 6);
	});

	test("comes near to converged steps, to second order in their length", async () => {
		const lowest = async (newtonIterations: number, substeps: number) => {
			const { scene, sheet } = hangingCloth(10);
			const sim = await simulate(scene, { substeps, newtonIterations });
			await sim.run({ seconds: 1 });
			return Math.min(...sim.positions(sheet).filter((_, i) => i % 3 === 1));
		};
		const off = async (substeps: number) =>
			Math.abs((await lowest(1, substeps)) - (await lowest(50, substeps)));
		expect(Math.log2((await off(2)) / (await off(4)))).toBeGreaterThan(1.75);
	});

	test("comes down even where the material is stiff and the step long", async () => {
		const lowest = async (newtonIterations: number) => {
			const { scene, sheet } = hangingCloth(8);
			const stiff = new Scene();
			const copy = stiff.add(
				cloth.mesh(sheet.mesh, {
					membrane: trbs({ youngModulus2d: 1e5, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				}),
			);
			copy.place((x, y) => [x, 0.1 * y, y]);
			copy.pin(copy.corners("top"));
			expect(scene.bodies.length).toBe(1);
			const sim = await simulate(stiff, {
				timeStep: 0.1,
				substeps: 1,
				newtonIterations,
				// To come to rest: on the way it depends on how element Hessians are made positive.
				damping: { mass: 2 },
			});
			await sim.run({ seconds: 8 });
			return Math.min(...sim.positions(copy).filter((_, i) => i % 3 === 1));
		};
		expect(Math.abs((await lowest(1)) - (await lowest(50)))).toBeLessThan(0.05);
	});
});

describe("runs", () => {
	test("do not take the start from rest for the end", async () => {
		const { scene } = hangingCloth(3);
		const sim = await simulate(scene, { timeStep: 1e-4 });
		await sim.run({ steps: 20, untilSpeedBelow: 0.05 });
		expect(sim.time).toBeCloseTo(20e-4, 12);
	});

	test("reach the time that was asked for", async () => {
		const { scene } = hangingCloth(2);
		const sim = await simulate(scene, { timeStep: 0.02 });
		await sim.run({ seconds: 0.05 });
		expect(sim.time).toBeCloseTo(0.06, 12);
		await sim.run({ seconds: 0.001 });
		expect(sim.time).toBeCloseTo(0.08, 12);
	});

	test("can be aborted between steps", async () => {
		const { scene } = hangingCloth(3);
		const sim = await simulate(scene);
		const abort = new AbortController();
		sim.observe(({ step }) => step === 3 && abort.abort(new Error("enough")));
		await expect(sim.run({ steps: 10, signal: abort.signal })).rejects.toThrow(
			"enough",
		);
		expect(sim.time).toBeCloseTo(3 / 60, 12);
	});

	test("wait for what is done before and after every step", async () => {
		const { scene } = hangingCloth(3);
		const sim = await simulate(scene);
		const seen: string[] = [];
		const outcome = await sim.run({
			steps: 2,
			beforeStep: async () => {
				await new Promise((resolve) => setTimeout(resolve, 5));
				seen.push(`before ${sim.stepCount}`);
			},
			afterStep: async ({ substeps }) => {
				expect(substeps).toBeGreaterThan(0);
				await new Promise((resolve) => setTimeout(resolve, 5));
				seen.push(`after ${sim.stepCount}`);
			},
		});
		expect(outcome).toBe("finished");
		expect(seen).toEqual(["before 0", "after 1", "before 1", "after 2"]);
	});

	test("let other tasks run", async () => {
		const { scene } = hangingCloth();
		const sim = await simulate(scene);
		const abort = new AbortController();
		setTimeout(() => abort.abort(new Error("enough")), 20);
		await expect(sim.run({ signal: abort.signal })).rejects.toThrow("enough");
		expect(sim.stepCount).toBeGreaterThan(0);
	});

	test("need an end", async () => {
		const { scene } = hangingCloth(3);
		const sim = await simulate(scene);
		await expect(sim.run({})).rejects.toThrow(/say when to stop/);
		await expect(sim.run({ seconds: Number.NaN })).rejects.toThrow(
			/say when to stop/,
		);
	});

	test("take steps as they are where they need not converge", async () => {
		const { scene } = hangingCloth();
		const options = {
			timeStep: 0.1,
			substeps: 1,
			newtonIterations: 2,
			tolerance: 1e-12,
		};
		const report = (
			await simulate(scene, { ...options, mustConverge: false })
		).step();
		expect(report.converged).toBe(false);
		expect(report.substeps).toBe(1);
	});
});

test("per-element materials: the soft half stretches more", async () => {
	const scene = new Scene();
	const n = 8;
	const moduli = Float64Array.from({ length: 2 * n }, (_, e) =>
		Math.floor(e / 2) < n / 2 ? 20 : 200,
	);
	const strip = scene.add(
		cloth.grid(
			{ size: [1 / n, 1], cells: [1, n] },
			{
				membrane: trbs({ youngModulus2d: moduli, poissonRatio: 0 }),
				arealDensity: 0.2,
			},
		),
	);
	strip.pin(strip.group("top"));
	const sim = await simulate(scene);
	sim.solveStatics();
	const y = (height: number) =>
		sim.positions(strip)[3 * strip.nearest([0, height, 0]) + 1];
	const [lower, upper] = [y(0.5) - y(0), y(1) - y(0.5)];
	expect(lower - 0.5).toBeGreaterThan(2 * (upper - 0.5));
});

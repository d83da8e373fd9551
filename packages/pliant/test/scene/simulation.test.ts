import { describe, expect, test } from "vitest";
import {
	type Body,
	cable,
	cloth,
	createMesh,
	linearBending,
	quadraticSpring,
	referenceBackend,
	repairMesh,
	Scene,
	SimulationError,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";

function hangingCloth(n = 6): { scene: Scene; sheet: Body } {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [n, n] },
			{
				name: "sheet",
				membrane: trbs({
					youngModulus2d: 100,
					poissonRatio: 0.3,
					dampingTime: 0.01,
				}),
				bending: linearBending({ bendingModulus: 1e-3 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	sheet.place((x, y) => [x, 0.1 * y, y]);
	return { scene, sheet };
}

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
		const sim = await simulate(scene, { timeStep: 1 / 60 });
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
					solid: stableNeoHookean({ youngModulus: 5e6, poissonRatio: 0.3 }),
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
	const tight = { tolerance: 1e-10, linearTolerance: 1e-10 };

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

describe("constraints", () => {
	test("pins hold, motions are followed, sliding stays on its line and plane", async () => {
		for (const integrator of [
			"implicit-euler",
			"midpoint",
			"bdf2",
			"symplectic-euler",
		] as const) {
			const scene = new Scene();
			const sheet = scene.add(
				cloth.grid(
					{ cells: [4, 4] },
					{
						membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
						arealDensity: 0.2,
					},
				),
			);
			const [moved, pinned, onPlane, onLine] = [
				sheet.nearest([0, 1, 0]),
				sheet.nearest([1, 1, 0]),
				sheet.nearest([0, 0, 0]),
				sheet.nearest([1, 0, 0]),
			];
			sheet.move([moved], (t) => [0.1 * Math.sin(5 * t), 0, 0.3 * t]);
			sheet.pin([pinned]);
			const normal = [0.6, 0, 0.8] as const;
			sheet.slide([onPlane], { plane: [6, 0, 8] });
			sheet.slide([onLine], { line: [0, 2, 2] });
			const sim = await simulate(scene, {
				integrator,
				timeStep: integrator === "symplectic-euler" ? 1e-3 : 0.01,
			});
			await sim.run({ seconds: 0.3 });
			const at = (v: number) => [
				...sim.positions(sheet).subarray(3 * v, 3 * v + 3),
			];
			const expected = [0.1 * Math.sin(5 * sim.time), 1, 0.3 * sim.time];
			for (const [k, value] of at(moved).entries())
				expect(value).toBeCloseTo(expected[k], 12);
			expect(at(pinned)).toEqual([1, 1, 0]);
			expect(at(onPlane).reduce((s, x, k) => s + x * normal[k], 0)).toBeCloseTo(
				0,
				12,
			);
			expect(at(onPlane)[1]).not.toBeCloseTo(0, 3);
			const [x, y, z] = at(onLine);
			expect(x).toBeCloseTo(1, 12);
			expect(y).toBeCloseTo(z, 12);
			expect(y).not.toBeCloseTo(0, 3);
		}
	});
});

describe("loads", () => {
	test("point, line and surface loads add up to their total", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = scene.add(
			cloth.grid(
				{ size: [2, 1], cells: [5, 3], diagonal: "crossed" },
				{
					membrane: trbs({ youngModulus2d: 100, poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		);
		sheet.pull(sheet.corners("top"), [0, 3, 0]);
		sheet.lineLoad(sheet.group("bottom"), (t) => [0, t > 0 ? -2 : 0, 0]);
		sheet.surfaceLoad([0, 0, 5]);
		const block = scene.add(
			solid.box(
				{ size: [1, 2, 3], cells: [1, 2, 3] },
				{
					solid: stableNeoHookean({ youngModulus: 1e4, poissonRatio: 0.3 }),
					density: 10,
				},
			),
		);
		block.surfaceLoad([7, 0, 0], block.group("x-max"));
		const h = 1e-3;
		const sim = await simulate(scene, {
			timeStep: h,
			integrator: "implicit-euler",
			tolerance: 1e-12,
		});
		sim.step();
		const { linear } = sim.momentum();
		const expected = [7 * 6, 2 * 3 - 2 * 2, 5 * 2];
		for (const [k, value] of linear.entries())
			expect(value / h).toBeCloseTo(expected[k], 8);
	});
});

describe("one Newton iteration a step", () => {
	test("falls freely, however far a step goes", async () => {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ size: [0.05, 0.05, 0.05], cells: [1, 1, 1] },
				{
					solid: stableNeoHookean({ youngModulus: 1e4, poissonRatio: 0.3 }),
					density: 1000,
				},
			),
		);
		const sim = await simulate(scene, { newtonIterations: 1 });
		await sim.run({ seconds: 2 });
		expect(sim.velocities(block)[1]).toBeCloseTo(-2 * 9.81, 6);
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
			const sim = await simulate(stiff, { timeStep: 0.1, newtonIterations });
			await sim.run({ seconds: 4 });
			return Math.min(...sim.positions(copy).filter((_, i) => i % 3 === 1));
		};
		expect(Math.abs((await lowest(1)) - (await lowest(50)))).toBeLessThan(0.05);
	});
});

describe("initial velocities", () => {
	test("of held vertices are those of their motion", async () => {
		const { scene, sheet } = hangingCloth(2);
		const [left, right] = sheet.corners("top");
		sheet.move([right], (t) => [0, 0, 2 * t]);
		sheet.launch(() => [5, 0, 0]);
		const v = (await simulate(scene)).velocities(sheet);
		expect([...v.subarray(3 * left, 3 * left + 3)]).toEqual([0, 0, 0]);
		expect(v[3 * right + 2]).toBeCloseTo(2, 9);
		expect(v[3 * right]).toBe(0);
	});
});

describe("sliding", () => {
	test("on two planes is sliding on the line they share, also when they move", async () => {
		const { scene, sheet } = hangingCloth(2);
		const corner = sheet.nearest([0, 0, 0]);
		sheet.slide([corner], { plane: [1, 0, 0] }, (t) => [t, 0, 0]);
		sheet.slide([corner], { plane: [1, 1, 0] }, (t) => [t, -3 * t, 0]);
		const start = sheet.positions.slice(3 * corner, 3 * corner + 3);
		const sim = await simulate(scene, { timeStep: 0.01 });
		await sim.run({ seconds: 0.1 });
		const [x, y] = sim.positions(sheet).subarray(3 * corner);
		// x follows the first plane, x + y the second.
		expect(x - start[0]).toBeCloseTo(0.1, 9);
		expect(x + y - start[0] - start[1]).toBeCloseTo(-0.2, 9);
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
		const options = { timeStep: 0.1, newtonIterations: 2, tolerance: 1e-12 };
		const report = (
			await simulate(scene, { ...options, mustConverge: false })
		).step();
		expect(report.converged).toBe(false);
		expect(report.substeps).toBe(1);
	});
});

describe("failures", () => {
	test("a step that diverges is cut into pieces", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const string = scene.add(
			cable.line(
				{ from: [0, 0, 0], to: [1, 0, 0], segments: 4 },
				{ spring: quadraticSpring({ axialStiffness: 1e3 }), linearDensity: 1 },
			),
		);
		string.pin(string.group("start"));
		string.pull(string.group("end"), [2, 1, 0]);
		// Few iterations: whole steps do not converge, shorter ones do.
		const sim = await simulate(scene, {
			timeStep: 0.2,
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
						solid: stableNeoHookean({ youngModulus: 1e4, poissonRatio: 0.3 }),
						density: 10,
					},
				),
			);
			block.pull([6], (t) => (t > 0.05 ? [0, Number.NaN, 0] : [0, 0, 0]));
			const sim = await simulate(scene, { timeStep: 0.02, newtonIterations });
			await sim.run({ steps: 2 });
			const before = sim.checkpoint();
			expect(() => sim.step()).toThrow(
				/vertex 6 of body "block", in element \d+ of 'stable-neo-hookean'/,
			);
			expect(sim.checkpoint()).toEqual(before);
			expect(() => sim.solveStatics()).not.toThrow(TypeError);
		});

	test("statics with forces that are not finite says so", async () => {
		const { scene, sheet } = hangingCloth();
		sheet.pull([3], [Number.NaN, 0, 0]);
		const sim = await simulate(scene);
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
		scene.add(
			cloth.grid(
				{ cells: [2, 2] },
				{
					membrane: trbs({ youngModulus2d: 1, poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		);
		const sim = await simulate(scene);
		expect(() => sim.solveStatics({ iterations: 20 })).toThrow(
			/statics failed/,
		);
	});
});

describe("bad input is refused with what, value and remedy", () => {
	const membrane = trbs({ youngModulus2d: 10, poissonRatio: 0.3 });
	for (const [what, attempt, message] of [
		[
			"Poisson ratio out of range",
			() => trbs({ youngModulus2d: 10, poissonRatio: 1.2 }),
			/trbs: poissonRatio is 1.2; it must be between -1 and 1/,
		],
		[
			"NaN modulus",
			() => trbs({ youngModulus2d: Number.NaN, poissonRatio: 0 }),
			/trbs: youngModulus2d is NaN; it must be positive/,
		],
		[
			"missing parameter",
			() => trbs({ poissonRatio: 0 } as never),
			/trbs: youngModulus2d is missing; give Young modulus/,
		],
		[
			"unknown parameter",
			() => trbs({ youngModulus2d: 1, poissonRatio: 0, nu: 3 } as never),
			/unknown parameter 'nu'; it takes youngModulus2d, poissonRatio, dampingTime/,
		],
		[
			"wrong kind of model",
			() =>
				cloth.grid(
					{},
					{
						membrane: stableNeoHookean({ youngModulus: 1, poissonRatio: 0 }),
						arealDensity: 1,
					},
				),
			/membrane: 'stable-neo-hookean' is a model of tetrahedron elements; take one of triangle elements/,
		],
		[
			"negative density",
			() => cloth.grid({}, { membrane, arealDensity: -1 }),
			/density is -1; it must be positive/,
		],
		[
			"bad gravity",
			() => new Scene({ gravity: [0, Number.NaN, 0] }),
			/gravity is \[0,NaN,0\]; it must be a vector of three/,
		],
		[
			"same name twice",
			() => {
				const s = new Scene();
				for (let i = 0; i < 2; i++)
					s.add(cloth.grid({}, { name: "a", membrane, arealDensity: 1 }));
			},
			/there is a body "a" already/,
		],
		[
			"unknown group",
			() =>
				new Scene()
					.add(cloth.grid({}, { name: "a", membrane, arealDensity: 1 }))
					.group("topp"),
			/no group 'topp'; its mesh has .*top/,
		],
		[
			"vertex out of range",
			() =>
				cloth.grid({ cells: [1, 1] }, { membrane, arealDensity: 1 }).pin([4]),
			/there is no vertex 4; its mesh has 4/,
		],
		[
			"direction without length",
			() =>
				cloth
					.grid({}, { membrane, arealDensity: 1 })
					.slide([0], { plane: [0, 0, 0] }),
			/has no length/,
		],
	] as const)
		test(what, () => expect(attempt).toThrow(message));

	for (const [what, options, message] of [
		[
			"time step",
			{ timeStep: -1 },
			/timeStep is -1; it must be a positive number/,
		],
		[
			"integrator",
			{ integrator: "euler" as never },
			/integrator is 'euler'; it must be one of implicit-euler, /,
		],
		[
			"explicit with consistent mass",
			{ integrator: "symplectic-euler", mass: "consistent" },
			/set mass to 'lumped'/,
		],
		[
			"mass",
			{ mass: "lump" as never },
			/mass is 'lump'; it must be one of lumped, consistent/,
		],
		[
			"unknown option",
			{ dt: 1 } as never,
			/there is no option 'dt'; it takes timeStep, /,
		],
		["tolerance", { tolerance: Number.NaN }, /tolerance is NaN; it must be/],
		[
			"linear method",
			{ linear: { method: "cg" as never } },
			/method is 'cg'; it must be one of auto, direct/,
		],
		[
			"direct without matrix",
			{ linear: { method: "direct", operator: "matrix-free" } },
			/needs a matrix/,
		],
		[
			"damping",
			{ damping: { mass: -1 } },
			/damping: mass is -1; it must be zero or positive/,
		],
	] as const)
		test(what, async () => {
			const { scene } = hangingCloth(2);
			await expect(
				(async () => (await simulate(scene, options)).step())(),
			).rejects.toThrow(message);
		});

	test("vertices without mass, initial states that are not numbers", async () => {
		const scene = new Scene();
		const mesh = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5],
			triangles: [0, 1, 2],
		});
		const sheet = scene.add(
			cloth.mesh(mesh, { name: "a", membrane, arealDensity: 1 }),
		);
		await expect(simulate(scene)).rejects.toThrow(
			/body "a": vertex 3 has no mass/,
		);
		const fixed = new Scene();
		fixed
			.add(
				cloth.mesh(repairMesh(mesh).mesh, {
					name: "a",
					membrane,
					arealDensity: 1,
				}),
			)
			.launch(() => [0, Number.NaN, 0]);
		await expect(simulate(fixed)).rejects.toThrow(
			/initial velocity of vertex 0 has the coordinate NaN/,
		);
		expect(sheet.vertexCount).toBe(4);
	});

	test("an empty scene, per-element values of the wrong length", async () => {
		await expect(simulate(new Scene())).rejects.toThrow(/it has no bodies/);
		const scene = new Scene();
		scene.add(
			cloth.grid(
				{ cells: [1, 1] },
				{
					name: "a",
					membrane: trbs({ youngModulus2d: [1, 2, 3], poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		);
		await expect(simulate(scene)).rejects.toThrow(
			/youngModulus2d of 'trbs' has 3 values; give one number, or one for each of its 2 elements/,
		);
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

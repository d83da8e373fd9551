import { describe, expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import {
	type Body,
	cable,
	cloth,
	referenceBackend,
	Scene,
	type Simulation,
	type SimulationOptions,
	simulate,
	solid,
} from "../../src/index.ts";
import type { DomainName } from "../../src/models/domain.ts";
import {
	type AnyElementModel,
	henckySpring,
	linearBending,
	registry,
	stableNeoHookean,
	trbs,
} from "../../src/models/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import { ColouredElements } from "../../src/system/colouredElements.ts";
import { stepArrays } from "../../src/system/model.ts";
import { colourVertices } from "../../src/system/vertexColours.ts";
import { hangingCloth } from "../scene/hangingCloth.ts";

const descent = (sweeps: number): SimulationOptions => ({
	solver: "block-descent",
	sweeps,
});

/** Bent in space, moved at one end, and sliding along a skew line at the other. */
function swungCable(): Scene {
	const scene = new Scene();
	const rope = scene.add(
		cable.line(
			{ segments: 8 },
			{
				name: "rope",
				spring: henckySpring({ axialStiffness: 50 }),
				linearDensity: 0.5,
			},
		),
	);
	rope.move(rope.group("start"), (t) => [0.2 * t, t * t, 0]);
	rope.slide(rope.group("end"), { line: [0.6, 0.8, 0] });
	rope.launch((x) => [0, 0, Math.sin(5 * x)]);
	return scene;
}

/** Held at one side, sliding on a skew plane at the other. */
function heldBlock(): Scene {
	const scene = new Scene();
	const block = scene.add(
		solid.box(
			{ size: [0.4, 0.1, 0.1], cells: [4, 1, 1] },
			{
				name: "block",
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 2e4,
					poissonRatio: 0.4,
				}),
				density: 1000,
			},
		),
	);
	block.pin(block.group("x-min"));
	block.slide(block.group("x-max"), { plane: [0.6, 0, 0.8] });
	block.launch((x, y) => [x, -2 * y, 5 * x]);
	return scene;
}

/** Several bodies: a damped sheet, a cable and a block. */
function manyBodies(): Scene {
	const { scene } = hangingCloth(4);
	for (const other of [swungCable(), heldBlock()])
		for (const body of other.bodies) scene.add(body);
	return scene;
}

function blownUp(): Scene {
	const { scene, sheet } = hangingCloth(4);
	sheet.pressurize((t) => 5 + 20 * t);
	return scene;
}

/** A body of a model with its typical material, held at one place. */
function bodyOf(model: AnyElementModel): Scene {
	const scene = new Scene();
	const use = model(model.typicalMaterial);
	const membrane = trbs({ youngModulus2d: 100, poissonRatio: 0.3 });
	const sheet = { cells: [3, 3] } as const;
	const tetrahedra = () =>
		solid.box({ cells: [2, 1, 1] }, { solid: use, density: 1000 });
	const hexahedra = () =>
		solid.box(
			{ size: [2, 1, 1], cells: [2, 1, 1] },
			{ solid: use, density: 1000 },
		);
	const bodies: Partial<Record<DomainName, () => Body>> = {
		edge: () => cable.line({ segments: 5 }, { spring: use, linearDensity: 1 }),
		triangle: () => cloth.grid(sheet, { membrane: use, arealDensity: 0.2 }),
		hinge: () =>
			cloth.grid(sheet, { membrane, bending: use, arealDensity: 0.2 }),
		tetrahedron: tetrahedra,
		"quadratic-tetrahedron": tetrahedra,
		rectangle: () => cloth.grid(sheet, { membrane: use, arealDensity: 0.2 }),
		hexahedron: hexahedra,
		"quadratic-hexahedron": hexahedra,
	};
	const body = scene.add((bodies[model.domain] as () => Body)());
	body.pin([0]);
	body.launch((x, y, z) => [y, Math.sin(3 * x), x - z]);
	return scene;
}

/** All positions after some steps. */
async function positionsAfter(
	scene: Scene,
	steps: number,
	options: SimulationOptions,
): Promise<number[]> {
	const sim = await simulate(scene, options);
	await sim.run({ steps });
	return scene.bodies.flatMap((body) => [...sim.positions(body)]);
}

const largestDifference = (a: readonly number[], b: readonly number[]) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

describe("many sweeps take the step that Newton takes", () => {
	const tight = { substeps: 1, tolerance: 1e-10, linearTolerance: 1e-10 };
	const damping = { mass: 0.5, stiffness: 0.002 };
	/** Steps are three, and one for models, which say the same in each. */
	const cases: [string, () => Scene, SimulationOptions, number?][] = [
		[
			"cloth with bending and material damping",
			() => hangingCloth(5).scene,
			{},
		],
		["cloth with Rayleigh damping", () => hangingCloth(4).scene, { damping }],
		["cable, moved and sliding on a line", swungCable, {}],
		["tetrahedra, pinned and sliding on a plane", heldBlock, {}],
		["tetrahedra with Rayleigh damping", heldBlock, { damping }],
		["follower pressure on an open surface", blownUp, {}],
		["several bodies", manyBodies, { damping }],
		["midpoint", manyBodies, { integrator: "midpoint" }],
		["BDF2", manyBodies, { integrator: "bdf2" }],
		// One law stands for all on quadratic elements, which take seconds each.
		...registry
			.filter(
				({ domain, name }) =>
					!domain.startsWith("quadratic") || name.startsWith("stvk"),
			)
			.map((model): (typeof cases)[number] => [
				`the model '${model.name}'`,
				() => bodyOf(model),
				{},
				1,
			]),
	];
	for (const [name, scene, options, steps = 3] of cases)
		test(name, async () => {
			const newton = await positionsAfter(scene(), steps, {
				...tight,
				...options,
			});
			const swept = await positionsAfter(scene(), steps, {
				...descent(400),
				...options,
			});
			const difference = largestDifference(swept, newton);
			console.info(`${name}: ${difference.toExponential(1)} m from Newton`);
			expect(difference).toBeLessThan(1e-6);
		});
});

test("the interpreter sweeps as WebAssembly does", async () => {
	const scene = () => hangingCloth(3).scene;
	const [wasm, interpreted] = [
		await positionsAfter(scene(), 2, descent(10)),
		await positionsAfter(scene(), 2, {
			...descent(10),
			backend: referenceBackend,
		}),
	];
	expect(largestDifference(wasm, interpreted)).toBeLessThan(1e-12);
});

describe("colours", () => {
	test("no two vertices of a colour are coupled, and all that move have one", async () => {
		const built = await buildScene(manyBodies(), {
			backend: wasmBackend,
			mass: "lumped",
			timeStep: 1 / 60,
		});
		const { model, constraints } = built;
		const { colourOf, count } = colourVertices(
			model.pattern,
			constraints.fixed,
		);
		const { rows, rowStart, columns } = model.pattern;
		for (let row = 0; row < rows; row++) {
			expect(colourOf[row]).toBeLessThan(count);
			expect(colourOf[row] < 0).toBe(constraints.fixed.includes(row));
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
				if (columns[k] !== row && colourOf[row] >= 0)
					expect(colourOf[columns[k]]).not.toBe(colourOf[row]);
		}
	});

	test("vertices are listed once, ascending within a colour", async () => {
		const built = await buildScene(manyBodies(), {
			backend: wasmBackend,
			mass: "lumped",
			timeStep: 1 / 60,
		});
		const { fixed } = built.constraints;
		const { colours, vertices } = await ColouredElements.create(
			built.model,
			fixed,
			stepArrays(built.state, built.work),
			{ ...built, backend: wasmBackend },
		);
		const all = [...vertices.array];
		expect(new Set(all).size).toBe(all.length);
		expect(all.length).toBe(built.model.vertexCount - fixed.length);
		for (const { first, last } of colours) {
			const own = all.slice(first, last);
			expect(own).toEqual([...own].sort((a, b) => a - b));
		}
	});
});

describe("repeatability", () => {
	test("the same bits from run to run, and from a checkpoint", async () => {
		const start = () => simulate(manyBodies(), descent(7));
		const whole = await start();
		await whole.run({ steps: 5 });
		const checkpoint = whole.checkpoint();
		await whole.run({ steps: 5 });
		const resumed = await start();
		await resumed.run({ steps: 2 });
		resumed.restore(checkpoint);
		await resumed.run({ steps: 5 });
		expect(resumed.checkpoint()).toEqual(whole.checkpoint());
		const again = await start();
		await again.run({ steps: 10 });
		expect(again.checkpoint()).toEqual(whole.checkpoint());
	});
});

describe("energy", () => {
	/** Kinetic, elastic and potential energy [J], of a body under gravity alone. */
	const total = (sim: Simulation): number => {
		const { kinetic, elastic, load } = sim.energies();
		return kinetic + elastic + load;
	};

	/** Crumpled and thrown. */
	const stiffSheet = () => {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ cells: [10, 10] },
				{
					membrane: trbs({ youngModulus2d: 1e6, poissonRatio: 0.3 }),
					bending: linearBending({ bendingModulus: 1 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin(sheet.corners("top"));
		sheet.place((x, y) => [x, 0.9 * y, 0.05 * Math.sin(40 * x * y)]);
		sheet.launch((x, y) => [5 * y, 3 * x, 10 * x * y]);
		return scene;
	};
	/** Squeezed, and falling ever faster. */
	const stiffBlock = () => {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ cells: [2, 2, 2] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e9,
						poissonRatio: 0.49,
					}),
					density: 1000,
				},
			),
		);
		block.place((x, y, z) => [2 * x, 0.3 * y, z + 0.5 * x]);
		return scene;
	};
	for (const [name, scene] of Object.entries({ stiffSheet, stiffBlock }))
		for (const sweeps of [1, 2, 5, 30])
			test(`does not grow in long steps: ${name}, ${sweeps} sweeps`, async () => {
				const options = { timeStep: 0.1, ...descent(sweeps) };
				const sim = await simulate(scene(), options);
				const start = sim.energies();
				const limit = total(sim);
				for (let step = 0; step < 150; step++) {
					sim.step();
					expect(total(sim)).toBeLessThan(limit);
				}
				expect(sim.energies().elastic).toBeLessThan(1e-2 * start.elastic);
			});

	test("sweeps that would go up are taken in smaller steps, not left out", async () => {
		const { scene } = hangingCloth(8);
		const sim = await simulate(scene, { timeStep: 0.5, ...descent(1) });
		let last = total(sim);
		for (let step = 0; step < 20; step++) {
			sim.step();
			expect(total(sim)).toBeLessThan(last);
			last = total(sim);
		}
	});

	test("elements turned inside out come right again", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const block = scene.add(
			solid.box(
				{ cells: [3, 1, 1] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e5,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		block.pin(block.group("x-min"));
		block.place((x, y, z) => [x < 0.1 ? x : -0.5 * x, y, z]);
		// Vibrations fade as e^(−2t).
		const sim = await simulate(scene, {
			...descent(20),
			damping: { mass: 4 },
		});
		await sim.run({ seconds: 5 });
		const tip = block.nearest([1, 0, 0]);
		expect(sim.positions(block)[3 * tip]).toBeGreaterThan(0.9);
	});
});

test("more sweeps come closer to the converged motion", async () => {
	const hang = async (options: SimulationOptions) => {
		const { scene, sheet } = hangingCloth(16);
		const sim = await simulate(scene, options);
		await sim.run({ seconds: 0.5 });
		return [...sim.positions(sheet)];
	};
	const sag = (x: readonly number[]) =>
		Math.min(...x.filter((_, i) => i % 3 === 1));
	const converged = await hang({ substeps: 1 });
	const errors: number[] = [];
	for (const sweeps of [5, 20, 50]) {
		const x = await hang(descent(sweeps));
		errors.push(largestDifference(x, converged));
		console.info(
			`${sweeps} sweeps: off by ${errors[errors.length - 1].toExponential(1)} m, sag by ${(sag(x) - sag(converged)).toExponential(1)} m`,
		);
	}
	for (let i = 1; i < errors.length; i++)
		expect(errors[i]).toBeLessThan(0.1 * errors[i - 1]);
});

describe("bodies that nothing holds", () => {
	const freeBlock = () => {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ size: [0.1, 0.1, 0.1], cells: [3, 3, 3] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e9,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		return { scene, block };
	};

	test("fall freely, however stiff they are", async () => {
		const { scene, block } = freeBlock();
		const sim = await simulate(scene, descent(2));
		await sim.run({ seconds: 2 });
		expect(sim.velocities(block)[1]).toBeCloseTo(-2 * 9.81, 6);
	});

	test("keep their momentum", async () => {
		const { scene, block } = freeBlock();
		block.launch((x, y, z) => [1 + y, 2 - x + z, Math.sin(30 * x)]);
		const sim = await simulate(scene, descent(3));
		const before = sim.momentum().linear;
		await sim.run({ steps: 10 });
		for (const [k, now] of sim.momentum().linear.entries()) {
			const gained = k === 1 ? (-9.81 * 10) / 60 : 0;
			expect(now - before[k]).toBeCloseTo(gained, 9);
		}
	});
});

describe("reports", () => {
	test("sweeps, and the force imbalance that they leave", async () => {
		const sim = await simulate(hangingCloth(4).scene, descent(6));
		// The first step begins with a part of implicit Euler, which is solved by itself.
		expect(sim.step().iterations).toBe(2 * 6);
		const report = sim.step();
		expect(report.iterations).toBe(6);
		expect(report.residual).toBeGreaterThan(0);
		expect(report.residual).toBeLessThan(1);
		expect(report.converged).toBe(false);
		const thorough = await simulate(hangingCloth(4).scene, descent(1000));
		expect(thorough.step().converged).toBe(true);
	});

	test("statics takes Newton", async () => {
		const { scene, sheet } = hangingCloth(4);
		const sim = await simulate(scene, descent(5));
		expect(sim.solveStatics().converged).toBe(true);
		const rest = sim.positions(sheet).slice();
		sim.step();
		expect(
			largestDifference([...sim.positions(sheet)], [...rest]),
		).toBeLessThan(1e-6);
	});
});

describe("what does not go together is refused", () => {
	const attempts: [SimulationOptions, RegExp][] = [
		[{ sweeps: 5 }, /sweeps is 5, but the solver 'newton' has none/],
		[
			{ ...descent(5), newtonIterations: 3 },
			/newtonIterations is 3, but the solver 'block-descent' has none; leave it out/,
		],
		[
			{ ...descent(5), linearTolerance: 1e-3 },
			/linearTolerance is 0.001, but the solver 'block-descent' has none/,
		],
		[
			{ ...descent(5), integrator: "symplectic-euler" },
			/symplectic-euler has nothing to solve/,
		],
		[{ ...descent(5), mass: "consistent" }, /set mass to 'lumped'/],
		[descent(0), /sweeps is 0; it must be a positive whole number/],
		[
			{ solver: "jacobi" as never },
			/solver is 'jacobi'; it must be one of newton, block-descent/,
		],
	];
	for (const [options, message] of attempts)
		test(String(message), async () => {
			await expect(simulate(hangingCloth(2).scene, options)).rejects.toThrow(
				message,
			);
		});
});

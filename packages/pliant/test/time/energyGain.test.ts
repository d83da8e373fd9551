/** Bodies of random material that are moved at random, without loads but gravity, under settings that leave steps unsolved. */
import { expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import {
	cable,
	cloth,
	collider,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
} from "../../src/index.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import {
	corotationalMembrane,
	morleyBending,
	quadraticSpring,
	stableNeoHookean,
	stvk,
	trbs,
	trqs,
} from "../../src/models/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import { IncrementalPotential } from "../../src/time/incrementalPotential.ts";

function chances(seed: number) {
	const number = createRandom(seed);
	return {
		number,
		of: <T>(choices: readonly T[]): T =>
			choices[Math.floor(choices.length * number())],
		magnitude: (least: number, most: number) =>
			least * (most / least) ** number(),
	};
}

function randomBody({ number, of, magnitude }: ReturnType<typeof chances>) {
	const E = magnitude(0.1, 1e6);
	const poissonRatio = 0.45 * number();
	const makers = [
		() =>
			cloth.grid(
				{ cells: [5, 4], plane: "xz" },
				{
					membrane: of([trbs, trqs, corotationalMembrane])({
						...{ youngModulus2d: E, poissonRatio },
					}),
					bending: morleyBending({ bendingRigidity: magnitude(1e-8, 0.1) }),
					arealDensity: magnitude(0.01, 2),
				},
			),
		() =>
			cable.line(
				{ segments: 10 },
				{
					spring: quadraticSpring({ axialStiffness: E }),
					linearDensity: magnitude(1e-3, 1),
				},
			),
		() =>
			solid.box(
				{ size: [0.5, 0.2, 0.2], cells: [2, 1, 1] },
				{
					solid: of([stableNeoHookean, stvk])({
						...{ youngModulus: 100 * E, poissonRatio },
					}),
					density: magnitude(10, 5000),
				},
			),
	];
	const body = of(makers)();
	if (number() < 0.5) body.pin([0, 3]);
	const stretch = magnitude(0.6, 1.6);
	body.place((x, y, z) => [stretch * x, y, z]);
	const speed = magnitude(0.01, 10);
	const spin = 20 * number() - 10;
	const noise = magnitude(1e-3, 3);
	return body.launch((x, y, z) => [
		speed * Math.sin(5 * z + y) + noise * (number() - 0.5),
		-speed * Math.cos(4 * x),
		spin * (x - 0.5) + noise * (number() - 0.5),
	]);
}

const solvers: readonly SimulationOptions[] = [
	{ substeps: 1, newtonIterations: 1 },
	{ substeps: 1, newtonIterations: 2, mustConverge: false },
	{ substeps: 1 },
	{ solver: "block-descent", sweeps: 1 },
	{ solver: "block-descent", sweeps: 5 },
];

const runs = 8;

/** Fraction of the energy that a substep may gain. */
const mostGain = 1e-4;

test.each(["generalized-alpha", "implicit-euler", "bdf2", "midpoint"] as const)(
	"%s gains no energy, whatever the material, the step and how it is solved",
	async (integrator) => {
		let refused = 0;
		for (let seed = 1; seed <= runs; seed++) {
			const random = chances(seed);
			const gravity = random.number() < 0.3 ? -9.81 : 0;
			const scene = new Scene({ gravity: [0, gravity, 0] });
			scene.add(randomBody(random));
			const simulation = await simulate(scene, {
				integrator,
				timeStep: random.magnitude(1e-4, 1),
				...random.of(solvers),
			});
			const energy = () => {
				const { kinetic, elastic, load } = simulation.energies();
				return { total: kinetic + elastic + load, moved: kinetic + elastic };
			};
			let { total: before, moved: most } = energy();
			for (let step = 0; step < 10; step++) {
				let substeps = 0;
				try {
					substeps = simulation.step().substeps;
				} catch (error) {
					expect((error as Error).message).toMatch(
						/would create energy\. Allow more iterations or sweeps, or use shorter/,
					);
					refused++;
					break;
				}
				const { total, moved } = energy();
				most = Math.max(most, moved);
				expect(total - before, `seed ${seed}, step ${step}`).toBeLessThan(
					mostGain * substeps * most,
				);
				before = total;
			}
		}
		// Only midpoint, which damps nothing, has to give up.
		expect(refused > 0).toBe(integrator === "midpoint");
	},
);

test("what is at rest but for rounding is not taken to gain energy", async () => {
	for (const phase of [1, 2, 3, 4]) {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const membrane = trbs({ youngModulus2d: 300, poissonRatio: 0.3 });
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.15, 0.2], cells: [3, 4], origin: [-0.175, -0.1, 0] },
				{ membrane, arealDensity: 0.2 },
			),
		);
		sheet.launch((x, y) => [
			1e-13 * Math.sin(99 * x + phase),
			1e-13 * Math.sin(77 * y + phase),
			0,
		]);
		const simulation = await simulate(scene, { timeStep: 0.02 });
		for (let step = 0; step < 12; step++) simulation.step();
		expect(simulation.time).toBeCloseTo(0.24, 12);
	}
});

test("a gain is that of energies at both ends, however long forces and contact act in between", async () => {
	const gains: number[] = [];
	const h = 0.01;
	for (const forceDuration of [h, 0.6 * h]) {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.3, 0.3], cells: [2, 2], plane: "xz", origin: [0, 4e-3, 0] },
				{
					membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
					arealDensity: 0.3,
				},
			),
		);
		sheet.launch((x) => [0, x - 1, 0]);
		scene.collide(collider.plane(), { distance: 5e-3, friction: 0.4 });
		const built = await buildScene(scene, {
			backend: wasmBackend,
			mass: undefined,
			timeStep: h,
		});
		const { x, v } = built.state;
		const potential = new IncrementalPotential(built, {
			mass: 0,
			stiffness: 0,
		});
		potential.fromPositions.array.set(x.array);
		potential.fromVelocities.array.set(v.array);
		potential.begin({
			...{ length: h, duration: h, forceDuration, memoryWeight: 0.3 },
			...{ isFirst: false, hasContact: true, dissipationWeight: 1 },
			...{ time: h, fromTime: 0, targetTime: h, targetFraction: 1 },
			loadFactor: 1,
		});
		const move = built.space.vector();
		const { array } = move;
		for (let i = 0; i < array.length; i += 3)
			array.set([1e-3, -3e-3 + 1e-4 * i, -1e-3], i);
		potential.moveFrom(potential.fromPositions, 1, move);
		expect(potential.touching.touches).toBe(true);
		gains.push(potential.gain(v));
	}
	expect(Math.abs(gains[0])).toBeGreaterThan(1e-2);
	expect(gains[1] / gains[0]).toBeCloseTo(1, 12);
});

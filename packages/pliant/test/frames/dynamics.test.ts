import { describe, expect, test } from "vitest";
import { ball } from "../../src/attachments/attachmentKinds.ts";
import { Collider } from "../../src/contact/collider.ts";
import { collider } from "../../src/contact/shapes/index.ts";
import { frameBody } from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import { exponential, turned } from "../../src/mappings/quaternion.ts";
import { box } from "../../src/mesh/generators/box.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import { Scene } from "../../src/scene/scene.ts";
import { simulate } from "../../src/simulate.ts";
import type { IntegratorName } from "../../src/time/integrators/integrators.ts";
import { type AloneOptions, alone } from "./alone.ts";
import { bar } from "./bar.ts";

const largest = (a: ArrayLike<number>) =>
	Array.from(a).reduce((m, x) => Math.max(m, Math.abs(x)), 0);

const rubber = {
	size: [1, 0.2, 0.2] as Vector3,
	youngModulus: 2e5,
	poissonRatio: 0.3,
};

describe("free fall", () => {
	// In steps: implicit Euler falls by the sum of 1 to 5; second order falls exactly, but for an implicit Euler part h/16 at the start.
	const fallen = {
		"implicit-euler": 15,
		"generalized-alpha": 5 ** 2 / 2 + (1 / 16) ** 2 / 2,
		midpoint: 5 ** 2 / 2 + (1 / 16) ** 2 / 2,
	};
	for (const [integrator, mass, forces] of [
		["implicit-euler", "consistent", "samples"],
		["implicit-euler", "lumped", "springs"],
		["generalized-alpha", "consistent", "samples"],
		["generalized-alpha", "consistent", "springs"],
		["generalized-alpha", "lumped", "samples"],
		["generalized-alpha", "lumped", "springs"],
		["midpoint", "consistent", "springs"],
	] as const)
		test(`is exact by ${integrator} with ${mass} mass and ${forces}`, async () => {
			const gravity: Vector3 = [1, -9, 3];
			const timeStep = 0.01;
			const body = bar({ frames: 3, ...rubber, forces });
			const { simulation, frames } = await alone(body, {
				...{ integrator, gravity, timeStep },
				substeps: 1,
				mass,
				tolerance: 1e-12,
			});
			const turn = exponential([0.4, -0.3, 0.8]);
			for (let i = 0; i < 3; i++)
				frames.place(i, {
					position: turned(turn, body.definition.frames[i].position),
					orientation: turn,
				});
			await simulation.run({ steps: 5 });
			for (let i = 0; i < 3; i++) {
				const start = turned(turn, body.definition.frames[i].position);
				const { position, orientation } = frames.pose(i);
				const { velocities } = frames;
				for (let k = 0; k < 3; k++) {
					expect(position[k] - start[k]).toBeCloseTo(
						fallen[integrator] * timeStep ** 2 * gravity[k],
						11,
					);
					expect(velocities[6 * i + k]).toBeCloseTo(0, 8);
					expect(velocities[6 * i + 3 + k]).toBeCloseTo(
						5 * timeStep * gravity[k],
						9,
					);
				}
				for (const [k, q] of orientation.entries())
					expect(q).toBeCloseTo(turn[k], 11);
			}
		});
});

test("both masses are those of the samples", async () => {
	const body = bar({ frames: 3, ...rubber });
	const { samples } = body.definition;
	for (const mass of ["consistent", "lumped"] as const) {
		const { simulation, frames } = await alone(body, { mass });
		const spin = [0.3, -0.5, 0.7];
		const drift = [0.1, 0.2, -0.4];
		frames.velocities = [0, 1, 2].flatMap((i) => {
			const t = frames.pose(i).position;
			return [
				...spin,
				...drift.map(
					(v, k) =>
						v +
						spin[(k + 1) % 3] * t[(k + 2) % 3] -
						spin[(k + 2) % 3] * t[(k + 1) % 3],
				),
			];
		});
		// The body moves rigidly: momentum and energy are those of points.
		let [kinetic, linear, angular] = [0, [0, 0, 0], [0, 0, 0]];
		for (let s = 0; s < samples.count; s++) {
			const m = samples.volumes[s] * (body.density ?? 0);
			const X = samples.positions.subarray(3 * s, 3 * s + 3);
			const v = drift.map(
				(d, k) =>
					d +
					spin[(k + 1) % 3] * X[(k + 2) % 3] -
					spin[(k + 2) % 3] * X[(k + 1) % 3],
			);
			kinetic += (m * (v[0] ** 2 + v[1] ** 2 + v[2] ** 2)) / 2;
			linear = linear.map((p, k) => p + m * v[k]);
			angular = angular.map(
				(l, k) =>
					l +
					m *
						(X[(k + 1) % 3] * v[(k + 2) % 3] - X[(k + 2) % 3] * v[(k + 1) % 3]),
			);
		}
		expect(simulation.energies().kinetic).toBeCloseTo(kinetic, 12);
		const momentum = simulation.momentum();
		for (let k = 0; k < 3; k++) {
			expect(momentum.linear[k]).toBeCloseTo(linear[k], 12);
			expect(momentum.angular[k]).toBeCloseTo(angular[k], 12);
		}
	}
});

test("linear momentum is kept by internal forces", async () => {
	const { frames } = await alone(bar({ frames: 4, ...rubber }));
	frames.place(3, {
		position: [0.6, 0.1, 0],
		orientation: exponential([0.3, 0.2, 0]),
	});
	const forces = frames.internalForces();
	expect(largest(forces)).toBeGreaterThan(10);
	let sum = 0;
	for (let i = 0; i < 4; i++) sum += forces[6 * i + 3];
	expect(Math.abs(sum)).toBeLessThan(1e-12 * largest(forces));
});

describe("a body that flies and spins", () => {
	const launch = [1, 0.5, 3, 0.2, -1, 0.4, 1.2, 0.4, 3, 0.2, 2, 0];
	const fly = async (
		options: AloneOptions,
		forces: "samples" | "springs" = "samples",
	) => {
		const { simulation, frames } = await alone(
			bar({ frames: 2, ...rubber, forces }),
			{ gravity: [0, 0, 0], timeStep: 0.01, ...options },
		);
		frames.velocities = launch;
		const before = {
			...simulation.momentum(),
			...simulation.energies(),
		};
		await simulation.run({ seconds: 0.5 });
		const after = { ...simulation.momentum(), ...simulation.energies() };
		const scale = Math.hypot(...before.angular);
		const lost = (which: "linear" | "angular") =>
			Math.hypot(...after[which].map((c, k) => c - before[which][k])) / scale;
		return { before, after, linear: lost("linear"), angular: lost("angular") };
	};

	for (const mass of ["consistent", "lumped"] as const)
		for (const forces of ["samples", "springs"] as const)
			test(`keeps its linear momentum with ${mass} mass and ${forces}, and gains no energy`, async () => {
				const { before, after, linear } = await fly(
					{ substeps: 1, mass, tolerance: 1e-12 },
					forces,
				);
				expect(linear).toBeLessThan(1e-10);
				expect(after.kinetic).toBeLessThan(before.kinetic);
				// Implicit Euler takes (1 + h²ω²) per step of what turns at ω = 3/s.
				expect(after.kinetic).toBeGreaterThan(0.8 * before.kinetic);
			});

	for (const mass of ["consistent", "lumped"] as const)
		for (const forces of ["samples", "springs"] as const)
			for (const integrator of ["generalized-alpha", "midpoint"] as const)
				test(`keeps angular momentum to second order by ${integrator} with ${mass} mass and ${forces}`, async () => {
					const flown = (timeStep: number) =>
						fly(
							{
								...{ integrator, timeStep, mass },
								substeps: 1,
								tolerance: 1e-13,
							},
							forces,
						);
					const { linear, angular, before, after } = await flown(0.01);
					expect(linear).toBeLessThan(1e-10);
					// Oscillations of the frames are not resolved by that, and turn with the body.
					const [coarse, fine] = [await flown(0.005), await flown(0.0025)];
					const order = Math.log2(coarse.angular / fine.angular);
					console.info(
						`${integrator}, ${mass}, ${forces}: angular momentum ${angular.toExponential(1)}, order ${order.toFixed(2)}`,
					);
					expect(order).toBeGreaterThan(1.7);
					// (h ω)² of what turns at ω = 3/s.
					expect(angular).toBeLessThan(0.03 ** 2);
					// Springs have no energy to keep.
					if (forces === "samples")
						expect(
							Math.abs((after.kinetic + after.elastic) / before.kinetic - 1),
						).toBeLessThan(0.02);
				});
});

describe("steps", () => {
	test("of many Newton iterations come near those of one when short", async () => {
		const tip = async (newtonIterations: number, timeStep: number) => {
			const body = bar({ frames: 3, ...rubber }).hold(0);
			const { simulation, frames } = await alone(body, {
				newtonIterations,
				timeStep,
				substeps: 1,
				tolerance: 1e-11,
			});
			await simulation.run({ seconds: 0.1 });
			return frames.positionOf([0.5, 0, 0])[1];
		};
		const [one, many] = [await tip(1, 0.01), await tip(20, 0.01)];
		const [oneShort, manyShort] = [await tip(1, 0.0025), await tip(20, 0.0025)];
		// What one iteration leaves is less than the error of the step.
		const exact = await tip(20, 0.0003125);
		expect(Math.abs(one - many)).toBeLessThan(Math.abs(many - exact));
		expect(Math.abs(oneShort - manyShort)).toBeLessThan(
			Math.abs(manyShort - exact),
		);
		expect(Math.abs(oneShort - manyShort)).toBeLessThan(Math.abs(one - many));
	});

	test("come to rest where statics says, with damping sooner", async () => {
		const make = async (stiffness: number) =>
			alone(bar({ frames: 3, ...rubber }).hold(0), {
				damping: { mass: 0, stiffness },
				timeStep: 0.02,
				substeps: 1,
				tolerance: 1e-9,
			});
		const rest = await make(0);
		const { residuals } = rest.simulation.solveStatics();
		expect(residuals.at(-1)).toBeLessThan(1e-8);
		const expected = rest.frames.positionOf([0.5, 0, 0]);
		const damped = await make(0.25);
		await damped.simulation.run({ steps: 400 });
		for (const [k, x] of damped.frames.positionOf([0.5, 0, 0]).entries())
			expect(x).toBeCloseTo(expected[k], 6);
		const energyAfter = async (stiffness: number) => {
			const { simulation } = await make(stiffness);
			await simulation.run({ steps: 120 });
			return simulation.energies().kinetic;
		};
		expect(await energyAfter(0.1)).toBeLessThan(0.1 * (await energyAfter(0)));
	});

	test("mass damping slows what moves freely", async () => {
		const slowed = async (integrator: IntegratorName, steps: number) => {
			const { simulation, frames } = await alone(
				bar({ frames: 2, ...rubber }),
				{
					gravity: [0, 0, 0],
					damping: { mass: 3 },
					...{ integrator, timeStep: 0.1 / steps },
					substeps: 1,
					tolerance: 1e-12,
				},
			);
			frames.velocities = [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0];
			await simulation.run({ steps });
			return frames.velocities[3];
		};
		const euler = await slowed("implicit-euler", 10);
		expect(euler).toBeCloseTo((1 + 3 * 0.01) ** -10, 10);
		const first = 0.03 / 16;
		const rest = 0.03 - first;
		// Trapezoids, but for an implicit Euler part h/16 at the start.
		const expected =
			(((1 / (1 + first)) * (1 - rest / 2)) / (1 + rest / 2)) *
			((1 - 0.03 / 2) / (1 + 0.03 / 2)) ** 9;
		expect(await slowed("midpoint", 10)).toBeCloseTo(expected, 10);
		const error = async (steps: number) =>
			(await slowed("generalized-alpha", steps)) - Math.exp(-0.3);
		const order = Math.log2((await error(10)) / (await error(20)));
		expect(Math.abs(order - 2)).toBeLessThan(0.2);
	});

	test("follow frames that are moved, and give their velocity", async () => {
		const body = bar({ frames: 2, ...rubber }).move(0, (time) => ({
			position: [-0.5 + 0.3 * time, 0, 0],
			orientation: exponential([time, 0, 0]),
		}));
		const { simulation, frames } = await alone(body, {
			gravity: [0, 0, 0],
			damping: { mass: 0, stiffness: 0.02 },
			timeStep: 0.01,
		});
		await simulation.run({ seconds: 1 });
		expect(frames.pose(0).position[0]).toBeCloseTo(-0.2, 12);
		expect(frames.velocities[0]).toBeCloseTo(1, 10);
		expect(frames.velocities[3]).toBeCloseTo(0.3, 10);
		expect(frames.pose(1).position[0]).toBeCloseTo(0.8, 2);
	});

	for (const integrator of ["generalized-alpha", "midpoint", "bdf2"] as const)
		for (const mass of ["lumped", "consistent"] as const)
			test(`of ${integrator} follow frames that are moved with order 2 and ${mass} mass`, async () => {
				const shaken = async (steps: number) => {
					const body = bar({ frames: 3, ...rubber }).move(0, (time) => ({
						position: [-0.5, 0.1 * Math.sin(6 * time) ** 2, 0],
						orientation: exponential([0, 0, 0.3 * Math.sin(5 * time) ** 2]),
					}));
					const { simulation, frames } = await alone(body, {
						...{ integrator, mass, timeStep: 0.4 / steps },
						...{ gravity: [0, 0, 0], substeps: 1, tolerance: 1e-12 },
					});
					await simulation.run({ steps });
					return frames.positionOf([0.5, 0, 0]);
				};
				const [a, b, c] = [
					await shaken(160),
					await shaken(320),
					await shaken(640),
				];
				const gap = (p: Vector3, q: Vector3) =>
					Math.hypot(...p.map((x, k) => x - q[k]));
				const order = Math.log2(gap(a, b) / gap(b, c));
				console.info(`moved frame, ${integrator}, ${mass}: order ${order}`);
				expect(Math.abs(order - 2)).toBeLessThan(0.3);
			});

	for (const integrator of ["implicit-euler", "bdf2", "midpoint"] as const)
		test(`of ${integrator} go on from a checkpoint with the same bits`, async () => {
			const make = async () =>
				(await alone(bar({ frames: 3, ...rubber }).hold(0), { integrator }))
					.simulation;
			const first = await make();
			await first.run({ steps: 5 });
			const state = first.checkpoint();
			await first.run({ steps: 5 });
			const second = await make();
			second.restore(state);
			await second.run({ steps: 5 });
			expect(second.checkpoint()).toEqual(first.checkpoint());
		});
});

test("attachments and loads act on material points", async () => {
	const stretched = () =>
		bar({ frames: 2, ...rubber, poissonRatio: 0 }).hold(0);
	const target: Vector3 = [0.55, 0, 0];
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(stretched());
	const tie = scene.attach(body.point([0.5, 0, 0]), target, {
		kind: ball({ stiffness: 1e8 }),
	});
	const simulation = await simulate(scene);
	simulation.solveStatics();
	const x = simulation.frames(body).positionOf([0.5, 0, 0]);
	expect(Math.abs(x[0] - target[0])).toBeLessThan(1e-4);
	const [force] = simulation.attachmentForce(tie);
	const e = x[0] - 0.5;
	expect(force).toBeCloseTo(2e5 * 0.04 * (e + 1.5 * e * e + 0.5 * e ** 3), 5);
	// The same force as a load stretches it as much.
	const loaded = stretched().load([0.5, 0, 0], [force, 0, 0]);
	const other = await alone(loaded, { gravity: [0, 0, 0] });
	other.simulation.solveStatics();
	expect(other.frames.positionOf([0.5, 0, 0])[0]).toBeCloseTo(x[0], 8);
	const pulled = stretched().loadFrame(1, { force: [force, 0, 0] });
	const third = await alone(pulled, { gravity: [0, 0, 0] });
	third.simulation.solveStatics();
	expect(third.frames.positionOf([0.5, 0, 0])[0]).toBeCloseTo(x[0], 8);
	// The held frame takes it.
	expect(third.simulation.reaction(pulled).force[0]).toBeCloseTo(-force, 4);
});

test("stiffness and density per sample count", async () => {
	const frames = [-0.5, 0.5].map((x) => ({ position: [x, 0, 0] as Vector3 }));
	const samples = boxSamples({
		size: [1, 0.2, 0.2],
		counts: [4, 2, 2],
		origin: [-0.5, -0.1, -0.1],
	});
	const make = (extra: object, law: object) =>
		alone(
			frameBody({
				samples: { ...samples, ...extra },
				frames,
				weights: linearWeights(frames.map(({ position }) => position)),
				density: 1000,
				law: stVenantKirchhoff({
					youngModulus: 1e5,
					poissonRatio: 0.3,
					...law,
				}),
			}),
		);
	const factors = samples.volumes.map((_, i) => 1 + (i % 4));
	const plain = await make({}, {});
	const mapped = await make(
		{ stiffness: factors, densities: factors.map((f) => 1000 * f) },
		{},
	);
	const moduli = await make({}, { youngModulus: factors.map((f) => 1e5 * f) });
	const energies = [plain, mapped, moduli].map(({ simulation, frames }) => {
		frames.place(1, { position: [0.6, 0, 0] });
		return simulation.energies().elastic;
	});
	expect(energies[1]).toBeCloseTo(2.5 * energies[0], 9);
	expect(energies[2]).toBeCloseTo(energies[1], 9);
});

describe("a plane", () => {
	const size: Vector3 = [0.4, 0.1, 0.1];
	const make = async (height: number, forces?: "samples" | "springs") => {
		const origins = [-0.2, 0, 0.2].map((x): Vector3 => [x, 0, 0]);
		const body = frameBody({
			samples: boxSamples({
				size,
				counts: [8, 4, 4],
				origin: [-0.2, -0.05, -0.05],
			}),
			frames: origins.map((position) => ({ position })),
			weights: linearWeights(origins),
			density: 1000,
			law: stVenantKirchhoff({ youngModulus: 5e4, poissonRatio: 0.3 }),
			surface: box({ size, cells: [8, 2, 2], origin: [-0.2, -0.05, -0.05] }),
			...(forces && { forces }),
		});
		const plane = collider.plane({ normal: [0, 1, 0], point: [0, height, 0] });
		const { simulation } = await alone(body, {
			colliders: [new Collider(plane, { name: "floor", friction: 0.3 })],
			timeStep: 0.01,
			damping: { mass: 1, stiffness: 0.02 },
		});
		const lowest = () =>
			simulation
				.positions(body)
				.reduce((m, y, i) => (i % 3 === 1 ? Math.min(m, y) : m), 1);
		return { simulation, body, lowest };
	};

	for (const forces of ["samples", "springs"] as const)
		test(`carries the weight of a body that falls on it, with ${forces}`, async () => {
			const { simulation, body, lowest } = await make(-0.07, forces);
			for (let i = 0; i < 150; i++) {
				simulation.step();
				expect(lowest()).toBeGreaterThan(-0.07);
			}
			expect(lowest()).toBeLessThan(-0.069);
			const [{ normalForce, count }] = simulation.contacts(body);
			expect(count).toBeGreaterThan(8);
			expect(normalForce[1] / (9.81 * body.mass)).toBeCloseTo(1, 3);
			expect(simulation.energies().kinetic).toBeLessThan(1e-6);
		});

	test("that a body just touches lifts it, and it comes to rest by statics", async () => {
		const { simulation, body, lowest } = await make(-0.05);
		expect(lowest()).toBeGreaterThan(-0.05);
		simulation.solveStatics({ tolerance: 1e-6 });
		const [{ normalForce }] = simulation.contacts(body);
		expect(normalForce[1] / (9.81 * body.mass)).toBeCloseTo(1, 4);
	});

	test("that a body is in is refused", async () => {
		await expect(make(0)).rejects.toThrow(/inside collider "floor"/);
	});
});

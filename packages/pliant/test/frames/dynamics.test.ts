import { describe, expect, test } from "vitest";
import { Collider } from "../../src/contact/collider.ts";
import { collider } from "../../src/contact/shapes/index.ts";
import { frameBody } from "../../src/frames/frameBody.ts";
import type { FrameSimulationOptions } from "../../src/frames/frameOptions.ts";
import { JointSprings } from "../../src/frames/jointSprings.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import {
	type FrameSimulation,
	simulateFrames,
} from "../../src/frames/simulateFrames.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import {
	exponential,
	multiplyQuaternions,
	turned,
} from "../../src/mappings/quaternion.ts";
import { box } from "../../src/mesh/generators/box.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import { bar } from "./bar.ts";
import { gaussianWeights, move } from "./randomSystem.ts";

const largest = (a: ArrayLike<number>) =>
	Array.from(a).reduce((m, x) => Math.max(m, Math.abs(x)), 0);

const rubber = {
	size: [1, 0.2, 0.2] as Vector3,
	youngModulus: 2e5,
	poissonRatio: 0.3,
};

describe("free fall", () => {
	for (const mass of ["consistent", "lumped"] as const)
		for (const forces of ["samples", "springs"] as const)
			test(`is exact with ${mass} mass and ${forces}`, async () => {
				const gravity: Vector3 = [1, -9, 3];
				const timeStep = 0.01;
				const body = bar({ frames: 3, ...rubber });
				const simulation = await simulateFrames(body, {
					gravity,
					timeStep,
					mass,
					forces,
				});
				const turn = exponential([0.4, -0.3, 0.8]);
				for (let i = 0; i < 3; i++)
					simulation.setFrame(i, {
						position: turned(turn, body.definition.frames[i].position),
						orientation: turn,
					});
				simulation.run({ steps: 5 });
				// Implicit Euler: the sum of 1 to 5 steps.
				for (let i = 0; i < 3; i++) {
					const start = turned(turn, body.definition.frames[i].position);
					const { position, orientation } = simulation.frame(i);
					const { velocities } = simulation;
					for (let k = 0; k < 3; k++) {
						expect(position[k] - start[k]).toBeCloseTo(
							15 * timeStep ** 2 * gravity[k],
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
		const simulation = await simulateFrames(body, { mass });
		const spin = [0.3, -0.5, 0.7];
		const drift = [0.1, 0.2, -0.4];
		for (let i = 0; i < 3; i++) {
			const t = simulation.frame(i).position;
			simulation.velocities.set(spin, 6 * i);
			simulation.velocities.set(
				drift.map(
					(v, k) =>
						v +
						spin[(k + 1) % 3] * t[(k + 2) % 3] -
						spin[(k + 2) % 3] * t[(k + 1) % 3],
				),
				6 * i + 3,
			);
		}
		// The body moves rigidly: momentum and energy are those of points.
		let [kinetic, linear, angular] = [0, [0, 0, 0], [0, 0, 0]];
		for (let s = 0; s < samples.count; s++) {
			const m = samples.volumes[s] * body.density;
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
		expect(simulation.energy().kinetic).toBeCloseTo(kinetic, 12);
		const momentum = simulation.momentum();
		for (let k = 0; k < 3; k++) {
			expect(momentum.linear[k]).toBeCloseTo(linear[k], 12);
			expect(momentum.angular[k]).toBeCloseTo(angular[k], 12);
		}
	}
});

test("linear momentum is kept by internal forces", async () => {
	const body = bar({ frames: 4, ...rubber });
	const simulation = await simulateFrames(body, {
		gravity: [0, 0, 0],
		mass: "lumped",
		timeStep: 1e-3,
	});
	simulation.setFrame(3, {
		position: [0.6, 0.1, 0],
		orientation: exponential([0.3, 0.2, 0]),
	});
	const { model } = simulation;
	model.assembleMass("lumped");
	model.assemble("gauss-newton");
	const forces = simulation.internalForces();
	expect(largest(forces)).toBeGreaterThan(10);
	let sum = 0;
	for (let i = 0; i < 4; i++) sum += forces[6 * i + 3];
	expect(Math.abs(sum)).toBeLessThan(1e-12 * largest(forces));
});

describe("a body that flies and spins", () => {
	for (const mass of ["consistent", "lumped"] as const)
		for (const forces of ["samples", "springs"] as const)
			test(`keeps its momentum with ${mass} mass and ${forces}`, async () => {
				const simulation = await simulateFrames(bar({ frames: 2, ...rubber }), {
					gravity: [0, 0, 0],
					timeStep: 0.01,
					mass,
					forces,
				});
				simulation.velocities.set([1, 0.5, 3, 0.2, -1, 0.4]);
				simulation.velocities.set([1.2, 0.4, 3, 0.2, 2, 0], 6);
				const before = simulation.momentum();
				const energy = simulation.energy().kinetic;
				simulation.run({ seconds: 0.5 });
				const after = simulation.momentum();
				const scale = Math.hypot(...before.angular);
				for (let k = 0; k < 3; k++) {
					expect(Math.abs(after.linear[k] - before.linear[k])).toBeLessThan(
						1e-11 * scale,
					);
					expect(Math.abs(after.angular[k] - before.angular[k])).toBeLessThan(
						1e-11 * scale,
					);
				}
				// It deforms, and implicit Euler takes what swings.
				expect(simulation.energy().kinetic).toBeGreaterThan(0.8 * energy);
				expect(simulation.energy().kinetic).toBeLessThan(1.001 * energy);
			});
});

describe("joint springs", () => {
	test("have the stiffness of the samples at rest, and none more", async () => {
		for (const frames of [2, 3, 5]) {
			const { model } = await simulateFrames(bar({ frames, ...rubber }));
			model.assemble("gauss-newton");
			const springs = new JointSprings(model);
			expect(springs.count).toBe(frames - 1);
			springs.assemble();
			const scale = largest(model.stiffness);
			for (const [i, entry] of springs.stiffness.entries())
				expect(Math.abs(entry - model.stiffness[i])).toBeLessThan(
					1e-14 * scale,
				);
			expect(largest(springs.gradient)).toBeLessThan(1e-14 * scale);
		}
	});

	test("have forces that change with that stiffness, where more than two frames overlap", async () => {
		const origins = [0, 1, 2, 3].map(
			(i): Vector3 => [0.4 * i - 0.6, 0.1 * (i % 2), 0.05 * i * i],
		);
		const body = frameBody({
			samples: boxSamples({
				size: [1, 0.3, 0.3],
				counts: [6, 3, 3],
				origin: [-0.5, -0.1, 0],
			}),
			frames: origins.map((position) => ({ position })),
			weights: gaussianWeights(origins),
			law: stVenantKirchhoff({ youngModulus: 1e4, poissonRatio: 0.3 }),
		});
		const { model } = await simulateFrames(body);
		const springs = new JointSprings(model);
		springs.assemble();
		const stiffness = springs.stiffness.slice();
		const { size } = model;
		const h = 1e-4;
		for (let c = 0; c < size; c++) {
			const [a, b] = [h, -h].map((by) => {
				const step = [0, 0, 0, 0, 0, 0];
				step[c % 6] = by;
				move(model.places, Math.floor(c / 6), step);
				springs.assemble();
				model.places.poses.set(model.places.rest);
				return springs.gradient.slice();
			});
			for (let r = 0; r < size; r++)
				expect(
					Math.abs((a[r] - b[r]) / (2 * h) - stiffness[size * r + c]),
				).toBeLessThan(1e-6 * largest(stiffness));
		}
		// Far from rest they still keep momentum.
		for (let i = 0; i < 4; i++)
			move(model.places, i, [0.3 * i, -0.2, 0.4 * i, 0.1 * i, 0.05, -0.1 * i]);
		springs.assemble();
		const sum = [0, 0, 0, 0, 0, 0];
		for (let i = 0; i < 4; i++) {
			const t = model.places.pose(i);
			const g = springs.gradient.subarray(6 * i, 6 * i + 6);
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				sum[k] += g[3 + k];
				sum[3 + k] += g[k] + t[a] * g[3 + b] - t[b] * g[3 + a];
			}
		}
		expect(largest(sum)).toBeLessThan(1e-12 * largest(springs.gradient));
	});

	test("turn with the body, and keep momentum", async () => {
		const body = bar({ frames: 3, ...rubber });
		const simulation = await simulateFrames(body, {
			forces: "springs",
			gravity: [0, 0, 0],
		});
		const turn = exponential([0.5, 1.2, -0.4]);
		const place = (bend: number) => {
			for (let i = 0; i < 3; i++)
				simulation.setFrame(i, {
					position: turned(turn, body.definition.frames[i].position),
					orientation: multiplyQuaternions(
						turn,
						exponential([0, 0, i === 2 ? bend : 0]),
					),
				});
			return simulation.internalForces();
		};
		const bent = place(0.2);
		expect(largest(place(0))).toBeLessThan(1e-12 * largest(bent));
		const sum = [0, 0, 0, 0, 0, 0];
		for (let i = 0; i < 3; i++) {
			const t = simulation.frame(i).position;
			const f = bent.subarray(6 * i + 3);
			for (let k = 0; k < 3; k++) {
				sum[k] += f[k];
				sum[3 + k] +=
					bent[6 * i + k] +
					t[(k + 1) % 3] * f[(k + 2) % 3] -
					t[(k + 2) % 3] * f[(k + 1) % 3];
			}
		}
		// Frames of `place(0)`, whose origins are those of the bent one.
		expect(largest(sum)).toBeLessThan(1e-12 * largest(bent));
	});
});

describe("steps", () => {
	test("of many Newton iterations come near those of one when short", async () => {
		const tip = async (newtonIterations: number, timeStep: number) => {
			const body = bar({ frames: 3, ...rubber }).hold(0);
			const simulation = await simulateFrames(body, {
				newtonIterations,
				timeStep,
			});
			simulation.run({ seconds: 0.1 });
			return simulation.positionOf([0.5, 0, 0])[1];
		};
		const [one, many] = [await tip(1, 0.01), await tip(20, 0.01)];
		const [oneShort, manyShort] = [await tip(1, 0.0025), await tip(20, 0.0025)];
		expect(Math.abs(one - many)).toBeLessThan(0.02 * Math.abs(many));
		expect(Math.abs(oneShort - manyShort)).toBeLessThan(
			0.35 * Math.abs(one - many),
		);
	});

	test("come to rest where statics says, with damping sooner", async () => {
		const make = async (stiffness: number) => {
			const body = bar({ frames: 3, ...rubber }).hold(0);
			return simulateFrames(body, {
				damping: { mass: 0, stiffness },
				timeStep: 0.02,
			});
		};
		const rest = await make(0);
		const { residual } = rest.settle();
		expect(residual).toBeLessThan(1e-8);
		const expected = rest.positionOf([0.5, 0, 0]);
		const damped = await make(0.25);
		damped.run({ steps: 400 });
		for (const [k, x] of damped.positionOf([0.5, 0, 0]).entries())
			expect(x).toBeCloseTo(expected[k], 6);
		const energyAfter = async (stiffness: number) => {
			const simulation = await make(stiffness);
			simulation.run({ steps: 120 });
			return simulation.energy().kinetic;
		};
		expect(await energyAfter(0.1)).toBeLessThan(0.1 * (await energyAfter(0)));
	});

	test("mass damping slows what moves freely", async () => {
		const body = bar({ frames: 2, ...rubber });
		const h = 0.01;
		const simulation = await simulateFrames(body, {
			gravity: [0, 0, 0],
			damping: { mass: 3 },
			timeStep: h,
		});
		for (let i = 0; i < 2; i++) simulation.velocities[6 * i + 3] = 1;
		simulation.run({ steps: 10 });
		expect(simulation.velocities[3]).toBeCloseTo((1 + 3 * h) ** -10, 10);
	});

	test("follow frames that are moved, and give their velocity", async () => {
		const body = bar({ frames: 2, ...rubber }).move(0, (time) => ({
			position: [-0.5 + 0.3 * time, 0, 0],
			orientation: exponential([time, 0, 0]),
		}));
		const simulation = await simulateFrames(body, {
			gravity: [0, 0, 0],
			damping: { mass: 0, stiffness: 0.02 },
			timeStep: 0.01,
		});
		simulation.run({ seconds: 1 });
		expect(simulation.frame(0).position[0]).toBeCloseTo(-0.2, 12);
		expect(simulation.velocities[0]).toBeCloseTo(1, 10);
		expect(simulation.velocities[3]).toBeCloseTo(0.3, 10);
		expect(simulation.frame(1).position[0]).toBeCloseTo(0.8, 2);
	});

	test("go on from a state with the same bits", async () => {
		const make = () => simulateFrames(bar({ frames: 3, ...rubber }).hold(0));
		const first = await make();
		first.run({ steps: 5 });
		const state = first.state();
		first.run({ steps: 5 });
		const second = await make();
		second.restore(state);
		second.run({ steps: 5 });
		expect(second.state()).toEqual(first.state());
	});
});

test("attachments and loads act on material points", async () => {
	const body = bar({ frames: 2, ...rubber, poissonRatio: 0 }).hold(0);
	const target: Vector3 = [0.55, 0, 0];
	body.attach([0.5, 0, 0], { target });
	const simulation = await simulateFrames(body, { gravity: [0, 0, 0] });
	simulation.settle();
	const x = simulation.positionOf([0.5, 0, 0]);
	expect(Math.abs(x[0] - target[0])).toBeLessThan(1e-4);
	const [force] = simulation.attachmentForces();
	const e = x[0] - 0.5;
	expect(force).toBeCloseTo(2e5 * 0.04 * (e + 1.5 * e * e + 0.5 * e ** 3), 5);
	// The same force as a load stretches it as much.
	const loaded = bar({ frames: 2, ...rubber, poissonRatio: 0 })
		.hold(0)
		.load([0.5, 0, 0], [force, 0, 0]);
	const other = await simulateFrames(loaded, { gravity: [0, 0, 0] });
	other.settle();
	expect(other.positionOf([0.5, 0, 0])[0]).toBeCloseTo(x[0], 8);
	const pulled = bar({ frames: 2, ...rubber, poissonRatio: 0 })
		.hold(0)
		.loadFrame(1, { force: [force, 0, 0] });
	const third = await simulateFrames(pulled, { gravity: [0, 0, 0] });
	third.settle();
	expect(third.positionOf([0.5, 0, 0])[0]).toBeCloseTo(x[0], 8);
});

test("stiffness and density per sample count", async () => {
	const frames = [-0.5, 0.5].map((x) => ({ position: [x, 0, 0] as Vector3 }));
	const samples = boxSamples({
		size: [1, 0.2, 0.2],
		counts: [4, 2, 2],
		origin: [-0.5, -0.1, -0.1],
	});
	const make = (extra: object, law: object) =>
		simulateFrames(
			frameBody({
				samples: { ...samples, ...extra },
				frames,
				weights: linearWeights(frames.map(({ position }) => position)),
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
	const energies = [plain, mapped, moduli].map((simulation) => {
		simulation.setFrame(1, { position: [0.6, 0, 0] });
		return simulation.energy().elastic;
	});
	expect(energies[1]).toBeCloseTo(2.5 * energies[0], 9);
	expect(energies[2]).toBeCloseTo(energies[1], 9);
	expect(mapped.mass).toBeCloseTo(2.5 * plain.mass, 12);
});

describe("a plane", () => {
	const size: Vector3 = [0.4, 0.1, 0.1];
	const make = (height: number, options: FrameSimulationOptions) => {
		const origins = [-0.2, 0, 0.2].map((x): Vector3 => [x, 0, 0]);
		const body = frameBody({
			samples: boxSamples({
				size,
				counts: [8, 4, 4],
				origin: [-0.2, -0.05, -0.05],
			}),
			frames: origins.map((position) => ({ position })),
			weights: linearWeights(origins),
			law: stVenantKirchhoff({ youngModulus: 5e4, poissonRatio: 0.3 }),
			surface: box({ size, cells: [8, 2, 2], origin: [-0.2, -0.05, -0.05] }),
		});
		const plane = collider.plane({ normal: [0, 1, 0], point: [0, height, 0] });
		return simulateFrames(body, {
			colliders: [new Collider(plane, { name: "floor", friction: 0.3 })],
			timeStep: 0.01,
			damping: { mass: 1, stiffness: 0.02 },
			...options,
		});
	};
	const lowest = (simulation: FrameSimulation) =>
		simulation.collisionPositions.reduce(
			(m, y, i) => (i % 3 === 1 ? Math.min(m, y) : m),
			1,
		);

	for (const forces of ["samples", "springs"] as const)
		test(`carries the weight of a body that falls on it, with ${forces}`, async () => {
			const simulation = await make(-0.07, { forces });
			for (let i = 0; i < 150; i++) {
				simulation.step();
				expect(lowest(simulation)).toBeGreaterThan(-0.07);
			}
			expect(lowest(simulation)).toBeLessThan(-0.069);
			const [{ normalForce, count }] = simulation.contacts();
			expect(count).toBeGreaterThan(8);
			expect(normalForce[1] / (9.81 * simulation.mass)).toBeCloseTo(1, 3);
			expect(simulation.energy().kinetic).toBeLessThan(1e-6);
		});

	test("that a body just touches lifts it, and it comes to rest by statics", async () => {
		const simulation = await make(-0.05, {});
		expect(lowest(simulation)).toBeGreaterThan(-0.05);
		simulation.settle({ tolerance: 1e-6 });
		const [{ normalForce }] = simulation.contacts();
		expect(normalForce[1] / (9.81 * simulation.mass)).toBeCloseTo(1, 4);
	});

	test("that a body is in is refused", async () => {
		await expect(make(0, {})).rejects.toThrow(/inside collider "floor"/);
	});
});

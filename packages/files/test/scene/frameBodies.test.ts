import { loadScene, SceneError, simulateScene } from "@pliant/files";
import type { FrameBody } from "pliant/frames";
import { describe, expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const load = (scene: object, files: Record<string, string> = {}) =>
	loadScene(
		"scene.json",
		folderOf({
			"scene.json": JSON.stringify({ pliant: 1, ...scene }),
			...files,
		}),
	);

const stvk = { model: "stvk", youngModulus: 1e5, poissonRatio: 0 };

/** A bar of 0.4 × 0.1 × 0.1 m along x, 4 kg, with frames in both ends. */
const bar = {
	mesh: { bar: { size: [0.4, 0.1, 0.1], frames: 2, edge: 0.1 } },
	models: [stvk],
	density: 1000,
	frames: { voxels: { size: 0.05 }, weights: { linear: {} } },
};

const sceneOf = (object: object, scene: object = {}) => ({
	objects: { bar: { ...bar, ...object } },
	...scene,
});

const frames = (more: object) => ({ frames: { ...bar.frames, ...more } });

/** The end of the bar that the last frame moves. */
const end = { plane: { point: [0.4, 0, 0], normal: [1, 0, 0] } };

describe("an object with frames", () => {
	it("weighs what its surface encloses, and falls freely", async () => {
		const loaded = await load(sceneOf({}));
		const [body] = loaded.bodies;
		expect(body.mass).toBeCloseTo(4, 12);
		const simulation = await simulateScene(loaded);
		const before = simulation.energies();
		for (let i = 0; i < 30; i++) simulation.step();
		const fall = (9.81 / 2) * 0.5 ** 2;
		simulation.positions(body).forEach((x, i) => {
			const expected = body.mesh.positions[i] - (i % 3 === 1 ? fall : 0);
			expect(x).toBeCloseTo(expected, 4);
		});
		const { kinetic, load: potential } = simulation.energies();
		expect(kinetic / ((4 * (9.81 / 2) ** 2) / 2)).toBeCloseTo(1, 5);
		expect((before.load - potential) / (4 * 9.81 * fall)).toBeCloseTo(1, 5);
		// It would be faster by g within a second.
		expect(simulation.rests(9.82)).toBe(true);
		expect(simulation.rests(9.8)).toBe(false);
	});

	it("stretches under a force as St Venant–Kirchhoff says", async () => {
		const force = 2.5;
		const loaded = await load(
			sceneOf(
				{
					...frames({ hold: [{ frames: ["frame 0"] }] }),
					loads: [{ vertices: end, force: [force, 0, 0] }],
				},
				{
					gravity: [0, 0, 0],
					run: { statics: {} },
					probes: {
						tip: { object: "bar", vertices: end, quantity: "displacement" },
					},
				},
			),
		);
		const simulation = await simulateScene(loaded);
		simulation.solveStatics(loaded.run.statics);
		const [pull] = loaded.probes[0].measure(simulation);
		const stretch = 1 + pull / 0.4;
		expect(stretch).toBeGreaterThan(1.005);
		// Force on each of the four corners; E A (λ³ − λ) / 2.
		const area = 0.1 ** 2;
		expect((1e5 * area * (stretch ** 3 - stretch)) / 2).toBeCloseTo(
			4 * force,
			6,
		);
		expect(simulation.energies().load).toBeCloseTo(
			-4 * force * (0.4 + pull),
			8,
		);
	});

	it.each([
		[0.02, true],
		[-0.15, false],
	])("pulled by %d m along is stable: %s", async (by, stable) => {
		const loaded = await load({
			objects: {
				column: {
					...bar,
					mesh: { bar: { size: [1, 0.1, 0.1], frames: 5 } },
					frames: {
						voxels: { size: 0.025 },
						weights: { linear: {} },
						hold: [{ frames: [0] }, { frames: [4], motion: [by, 0, 0] }],
					},
				},
			},
			gravity: [0, 0, 0],
		});
		const simulation = await simulateScene(loaded);
		expect(simulation.solveStatics().stable).toBe(stable);
	});

	it("has frames that are turned and moved", async () => {
		const loaded = await load(
			sceneOf(
				frames({
					hold: [
						{ frames: [0] },
						{
							frames: [1],
							motion: {
								times: [0, 1],
								values: [
									[0, 0, 0],
									[0.06, 0, 0],
								],
							},
							turn: { axis: [2, 0, 0], angle: 90 },
						},
					],
				}),
				{ simulation: { timeStep: 0.5 } },
			),
		);
		const [body] = loaded.bodies;
		const simulation = await simulateScene(loaded);
		simulation.step();
		const corner = body.mesh.positions.findIndex(
			(_, i) =>
				i % 3 === 0 &&
				[0.4, 0.05, 0.05].every((c, k) => body.mesh.positions[i + k] === c),
		);
		const [x, y, z] = simulation.positions(body).slice(corner, corner + 3);
		expect(x).toBeCloseTo(0.43, 12);
		expect(y).toBeCloseTo(-0.05, 12);
		expect(z).toBeCloseTo(0.05, 12);
	});

	it("starts with velocities of a rigid motion", async () => {
		const loaded = await load(
			sceneOf({
				start: {
					velocity: [0, 1, 0],
					spin: { axis: [0, 0, 3], centre: [0.1, 0, 0], rate: 2 },
				},
			}),
		);
		const [body] = loaded.bodies;
		const simulation = await simulateScene(loaded);
		const v = simulation.velocities(body);
		const X = body.mesh.positions;
		for (let i = 0; i < v.length; i += 3) {
			expect(v[i]).toBeCloseTo(-4 * Math.PI * X[i + 1], 10);
			expect(v[i + 1]).toBeCloseTo(1 + 4 * Math.PI * (X[i] - 0.1), 10);
			expect(v[i + 2]).toBeCloseTo(0, 10);
		}
	});

	it("takes frames and parts along when its shape is scaled, turned and moved", async () => {
		const { bodies } = await load({
			objects: {
				u: {
					mesh: {
						uShape: {},
						scale: 2,
						rotate: [0, 0, 90],
						translate: [1, 0, 0],
					},
					models: [stvk],
					density: 1000,
					frames: {
						voxels: { size: 0.02 },
						weights: {
							harmonic: { rigid: [{ frame: "left leg", part: "left leg" }] },
						},
					},
				},
			},
		});
		const body = bodies[0] as FrameBody;
		const [left, right] = body.definition.frames;
		[1 - 2 * 0.085, 2 * 0.015, 2 * 0.015].forEach((c, k) => {
			expect(left.position[k]).toBeCloseTo(c, 12);
		});
		expect(right.position[1]).toBeCloseTo(2 * 0.095, 12);
		const weights = new Float64Array(2);
		const gradients = new Float64Array(6);
		// The middle of the left leg, and that of the right one.
		body.definition.weights.evaluate([0.87, 0.03, 0.03], weights, gradients);
		expect([...weights]).toEqual([1, 0]);
		expect(Math.max(...gradients.map(Math.abs))).toBe(0);
		body.definition.weights.evaluate([0.87, 0.19, 0.03], weights, gradients);
		expect(weights[0]).toBeLessThan(0.5);
	});

	it("keeps as many samples as asked for, with its mass", async () => {
		const { bodies } = await load(
			sceneOf(frames({ voxels: { count: 1000 }, samples: 40 })),
		);
		expect(
			(bodies[0] as FrameBody).definition.samples.count,
		).toBeLessThanOrEqual(40);
		expect(bodies[0].mass).toBeCloseTo(4, 6);
	});

	it("moves with springs nearly as with samples", async () => {
		const sag = async (forces: string) => {
			const loaded = await load(
				sceneOf(frames({ forces, hold: [{ frames: [0] }] }), {
					gravity: [0, -0.1, 0],
					simulation: { mass: "lumped" },
					probes: { tip: { object: "bar", vertices: end } },
				}),
			);
			const simulation = await simulateScene(loaded);
			for (let i = 0; i < 10; i++) simulation.step();
			return loaded.probes[0].measure(simulation)[1];
		};
		const [samples, springs] = [await sag("samples"), await sag("springs")];
		expect(samples).toBeLessThan(-1e-5);
		expect(Math.abs(springs / samples - 1)).toBeLessThan(1e-3);
		expect(springs).not.toBe(samples);
	});

	it("is made of a solid mesh's skin, and of a material by name", async () => {
		const { bodies, notes } = await load({
			objects: {
				block: {
					mesh: { box: { size: [0.2, 0.2, 0.2], cells: [2, 2, 2] } },
					material: "natural-rubber",
					frames: { places: [[0.1, 0.1, 0.1]], voxels: { size: 0.05 } },
				},
			},
		});
		expect(notes).toEqual([]);
		expect(bodies[0].mesh.triangles.length).toBe(3 * 48);
		expect(bodies[0].models[0].model.name).toBe("stable-neo-hookean");
	});

	it("goes on from a checkpoint to the same bits, and not from that of another scene", async () => {
		const scene = {
			objects: {
				bar,
				other: {
					...bar,
					mesh: { ...bar.mesh, rotate: [0, 0, 30], translate: [1, 0, 0] },
				},
			},
			colliders: { floor: { plane: { point: [0, -0.06, 0] }, friction: 0.2 } },
		};
		const loaded = await load(scene);
		const simulation = await simulateScene(loaded);
		const steps = (count: number) => {
			for (let i = 0; i < count; i++) simulation.step();
			return loaded.bodies.map((body) => [...simulation.positions(body)]);
		};
		steps(8);
		const bytes = simulation.checkpoint();
		const after = steps(8);
		simulation.restore(bytes);
		expect(simulation.stepCount).toBe(8);
		expect(simulation.time).toBeCloseTo(8 / 60, 12);
		expect(steps(8)).toEqual(after);
		const single = await simulateScene(await load(sceneOf({})));
		for (const wrong of [bytes, bytes.slice(0, -8)])
			expect(() => single.restore(wrong)).toThrow("of another scene");
		expect(() => single.restore(new Uint8Array(3))).toThrow("not a checkpoint");
	});
});

describe("what is wrong with an object with frames is told", () => {
	const open = { tube: {} };
	const faults: readonly [string, object, object, string][] = [
		[
			"an unknown shape",
			{ mesh: { turtel: {} } },
			{},
			"objects.bar.mesh.turtel: there is no key 'turtel'; did you mean 'turtle'?",
		],
		[
			"voxels without size",
			frames({ voxels: { size: 0 } }),
			{},
			"objects.bar.frames.voxels.size: is 0; it must be more than 0",
		],
		[
			"voxels with size and count",
			frames({ voxels: { size: 1, count: 1 } }),
			{},
			"objects.bar.frames.voxels: has size and count; give only one",
		],
		[
			"voxels too many",
			frames({ voxels: { size: 0.0009 } }),
			{},
			"objects.bar.frames.voxels: would be ",
		],
		[
			"frames that hold the same voxel",
			{
				frames: {
					places: [
						[0.11, 0, 0],
						[0.12, 0, 0],
					],
					voxels: { size: 0.05 },
				},
			},
			{},
			"objects.bar.frames.weights: frames 0 and 1 both hold the voxel",
		],
		[
			"a frame out of range",
			frames({ hold: [{ frames: [0, 2] }] }),
			{},
			"objects.bar.frames.hold[0].frames[1]: there is no frame 2; frames are 0 to 1",
		],
		[
			"a frame of another name",
			frames({ hold: [{ frames: ["frame1"] }] }),
			{},
			"objects.bar.frames.hold[0].frames[0]: there is no frame 'frame1'; did you mean 'frame 1'",
		],
		[
			"a part that moves and is free",
			frames({ hold: [{ frames: [0], part: "position", motion: [0, 0, 0] }] }),
			{},
			'objects.bar.frames.hold[0].part: is "position"; frames that are moved',
		],
		[
			"an open surface",
			{ mesh: open, frames: { places: [[0, 0, 0]] } },
			{},
			"objects.bar.mesh: the surface does not bound a volume; 48 edges belong to one triangle only",
		],
		[
			"no places",
			{ mesh: { sphere: {} } },
			{},
			"objects.bar.frames.places: is missing; say where frames are",
		],
		[
			"two kinds of weights",
			frames({ weights: { linear: {}, harmonic: {} } }),
			{},
			"objects.bar.frames.weights: has linear and harmonic; give only one",
		],
		[
			"a region without a shape",
			frames({ weights: { harmonic: { rigid: [{ frame: 0 }] } } }),
			{},
			"rigid[0]: needs one of box, sphere, part",
		],
		[
			"a part of a shape without parts",
			frames({ weights: { harmonic: { rigid: [{ frame: 0, part: "a" }] } } }),
			{},
			'rigid[0].part: is "a", and this mesh has no parts',
		],
		[
			"a region of an unknown frame",
			frames({
				weights: {
					harmonic: {
						rigid: [{ frame: 5, sphere: { centre: [0, 0, 0], radius: 1 } }],
					},
				},
			}),
			{},
			"rigid[0].frame: there is no frame 5; frames are 0 to 1",
		],
		[
			"a cutoff too short",
			frames({ weights: { geodesic: { cutoff: 0.1 } } }),
			{},
			"objects.bar.frames.weights: 16 of 32 voxels",
		],
		[
			"a model of cloth",
			{ models: [{ model: "trbs", youngModulus2d: 1, poissonRatio: 0 }] },
			{},
			"objects.bar.models[0]: is not of solids",
		],
		[
			"a material that varies",
			{ models: [{ ...stvk, youngModulus: [1, 2] }] },
			{},
			"objects.bar.models[0].youngModulus: has 2 values; objects with frames have no elements",
		],
		[
			"no density",
			{ density: undefined },
			{},
			"objects.bar.density: is missing",
		],
		[
			"an areal density",
			{ arealDensity: 1 },
			{},
			"objects.bar.arealDensity: is for other objects",
		],
		[
			"vertices that are held",
			{ hold: [{ vertices: "all" }] },
			{},
			"objects.bar.hold: holds vertices",
		],
		[
			"a pressure",
			{ loads: [{ pressure: 1 }] },
			{},
			"objects.bar.loads[0]: has pressure; rigid objects and those with frames take a force",
		],
		[
			"a force for each vertex",
			{ loads: [{ vertices: { indices: [0] }, force: { each: [[0, 0, 1]] } }] },
			{},
			"objects.bar.loads[0]: has a force for each vertex; objects with frames take one for all",
		],
		[
			"a start elsewhere",
			{ start: { translate: [0, 1, 0] } },
			{},
			"objects.bar.start.translate: is for objects without frames; this one starts at rest, give mesh.translate",
		],
		[
			"an explicit integrator",
			{},
			{ simulation: { integrator: "symplectic-euler" } },
			"simulation: symplectic-euler moves vertices alone",
		],
	];
	it.each(faults)("%s", async (_, object, scene, message) => {
		const problem = await load(sceneOf(object, scene)).catch((error) => error);
		expect(problem).toBeInstanceOf(SceneError);
		expect(problem.message).toContain(message);
		expect(problem.problems.length).toBe(1);
	});

	it("what it has anyway may be said", async () => {
		const simulation = { integrator: "implicit-euler", solver: "newton" };
		const loaded = await load(sceneOf({}, { simulation }));
		expect((await simulateScene(loaded)).timeStep).toBe(1 / 60);
	});
});

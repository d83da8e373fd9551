import { describe, expect, test } from "vitest";
import {
	ball,
	springBetween,
	weld,
} from "../../src/attachments/attachmentKinds.ts";
import {
	cloth,
	rigidBody,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
	type Vector3,
} from "../../src/index.ts";
import { exponential } from "../../src/mappings/quaternion.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { trbs } from "../../src/models/membrane/trbs.ts";
import { stableNeoHookeanHexahedra } from "../../src/models/solid/linearElements.ts";
import { bar } from "../frames/bar.ts";

const cube = (name: string, origin: Vector3, density = 1000) =>
	rigidBody({
		name,
		mesh: box({ size: [0.1, 0.1, 0.1], cells: [1, 1, 1], origin }),
		density,
	});
const length = (a: Vector3, b: Vector3) =>
	Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe("a spring", () => {
	test("stretches by the weight over its stiffness, and its force is the weight", async () => {
		const scene = new Scene();
		const body = scene.add(cube("weight", [-0.05, -0.3, -0.05]));
		const spring = scene.attach(body.point([0, -0.2, 0]), [0, 0, 0], {
			kind: springBetween({ stiffness: 200, damping: 20 }),
		});
		const simulation = await simulate(scene);
		await simulation.run({ seconds: 10, untilSpeedBelow: 1e-7 });
		const y = simulation.positionOf(body.point([0, -0.2, 0]))[1];
		expect(y).toBeCloseTo(-0.2 - 9.81 / 200, 6);
		expect(simulation.attachmentForce(spring)[1]).toBeCloseTo(9.81, 4);
	});

	test("swings with its frequency", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const body = scene.add(
			cube("mass", [-0.05, -0.25, -0.05]).launch([0, 0.1, 0]),
		);
		scene.attach(body.point([0, -0.2, 0]), [0, 0, 0], {
			kind: springBetween({ stiffness: 100, restLength: 0.2 }),
		});
		const timeStep = 1e-3;
		const simulation = await simulate(scene, {
			integrator: "midpoint",
			timeStep,
			substeps: 1,
			tolerance: 1e-10,
		});
		let before = 0.1;
		const turns: number[] = [];
		while (turns.length < 3) {
			simulation.step();
			const v = simulation.frames(body).velocities[4];
			if (v * before < 0)
				turns.push(simulation.time - (timeStep * v) / (v - before));
			before = v;
		}
		// Half periods of √(m/k) 2π.
		expect((turns[2] - turns[0]) / (2 * Math.PI * 0.1)).toBeCloseTo(1, 4);
	});
});

test("a ball breaks at its force, and not before", async () => {
	const drop = async (breakForce: number) => {
		const scene = new Scene();
		const body = scene.add(cube("weight", [-0.05, -0.1, -0.05]));
		const tie = scene.attach(body.point([0, 0, 0]), [0, 0, 0], { breakForce });
		const simulation = await simulate(scene);
		await simulation.run({ seconds: 0.5 });
		return { isBroken: simulation.isBroken(tie), simulation, body, tie };
	};
	const whole = await drop(20);
	expect(whole.isBroken).toBe(false);
	const broken = await drop(9);
	expect(broken.isBroken).toBe(true);
	expect(broken.simulation.attachmentForce(broken.tie)).toEqual([0, 0, 0]);
	expect(broken.simulation.frames(broken.body).pose().position[1]).toBeLessThan(
		-1,
	);
	// It stays broken in a simulation that goes on from there.
	const resumed = await drop(9);
	resumed.simulation.restore(broken.simulation.checkpoint());
	expect(resumed.simulation.isBroken(resumed.tie)).toBe(true);
});

describe("a weld", () => {
	test("keeps two rigid bodies as they are, a ball lets them turn", async () => {
		const turn = async (kind: ReturnType<typeof weld>) => {
			const scene = new Scene();
			const [a, b] = [
				scene.add(cube("a", [0, 0, 0]).hold()),
				scene.add(cube("b", [0.1, 0, 0])),
			];
			scene.attach(a.point([0.1, 0.1, 0.05]), b.point([0.1, 0.1, 0.05]), {
				kind,
			});
			const simulation = await simulate(scene, { timeStep: 0.01 });
			await simulation.run({ seconds: 0.3 });
			return Math.abs(simulation.frames(b).pose().orientation[2]);
		};
		expect(await turn(weld())).toBeLessThan(2e-3);
		expect(await turn(ball())).toBeGreaterThan(0.1);
	});

	test("is for bodies that turn", async () => {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ cells: [2, 2] },
				{
					membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
		scene.attach(sheet.vertexPoint(0), [0, 0, 0], { kind: weld() });
		await expect(simulate(scene)).rejects.toThrow(
			/tie vertices .* by several balls/,
		);
	});
});

test("two sheets sewn along a side hang as one", async () => {
	const membrane = trbs({ youngModulus2d: 200, poissonRatio: 0.3 });
	const strip = (
		name: string,
		origin: Vector3,
		height: number,
		cells: number,
	) =>
		cloth.grid(
			{ size: [0.2, height], cells: [2, cells], origin },
			{ name, membrane, arealDensity: 0.3 },
		);
	const lowest = async (isSewn: boolean) => {
		const scene = new Scene();
		const upper = scene.add(
			isSewn
				? strip("upper", [0, -0.2, 0], 0.2, 2)
				: strip("whole", [0, -0.4, 0], 0.4, 4),
		);
		upper.pin(upper.group("top"));
		if (!isSewn) {
			const simulation = await simulate(scene);
			simulation.solveStatics();
			return Math.min(...simulation.positions(upper));
		}
		const lower = scene.add(strip("lower", [0, -0.4, 0], 0.2, 2));
		const seam = (body: typeof upper, side: string) =>
			[...body.group(side)]
				.sort((a, b) => body.positions[3 * a] - body.positions[3 * b])
				.map((vertex) => body.vertexPoint(vertex));
		scene.sew(seam(upper, "bottom"), seam(lower, "top"));
		const simulation = await simulate(scene);
		simulation.solveStatics();
		return Math.min(...simulation.positions(lower));
	};
	expect(await lowest(true)).toBeCloseTo(await lowest(false), 4);
});

test("attachments of what is not in the scene are refused at the call", () => {
	const scene = new Scene();
	const body = cube("alone", [0, 0, 0]);
	expect(() => scene.attach(body.point([0, 0, 0]), [0, 0, 0])).toThrow(
		/needs rigid body "alone", which is not in the scene/,
	);
	scene.add(body);
	expect(() => scene.attach(body.point([0, 0, 0]), [0, Number.NaN, 0])).toThrow(
		/three finite numbers/,
	);
	expect(() =>
		scene.attach(body.point([0, 0, 0]), [0, 0, 0], { breakForce: -1 }),
	).toThrow(/breakForce is -1/);
	expect(() => springBetween({ stiffness: 0 })).toThrow(/stiffness is 0/);
	expect(() => body.point([0, Number.NaN, 0])).toThrow(/three finite numbers/);
});

test("a rigid box and a stiff elastic one fall, swing and turn alike", async () => {
	const size: Vector3 = [0.3, 0.1, 0.1];
	const origin: Vector3 = [0, -0.1, 0];
	const options: SimulationOptions = { timeStep: 1 / 240, integrator: "bdf2" };
	const spin: Vector3 = [0, 0, 2];
	const corner: Vector3 = [0, 0, 0.05];
	const far: Vector3 = [0.3, -0.1, 0.05];
	const velocity = (x: number, y: number): Vector3 => [-2 * y, 2 * x, 0];
	const run = async (isRigid: boolean) => {
		const scene = new Scene();
		const body = isRigid
			? scene.add(
					rigidBody({
						mesh: box({ size, cells: [6, 2, 2], origin }),
						density: 500,
					}).launch(velocity, spin),
				)
			: scene.add(
					solid
						.box(
							{ size, cells: [6, 2, 2], origin },
							{
								solid: stableNeoHookeanHexahedra({
									youngModulus: 1e9,
									poissonRatio: 0.3,
								}),
								density: 500,
							},
						)
						.launch(velocity),
				);
		scene.attach(body.point(corner), corner, {
			kind: ball({ stiffness: 1e6 }),
		});
		const simulation = await simulate(scene, {
			...options,
			mass: "consistent",
		});
		await simulation.run({ seconds: 0.5 });
		return simulation.positionOf(body.point(far));
	};
	const [rigid, elastic] = [await run(true), await run(false)];
	expect(length(rigid, far)).toBeGreaterThan(0.1);
	expect(length(rigid, elastic)).toBeLessThan(5e-4);
});

test("a cloth hangs on a frame body that is moved, without lag", async () => {
	const limb = bar({ frames: 2, size: [0.4, 0.1, 0.1], youngModulus: 1e6 });
	const scene = new Scene();
	limb.move(0, (t) => ({
		position: [-0.2 + 2 * t, 0, 0],
		orientation: exponential([0, 0, 3 * t]),
	}));
	limb.move(1, (t) => ({
		position: [-0.2 + 2 * t + 0.4 * Math.cos(3 * t), 0.4 * Math.sin(3 * t), 0],
		orientation: exponential([0, 0, 3 * t]),
	}));
	scene.add(limb);
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.4, 0.3], cells: [4, 3], origin: [-0.2, -0.3, 0] },
			{
				membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	const ties = [...sheet.corners("top")].map((vertex) => ({
		vertex: sheet.vertexPoint(vertex),
		limb: limb.point(sheet.vertexPoint(vertex).rest),
	}));
	for (const tie of ties) scene.attach(tie.vertex, tie.limb);
	const simulation = await simulate(scene);
	for (let i = 0; i < 15; i++) {
		simulation.step();
		// It moves by 33 mm a step.
		for (const tie of ties)
			expect(
				length(
					simulation.positionOf(tie.vertex),
					simulation.positionOf(tie.limb),
				),
			).toBeLessThan(1e-4);
	}
});

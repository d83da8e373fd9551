/** What steps say of the energy that comes into the motion and leaves it. */
import { describe, expect, test } from "vitest";
import {
	ball,
	type Collider,
	cloth,
	collider,
	type EnergyFlows,
	rigidBody,
	Scene,
	type Simulation,
	type SimulationOptions,
	type StepEnergy,
	simulate,
	solid,
	springBetween,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { bendingFriction, morleyBending } from "../../src/models/index.ts";
import { levelSurface } from "../contact/surface/bodies.ts";
import { bar } from "../frames/bar.ts";

const g = 9.81;
const weightless: Vector3 = [0, 0, 0];
const nothing = { external: 0, friction: 0, damping: 0, numericalLoss: 0 };

interface Account {
	readonly simulation: Simulation;
	/** Sums of all steps. */
	readonly flows: EnergyFlows;
	/** Kinetic energy, elastic energy and potential of loads gained in all. */
	readonly gain: number;
	readonly steps: readonly StepEnergy[];
}

async function run(
	scene: Scene,
	seconds: number,
	options: SimulationOptions = {},
	prepare: (simulation: Simulation) => void = () => {},
): Promise<Account> {
	const simulation = await simulate(scene, options);
	prepare(simulation);
	const total = () => {
		const { kinetic, elastic, load } = simulation.energies();
		return kinetic + elastic + load;
	};
	const before = total();
	const flows = { ...nothing };
	const steps: StepEnergy[] = [];
	simulation.observe(({ report: { energy } }) => {
		steps.push(energy);
		for (const key of Object.keys(flows) as (keyof EnergyFlows)[])
			flows[key] += energy[key];
	});
	await simulation.run({ seconds });
	for (const [key, flow] of Object.entries(simulation.energyFlows))
		expect(flow).toBeCloseTo(flows[key as keyof EnergyFlows], 12);
	return { simulation, flows, gain: total() - before, steps };
}

/** A value is near another one, relative to it. */
const expectNear = (value: number, expected: number, tolerance = 0.02) =>
	expect(Math.abs(value / expected - 1)).toBeLessThan(tolerance);

/** The time integration took little of the work of others. */
const expectBalance = ({ flows }: Account, work: number, tolerance = 0.02) =>
	expect(Math.abs(flows.numericalLoss)).toBeLessThan(tolerance * work);

/** The work of others is the energy gained, but for an error that halving the time step divides by four. */
async function expectSecondOrder(
	account: (timeStep: number) => Promise<Account>,
) {
	const error = async (timeStep: number) => {
		const { flows, gain } = await account(timeStep);
		return Math.abs(flows.external / gain - 1);
	};
	const [coarse, fine] = [await error(1 / 400), await error(1 / 800)];
	const order = Math.log2(coarse / fine);
	console.info(`work, error ${coarse.toExponential(1)}, order ${order}`);
	expect(order).toBeGreaterThan(1.7);
	expect(fine).toBeLessThan(1e-3);
}

const soft = (youngModulus: number) => ({
	solid: stableNeoHookean.elements.tetrahedra({
		youngModulus,
		poissonRatio: 0.3,
	}),
	density: 1000,
});

/** A beam, held at its left end unless that is moved. */
function beam(gravity: Vector3, motion?: (time: number) => Vector3) {
	const scene = new Scene({ gravity });
	const shape = { size: [0.5, 0.05, 0.05], cells: [10, 2, 2] } as const;
	const body = scene.add(solid.box(shape, soft(2e6)));
	const left = body.where((x) => x === 0);
	if (motion) body.move(left, motion);
	else body.pin(left);
	return { scene, body, right: body.where((x) => x === 0.5) };
}

const rubberBar = () =>
	bar({ frames: 3, size: [1, 0.2, 0.1], youngModulus: 1e6 });

const floors: Record<string, () => Collider["shape"]> = {
	plane: () => collider.plane(),
	triangles: () => collider.mesh(levelSurface(6)),
};

/** A block on a floor. */
function onFloor(
	floor: string,
	friction: number,
	motion?: (time: number) => Vector3,
) {
	const scene = new Scene({ contact: { thickness: 1e-3 } });
	const block = scene.add(
		solid.box(
			{ size: [0.1, 0.02, 0.1], cells: [2, 1, 2], origin: [-1, 5e-4, -0.047] },
			soft(1e6),
		),
	);
	scene.collide(floors[floor](), { friction, ...(motion && { motion }) });
	return { scene, block };
}

describe("the loss to the time step", () => {
	test("of implicit Euler is that of an oscillator", async () => {
		const [mass, stiffness, timeStep] = [2, 800, 0.01];
		const scene = new Scene({ gravity: weightless });
		const body = scene.add(rigidBody({ mass, inertia: [1, 1, 1] }));
		const kind = ball({ stiffness });
		scene.attach(body.point([0, 0, 0]), [0.1, 0, 0], { kind });
		const { steps } = await run(scene, 0.2, {
			integrator: "implicit-euler",
			...{ timeStep, substeps: 1, tolerance: 1e-13, newtonIterations: 20 },
		});
		let energy = (stiffness / 2) * 0.1 ** 2;
		const kept = 1 / (1 + (timeStep ** 2 * stiffness) / mass);
		for (const { numericalLoss, external, damping } of steps) {
			expectNear(numericalLoss, (1 - kept) * energy, 1e-9);
			expect([external, damping]).toEqual([0, 0]);
			energy *= kept;
		}
	});

	test("is what a beam that vibrates loses", async () => {
		const { scene } = beam([0, -g, 0]);
		const { flows, gain } = await run(scene, 0.5);
		const { numericalLoss, ...others } = flows;
		expect(others).toEqual({ external: 0, friction: 0, damping: 0 });
		expectNear(numericalLoss, -gain, 1e-6);
		expect(numericalLoss).toBeGreaterThan(0);
	});

	test("is small where a rigid body spins", async () => {
		const scene = new Scene({ gravity: weightless });
		const top = rigidBody({ mass: 1, inertia: [1, 2, 2.5] });
		scene.add(top.launch([0.3, 0.1, 0], [0.4, 2, 0.3]));
		const account = await run(scene, 1);
		expect(account.flows.numericalLoss).toBeCloseTo(-account.gain, 12);
		expectBalance(account, account.steps[0].kinetic, 2e-3);
	});

	test("is what a soft block loses when it bounces, beside friction", async () => {
		const scene = new Scene();
		scene.add(
			solid.box(
				{ size: [0.1, 0.1, 0.1], cells: [2, 2, 2], origin: [0, 0.2, 0] },
				soft(2e4),
			),
		);
		scene.collide(collider.plane(), { friction: 0.3 });
		const { flows, gain, steps } = await run(scene, 0.35);
		const { friction, numericalLoss } = flows;
		expect(steps.some(({ contact }) => contact > 0)).toBe(true);
		const contact = steps.at(-1)?.contact ?? 0;
		expect(friction + numericalLoss).toBeCloseTo(-gain - contact, 9);
		expect(numericalLoss).toBeGreaterThan(0);
	});
});

describe.each(Object.keys(floors))("on %s", (floor) => {
	test("friction takes the energy of a block that slides to rest", async () => {
		const { scene, block } = onFloor(floor, 0.4);
		block.launch(() => [1, 0, 0]);
		const { flows } = await run(scene, 0.4);
		expectNear(flows.friction, block.mass / 2);
		expect(Math.abs(flows.numericalLoss)).toBeLessThan(0.005 * block.mass);
	});

	test("a conveyor does the work of friction", async () => {
		const [speed, seconds] = [2, 0.3];
		const { scene, block } = onFloor(floor, 0.4, (t) => [speed * t, 0, 0]);
		const account = await run(scene, seconds);
		const force = 0.4 * block.mass * g;
		const slip = speed * seconds - (0.4 * g * seconds ** 2) / 2;
		expectNear(account.flows.external, force * speed * seconds);
		expectNear(account.flows.friction, force * slip);
		expectBalance(account, account.flows.external, 0.01);
	});

	test("a lift does the work against weight and inertia", async () => {
		const height = (t: number) => 0.1 * (1 - Math.cos(5 * t));
		const { scene } = onFloor(floor, 0.4, (t) => [0, height(t), 0]);
		const account = await run(scene, 0.5);
		expectNear(account.flows.external, account.gain);
		expectBalance(account, account.gain);
	});
});

describe("damping takes what a pendulum loses", () => {
	test.each([{ mass: 0.8 }, { stiffness: 0.02 }])(
		"by Rayleigh damping: %o",
		async (damping) => {
			const { scene } = beam([0, -g, 0]);
			const { flows, gain } = await run(scene, 0.5, { damping });
			expectNear(flows.damping, -gain);
			expect(flows.external).toBe(0);
		},
	);

	test("by Rayleigh damping of a rigid body", async () => {
		const scene = new Scene();
		const rod = scene.add(rigidBody({ mass: 1, inertia: [0.1, 0.1, 0.1] }));
		scene.attach(rod.point([0.5, 0, 0]), [0.5, 0, 0], { kind: ball() });
		const { flows, gain } = await run(scene, 1, { damping: { mass: 0.8 } });
		expectNear(flows.damping, -gain);
	});

	test("by Rayleigh damping of a body of frames", async () => {
		const scene = new Scene();
		scene.add(rubberBar().hold(0));
		const damping = { mass: 0.5, stiffness: 0.02 };
		const { flows, gain } = await run(scene, 0.6, { damping });
		expectNear(flows.damping, -gain);
	});

	test("by explicit steps", async () => {
		const { scene } = beam([0, -g, 0]);
		const { flows, gain } = await run(scene, 0.3, {
			...{ integrator: "symplectic-euler", timeStep: 2e-4 },
			damping: { mass: 2 },
		});
		expectNear(flows.damping, -gain);
	});

	test("in a material", async () => {
		const scene = new Scene({ gravity: weightless });
		const membrane = trbs({
			...{ youngModulus2d: 300, poissonRatio: 0.3, dampingTime: 0.1 },
		});
		const sheet = scene.add(
			cloth.grid({ cells: [4, 4] }, { membrane, arealDensity: 0.2 }),
		);
		sheet.pin(sheet.group("left"));
		sheet.place((x, y) => [1.05 * x, y, 0]);
		const { flows, gain } = await run(scene, 0.3);
		expectNear(flows.damping, -gain);
	});

	test("between the fibers of a fabric", async () => {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ cells: [6, 3], size: [0.2, 0.1], plane: "xz" },
				{
					membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
					bending: morleyBending({ bendingRigidity: 1e-5, poissonRatio: 0.3 }),
					friction: bendingFriction({ frictionMoment: 3e-4 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin(sheet.group("left"));
		const { flows, gain } = await run(scene, 0.3, { accuracy: 1e-4 });
		expectNear(flows.damping, -gain);
	});
});

describe("work from outside", () => {
	for (const mass of ["lumped", "consistent"] as const)
		test(`of what shakes a damped beam with ${mass} mass`, async () => {
			const motion = (t: number): Vector3 => [
				0,
				0.05 * (1 - Math.cos(12 * t)),
				0,
			];
			const { scene } = beam([0, -g, 0], motion);
			const account = await run(scene, 0.8, {
				...{ mass, damping: { mass: 1, stiffness: 0.005 } },
			});
			const { external, damping } = account.flows;
			expectNear(external, account.gain + damping, 0.01);
			expect(damping).toBeGreaterThan(0.2 * external);
		});

	test("of what shakes a beam in explicit steps", async () => {
		const { scene } = beam(weightless, (t) => [
			0,
			0.05 * (1 - Math.cos(12 * t)),
			0,
		]);
		const account = await run(scene, 0.3, {
			...{ integrator: "symplectic-euler", timeStep: 2e-4 },
		});
		expectNear(account.flows.external, account.gain);
	});

	test("of what shakes a body of frames", async () => {
		const scene = new Scene();
		scene.add(
			rubberBar().move(0, (t) => ({
				position: [-0.5, 0.1 * (1 - Math.cos(8 * t)), 0],
				orientation: [0, 0, Math.sin(0.2 * t * t), Math.cos(0.2 * t * t)],
			})),
		);
		const account = await run(scene, 0.6);
		expectNear(account.flows.external, account.gain);
	});

	test("of a body that is moved and pushes another one", async () => {
		const scene = new Scene({ gravity: weightless, contact: {} });
		const block = (name: string, y: number) =>
			solid.box(
				{ size: [0.1, 0.05, 0.1], cells: [2, 1, 2], origin: [0, y, 0] },
				{ ...soft(1e6), name },
			);
		const mover = scene.add(block("mover", 0));
		scene.add(block("moved", 0.0502));
		mover.move("all", (t) => [0, 0.1 * (1 - Math.cos(5 * t)), 0]);
		const account = await run(scene, 0.3);
		expectNear(account.flows.external, account.gain);
	});

	test("of what stretches a beam and stops is its elastic energy", async () => {
		const { scene, body, right } = beam(weightless);
		body.move(right, (t) => [0.1 * Math.min(t, 0.3), 0, 0]);
		const account = await run(scene, 0.4);
		expectNear(account.flows.external, account.simulation.energies().elastic);
	});

	test("of a frame that is led", async () => {
		const scene = new Scene();
		const load = scene.add(rigidBody({ mass: 1, inertia: [0.1, 0.1, 0.1] }));
		const { mesh } = solid.box({ size: [1, 0.1, 0.3] }, soft(1));
		const hand = scene.add(rigidBody({ name: "hand", mesh, density: 100 }));
		const kind = ball({ stiffness: 1e4 });
		scene.attach(load.point([0.1, 0, 0]), hand.point([0.1, 0, 0]), { kind });
		const account = await run(scene, 0.2, {}, (simulation) => {
			const frames = simulation.frames(hand);
			const lead = () => {
				const angle = 12 * (simulation.time + simulation.timeStep);
				frames.lead(0, {
					position: [0.1 * (1 - Math.cos(angle)), 0, 0],
					orientation: [0, 0, Math.sin(angle / 8), Math.cos(angle / 8)],
				});
			};
			lead();
			simulation.observe(lead);
		});
		expectNear(account.flows.external, account.gain);
	});

	test("of a load that changes, to second order", async () => {
		await expectSecondOrder(async (timeStep) => {
			const { scene, body, right } = beam(weightless);
			body.pull(right, (t: number) => [0, Math.min(1, 4 * t), 0]);
			return run(scene, 0.5, { timeStep, substeps: 1, tolerance: 1e-10 });
		});
	});

	test("of pressure that rises", async () => {
		const scene = new Scene({ gravity: weightless });
		const sheet = scene.add(
			cloth.grid(
				{ cells: [6, 6], plane: "xz" },
				{
					membrane: trbs({ youngModulus2d: 3000, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		);
		sheet.pin(sheet.where((x, _, z) => x * z * (1 - x) * (1 - z) === 0));
		sheet.pressurize((t: number) => 100 * t);
		const { flows, gain } = await run(scene, 0.4, { accuracy: 1e-3 });
		expectNear(flows.external, gain, 0.01);
	});

	test("of wind, to second order", async () => {
		await expectSecondOrder(async (timeStep) => {
			const scene = new Scene({
				gravity: weightless,
				wind: { velocity: [0, 5, 0] },
			});
			const membrane = trbs({ youngModulus2d: 3000, poissonRatio: 0.3 });
			scene.add(
				cloth.grid(
					{ cells: [4, 4], plane: "xz" },
					{ membrane, arealDensity: 0.2 },
				),
			);
			return run(scene, 0.5, { timeStep, substeps: 1, tolerance: 1e-10 });
		});
	});

	test.each([
		springBetween({ stiffness: 200, restLength: 0.1, damping: 2 }),
		ball({ stiffness: 200, damping: 2 }),
	])("of a place that moves and pulls by a damped $name", async (kind) => {
		const scene = new Scene();
		const body = scene.add(rigidBody({ mass: 1, inertia: [1, 1, 1] }));
		const place = (t: number): Vector3 => [0.1 + 0.3 * Math.sin(9 * t), 0, 0];
		scene.attach(body.point([0, 0, 0]), place, { kind });
		const account = await run(scene, 0.8);
		const { external, damping } = account.flows;
		expectNear(external - damping, account.gain, 0.01);
		expect(damping).toBeGreaterThan(0.2 * external);
	});

	test("of a drag", async () => {
		const { scene, body } = beam(weightless);
		const account = await run(
			scene,
			0.3,
			{ grips: true, accuracy: 1e-3 },
			(simulation) =>
				simulation.grip(body.vertexPoint(body.nearest([0.5, 0, 0])), {
					...{ target: [0.5, 0.2, 0], stiffness: 10 },
				}),
		);
		expectNear(account.flows.external, account.gain);
	});
});

test("a simulation that goes on from a checkpoint accounts for the same energies, to the last bit", async () => {
	const start = () => {
		const { scene, block } = onFloor("triangles", 0.4, (t) => [2 * t, 0, 0]);
		block.launch(() => [0, 0, 1]);
		return simulate(scene);
	};
	const [whole, resumed] = [await start(), await start()];
	await whole.run({ steps: 5 });
	resumed.restore(whole.checkpoint());
	for (let step = 0; step < 5; step++)
		expect(resumed.step().energy).toEqual(whole.step().energy);
	expect(resumed.energyFlows).toEqual(whole.energyFlows);
});

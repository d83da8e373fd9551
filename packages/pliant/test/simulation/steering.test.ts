/** Changes while a simulation runs: grips, pins, other materials. */
import { describe, expect, test } from "vitest";
import {
	cloth,
	collider,
	morleyBending,
	rigidBody,
	Scene,
	type Simulation,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { box } from "../../src/mesh/index.ts";
import { alone } from "../frames/alone.ts";
import { bar } from "../frames/bar.ts";

const youngModulus2d = 1000;

async function hangingSheet(options: {
	readonly grips?: boolean;
	readonly youngModulus2d?: number;
	readonly arealDensity?: number;
	readonly gravity?: boolean;
}) {
	const gravity = [0, options.gravity === false ? 0 : -9.81, 0] as const;
	const scene = new Scene({ gravity });
	const membrane = trbs({
		youngModulus2d,
		poissonRatio: 0.3,
		...(options.youngModulus2d && { youngModulus2d: options.youngModulus2d }),
	});
	const sheet = scene.add(
		cloth.grid(
			{ size: [1, 1], cells: [6, 6], plane: "xz" },
			{ membrane, arealDensity: options.arealDensity ?? 0.2 },
		),
	);
	sheet.pin(sheet.corners("top"));
	const simulation = await simulate(scene, {
		damping: { mass: 2 },
		...(options.grips && { grips: true }),
	});
	return { sheet, simulation };
}

const stepTimes = (simulation: Simulation, count: number) => {
	for (let i = 0; i < count; i++) simulation.step();
};

describe("grips", () => {
	test("stretch by force over stiffness: a free block comes to rest below its target by its weight over the spring", async () => {
		const scene = new Scene();
		const rubber = stableNeoHookean({ youngModulus: 1e6, poissonRatio: 0.3 });
		const block = scene.add(
			solid.box(
				{ size: [0.1, 0.1, 0.1], cells: [2, 2, 2] },
				{ solid: rubber, density: 1000 },
			),
		);
		const simulation = await simulate(scene, {
			timeStep: 0.02,
			damping: { mass: 4 },
			grips: true,
		});
		const top = block.nearest([0.05, 0.1, 0.05]);
		const target = [0.05, 0.1, 0.05] as const;
		simulation.grip(block.vertexPoint(top), { target, stiffness: 200 });
		stepTimes(simulation, 400);
		const height = simulation.positions(block)[3 * top + 1];
		expect(target[1] - height).toBeCloseTo((9.81 * block.mass) / 200, 5);
	});

	test("pull nothing once they are released", async () => {
		const { sheet, simulation } = await hangingSheet({ grips: true });
		const { sheet: other, simulation: untouched } = await hangingSheet({
			grips: true,
		});
		simulation.grip(sheet.vertexPoint(3), {
			target: [0, 1, 0],
			stiffness: 100,
		});
		simulation.releaseGrips();
		stepTimes(simulation, 10);
		stepTimes(untouched, 10);
		expect([...simulation.positions(sheet)]).toEqual([
			...untouched.positions(other),
		]);
	});

	test("give the same bits again where they are made between the same steps", async () => {
		const run = async () => {
			const { sheet, simulation } = await hangingSheet({ grips: true });
			for (let i = 0; i < 30; i++) {
				if (i === 5 || i === 9)
					simulation.grip(sheet.vertexPoint(3), {
						target: [0.1 * i, 0.5, 0.2],
						stiffness: 20,
					});
				if (i === 20) simulation.releaseGrips();
				simulation.step();
			}
			return [...simulation.positions(sheet)];
		};
		expect(await run()).toEqual(await run());
	});

	test("are refused where simulate was not asked for them, and by block descent", async () => {
		const { sheet, simulation } = await hangingSheet({});
		expect(() =>
			simulation.grip(sheet.vertexPoint(0), {
				target: [0, 0, 0],
				stiffness: 1,
			}),
		).toThrow(/give simulate the option grips: true/);
		const scene = new Scene();
		scene.add(
			cloth.grid(
				{ cells: [2, 2] },
				{
					membrane: trbs({ youngModulus2d, poissonRatio: 0.3 }),
					arealDensity: 1,
				},
			),
		);
		await expect(
			simulate(scene, { solver: "block-descent", grips: true }),
		).rejects.toThrow(/does not know grips/);
	});
});

describe("a ball", () => {
	const radius = 0.1;

	test("bears what lies on it: a sheet comes to rest where springs carry its weight", async () => {
		const { sheet, simulation } = await hangingSheet({ grips: true });
		for (const vertex of sheet.corners("top")) sheet.constraints.delete(vertex);
		simulation.constraintsChanged();
		// So large that the sheet lies flat on it.
		const large = 1e7;
		const stiffness = 2000;
		simulation.push({ centre: [0.5, -large, 0.5], radius: large, stiffness });
		// Damping leaves e^(−10) of how it bounces.
		stepTimes(simulation, 600);
		const heights = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
		// g over κ deep, all of it.
		expect(Math.min(...heights)).toBeCloseTo(-9.81 / stiffness, 5);
		expect(Math.max(...heights)).toBeCloseTo(-9.81 / stiffness, 4);
	});

	test("goes half its radius in a step, and takes what it meets along", async () => {
		const { sheet, simulation } = await hangingSheet({
			grips: true,
			gravity: false,
		});
		simulation.push({ centre: [0.5, -0.15, 0.5], radius });
		expect(simulation.ball).toEqual({ centre: [0.5, -0.15, 0.5], radius });
		simulation.step();
		expect(Math.max(...simulation.positions(sheet).map(Math.abs))).toBe(1);
		simulation.push({ centre: [0.5, 0.15, 0.5], radius });
		for (let i = 1; i <= 7; i++) {
			simulation.step();
			const height = Math.min(0.15, -0.15 + 0.05 * i);
			expect(simulation.ball?.centre[1]).toBeCloseTo(height, 12);
		}
		const middle = sheet.nearest([0.5, 0, 0.5]);
		expect(simulation.positions(sheet)[3 * middle + 1]).toBeGreaterThan(0.24);
		simulation.push(undefined);
		expect(simulation.ball).toBeUndefined();
	});

	test("pushes rigid bodies by what they weigh", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const body = scene.add(
			rigidBody({
				mesh: box({
					size: [0.2, 0.2, 0.2],
					cells: [2, 2, 2],
					origin: [0, 0, 0],
				}),
				density: 500,
			}),
		);
		const simulation = await simulate(scene, { timeStep: 1e-3, grips: true });
		const before = simulation.energies().kinetic;
		simulation.push({ centre: [0.1, -0.05, 0.1], radius: 0.16 });
		stepTimes(simulation, 20);
		expect(before).toBe(0);
		const [, , , x, y, z] = simulation.frames(body).velocities;
		expect(y).toBeGreaterThan(0.1);
		// But for how faces are cut into triangles, whose corners bear unlike shares.
		expect(Math.hypot(x, z)).toBeLessThan(0.01 * y);
	});

	test("gives the same bits again where it is led between the same steps", async () => {
		const run = async () => {
			const { sheet, simulation } = await hangingSheet({ grips: true });
			for (let i = 0; i < 20; i++) {
				if (i < 12)
					simulation.push({ centre: [0.5, 0.02 * i - 0.4, 0.5], radius });
				if (i === 15) simulation.push(undefined);
				simulation.step();
			}
			return [...simulation.positions(sheet)];
		};
		expect(await run()).toEqual(await run());
	});

	test("is refused where simulate was not asked for it, or without a size", async () => {
		const { simulation } = await hangingSheet({});
		const centre = [0, 0, 0] as const;
		expect(() => simulation.push({ centre, radius })).toThrow(/grips: true/);
		const { simulation: other } = await hangingSheet({ grips: true });
		expect(() => other.push({ centre, radius: 0 })).toThrow(
			/radius is 0; it must be a positive number/,
		);
	});
});

test("a vertex that is pinned while it runs stays there, and one that is freed falls", async () => {
	const { sheet, simulation } = await hangingSheet({});
	stepTimes(simulation, 20);
	const vertex = sheet.nearest([0.5, 0, 0.5]);
	const at = [...simulation.positions(sheet).slice(3 * vertex, 3 * vertex + 3)];
	const way = at.map((c, k) => c - sheet.positions[3 * vertex + k]);
	sheet.move([vertex], () => [way[0], way[1], way[2]]);
	const [freed] = sheet.corners("top");
	sheet.constraints.delete(freed);
	simulation.constraintsChanged();
	stepTimes(simulation, 20);
	const now = simulation.positions(sheet);
	for (let k = 0; k < 3; k++)
		expect(now[3 * vertex + k]).toBeCloseTo(at[k], 12);
	expect(now[3 * freed + 1]).toBeLessThan(-0.05);
});

describe("a simulation with other values", () => {
	test("goes on from where the first was, at its time", async () => {
		const { sheet, simulation } = await hangingSheet({});
		stepTimes(simulation, 30);
		const { sheet: softer, simulation: next } = await hangingSheet({
			youngModulus2d: 200,
			arealDensity: 0.3,
		});
		next.continueFrom(simulation);
		expect(next.time).toBe(simulation.time);
		expect(next.stepCount).toBe(simulation.stepCount);
		expect([...next.positions(softer)]).toEqual([
			...simulation.positions(sheet),
		]);
		expect([...next.velocities(softer)]).toEqual([
			...simulation.velocities(sheet),
		]);
		stepTimes(simulation, 60);
		stepTimes(next, 60);
		const depth = (array: Float64Array) =>
			-Math.min(...array.filter((_, i) => i % 3 === 1));
		expect(depth(next.positions(softer))).toBeGreaterThan(
			1.005 * depth(simulation.positions(sheet)),
		);
	});

	test("and one that takes them while it runs are the same to the bit", async () => {
		const options = { substeps: 1, grips: true };
		const make = async (stiffness: number) => {
			const scene = new Scene();
			const models = (times: number) => [
				trbs({ youngModulus2d: 300 * times, poissonRatio: 0.3 }),
				morleyBending({ bendingRigidity: 1e-4 * times, poissonRatio: 0.3 }),
			];
			const [membrane, bending] = models(stiffness);
			const sheet = scene.add(
				cloth.grid(
					{ size: [1, 1], cells: [6, 5], plane: "xz" },
					{ membrane, bending, arealDensity: 0.2 },
				),
			);
			sheet.pin(sheet.corners("top"));
			return { sheet, models, simulation: await simulate(scene, options) };
		};
		const first = await make(1);
		stepTimes(first.simulation, 8);
		const fresh = await make(0.4);
		fresh.simulation.continueFrom(first.simulation);
		first.sheet.setModels(first.models(0.4));
		expect(() => first.simulation.step()).toThrow(/setModels of body/);
		first.simulation.materialsChanged();
		stepTimes(first.simulation, 8);
		stepTimes(fresh.simulation, 8);
		expect([...first.simulation.positions(first.sheet)]).toEqual([
			...fresh.simulation.positions(fresh.sheet),
		]);
		const unchanged = await make(1);
		stepTimes(unchanged.simulation, 16);
		expect([...first.simulation.positions(first.sheet)]).not.toEqual([
			...unchanged.simulation.positions(unchanged.sheet),
		]);
		expect(() => first.sheet.setModels(first.models(1).slice(1))).toThrow(
			/it must be trbs, morley-bending, with other values/,
		);
	});

	test("is what ties need, and programs that were not made to be touched", async () => {
		const { simulation } = await hangingSheet({});
		expect(() => simulation.materialsChanged()).toThrow(
			/values cannot change; give simulate the option grips/,
		);
		const scene = new Scene();
		const membrane = trbs({ youngModulus2d, poissonRatio: 0.3 });
		const sheet = scene.add(
			cloth.grid({ cells: [3, 3] }, { membrane, arealDensity: 0.2 }),
		);
		scene.attach(sheet.vertexPoint(0), [0, 0, 0]);
		const tied = await simulate(scene, { grips: true });
		expect(() => tied.materialsChanged()).toThrow(/ties .* continueFrom/);
	});

	test("is refused where bodies have other meshes", async () => {
		const { simulation } = await hangingSheet({});
		const scene = new Scene();
		const membrane = trbs({ youngModulus2d, poissonRatio: 0.3 });
		scene.add(cloth.grid({ cells: [3, 3] }, { membrane, arealDensity: 0.2 }));
		const other = await simulate(scene);
		expect(() => other.continueFrom(simulation)).toThrow(/the same bodies/);
	});
});

describe("a frame that is led", () => {
	const pose = {
		position: [0.9, 0.3, 0.1],
		orientation: [0, 0, Math.sin(0.2), Math.cos(0.2)],
	} as const;

	const barOf = () =>
		bar({
			frames: 3,
			counts: [8, 2, 2],
			size: [1, 0.2, 0.2],
			youngModulus: 2e5,
			poissonRatio: 0.3,
		});

	test("is where it is led to, takes the body along, and falls when it is let go", async () => {
		const body = barOf();
		const { simulation, frames } = await alone(body, { timeStep: 0.01 });
		const before = frames.pose(2).position;
		frames.lead(2, pose);
		simulation.step();
		// No faster than twice its size a second.
		const [x, y, z] = frames.pose(2).position;
		const way = Math.hypot(x - before[0], y - before[1], z - before[2]);
		expect(way).toBeLessThan(0.01 * 2 * Math.hypot(1, 0.2, 0.2));
		expect(way).toBeGreaterThan(0.01 * 2 * 1);
		stepTimes(simulation, 40);
		const { position, orientation } = frames.pose(2);
		for (const [i, c] of [...position, ...orientation].entries())
			expect(c).toBeCloseTo([...pose.position, ...pose.orientation][i], 9);
		frames.lead(2, { ...pose, position: [0.9, 0.3, 0.2] });
		stepTimes(simulation, 10);
		expect(frames.pose(2).position[2]).toBeCloseTo(0.2, 9);
		frames.release(2);
		stepTimes(simulation, 40);
		expect(frames.pose(2).position[1]).toBeLessThan(-0.1);
	});

	test("stays held where it was led to, if it was held before", async () => {
		const body = barOf();
		body.hold(0);
		const { simulation, frames } = await alone(body, { timeStep: 0.01 });
		const [x, y, z] = frames.pose(0).position;
		const position = [x, y + 0.1, z] as const;
		frames.lead(0, { position });
		frames.release(0);
		stepTimes(simulation, 10);
		expect(frames.pose(0).position).toEqual(position);
	});
});

test("forces of contact on vertices add up to what a sheet weighs that lies on the floor", async () => {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ size: [1, 1], cells: [4, 4], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	scene.collide(collider.plane());
	const simulation = await simulate(scene, {
		timeStep: 0.02,
		damping: { mass: 5 },
	});
	stepTimes(simulation, 100);
	const forces = simulation.contactForces(sheet);
	const sums = [0, 1, 2].map((k) =>
		forces.reduce((sum, f, i) => (i % 3 === k ? sum + f : sum), 0),
	);
	expect(sums[1]).toBeCloseTo(0.2 * 9.81, 4);
	expect(Math.hypot(sums[0], sums[2])).toBeLessThan(1e-6);
	// Twice as much area in the middle as at an edge.
	const at = (x: number, z: number) =>
		forces[3 * sheet.nearest([x, 0, z]) + 1] ?? Number.NaN;
	expect(at(0.5, 0.5) / at(0.5, 0)).toBeCloseTo(2, 3);
});

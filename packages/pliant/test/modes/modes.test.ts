import { describe, expect, test } from "vitest";
import {
	type Body,
	ball,
	cable,
	cloth,
	morleyBending,
	quadraticSpring,
	rigidBody,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
	type Vector3,
} from "../../src/index.ts";
import { box } from "../../src/mesh/generators/box.ts";
import type { Mode } from "../../src/simulation/modes.ts";
import { bar } from "../frames/bar.ts";

const weightless = { gravity: [0, 0, 0] as Vector3 };
const rubber = stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 });
const block = (x = 0, model = rubber): Body =>
	solid.box(
		{ size: [0.2, 0.1, 0.1], cells: [4, 2, 2], origin: [x, 0, 0] },
		{ solid: model, density: 1000 },
	);
const kinds = (modes: readonly Mode[]) => modes.map(({ kind }) => kind);
const repeated = <T>(count: number, value: T): T[] =>
	Array.from({ length: count }, () => value);

describe("free bodies", () => {
	test("have six rigid motions each, then vibrations", async () => {
		for (const count of [1, 2, 4]) {
			const scene = new Scene(weightless);
			for (let i = 0; i < count; i++) scene.add(block(i));
			const simulation = await simulate(scene);
			const modes = await simulation.modes({ count: 6 * count + 2 });
			expect(kinds(modes)).toEqual([
				...repeated(6 * count, "rigid"),
				...repeated(2, "vibration"),
			]);
		}
	});

	test("that are frames or rigid have them too", async () => {
		const scene = new Scene(weightless);
		scene.add(bar({ frames: 3, youngModulus: 1e5 }));
		const mesh = box({ cells: [1, 1, 1], origin: [3, 0, 0] });
		scene.add(rigidBody({ mesh, density: 10 }));
		const simulation = await simulate(scene);
		const modes = await simulation.modes({ count: 14 });
		expect(kinds(modes)).toEqual([
			...repeated(12, "rigid"),
			...repeated(2, "vibration"),
		]);
	});

	test("weigh what all modes together move", async () => {
		const scene = new Scene(weightless);
		scene.add(block());
		const simulation = await simulate(scene);
		const modes = await simulation.modes({ count: 6 });
		for (let k = 0; k < 3; k++) {
			const sum = modes.reduce((m, mode) => m + mode.effectiveMass[k], 0);
			expect(sum).toBeCloseTo(1000 * 0.2 * 0.1 * 0.1, 8);
		}
	});

	test("of fabric vibrate far above the rounding of what stretches it", async () => {
		const scene = new Scene(weightless);
		scene.add(
			cloth.grid(
				{ cells: [16, 16] },
				{
					membrane: trbs({ youngModulus2d: 2e4, poissonRatio: 0.3 }),
					bending: morleyBending({ bendingRigidity: 1e-6 }),
					arealDensity: 0.2,
				},
			),
		);
		const simulation = await simulate(scene);
		const modes = await simulation.modes({ count: 9 });
		expect(kinds(modes)).toEqual([
			...repeated(6, "rigid"),
			...repeated(3, "vibration"),
		]);
		// A free square plate, ν = 0: f = λ/(2π a²) √(B/ρ), λ between 13 and 20.3 for the first three.
		const unit = Math.sqrt(1e-6 / 0.2) / (2 * Math.PI);
		for (const { frequency } of modes.slice(6)) {
			expect(frequency / unit).toBeGreaterThan(12);
			expect(frequency / unit).toBeLessThan(25);
		}
	});
});

test("a slack sheet has mechanisms, a compressed thread a way down", async () => {
	const scene = new Scene(weightless);
	const sheet = scene.add(
		cloth.grid(
			{ cells: [4, 4] },
			{
				membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.group("top"));
	const slack = await simulate(scene);
	expect(kinds(await slack.modes({ count: 4 }))).toEqual(
		repeated(4, "mechanism"),
	);

	const pressed = new Scene(weightless);
	const spring = quadraticSpring({ axialStiffness: 100 });
	const thread = pressed.add(
		cable.line({ segments: 6 }, { spring, linearDensity: 0.1 }),
	);
	thread.place((x, y, z) => [0.95 * x, y, z]);
	for (const end of ["start", "end"]) thread.pin(thread.group(end));
	const simulation = await simulate(pressed, { mass: "lumped" });
	const [first, second] = await simulation.modes({ count: 2 });
	// The shortest wave buckles fastest: −4 T/(m h) sin²(5π/12) of masses on a thread.
	const expected =
		((-4 * 5) / ((0.1 / 6) * (0.95 / 6))) * Math.sin((5 * Math.PI) / 12) ** 2;
	for (const mode of [first, second]) {
		expect(mode.kind).toBe("unstable");
		expect(mode.frequency).toBe(0);
		expect(mode.eigenvalue / expected).toBeCloseTo(1, 8);
	}
});

describe("shapes", () => {
	test("are orthonormal by mass", async () => {
		const scene = new Scene(weightless);
		const moduli = { youngModulus: 1e5, poissonRatio: 0.3 };
		// Without nodes that are no vertices.
		const linear = stableNeoHookean.elements.tetrahedra(moduli);
		const body = scene.add(block(0, linear));
		body.pin(body.group("x-min"));
		const simulation = await simulate(scene, { mass: "lumped" });
		const modes = await simulation.modes({ count: 8 });
		const masses = vertexMasses(body);
		for (const [i, a] of modes.entries())
			for (const [j, b] of modes.entries()) {
				const [u, v] = [a.shape(body), b.shape(body)];
				let product = 0;
				for (let k = 0; k < u.length; k++)
					product += masses[Math.floor(k / 3)] * u[k] * v[k];
				expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-9);
			}
	});

	test("of bodies that are tied together go together", async () => {
		const scene = new Scene(weightless);
		const soft = scene.add(block());
		soft.pin(soft.group("x-min"));
		const mesh = box({
			size: [0.1, 0.1, 0.1],
			cells: [1, 1, 1],
			origin: [0.2, 0, 0],
		});
		const hard = scene.add(rigidBody({ mesh, density: 1000 }));
		for (const z of [0.025, 0.075])
			for (const y of [0.025, 0.075])
				scene.attach(soft.point([0.2, y, z]), hard.point([0.2, y, z]), {
					kind: ball({ stiffness: 1e7 }),
				});
		const simulation = await simulate(scene);
		const [first] = await simulation.modes({ count: 1 });
		expect(first.kind).toBe("vibration");
		const end = soft.nearest([0.2, 0, 0]);
		const begin = hard.mesh.positions.findIndex(
			(x, i, all) => i % 3 === 0 && x < 0.201 && all[i + 1] + all[i + 2] === 0,
		);
		const [u, v] = [first.shape(soft), first.shape(hard)];
		const size = Math.hypot(...u.slice(3 * end, 3 * end + 3));
		for (let k = 0; k < 3; k++)
			expect(Math.abs(u[3 * end + k] - v[begin + k])).toBeLessThan(0.05 * size);
	});
});

test("modes are the same to the bit, and leave the state alone", async () => {
	const make = async () => {
		const scene = new Scene();
		const body = scene.add(block());
		body.pin(body.group("x-min"));
		const simulation = await simulate(scene);
		await simulation.run({ steps: 3 });
		return { body, simulation };
	};
	const [one, other] = [await make(), await make()];
	const [a, b] = [
		await one.simulation.modes({ count: 5 }),
		await other.simulation.modes({ count: 5 }),
	];
	for (const [i, mode] of a.entries()) {
		expect(mode.frequency).toBe(b[i].frequency);
		expect(mode.shape(one.body)).toEqual(b[i].shape(other.body));
	}
	const untouched = await make();
	for (const { simulation } of [one, untouched])
		await simulation.run({ steps: 2 });
	expect(one.simulation.checkpoint()).toEqual(
		untouched.simulation.checkpoint(),
	);
});

test("what cannot be answered is refused", async () => {
	const scene = new Scene();
	const body = scene.add(block());
	body.pin(body.where(() => true));
	const simulation = await simulate(scene);
	await expect(simulation.modes()).rejects.toThrow(/all is held/);
	await expect(simulation.modes({ count: 0 })).rejects.toThrow(/count is 0/);
	await expect(simulation.modes({ number: 3 } as never)).rejects.toThrow(
		/no option 'number'/,
	);
});

test("few unknowns have few modes", async () => {
	const scene = new Scene(weightless);
	const spring = quadraticSpring({ axialStiffness: 100 });
	const thread = scene.add(
		cable.line({ segments: 2 }, { spring, linearDensity: 0.1 }),
	);
	thread.place((x, y, z) => [1.1 * x, y, z]);
	for (const end of ["start", "end"]) thread.pin(thread.group(end));
	const simulation = await simulate(scene);
	expect((await simulation.modes({ count: 10 })).length).toBe(3);
});

/** Equal shares of what cells weigh. */
function vertexMasses(body: Body): Float64Array {
	const masses = new Float64Array(body.vertexCount);
	const cells = body.cellMasses();
	const { tetrahedra } = body.mesh;
	for (const [i, vertex] of tetrahedra.entries())
		masses[vertex] += cells[Math.floor(i / 4)] / 4;
	return masses;
}

import { describe, expect, test } from "vitest";
import {
	type Body,
	cable,
	cloth,
	type Mesh,
	quadraticSpring,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
	trbs,
	type Vector3,
} from "../../src/index.ts";
import { box, grid } from "../../src/mesh/index.ts";
import { shuffledMesh } from "./shuffledMesh.ts";

const membrane = trbs({ youngModulus2d: 100, poissonRatio: 0.3 });
const flat = { size: [2, 1], cells: [4, 2] } as const;
const sheet = (mesh: Mesh = grid(flat)) =>
	cloth.mesh(mesh, { name: "sheet", membrane, arealDensity: 0.5 });
const rubber = { youngModulus: 1e4, poissonRatio: 0.3 };
const shape = { size: [1, 2, 3], cells: [2, 3, 2] } as const;
const bodies: Readonly<Record<string, () => Body>> = {
	cable: () =>
		cable.line(
			{ segments: 5 },
			{
				spring: quadraticSpring({ axialStiffness: 10 }),
				linearDensity: 0.3,
			},
		),
	cloth: () => sheet(),
	tetrahedra: () =>
		solid.box(shape, {
			solid: stableNeoHookean.elements.tetrahedra(rubber),
			density: 10,
		}),
	hexahedra: () =>
		solid.box(shape, { solid: stableNeoHookeanHexahedra(rubber), density: 10 }),
};

/** Forces [N] on a body at rest, xyz per vertex: what one explicit step makes of them, in which nothing is strained. */
async function forcesOn(body: Body, gravity: Vector3 = [0, 0, 0]) {
	const scene = new Scene({ gravity });
	scene.add(body);
	const timeStep = 1e-6;
	const sim = await simulate(scene, {
		integrator: "symplectic-euler",
		timeStep,
	});
	sim.step();
	const masses = body.vertexMasses();
	return sim
		.velocities(body)
		.map((v, i) => (masses[Math.floor(i / 3)] * v) / timeStep);
}

function expectClose(
	found: ArrayLike<number>,
	expected: ArrayLike<number>,
	tolerance = 1e-9,
) {
	expect(found.length).toBe(expected.length);
	const size = Math.max(...Array.from(expected, Math.abs));
	for (let i = 0; i < expected.length; i++)
		expect(Math.abs(found[i] - expected[i])).toBeLessThan(tolerance * size);
}

const restPosition = ({ mesh }: Body, vertex: number): Vector3 => {
	const [x, y, z] = mesh.positions.subarray(3 * vertex, 3 * vertex + 3);
	return [x, y, z];
};

/** Varies over the body and in time. */
const swirl = ([x, y, z]: Vector3, t: number): Vector3 => [
	1 + y,
	2 - x * y,
	z + Math.cos(t),
];

describe("a load that differs from vertex to vertex", () => {
	for (const [name, make] of Object.entries(bodies))
		test(`is the same however it is given, on ${name}`, async () => {
			const chosen = Uint32Array.of(4, 1, 3);
			const vectors = (body: Body) =>
				Array.from(chosen, (v) => swirl(restPosition(body, v), 0));
			const ways: ((body: Body) => void)[] = [
				(body) => body.pull(chosen, { field: swirl }),
				(body) => body.pull(chosen, vectors(body)),
				(body) => body.pull(chosen, Float64Array.from(vectors(body).flat())),
				(body) => body.pull(chosen, () => vectors(body)),
				(body) => {
					for (const [i, v] of chosen.entries())
						body.pull([v], vectors(body)[i]);
				},
			];
			const expected = new Float64Array(3 * make().vertexCount);
			for (const v of chosen)
				expected.set(swirl(restPosition(make(), v), 0), 3 * v);
			for (const way of ways) {
				const body = make();
				way(body);
				expectClose(await forcesOn(body), expected);
			}
		});

	test("keeps the numbers it was given", async () => {
		const body = sheet();
		const given = new Float64Array(6).fill(1);
		body.pull([0, 1], given);
		given.fill(7);
		expect((await forcesOn(body))[0]).toBeCloseTo(1, 9);
	});

	test("changes with time", async () => {
		const body = sheet();
		body.pull("all", { field: (_, t) => [t, 0, 0] });
		body.pull("top", (t) => new Float64Array(15).fill(2 * t));
		const [byPlace, each] = body.deadLoads;
		expect(byPlace.force(3)[3]).toBe(3);
		expect(each.force(3)[14]).toBe(6);
	});

	test("acts along a line in proportion to each vertex's share", async () => {
		const make = (pull: (body: Body, top: Uint32Array) => void) => {
			const body = sheet();
			pull(body, body.group("top"));
			return forcesOn(body);
		};
		// Cells are 0.5 m wide; the ends bear half of one.
		const body = sheet();
		const expected = new Float64Array(3 * body.vertexCount);
		for (const v of body.group("top")) {
			const X = restPosition(body, v);
			const length = X[0] === 0 || X[0] === 2 ? 0.25 : 0.5;
			for (const [k, f] of swirl(X, 0).entries())
				expected[3 * v + k] = length * f;
		}
		expectClose(
			await make((b) => b.lineLoad("top", { field: swirl })),
			expected,
		);
		// Values belong to the vertices as they were chosen, in whatever order.
		const reversed = (top: Uint32Array) => top.slice().reverse();
		const listed = await make((b, top) =>
			b.lineLoad(
				reversed(top),
				Array.from(reversed(top), (v) => swirl(restPosition(b, v), 0)),
			),
		);
		expectClose(listed, expected);
	});

	test("acts on surfaces of tetrahedra and hexahedra with the total of its integral", async () => {
		for (const make of [bodies.tetrahedra, bodies.hexahedra]) {
			const body = make();
			body.surfaceLoad({ field: ([, y, z]) => [1 + y + z, 0, 0] }, "x-max");
			const total = (await forcesOn(body)).reduce((sum, f) => sum + f, 0);
			// ∫ (1 + y + z) over 2 m by 3 m: what is linear is integrated exactly.
			expect(total).toBeCloseTo(6 * (1 + 1 + 1.5), 7);
		}
	});
});

describe("pressure that differs from place to place", () => {
	const [rho, g, surfaceHeight] = [1000, 9.81, 5];
	const depth = ([, y]: Vector3) => surfaceHeight - y;

	for (const name of ["tetrahedra", "hexahedra"])
		test(`lifts a block of ${name} by the weight of the water it displaces`, async () => {
			const body = bodies[name]();
			body.pressurize({ field: (X) => -rho * g * depth(X) });
			const forces = await forcesOn(body);
			const total = (k: number) =>
				forces.reduce((sum, f, i) => sum + (i % 3 === k ? f : 0), 0);
			const weight = rho * g * 6;
			expect(Math.abs(total(0) / weight)).toBeLessThan(1e-9);
			expect(Math.abs(total(1) / weight - 1)).toBeLessThan(1e-9);
			expect(Math.abs(total(2) / weight)).toBeLessThan(1e-9);
		});

	test("is at its place on a mesh in random order, and is the same from a list", async () => {
		const plain = grid({ cells: [40, 40], diagonal: "alternating" });
		const { mesh, numberOf } = shuffledMesh(plain, 3);
		const p = ([x, y]: Vector3) => 1 + x + 3 * y * y;
		const pressed = sheet(plain);
		const shuffled = sheet(mesh);
		const listed = sheet(mesh);
		pressed.pressurize({ field: p });
		shuffled.pressurize({ field: p });
		listed.pressurize(
			Float64Array.from({ length: listed.vertexCount }, (_, v) =>
				p(restPosition(listed, v)),
			),
		);
		const expected = new Float64Array(3 * pressed.vertexCount);
		const { positions, triangles } = plain;
		for (let i = 0; i < triangles.length; i += 3) {
			const corners = triangles.subarray(i, i + 3);
			const mean =
				corners.reduce((sum, v) => sum + p(restPosition(pressed, v)), 0) / 3;
			const [a, b, c] = Array.from(corners, (v) => positions.subarray(3 * v));
			const area =
				((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
			for (const v of corners) expected[3 * v + 2] += (mean * area) / 3;
		}
		expectClose(await forcesOn(pressed), expected);
		for (const body of [shuffled, listed]) {
			const forces = await forcesOn(body);
			expectClose(
				expected.map(
					(_, i) => forces[3 * numberOf[Math.floor(i / 3)] + (i % 3)],
				),
				expected,
			);
		}
	});
});

describe("a force per mass", () => {
	for (const [name, make] of Object.entries(bodies))
		test(`is what gravity is, on ${name}`, async () => {
			const gravity: Vector3 = [1, -9.81, 0.5];
			const accelerated = make();
			accelerated.accelerate(gravity);
			expectClose(
				await forcesOn(accelerated),
				await forcesOn(make(), gravity),
				1e-12,
			);
		});

	test("may be a field, on some vertices", async () => {
		const body = sheet();
		body.accelerate({ field: swirl }, { corners: "+x" });
		const masses = body.vertexMasses();
		const expected = new Float64Array(3 * body.vertexCount);
		for (const v of body.select({ corners: "+x" }))
			for (const [k, a] of swirl(restPosition(body, v), 0).entries())
				expected[3 * v + k] = masses[v] * a;
		expectClose(await forcesOn(body), expected);
		expect(masses.reduce((sum, m) => sum + m, 0)).toBeCloseTo(1, 12);
	});
});

describe("the potential of dead loads falls by the work they do", () => {
	for (const [name, load] of Object.entries<(body: Body) => void>({
		"one vector": (body) => body.pull("all", [0.2, 0.1, -0.3]),
		"one for each vertex": (body) =>
			body.pull(
				"top",
				Float64Array.from({ length: 15 }, (_, i) => 0.1 * i - 0.5),
			),
		"a field": (body) => body.pull("all", { field: swirl }),
		"a line load": (body) => body.lineLoad("top", { field: swirl }),
		"a surface load": (body) => body.surfaceLoad({ field: swirl }),
		"a force per mass": (body) => body.accelerate({ field: swirl }),
		"one on a mesh in random order": (body) => body.surfaceLoad([1, 2, 3]),
	}))
		test(name, async () => {
			const mesh = name.includes("random")
				? shuffledMesh(grid({ cells: [30, 30] }), 5).mesh
				: grid(flat);
			// Cosine of time is of no matter here: it is 1 to 1e-8 until then.
			const body = sheet(mesh);
			load(body);
			const force = await forcesOn(body);
			const scene = new Scene({ gravity: [0, 0, 0] });
			const moving = sheet(mesh);
			load(moving);
			scene.add(moving);
			const sim = await simulate(scene, {
				integrator: "symplectic-euler",
				timeStep: 1e-5,
			});
			const before = sim.energies().load;
			const x = sim.positions(moving).slice();
			await sim.run({ steps: 10 });
			const work = sim
				.positions(moving)
				.reduce((sum, now, i) => sum + force[i] * (now - x[i]), 0);
			expect(work).toBeGreaterThan(0);
			expect((before - sim.energies().load) / work).toBeCloseTo(1, 3);
		});
});

describe("vertices may be chosen by", () => {
	test.each<[string, Parameters<Body["pin"]>[0], number]>([
		["name of a group", "top", 5],
		["a selection", { group: "left" }, 3],
		["corners", { corners: "+y" }, 2],
		["a word", "boundary", 12],
		["another word", "all", 15],
		["numbers", [3, 7], 2],
	])("%s", (_, vertices, count) => {
		const pinned = sheet().pin(vertices);
		expect(pinned.constraints.size).toBe(count);
		expect(sheet().move(vertices, [0, 0, 1]).constraints.size).toBe(count);
		const slid = sheet().slide(vertices, { plane: [0, 0, 1] });
		expect(slid.constraints.size).toBe(count);
		const [{ vertices: pulled }] = sheet().pull(vertices, [0, 1, 0]).deadLoads;
		expect(pulled.length).toBe(count);
	});
});

describe("motion may differ from vertex to vertex", () => {
	const twist = ([x, y, z]: Vector3, t: number): Vector3 => [
		x * (Math.cos(t) - 1),
		0.1 * y * t,
		x * Math.sin(t) - z,
	];
	test("by a field or a list, held and guided", async () => {
		const body = sheet();
		const top = body.group("top");
		body.move("top", { field: twist });
		const listed = sheet().move(
			top,
			Array.from(top, (v) => twist(restPosition(body, v), 2)),
		);
		const slid = sheet().slide("top", { plane: [0, 0, 1] }, { field: twist });
		const scene = new Scene();
		scene.add(body);
		const sim = await simulate(scene, { timeStep: 0.01 });
		await sim.run({ steps: 3 });
		for (const v of top) {
			const X = restPosition(body, v);
			const moved = twist(X, sim.time);
			for (const [k, x] of sim
				.positions(body)
				.subarray(3 * v, 3 * v + 3)
				.entries())
				expect(x).toBeCloseTo(X[k] + moved[k], 12);
			const given = listed.constraints.get(v)?.displacement(7);
			expect(Array.from(given as Vector3)).toEqual(twist(X, 2));
			expect(slid.constraints.get(v)?.displacement(2)[2]).toBeCloseTo(
				twist(X, 2)[2],
				12,
			);
		}
	});

	test("many vertices are moved without effort that grows with their square", () => {
		const many = sheet(grid({ cells: [100, 100] }));
		many.move("all", [0, 0, 1]).move("all", (t) => [0, 0, t]);
		expect(many.constraints.get(5000)?.displacement(3)).toEqual([0, 0, 3]);
	});
});

describe("what makes no sense is refused at the call", () => {
	test.each<[string, (body: Body) => void, RegExp]>([
		[
			"a vector that is not finite",
			(b) => b.pull("top", [0, Number.NaN, 0]),
			/body "sheet": pull: the force is \[0,NaN,0\]; it must be three finite numbers \[N\]/,
		],
		[
			"two components",
			(b) => b.surfaceLoad([0, 1] as never),
			/surfaceLoad: the force per area is \[0,1\]; it must be three finite numbers \[N\/m²\]/,
		],
		[
			"numbers for other vertices",
			(b) => b.pull("top", new Float64Array(12)),
			/pull: the force has 12 numbers for 5 vertices; give 15, or one vector for all/,
		],
		[
			"a list that is too long",
			(b) =>
				b.lineLoad(
					"top",
					Array.from({ length: 6 }, () => [0, 0, 1] as const),
				),
			/lineLoad: the force per length has 18 numbers for 5 vertices; give 15/,
		],
		[
			"a list with infinity in it",
			(b) =>
				b.pull(
					[7, 8],
					[
						[0, 0, 0],
						[0, Infinity, 0],
					],
				),
			/the force of vertex 8 is \[0,Infinity,0\]/,
		],
		[
			"vectors of other lengths",
			(b) =>
				b.pull([7, 8], [
					[0, 0],
					[0, 0, 0, 0],
				] as never),
			/the force of vertex 7 is \[0,0\]; it must be three/,
		],
		[
			"a pressure that is a vector",
			(b) => b.pressurize([0, 1, 0]),
			/pressurize: the pressure has 3 numbers for 15 vertices; give 15, or one number for all/,
		],
		[
			"a pressure that is not finite",
			(b) => b.pressurize(Number.POSITIVE_INFINITY),
			/pressurize: the pressure is Infinity; it must be a finite number \[Pa\]/,
		],
		[
			"a function that gives nothing",
			(b) => b.accelerate((() => {}) as never),
			/accelerate: the acceleration at 0 s is undefined; it must be three finite numbers \[m\/s²\]/,
		],
		[
			"a function of rest position that is given like one of time",
			(b) => b.pull("top", ((X: Vector3, _t: number) => [X[1], 0, 0]) as never),
			/the force at 0 s is \[,0,0\]; .*for rest positions give \{ field: \(X, time\) => … \}/,
		],
		[
			"the same that fails",
			(b) => b.pull("top", (([x]: Vector3) => [x, 0, 0]) as never),
			/body "sheet": pull: .*iterable.* \(functions are given the time; /,
		],
		[
			"a field that is not finite somewhere",
			(b) => b.surfaceLoad({ field: ([x]) => [1 / x, 0, 0] }),
			/the force per area at 0 s and \[0,0,0\], where vertex 0 rests, is \[Infinity,0,0\]/,
		],
		[
			"a field of pressures that gives vectors",
			(b) => b.pressurize({ field: (X: Vector3) => X } as never),
			/the pressure at 0 s and .* it must be a finite number \[Pa\]/,
		],
		[
			"a motion that is not finite",
			(b) => b.move("top", [0, Number.NaN, 0]),
			/move: the displacement is \[0,NaN,0\]; it must be three finite numbers \[m\]/,
		],
		[
			"a motion of the guide that gives nothing",
			(b) => b.slide("top", { line: [1, 0, 0] }, (() => {}) as never),
			/slide: the displacement at 0 s is undefined/,
		],
		[
			"a group that is not there",
			(b) => b.pin("topp"),
			/body "sheet": there is no group 'topp'; the mesh has .*top/,
		],
		[
			"a selection of an unknown kind",
			(b) => b.pin({ grup: "top" } as never),
			/body "sheet": selection: \{"grup":"top"\} chooses nothing; give all, .*group/,
		],
		[
			"no selection at all",
			(b) => b.pin(undefined as never),
			/body "sheet": selection: undefined chooses nothing/,
		],
	])("%s", (_, attempt, message) => {
		const body = sheet();
		expect(() => attempt(body)).toThrow(message);
		expect([body.deadLoads, body.pressures]).toEqual([[], []]);
	});
});

test("the mesh of a box is loaded by the names of its sides", () => {
	const body = solid.mesh(box({ cells: [2, 2, 2] }), {
		solid: stableNeoHookean.elements.tetrahedra(rubber),
		density: 1,
	});
	body.pin("y-min").pressurize(10, "y-max");
	expect(body.constraints.size).toBe(9);
	expect(body.pressures[0].corners.length).toBe(3 * 8);
});

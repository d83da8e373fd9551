import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type Body,
	cable,
	cloth,
	Scene,
	type Simulation,
	SimulationError,
	type SimulationOptions,
	simulate,
	solid,
} from "../../src/index.ts";
import { hilbertOrder } from "../../src/mesh/hilbertOrder.ts";
import {
	box,
	type CellKind,
	cells,
	createMesh,
	disc,
	grid,
	line,
	type Mesh,
	sphere,
	tube,
	type Vector3,
	vertexCount,
	verticesPerCell,
} from "../../src/mesh/index.ts";
import { type DomainName, domains } from "../../src/models/domain.ts";
import {
	type AppliedModel,
	linearBending,
	quadraticSpring,
	stableNeoHookean,
	stvkHexahedra,
	trbs,
} from "../../src/models/index.ts";
import {
	elementsByVertex,
	fetchesPerBlock,
	inversePermutation,
	localOrder,
	vertexOrder,
} from "../../src/scene/vertexOrder.ts";

import { shuffledMesh } from "./shuffledMesh.ts";

/** A material value for each element, by where its middle is: the same for every numbering. */
function byPlace(
	mesh: Mesh,
	domain: DomainName,
	value: (x: number, y: number, z: number) => number,
): Float64Array {
	const { nodes, elements } = domains[domain];
	const vertices = elements(mesh);
	return Float64Array.from(
		{ length: vertices.length / nodes },
		(_, element) => {
			const middle: [number, number, number] = [0, 0, 0];
			for (const v of vertices.subarray(
				nodes * element,
				nodes * element + nodes,
			))
				for (let k = 0; k < 3; k++)
					middle[k] += mesh.positions[3 * v + k] / nodes;
			return value(...middle);
		},
	);
}

/** A sheet between two clamps, with one of everything. */
function busySheet(mesh: Mesh): Body {
	const sheet = cloth.mesh(mesh, {
		membrane: trbs({
			youngModulus2d: byPlace(mesh, "triangle", (x, y) => 50 + 100 * x * y),
			poissonRatio: 0.3,
			dampingTime: byPlace(mesh, "triangle", (x) => 0.01 * x),
		}),
		bending: linearBending({
			bendingModulus: byPlace(mesh, "hinge", (x) => 1e-3 * (1 + x)),
		}),
		arealDensity: 0.2,
	});
	sheet
		.place((x, y) => [1.1 * x, 1.05 * y, 0.02 * Math.sin(5 * x)])
		.launch((x, y) => [0, 0.1 * x, x * y])
		.pin(sheet.group("left"))
		.move(sheet.group("right"), (t) => [0.2 * t, 0, 0])
		.slide([sheet.nearest([0.5, 1, 0])], { plane: [0, 0, 1] })
		.pull([sheet.nearest([0.5, 0.5, 0])], [0.01, 0.02, 0.03])
		.lineLoad(sheet.group("bottom"), [0, -0.2, 0])
		.surfaceLoad(
			[0, 0, 1],
			sheet.where((x) => x > 0.6),
		)
		.pressurize(
			2,
			sheet.where((_, y) => y < 0.4),
		);
	return sheet;
}

const rubber = { youngModulus: 1e4, poissonRatio: 0.3 };

function hangingBlock(mesh: Mesh, model: AppliedModel): Body {
	const block = solid.mesh(mesh, { solid: model, density: 500 });
	return block
		.launch((x, y) => [y, 0, x])
		.pin(block.group("y-max"))
		.surfaceLoad([0, -50, 0], block.group("y-min"))
		.pressurize(30, block.group("x-min"));
}

function hangingCable(mesh: Mesh): Body {
	const string = cable.mesh(mesh, {
		spring: quadraticSpring({
			axialStiffness: byPlace(mesh, "edge", (x) => 100 + 100 * x),
		}),
		linearDensity: 0.1,
	});
	return string
		.place((x) => [1.2 * x, 0, 0])
		.pin(string.group("start"))
		.pin(string.group("end"));
}

/** Explicit steps take little time and have no tolerances. */
const explicit: SimulationOptions = {
	integrator: "symplectic-euler",
	timeStep: 1e-4,
};
const implicit: SimulationOptions = {
	timeStep: 0.005,
	substeps: 1,
	tolerance: 1e-9,
	linear: { method: "direct" },
};

/** Large enough that a random order is worth changing. */
const subjects: readonly [
	string,
	Mesh,
	(mesh: Mesh) => Body,
	SimulationOptions,
][] = [
	["cloth with bending", grid({ cells: [36, 36] }), busySheet, implicit],
	[
		"tetrahedra",
		box({ cells: [8, 8, 8] }),
		(mesh) =>
			hangingBlock(
				mesh,
				stableNeoHookean.elements.tetrahedra({
					...rubber,
					youngModulus: byPlace(mesh, "tetrahedron", (x) => 1e4 * (1 + x)),
				}),
			),
		explicit,
	],
	[
		"hexahedra",
		box({ cells: [10, 10, 10], elements: "hexahedra" }),
		(mesh) => hangingBlock(mesh, stvkHexahedra(rubber)),
		explicit,
	],
	["a cable", line({ segments: 5000 }), hangingCable, implicit],
];

async function start(
	body: Body,
	options?: SimulationOptions,
): Promise<Simulation> {
	const scene = new Scene();
	// So that the body is not the first one.
	scene
		.add(
			cloth.grid(
				{ cells: [2, 2], origin: [0, 0, 9] },
				{
					membrane: trbs({ youngModulus2d: 10, poissonRatio: 0 }),
					arealDensity: 1,
				},
			),
		)
		.pin([0, 1, 2, 3, 4, 5, 6, 7, 8]);
	scene.add(body);
	return simulate(scene, options);
}

/** Whether the array is a part of the simulation's memory. */
const isView = (array: Float64Array) =>
	array.buffer.byteLength > array.byteLength;

function largestDifference(
	plain: Float64Array,
	shuffled: Float64Array,
	numberOf: Uint32Array,
): number {
	let largest = 0;
	for (const [i, value] of plain.entries()) {
		const same = shuffled[3 * numberOf[Math.floor(i / 3)] + (i % 3)];
		largest = Math.max(largest, Math.abs(value - same));
	}
	return largest;
}

describe("a mesh in random order moves as the same mesh in good order", () => {
	for (const [name, mesh, makeBody, options] of subjects)
		test(name, async () => {
			const shuffled = shuffledMesh(mesh, 1);
			const bodies = [makeBody(mesh), makeBody(shuffled.mesh)];
			const [plain, other] = await Promise.all(
				bodies.map((body) => start(body, options)),
			);
			const compare = (what: "positions" | "velocities") =>
				largestDifference(
					plain[what](bodies[0]),
					other[what](bodies[1]),
					shuffled.numberOf,
				);
			// Nobody outside notices that the simulation has an order of its own.
			expect(isView(other.positions(bodies[1]))).toBe(false);
			expect(compare("positions")).toBe(0);
			expect(compare("velocities")).toBe(0);

			await plain.run({ steps: 20 });
			await other.run({ steps: 20 });
			expect(compare("positions")).toBeLessThan(1e-9);
			expect(compare("velocities")).toBeLessThan(1e-6);
			expect(other.energies().elastic).toBeCloseTo(plain.energies().elastic, 9);

			plain.solveStatics({ tolerance: 1e-9 });
			other.solveStatics({ tolerance: 1e-9 });
			expect(compare("positions")).toBeLessThan(1e-9);
			expect(compare("velocities")).toBe(0);
		});
});

describe("for a mesh in random order", () => {
	const { mesh } = shuffledMesh(grid({ cells: [36, 36] }), 2);
	const membrane = trbs({ youngModulus2d: 50, poissonRatio: 0.3 });
	const sheetOf = (mesh: Mesh) =>
		cloth.mesh(mesh, { name: "sheet", membrane, arealDensity: 0.2 });

	test("an array of positions follows steps, statics and checkpoints", async () => {
		const sheet = busySheet(mesh);
		const sim = await start(sheet);
		const x = sim.positions(sheet);
		const v = sim.velocities(sheet);
		expect(sim.positions(sheet)).toBe(x);
		const seen: Float64Array[] = [];
		sim.observe(() => seen.push(x.slice()));
		expect(x).toEqual(sheet.positions);
		sim.step();
		expect(seen[0]).toEqual(x);
		expect(x).not.toEqual(sheet.positions);
		const [x1, v1] = [x.slice(), v.slice()];
		const checkpoint = sim.checkpoint();
		sim.step();
		const x2 = x.slice();
		expect(x2).not.toEqual(x1);
		sim.solveStatics();
		expect(x).not.toEqual(x2);
		expect(v).toEqual(new Float64Array(v.length));
		sim.restore(checkpoint);
		expect(x).toEqual(x1);
		expect(v).toEqual(v1);
		const fresh = await start(sheet);
		fresh.restore(checkpoint);
		for (const simulation of [sim, fresh]) simulation.step();
		expect(x).toEqual(x2);
		expect(fresh.positions(sheet)).toEqual(x2);
		expect(fresh.checkpoint()).toEqual(sim.checkpoint());
	});

	test("failures name the mesh's own vertex and element", async () => {
		const sheet = sheetOf(mesh);
		sheet.pin(sheet.group("top"));
		const at = sheet.nearest([0.5, 0.5, 0]);
		let force = 0;
		sheet.pull([at], () => [force, 0, 0]);
		const sim = await start(sheet, explicit);
		force = Number.NaN;
		for (const fail of [() => sim.step(), () => sim.solveStatics()])
			try {
				fail();
				expect.unreachable();
			} catch (error) {
				expect(error).toBeInstanceOf(SimulationError);
				const { body, vertex, element, message } = error as SimulationError;
				expect([body, vertex]).toEqual(["sheet", at]);
				const own = 3 * (element as number);
				expect([...mesh.triangles.subarray(own, own + 3)]).toContain(at);
				expect(message).toContain(
					`vertex ${at} of body "sheet", in element ${element} of 'trbs' of body "sheet"`,
				);
			}
	});

	test("bad elements and vertices without mass are named by their own number", async () => {
		const youngModulus2d = new Float64Array(mesh.triangles.length / 3).fill(1);
		youngModulus2d[1111] = Number.MAX_VALUE;
		const triangle = mesh.triangles.subarray(3 * 1111, 3 * 1112).join(", ");
		const stiff = cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d, poissonRatio: 0 }),
			arealDensity: 1,
		});
		await expect(start(stiff)).rejects.toThrow(
			`triangle 1111 (vertices ${triangle}) gives 'trbs' a rest value that is not finite`,
		);

		const lonely = createMesh({
			positions: [0.5, 0.5, 0.1, ...mesh.positions],
			triangles: mesh.triangles.map((vertex) => vertex + 1),
		});
		await expect(start(sheetOf(lonely))).rejects.toThrow(
			"vertex 0 has no mass",
		);
	});
});

/** Fetches per block with elements in the order of their vertices. */
function fetches(
	mesh: Mesh,
	kind: CellKind,
	order: Uint32Array | undefined,
): number {
	const places = order && inversePermutation(order);
	const vertices = cells(mesh, kind).map((v) => (places ? places[v] : v));
	const shape = [verticesPerCell[kind], vertexCount(mesh)] as const;
	return fetchesPerBlock(
		vertices,
		...shape,
		elementsByVertex(vertices, ...shape),
	);
}

describe("the order of vertices", () => {
	const meshes: readonly [string, Mesh, CellKind][] = [
		["grid", grid({ cells: [150, 150] }), "triangle"],
		[
			"crossed grid",
			grid({ cells: [100, 100], diagonal: "crossed" }),
			"triangle",
		],
		["disc", disc({ rings: 80 }), "triangle"],
		["sphere", sphere({ subdivisions: 6 }), "triangle"],
		["tube", tube({ segments: 100, rings: 200 }), "triangle"],
		["box", box({ cells: [25, 25, 25] }), "tetrahedron"],
		[
			"box of hexahedra",
			box({ cells: [25, 25, 25], elements: "hexahedra" }),
			"hexahedron",
		],
		["line", line({ segments: 30000 }), "edge"],
	];
	for (const [name, mesh, kind] of meshes)
		test(`${name}: good is kept, random is made as good`, () => {
			expect(localOrder(mesh, kind)).toBeUndefined();
			const { mesh: shuffled } = shuffledMesh(mesh, 3);
			const order = localOrder(shuffled, kind) as Uint32Array;
			const good = fetches(mesh, kind, undefined);
			expect(fetches(shuffled, kind, undefined)).toBeGreaterThan(4 * good);
			expect(fetches(shuffled, kind, order)).toBeLessThan(1.4 * good);
		});

	test("does not depend on units and position", () => {
		const { mesh } = shuffledMesh(grid({ cells: [70, 70] }), 4);
		const elsewhere = createMesh({
			...mesh,
			positions: mesh.positions.map((x, i) => 1024 * x + [8, 64, 512][i % 3]),
		});
		expect(vertexOrder(elsewhere, "triangle")).toEqual(
			vertexOrder(mesh, "triangle"),
		);
	});

	test("cells in random order alone do not change it", () => {
		const { positions, triangles } = grid({ cells: [70, 70] });
		const shuffled = createMesh({
			positions,
			// 4999 and the number of triangles, 9800, have no common divisor.
			triangles: triangles.map((_, i) => {
				const cell = (Math.floor(i / 3) * 4999) % 9800;
				return triangles[3 * cell + (i % 3)];
			}),
		});
		expect(localOrder(shuffled, "triangle")).toBeUndefined();
	});

	for (const [name, mesh, kind] of meshes)
		test(`${name}: what is coupled keeps its order and does not follow each other`, () => {
			const order = vertexOrder(mesh, kind);
			// In a chain, and in closed rings one after the other, each vertex is coupled with the one before.
			if (["line", "disc", "tube"].includes(name))
				return expect(order).toBeUndefined();
			expect(order?.toSorted()).toEqual(
				Uint32Array.from({ length: vertexCount(mesh) }, (_, i) => i),
			);
			const places = inversePermutation(order as Uint32Array);
			const vertices = cells(mesh, kind);
			const nodes = verticesPerCell[kind];
			let turned = 0;
			let adjacent = 0;
			let pairs = 0;
			for (let i = 0; i < vertices.length; i++)
				for (let j = i - (i % nodes); j < i; j++) {
					const [a, b] = [vertices[i], vertices[j]];
					const between = places[Math.max(a, b)] - places[Math.min(a, b)];
					pairs++;
					if (between < 0) turned++;
					if (between === 1) adjacent++;
				}
			expect(turned).toBe(0);
			// Where a wave has one vertex, as where windows begin, the next one follows it.
			expect(adjacent / pairs).toBeLessThan(0.01);
		});
});

describe("Hilbert's curve", () => {
	test("goes from a cell to one beside it", () => {
		const side = 8;
		const positions = Float64Array.from(
			{ length: 3 * side ** 3 },
			(_, i) => Math.floor(Math.floor(i / 3) / side ** (i % 3)) % side,
		);
		const order = hilbertOrder(positions);
		const at = (i: number) =>
			[...positions.subarray(3 * order[i], 3 * order[i] + 3)] as const;
		for (let i = 1; i < order.length; i++) {
			const [before, after] = [at(i - 1), at(i)];
			const steps = after.map((x, k) => Math.abs(x - before[k]));
			expect(steps.reduce((a, b) => a + b)).toBe(1);
		}
	});

	test("has every point once, and equal ones in the order given", () => {
		const point = fc.tuple(fc.double(), fc.double(), fc.double());
		const near = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));
		fc.assert(
			fc.property(fc.array(fc.oneof(point, near)), (points) => {
				const order = hilbertOrder(Float64Array.from(points.flat()));
				expect([...order].sort((a, b) => a - b)).toEqual(
					points.map((_, i) => i),
				);
				const same = (a: Vector3, b: Vector3) => a.every((x, k) => x === b[k]);
				for (let i = 1; i < order.length; i++)
					if (same(points[order[i - 1]], points[order[i]]))
						expect(order[i - 1]).toBeLessThan(order[i]);
			}),
			{ seed: 1 },
		);
	});
});

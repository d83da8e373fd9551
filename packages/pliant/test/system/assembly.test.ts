import { describe, expect, test } from "vitest";
import { referenceBackend } from "../../src/backends/reference.ts";
import { wasmBackend } from "../../src/backends/wasm.ts";
import {
	type ElementPotential,
	lengthSquared,
	mul,
	sub,
	vertexArray,
} from "../../src/energy/index.ts";
import {
	cable,
	cloth,
	morleyBending,
	quadraticSpring,
	Scene,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { box, sphere } from "../../src/mesh/index.ts";
import {
	laws,
	linearBending,
	onHexahedra,
	sumOfLaws,
} from "../../src/models/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import type { Backend } from "../../src/system/backend.ts";
import { BlockMatrix } from "../../src/system/blockMatrix.ts";
import { blockPattern } from "../../src/system/blockPattern.ts";
import { EdgePattern } from "../../src/system/edgeMatrix.ts";
import { ElementSum } from "../../src/system/elementSum.ts";
import { stepArrays } from "../../src/system/model.ts";
import {
	createEigenWorkspace,
	projectToPositive,
} from "../../src/system/symmetricEigen.ts";
import type { Vector } from "../../src/system/vectorSpace.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { multiplyBlocks, newContext, vectorOf } from "./context.ts";

/** Two bodies of different models, all of them pressurised or damped somewhere, at a random state. */
async function mixedScene(
	backend: Backend,
	mass: "lumped" | "consistent" = "lumped",
) {
	const scene = new Scene();
	const ball = scene.add(
		cloth.mesh(sphere({ subdivisions: 1 }), {
			membrane: trbs({
				youngModulus2d: 50,
				poissonRatio: 0.3,
				dampingTime: 0.1,
			}),
			bending: linearBending({ bendingModulus: 0.1 }),
			arealDensity: 0.3,
		}),
	);
	ball.pressurize(3);
	scene.add(
		solid.mesh(box({ cells: [2, 1, 1] }), {
			solid: stableNeoHookean.elements.tetrahedra({
				youngModulus: 100,
				poissonRatio: 0.3,
			}),
			density: 2,
		}),
	);
	const built = await buildScene(scene, { backend, mass, timeStep: 1 / 60 });
	const random = randomNumbers(5);
	const { state, work, model } = built;
	state.x.array.forEach((_, i) => {
		state.x.array[i] += 0.1 * random();
	});
	work.start.array.set(state.x.array);
	work.dissipationPositions.array.set(state.x.array);
	const direction = built.space.vector();
	for (const { array } of [work.stepVelocity, direction])
		array.forEach((_, i) => {
			array[i] = random();
		});
	for (const group of model.follower.groups)
		group.setParameter(0, new Array(group.elements).fill(3));
	return { ...built, direction, at: stepArrays(state, work) };
}

const twice = { scale: 2, positive: false };
const sums = ["elastic", "follower", "dissipation"] as const;

describe("element sums", () => {
	test("WebAssembly and reference backends agree on everything", async () => {
		const [a, b] = [
			await mixedScene(wasmBackend),
			await mixedScene(referenceBackend),
		];
		for (const name of sums) {
			const [value, expected] = [a, b].map(({ model, at }) =>
				model[name].value(at[name]),
			);
			expect(value).toBeCloseTo(expected, 10);
			const results = [a, b].map(({ model, space, at }) => {
				const gradient = space.vector();
				model[name].addGradient(at[name], gradient);
				const [exact, positive] = [false, true].map((positive) => {
					const matrix = new BlockMatrix(model.pattern);
					model[name].addHessian(at[name], { scale: 1, positive }, matrix);
					return matrix.blocks;
				});
				return [...gradient.array, ...exact, ...positive];
			});
			const size = Math.max(...results[1].map(Math.abs));
			for (const [i, value] of results[0].entries())
				expect(Math.abs(value - results[1][i])).toBeLessThan(1e-13 * size);
		}
	});

	test("are evaluated at the arrays that they are given, and say which one is missing", async () => {
		const { model, state, space, direction } = await mixedScene(wasmBackend);
		const before = state.x.array.slice();
		const moved = vectorOf(space, before);
		space.addScaled(moved, 0.01, direction, moved);
		const results = (x: Vector) => {
			const gradient = space.vector();
			const product = space.vector();
			const matrix = new BlockMatrix(model.pattern);
			const edges = model.edges.matrix();
			model.elastic.addGradient({ x }, gradient);
			model.elastic.addProduct({ x }, direction, product);
			model.elastic.addHessian({ x }, twice, matrix);
			model.elastic.addEdges({ x }, twice, edges);
			return [
				model.elastic.value({ x }),
				...gradient.array,
				...product.array,
				...matrix.blocks,
				...edges.blocks.array,
			];
		};
		const elsewhere = results(moved);
		const here = results(state.x);
		expect(state.x.array).toEqual(before);
		expect(elsewhere).not.toEqual(here);
		state.x.array.set(moved.array);
		expect(results(state.x)).toEqual(elsewhere);
		expect(() => model.dissipation.value({ v: direction })).toThrow(
			/reads the vertex array 'x', and was given v; evaluate it at 'x' too/,
		);
		expect(() => model.elastic.addGradient({}, direction)).toThrow(
			/'x', and was given none/,
		);
	});

	test("matrix products equal matrix-free products, and the diagonal equals the matrix's", async () => {
		const { model, at, direction, space } = await mixedScene(wasmBackend);
		for (const name of sums) {
			const matrix = new BlockMatrix(model.pattern);
			model[name].addHessian(at[name], twice, matrix);
			const assembled = multiplyBlocks(matrix, direction.array);
			const free = space.vector();
			model[name].addProduct(at[name], direction, free);
			const size = Math.max(...assembled.map(Math.abs));
			for (const [i, value] of assembled.entries())
				expect(Math.abs(value - 2 * free.array[i])).toBeLessThan(1e-12 * size);

			const diagonal = new BlockMatrix(
				blockPattern(model.vertexCount, () => {}),
			);
			model[name].addDiagonal(at[name], 2, diagonal);
			for (const [row, block] of matrix.diagonal.entries())
				for (let j = 0; j < 9; j++)
					expect(
						Math.abs(
							diagonal.blocks[9 * row + j] - matrix.blocks[9 * block + j],
						),
					).toBeLessThan(1e-12 * size);
		}
	});

	test("edge matrices are the same but for rounding to f32, and their products too", async () => {
		const { model, at, direction, team, arena, space } =
			await mixedScene(wasmBackend);
		for (const name of sums) {
			const matrix = new BlockMatrix(model.pattern);
			model[name].addHessian(at[name], twice, matrix);
			const edges = model.edges.matrix();
			model[name].addEdges(at[name], twice, edges);
			const expected = multiplyBlocks(matrix, direction.array);
			const size = Math.max(...expected.map(Math.abs));
			const [x, y] = [0, 1].map(() => arena.f32(4 * model.vertexCount));
			for (const [i, value] of direction.array.entries())
				x.array[4 * Math.floor(i / 3) + (i % 3)] = value;
			team.numerics.multiply(edges.pointer, x.pointer, y.pointer);
			for (const [i, value] of expected.entries())
				expect(
					Math.abs(value - y.array[4 * Math.floor(i / 3) + (i % 3)]),
				).toBeLessThan(1e-5 * size);
			const sum = space.vector();
			team.numerics.addProductF64(
				edges.pointer,
				3,
				direction.pointer,
				sum.pointer,
			);
			for (const [i, value] of expected.entries())
				expect(Math.abs(3 * value - sum.array[i])).toBeLessThan(1e-5 * size);
		}
	});

	test("edge matrices of several chunks multiply like the whole", async () => {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ cells: [110, 100] },
				{
					membrane: trbs({ youngModulus2d: 50, poissonRatio: 0.3 }),
					bending: linearBending({ bendingModulus: 0.01 }),
					arealDensity: 0.3,
				},
			),
		);
		sheet.place((x, y) => [1.05 * x, y, 0.1 * Math.sin(5 * x)]);
		const built = await buildScene(scene, {
			backend: wasmBackend,
			mass: "consistent",
			timeStep: 1 / 60,
		});
		const { model, state, team, arena } = built;
		expect(model.edges.chunks).toBeGreaterThan(4);
		expect(model.edges.couplingCount).toBeGreaterThan(1000);
		const matrix = new BlockMatrix(model.pattern);
		model.elastic.addHessian(
			{ x: state.x },
			{ scale: 1, positive: false },
			matrix,
		);
		model.mass.addTo(matrix, 1e4);
		const edges = model.edges.matrix();
		model.elastic.addEdges(
			{ x: state.x },
			{ scale: 1, positive: false },
			edges,
		);
		model.mass.addToEdges(edges, 1e4);
		const random = randomNumbers(4);
		const [x, y] = [0, 1].map(() => arena.f32(4 * model.vertexCount));
		for (let i = 0; i < x.array.length; i++)
			x.array[i] = i % 4 === 3 ? 0 : random();
		const expected = multiplyBlocks(
			matrix,
			Float64Array.from(x.array.filter((_, i) => i % 4 !== 3)),
		);
		const size = Math.max(...expected.map(Math.abs));
		team.numerics.multiply(edges.pointer, x.pointer, y.pointer);
		for (const [i, value] of expected.entries())
			expect(
				Math.abs(value - y.array[4 * Math.floor(i / 3) + (i % 3)]),
			).toBeLessThan(2e-6 * size);
	});

	test("the assembled Hessian is symmetric and its positive version positive", async () => {
		const { model, state } = await mixedScene(wasmBackend);
		for (const [i, x] of state.x.array.entries()) state.x.array[i] = 0.4 * x;
		for (const positive of [false, true]) {
			const matrix = new BlockMatrix(model.pattern);
			model.elastic.addHessian({ x: state.x }, { scale: 1, positive }, matrix);
			const random = randomNumbers(1);
			let least = Number.POSITIVE_INFINITY;
			for (let trial = 0; trial < 200; trial++) {
				const [u, v] = [0, 1].map(() =>
					Float64Array.from({ length: 3 * model.vertexCount }, random),
				);
				const [Ku, Kv] = [u, v].map((w) => multiplyBlocks(matrix, w));
				const dot = (a: Float64Array, b: Float64Array) =>
					a.reduce((s, x, i) => s + x * b[i], 0);
				expect(Math.abs(dot(u, Kv) - dot(v, Ku))).toBeLessThan(
					1e-9 * Math.abs(dot(u, Ku)) + 1e-9,
				);
				least = Math.min(least, dot(u, Ku));
			}
			if (positive) expect(least).toBeGreaterThan(0);
		}
	});
});

test("bending that is summed up by pairs has the energy and the forces of its elements, also with other values", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const membrane = trbs({ youngModulus2d: 1e-3, poissonRatio: 0.3 });
	const sheet = scene.add(
		cloth.grid(
			{ cells: [7, 5] },
			{
				membrane,
				bending: morleyBending({ bendingRigidity: 0.2 }),
				arealDensity: 0.3,
			},
		),
	);
	const random = randomNumbers(7);
	sheet.place((x, y, z) => [x + 0.02 * random(), y, z + 0.1 * random()]);
	const built = await buildScene(scene, {
		...{ backend: wasmBackend, mass: undefined, timeStep: 0.01 },
		grips: true,
	});
	const { model, state, space } = built;
	const { elastic } = model;
	const at = { x: state.x };
	const check = () => {
		let energy = 0;
		elastic.visitEnergies(at, (_, __, ___, one) => {
			energy += one;
		});
		expect(energy).toBeGreaterThan(0.1);
		expect(Math.abs(elastic.value(at) / energy - 1)).toBeLessThan(1e-12);
		const forces = new Float64Array(space.length);
		elastic.visitGradients(at, (group, element, _, gradient) => {
			const { vertices, nodes } = elastic.groups[group];
			for (let i = 0; i < 3 * nodes; i++) {
				const vertex = vertices[element * nodes + Math.floor(i / 3)];
				forces[3 * vertex + (i % 3)] += gradient[i];
			}
		});
		const out = space.vector();
		elastic.addGradient(at, out);
		const size = Math.max(...forces.map(Math.abs));
		for (const [i, force] of forces.entries())
			expect(Math.abs(out.array[i] - force)).toBeLessThan(1e-12 * size);
		return energy;
	};
	const energy = check();
	sheet.setModels([membrane, morleyBending({ bendingRigidity: 0.4 })]);
	built.renewValues?.();
	built.renewStructure();
	expect(check() / energy).toBeCloseTo(2, 2);
});

test("forces and matrices of more elements than are computed at once are those of all", async () => {
	const scene = new Scene();
	const chain = scene.add(
		cable.line(
			{ to: [70, 0, 0], segments: 70_000 },
			{
				spring: quadraticSpring({ axialStiffness: 3 }),
				linearDensity: 1,
			},
		),
	);
	const random = randomNumbers(3);
	chain.place((x, y, z) => [1.1 * x, y + 3e-4 * random(), z]);
	const built = await buildScene(scene, {
		...{ backend: wasmBackend, mass: undefined, timeStep: 0.01 },
	});
	const { model, state, space, arena, team } = built;
	const at = { x: state.x };
	const expected = new Float64Array(space.length);
	model.elastic.visitGradients(at, (_, element, __, gradient) => {
		const { vertices } = model.elastic.groups[0];
		for (let i = 0; i < 6; i++)
			expected[3 * vertices[2 * element + Math.floor(i / 3)] + (i % 3)] +=
				gradient[i];
	});
	const forces = space.vector();
	model.elastic.addGradient(at, forces);
	const largest = (numbers: Float64Array) =>
		numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
	const off = (a: Float64Array) =>
		largest(a.map((number, i) => number - expected[i])) / largest(expected);
	expect(off(forces.array)).toBeLessThan(1e-14);

	const term = { scale: 1, positive: true };
	const edges = model.edges.matrix();
	model.elastic.addEdges(at, term, edges);
	const matrix = new BlockMatrix(model.pattern);
	model.elastic.addHessian(at, term, matrix);
	const [x, y] = [0, 1].map(() => arena.f32(4 * model.vertexCount));
	for (let i = 0; i < x.array.length; i++)
		x.array[i] = i % 4 === 3 ? 0 : random();
	const direction = x.array.filter((_, i) => i % 4 !== 3);
	expected.set(multiplyBlocks(matrix, Float64Array.from(direction)));
	team.numerics.multiply(edges.pointer, x.pointer, y.pointer);
	const product = y.array.filter((_, i) => i % 4 !== 3);
	expect(off(Float64Array.from(product))).toBeLessThan(2e-6);
});

test("a positive Hessian is the potential's own where it offers one, else the nearest", async () => {
	const potential = (positive: boolean): ElementPotential => {
		const x = vertexArray("x", 2);
		const squared = lengthSquared(sub(x.nodes[1], x.nodes[0]));
		return {
			arrays: [x],
			parameters: [],
			energy: mul(-0.5, squared),
			...(positive && { positive: mul(1.5, squared) }),
			translationInvariant: true,
		};
	};
	const context = await newContext(3);
	const x = context.space.vector();
	const sum: ElementSum = await ElementSum.create(
		[true, false].map((positive, i) => ({
			label: "test",
			potential: potential(positive),
			vertices: Uint32Array.of(i, i + 1),
			parameters: new Float64Array(0),
			samples: 1,
		})),
		{
			...context,
			vertexCount: 3,
			backend: wasmBackend,
			edges: () => new EdgePattern(pattern, pattern, noRows, context.arena),
		},
	);
	const noRows = new Uint32Array(0);
	const pattern = blockPattern(3, (couple) =>
		sum.visitCouplings("all", couple),
	);
	for (const [positive, diagonal] of [
		[false, [-1, -2, -1]],
		[true, [3, 3, 0]],
	] as const) {
		const matrix = new BlockMatrix(pattern);
		sum.addHessian({ x }, { scale: 1, positive }, matrix);
		for (const [row, block] of matrix.diagonal.entries())
			expect(matrix.blocks[9 * block]).toBeCloseTo(diagonal[row], 14);
	}
	expect(() => sum.groups[1].run("positiveHessian", "f64", { x }, 0)).toThrow(
		"test has no positiveHessian",
	);
});

test("the positive Hessian of a cell with several integration points is the nearest to their sum", async () => {
	// A sum of laws offers none of its own.
	const { law, material } = sumOfLaws(
		laws.stableNeoHookean({ youngModulus: 100, poissonRatio: 0.3 }),
	);
	const scene = new Scene();
	const cell = scene.add(
		solid.box(
			{ size: [1, 1, 1], cells: [1, 1, 1] },
			{
				solid: onHexahedra(law)(material),
				density: 2,
			},
		),
	);
	cell.place((x, y, z) => [0.5 * x + 0.1 * y * z, 0.8 * y, z - 0.2 * x * y]);
	const { model, state } = await buildScene(scene, {
		backend: wasmBackend,
		mass: "lumped",
		timeStep: 1 / 60,
	});
	const dense = (positive: boolean) => {
		const matrix = new BlockMatrix(model.pattern);
		model.elastic.addHessian({ x: state.x }, { scale: 1, positive }, matrix);
		const size = 3 * model.vertexCount;
		const entries = new Float64Array(size * size);
		for (let k = 0; k < size; k++) {
			const unit = new Float64Array(size);
			unit[k] = 1;
			entries.set(multiplyBlocks(matrix, unit), k * size);
		}
		return entries;
	};
	const expected = dense(false);
	const size = 3 * model.vertexCount;
	expect(projectToPositive(expected, size, createEigenWorkspace(size))).toBe(
		true,
	);
	const largest = Math.max(...expected.map(Math.abs));
	for (const [i, value] of dense(true).entries())
		expect(Math.abs(value - expected[i])).toBeLessThan(1e-12 * largest);
});

test("room in the arena has one borrower at a time", async () => {
	const { arena } = await newContext(1);
	const kept = arena.lend(16, (room) => {
		room.array.fill(3);
		expect(() => arena.lend(8, () => {})).toThrow(/is lent already/);
		return room.array[1];
	});
	expect(kept).toBe(3);
	// What fails gives it back too.
	expect(() =>
		arena.lend(8, () => {
			throw new Error("on purpose");
		}),
	).toThrow("on purpose");
	expect(arena.lend(1e6, ({ array }) => array.length)).toBe(125_000);
});

describe("mass", () => {
	test("both kinds give the same total and the same rigid momentum", async () => {
		for (const kind of ["lumped", "consistent"] as const) {
			const { model, space } = await mixedScene(wasmBackend, kind);
			const ones = vectorOf(space, new Float64Array(space.length).fill(1));
			const momenta = space.vector();
			model.mass.multiply(ones, momenta);
			const product = momenta.array;
			const total = product.reduce((a, b) => a + b) / 3;
			expect(total).toBeCloseTo(model.mass.total, 12);
			for (const [i, value] of product.entries())
				expect(value).toBeCloseTo(
					model.mass.vertexMasses[Math.floor(i / 3)],
					12,
				);
			const matrix = new BlockMatrix(model.pattern);
			model.mass.addTo(matrix, 2);
			for (const [i, value] of multiplyBlocks(matrix, ones.array).entries())
				expect(value).toBeCloseTo(2 * product[i], 12);
		}
	});

	test("consistent mass of a hexahedron integrates products of its shape functions", async () => {
		const { Mass } = await import("../../src/system/mass.ts");
		const mesh = box({ cells: [1, 1, 1], elements: "hexahedra" });
		const context = await newContext(8);
		const mass = new Mass(
			8,
			[{ nodes: 8, vertices: mesh.hexahedra, masses: Float64Array.of(1) }],
			"consistent",
			context,
		);
		mass.bind(() => blockPattern(8, (couple) => mass.visitCouplings(couple)));
		// ∫ x² over the unit cube, with the nodal values of x.
		const x = mesh.positions;
		const momenta = context.space.vector();
		mass.multiply(vectorOf(context.space, x), momenta);
		const product = momenta.array;
		for (const axis of [0, 1, 2]) {
			let integral = 0;
			for (let i = axis; i < 24; i += 3) integral += x[i] * product[i];
			expect(integral).toBeCloseTo(1 / 3, 12);
		}
	});
});

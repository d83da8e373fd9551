/** Assemblies of bricks: merged springs, modes without energy, large uniform strains, and what is refused. */
import { describe, expect, test } from "vitest";
import { Body, cloth, Scene, simulate, solid } from "../../../src/index.ts";
import {
	box,
	createMesh,
	grid,
	jitter,
	type Mesh,
	type Vector3,
} from "../../../src/mesh/index.ts";
import {
	type AppliedModel,
	brick,
	brickSprings,
	faceBrick,
	fullBrick,
	mergedBricks,
	planeBrick,
} from "../../../src/models/index.ts";
import { LinearStatics, randomNumbers } from "../../../src/testing/index.ts";
import { forcesOf } from "../unitTriangle.ts";

const material = { youngModulus: 2e4, poissonRatio: 0.3 };

/** Elastic energy and accelerations times mass of a body whose vertices were moved at random. */
async function shaken(
	mesh: Mesh,
	models: AppliedModel | readonly AppliedModel[],
) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(solid.mesh(mesh, { solid: models, density: 1000 }));
	body.shake(0.02);
	const simulation = await simulate(scene, {
		integrator: "symplectic-euler",
		timeStep: 1e-6,
	});
	const { elastic } = simulation.energies();
	simulation.step();
	return { elastic, v: simulation.velocities(body).slice() };
}

describe("merged springs", () => {
	const mesh = box({
		size: [0.63, 0.42, 0.2],
		cells: [3, 2, 1],
		elements: "hexahedra",
	});

	test("have the energy and the forces of all springs", async () => {
		for (const given of [
			material,
			{ ...material, twistStiffness: 0 },
			{
				poissonRatio: 0.2,
				youngModulus: Float64Array.from({ length: 6 }, (_, i) => 1e4 * (i + 1)),
			},
		]) {
			const own = await shaken(mesh, brick(given));
			const merged = await shaken(mesh, mergedBricks(given));
			expect(merged.elastic / own.elastic).toBeCloseTo(1, 13);
			const largest = Math.max(...own.v.map(Math.abs));
			for (const [i, v] of own.v.entries())
				expect(Math.abs(merged.v[i] - v) / largest).toBeLessThan(1e-12);
		}
	});

	test.each([1, 2, 3, 8])(
		"of %d³ bricks are one per edge and four per brick",
		(n) => {
			const cube = box({ cells: [n, n, n], elements: "hexahedra" });
			const { elements = [] } =
				brickSprings(material).prepare?.(cube, () => false) ?? {};
			expect(elements.length / 2).toBe(3 * n * (n + 1) ** 2 + 4 * n ** 3);
		},
	);
});

/** Modes with next to no stiffness, beyond those given. */
function softModes(
	cells: Vector3,
	twistStiffness: number,
	{ clamped = false } = {},
): number {
	const mesh = box({ size: cells, cells, elements: "hexahedra" });
	const statics = new LinearStatics(mesh, brick, {
		youngModulus: 1,
		poissonRatio: 0.3,
		twistStiffness,
	});
	const isHeld = (i: number) =>
		clamped && mesh.positions[3 * Math.floor(i / 3)] === 0;
	const values = statics.eigenvalues(isHeld);
	expect(values[0]).toBeGreaterThan(-1e-12 * values[values.length - 1]);
	return statics.softModes(isHeld) - (clamped ? 0 : 6);
}

describe("modes without energy", () => {
	const free: readonly [Vector3, number][] = [
		[[1, 1, 1], 3],
		[[2, 2, 2], 3],
		[[3, 3, 3], 3],
		[[4, 1, 1], 6],
	];
	const held: readonly [Vector3, number][] = [
		[[1, 1, 1], 1],
		[[4, 1, 1], 4],
		[[2, 2, 2], 0],
	];

	test.each(free)(
		"free %s bricks: %d with springs and correction",
		(cells, count) => {
			expect(softModes(cells, 0)).toBe(count);
		},
	);

	test.each(held)("%s bricks clamped at one side: %d", (cells, count) => {
		expect(softModes(cells, 0, { clamped: true })).toBe(count);
	});

	test("there are none with a stiffness against twisting, however small", () => {
		for (const r of [1, 0.01]) {
			for (const [cells] of free) expect(softModes(cells, r)).toBe(0);
			for (const [cells] of held)
				expect(softModes(cells, r, { clamped: true })).toBe(0);
		}
	});

	test("a bar one brick thick has that share of the torsional stiffness G b⁴/6 of a bar whose sections stay plane", () => {
		const [length, b, angle] = [4, 0.5, 1e-3];
		const mesh = box({
			size: [length * b, b, b],
			cells: [length, 1, 1],
			elements: "hexahedra",
		});
		for (const twistStiffness of [1, 0.3]) {
			const statics = new LinearStatics(mesh, brick, {
				...material,
				twistStiffness,
			});
			const u = mesh.positions.map((_, i) => {
				const [x, y, z] = mesh.positions.subarray(i - (i % 3), i - (i % 3) + 3);
				const turn = (angle * x) / (length * b);
				return [0, -turn * (z - b / 2), turn * (y - b / 2)][i % 3];
			});
			const forces = statics.forces(u);
			const energy = 0.5 * forces.reduce((s, f, i) => s + f * u[i], 0);
			const G = material.youngModulus / (2 * (1 + material.poissonRatio));
			const plane = (0.5 * G * b ** 4 * angle ** 2) / 6 / (length * b);
			expect(energy / plane).toBeCloseTo(twistStiffness, 12);
		}
	});
});

describe("uniform strains", () => {
	test("a block follows its boundary's linear map, inverted elements aside, at large strain", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const block = scene.add(
			solid.box(
				{ size: [0.6, 0.66, 0.63], cells: [3, 3, 3] },
				{ solid: brick(material), density: 1000 },
			),
		);
		const F = [
			[1.1, 0.05, -0.02],
			[0.03, 0.95, 0.04],
			[0.01, -0.06, 1.05],
		];
		const X = block.mesh.positions;
		const to = (v: number, k: number) =>
			F[k].reduce((sum, f, c) => sum + f * X[3 * v + c], 0);
		for (let v = 0; v < block.vertexCount; v++) {
			const outside = ["x", "y", "z"].some((axis) =>
				["min", "max"].some((end) => block.group(`${axis}-${end}`).includes(v)),
			);
			if (outside)
				block.move([v], () => [
					to(v, 0) - X[3 * v],
					to(v, 1) - X[3 * v + 1],
					to(v, 2) - X[3 * v + 2],
				]);
		}
		const simulation = await simulate(scene);
		simulation.solveStatics({ tolerance: 1e-12, iterations: 20 });
		const x = simulation.positions(block);
		for (let i = 0; i < x.length; i++)
			expect(Math.abs(x[i] - to(Math.floor(i / 3), i % 3))).toBeLessThan(1e-9);
	});

	test("bricks keep momentum and angular momentum when shaken", () => {
		const next = randomNumbers(3);
		const X = box({ cells: [1, 1, 1], elements: "hexahedra" });
		const order = [...X.hexahedra];
		const at = (v: number): Vector3 => [
			X.positions[3 * v],
			X.positions[3 * v + 1],
			X.positions[3 * v + 2],
		];
		const corners = order.map(at);
		for (let trial = 0; trial < 5; trial++) {
			const x = corners.map(
				(p): Vector3 => [
					p[0] + 0.2 * next(),
					p[1] + 0.2 * next(),
					p[2] + 0.2 * next(),
				],
			);
			const f = forcesOf(brick, material, corners, x);
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				const force = f.reduce((s, v, i) => (i % 3 === k ? s + v : s), 0);
				const torque = x.reduce(
					(s, p, v) => s + p[a] * f[3 * v + b] - p[b] * f[3 * v + a],
					0,
				);
				expect(Math.abs(force) / material.youngModulus).toBeLessThan(1e-14);
				expect(Math.abs(torque) / material.youngModulus).toBeLessThan(1e-14);
			}
		}
	});
});

describe("what bricks refuse", () => {
	const bar = (cells: Vector3, use: AppliedModel) => () => {
		const scene = new Scene();
		scene.add(
			solid.box(
				{ size: [1, 1, 1], cells },
				{ name: "bar", solid: use, density: 1 },
			),
		);
		return simulate(scene);
	};

	test("springs of negative stiffness, unless they are permitted", async () => {
		await expect(bar([1, 2, 2], brick(material))()).rejects.toThrow(
			/body "bar": hexahedron 0 .* is refused by 'brick': its springs along the side of 1 m would get the stiffness -\d+(\.\d+)? N\/m \(sides 1 × 0.5 × 0.5 m, poissonRatio 0.3\); take cells nearer to cubes, or permit it with negativeSprings: 1/,
		);
		await bar([1, 2, 2], brick({ ...material, negativeSprings: 1 }))();
		await bar([2, 2, 2], brick(material))();
		for (const model of [faceBrick, fullBrick]) {
			await expect(
				bar([1, 2, 2], model({ youngModulus: 1 }))(),
			).rejects.toThrow("negativeSprings: 1");
			await bar([1, 2, 2], model({ youngModulus: 1, negativeSprings: 1 }))();
		}
		await expect(
			bar([1, 1, 1], brick({ youngModulus: 1, poissonRatio: -0.3 }))(),
		).rejects.toThrow("poissonRatio -0.3");
	});

	test("the limits of the sides at which it happens", () => {
		const least = (sides: Vector3, nu: number) => {
			const mesh = box({
				size: sides,
				cells: [1, 1, 1],
				elements: "hexahedra",
			});
			return () =>
				brickSprings({ youngModulus: 1, poissonRatio: nu }).prepare?.(
					mesh,
					() => false,
				);
		};
		// k_x < 0 where 6 (1 + ν) < (a² − 2ν) (a² + 2).
		for (const nu of [0, 0.3]) {
			const b = 1 - nu;
			const limit = Math.sqrt(-b + Math.sqrt(b * b + 6 + 10 * nu));
			least([0.999 * limit, 1, 1], nu)();
			expect(least([1.001 * limit, 1, 1], nu)).toThrow("negativeSprings");
		}
	});

	test("Poisson ratios next to 1/2", () => {
		expect(() => brick({ youngModulus: 1, poissonRatio: 0.4999 })).toThrow(
			"brick: poissonRatio is 0.4999; it must be between -1 and 0.4995",
		);
	});

	test("cells that are no boxes", () => {
		const skewed = jitter(box({ cells: [3, 3, 3], elements: "hexahedra" }));
		for (const solids of [brick(material), faceBrick({ youngModulus: 1 })])
			expect(() => solid.mesh(skewed, { solid: solids, density: 1 })).toThrow(
				/hexahedron \d+ is not a box; bricks are/,
			);
	});

	test("triangles that are not halves of rectangles", () => {
		const membrane = planeBrick({ youngModulus2d: 1, poissonRatio: 0.3 });
		for (const mesh of [
			grid({ cells: [3, 3], diagonal: "crossed" }),
			jitter(grid({ cells: [3, 3] })),
			createMesh({
				positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
				triangles: [0, 1, 2],
			}),
		])
			expect(() => cloth.mesh(mesh, { membrane, arealDensity: 1 })).toThrow(
				/triangle \d+ is not half of a rectangle/,
			);
		for (const diagonal of ["right", "left", "alternating"] as const)
			for (const plane of ["xy", "xz"] as const)
				expect(
					cloth.grid(
						{ size: [1, 1.2], cells: [3, 3], diagonal, plane },
						{ membrane, arealDensity: 1 },
					),
				).toBeInstanceOf(Body);
		expect(() =>
			cloth.grid(
				{ size: [3, 1], cells: [1, 1] },
				{ membrane, arealDensity: 1 },
			),
		).not.toThrow();
	});
});

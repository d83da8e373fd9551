/** Van Gelder 1998: what nets of springs deliver, and springs on edges by rule. */
import { describe, expect, test } from "vitest";
import { cloth, Scene, simulate } from "../../src/index.ts";
import {
	createMesh,
	edgesOf,
	grid,
	jitter,
	type Mesh,
	type Vector3,
} from "../../src/mesh/index.ts";
import { cellMeasure } from "../../src/mesh/measure.ts";
import { boundaryEdges } from "../../src/mesh/topology.ts";
import {
	type AnyElementModel,
	cotangentSprings,
	quadraticSpring,
	type SpringStiffness,
	springStiffness,
	stiffnessFromLengths,
	tetrahedralSprings,
	vanGelder,
} from "../../src/models/index.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { hessianOf } from "./unitTriangle.ts";

/** Voigt matrix of elements for uniform strain: 2W/A = Σ C_ab ε_a ε_b with ε = (xx, yy, …, xy, …). */
function voigt(
	model: AnyElementModel,
	material: Readonly<Record<string, number>>,
	elements: readonly (readonly Vector3[])[],
	measure: number,
	axes: readonly (readonly [number, number])[],
): number[][] {
	return axes.map((a) =>
		axes.map((b) =>
			elements.reduce((sum, X) => {
				const H = hessianOf(model, material, X, X);
				const move = ([i, j]: readonly [number, number]) =>
					X.flatMap((point) => {
						const u = [0, 0, 0];
						// Half of the shear γ along each axis.
						u[i] += 0.5 * point[j];
						u[j] += 0.5 * point[i];
						return u;
					});
				const [u, w] = [move(a), move(b)];
				return (
					sum +
					u.reduce(
						(s, value, r) =>
							s + value * H[r].reduce((t, h, c) => t + h * w[c], 0),
						0,
					) /
						measure
				);
			}, 0),
		),
	);
}

const plane = [
	[0, 0],
	[1, 1],
	[0, 1],
] as const;

const h = Math.sqrt(3) / 2;
const [o, e, d, f]: Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
	[0.5, h, 0],
	[1.5, h, 0],
];

describe("Van Gelder's springs", () => {
	test.each([0, 0.25, 1 / 3, 0.45])(
		"on equilateral triangles, asked for ν = %d: isotropic with ν = 1/3 and E (3 − ν)/(3(1 − ν²))",
		(nu) => {
			const [[xx, xy, xs], [, yy], [, , ss]] = voigt(
				vanGelder,
				{ youngModulus2d: 1, poissonRatio: nu },
				[
					[o, e, d],
					[e, f, d],
				],
				h,
				plane,
			);
			const E = (xx * yy - xy * xy) / yy;
			const expected = (3 - nu) / (3 * (1 - nu * nu));
			expect(Math.abs(E - expected)).toBeLessThan(1e-9);
			expect(Math.abs(xy / yy - 1 / 3)).toBeLessThan(1e-9);
			expect(Math.abs(ss - E / (2 * (1 + 1 / 3)))).toBeLessThan(1e-9);
			expect(Math.abs(xs)).toBeLessThan(1e-12);
			const known: Record<number, number> = { 0: 1, 0.25: 0.978, 0.45: 1.066 };
			if (nu in known) expect(E).toBeCloseTo(known[nu], 3);
		},
	);

	test("on squares with one diagonal: E along the sides, G = 0.25, and shear coupled to stretching", () => {
		const [a, b, c, g]: Vector3[] = [
			[0, 0, 0],
			[1, 0, 0],
			[1, 1, 0],
			[0, 1, 0],
		];
		const C = voigt(
			vanGelder,
			{ youngModulus2d: 1, poissonRatio: 0 },
			[
				[a, b, c],
				[a, c, g],
			],
			1,
			plane,
		);
		const expected = [
			[1.25, 0.25, 0.25],
			[0.25, 1.25, 0.25],
			[0.25, 0.25, 0.25],
		];
		for (const [r, row] of expected.entries())
			for (const [s, value] of row.entries())
				expect(C[r][s]).toBeCloseTo(value, 12);
		// Free of stress across and of shear: 1/(C⁻¹)₀₀ = 1.
		const [[xx, xy, xs], [, yy, ys], [, , ss]] = C;
		const det =
			xx * (yy * ss - ys * ys) -
			xy * (xy * ss - ys * xs) +
			xs * (xy * ys - yy * xs);
		expect(det / (yy * ss - ys * ys)).toBeCloseTo(1, 12);
	});

	test("on random tetrahedra in the mean: λ = μ = 2/5 E, so E and ν = 1/4", () => {
		const random = randomNumbers(3);
		const elements: Vector3[][] = [];
		let measure = 0;
		while (elements.length < 4000) {
			const X = [0, 1, 2, 3].map((): Vector3 => [random(), random(), random()]);
			const [volume] = cellMeasure(
				createMesh({ positions: X.flat(), tetrahedra: [0, 1, 2, 3] }),
				"tetrahedron",
			);
			if (volume < 0.05) continue;
			measure += volume;
			elements.push(X);
		}
		const [[xx, xy], , [, , ss]] = voigt(
			tetrahedralSprings,
			{ youngModulus: 1 },
			elements,
			measure,
			[
				[0, 0],
				[1, 1],
				[0, 1],
			],
		);
		expect(xx).toBeCloseTo(1.2, 1);
		expect(xy).toBeCloseTo(0.4, 1);
		expect(ss).toBeCloseTo(0.4, 1);
	});

	test("refuse a triangle whose obtuse angle makes a spring negative, and name it", async () => {
		const obtuse = createMesh({
			positions: [0, 0, 0, 2, 0, 0, 1, 0.3, 0, 1, -2, 0],
			triangles: [0, 3, 1, 0, 1, 2],
		});
		const scene = new Scene();
		scene.add(
			cloth.mesh(obtuse, {
				membrane: vanGelder({ youngModulus2d: 100, poissonRatio: 0.4 }),
				arealDensity: 1,
			}),
		);
		await expect(simulate(scene)).rejects.toThrow(
			/triangle 1 \(vertices 0, 1, 2\) is refused by 'van-gelder': its edge from corner 0 to 1 would get the stiffness -/,
		);
		expect(() =>
			springStiffness(obtuse, "cotangent", { youngModulus2d: 1 }),
		).toThrow(/the edge between vertices 0 and 1 would have the stiffness -/);
		// The cotangents of two right angles give an edge no stiffness.
		expect(() =>
			springStiffness(grid({ cells: [3, 3] }), "cotangent", {
				youngModulus2d: 1,
			}),
		).toThrow(/the edge between vertices \d+ and \d+ would have the stiffness/);
	});
});

/** A sheet without obtuse angles. */
const irregular = (): Mesh => jitter(grid({ cells: [4, 4] }), { amount: 0.05 });

async function energyOfDilation(
	membrane: Parameters<typeof cloth.mesh>[1]["membrane"],
	mesh: Mesh,
) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(cloth.mesh(mesh, { membrane, arealDensity: 1 }));
	body.place((x, y, z) => [1.1 * x, 1.2 * y + 0.1 * x, z]);
	return (await simulate(scene)).energies().elastic;
}

describe("springs on edges by rule", () => {
	const mesh = edgesOf(irregular());
	const lengths = cellMeasure(mesh, "edge");

	test("have every edge once", () => {
		// Euler: V − E + F = 1.
		const [V, E, F] = [
			mesh.positions.length / 3,
			mesh.edges.length / 2,
			mesh.triangles.length / 3,
		];
		expect(V - E + F).toBe(1);
		expect(boundaryEdges(mesh).length / 2).toBe(2 * E - 3 * F);
	});

	test("constant: the same k on the boundary and inside; constant modulus: k ∝ 1/L", () => {
		const constant = springStiffness(mesh, "constant", { stiffness: 7 });
		const bars = springStiffness(mesh, "constant-modulus", {
			axialStiffness: 3,
		});
		for (const [edge, length] of lengths.entries()) {
			expect(constant.stiffness[edge]).toBe(7);
			expect(constant.axialStiffness[edge]).toBe(7 * length);
			expect(bars.stiffness[edge]).toBeCloseTo(3 / length, 12);
			expect(bars.axialStiffness[edge]).toBeCloseTo(3, 12);
		}
	});

	test("Van Gelder's have the energy of the model on triangles, also with a material per triangle", async () => {
		const count = mesh.triangles.length / 3;
		const youngModulus2d = Float64Array.from(
			{ length: count },
			(_, i) => 100 + 10 * i,
		);
		const material = { youngModulus2d, poissonRatio: 0 };
		const { axialStiffness } = springStiffness(mesh, "van-gelder", material);
		const onEdges = await energyOfDilation(
			quadraticSpring({ axialStiffness }),
			mesh,
		);
		const onTriangles = await energyOfDilation(vanGelder(material), mesh);
		expect(onEdges / onTriangles).toBeCloseTo(1, 12);
	});

	test("cotangents keep uniform dilation in equilibrium, with the areal stiffness 3E/2", async () => {
		const acute = createMesh({
			positions: [
				...[0, 1, 2, 3, 4, 5].flatMap((i) => [
					Math.cos((i * Math.PI) / 3),
					Math.sin((i * Math.PI) / 3),
					0,
				]),
				...[0.1, 0.07, 0],
			],
			triangles: [0, 1, 2, 3, 4, 5].flatMap((i) => [i, (i + 1) % 6, 6]),
		});
		const scene = new Scene({ gravity: [0, 0, 0] });
		const s = 1.3;
		const body = scene.add(
			cloth.mesh(acute, {
				membrane: cotangentSprings({ youngModulus2d: 10 }),
				arealDensity: 1,
			}),
		);
		body.place((x, y, z) => [s * x, s * y, z]);
		body.pin([0, 1, 2, 3, 4, 5]);
		const sim = await simulate(scene);
		sim.solveStatics({ tolerance: 1e-12 });
		expect(sim.positions(body)[18]).toBeCloseTo(s * 0.1, 10);
		expect(sim.positions(body)[19]).toBeCloseTo(s * 0.07, 10);
		// Σ ½ k L² (s − 1)² = ½ · ¾ E · 4A (s − 1)² per triangle.
		const area = 1.5 * Math.sqrt(3);
		expect(sim.energies().elastic).toBeCloseTo(
			1.5 * 10 * area * (s - 1) ** 2,
			10,
		);
	});

	test("ask for edges, and for a rule that there is", async () => {
		await expect(
			energyOfDilation(quadraticSpring({ axialStiffness: 1 }), irregular()),
		).rejects.toThrow(
			/needs edges, but the mesh has \d+ triangles; edgesOf\(mesh\) adds/,
		);
		expect(() =>
			springStiffness(mesh, "vangelder" as "constant", { stiffness: 1 }),
		).toThrow(/there is no rule 'vangelder'; there are constant, /);
		expect(() =>
			springStiffness(mesh, "tetrahedral", { youngModulus: 1 }),
		).toThrow(
			/a mesh whose edges are those of tetrahedron cells; this one has 32 triangles and 0/,
		);
		expect(() => springStiffness(mesh, "constant", { stiffness: -1 })).toThrow(
			/stiffness is -1; it must be positive/,
		);
	});
});

describe("a regular hexagon with a vertex inside at (0.3, 0.15), pulled evenly at its corners", () => {
	const corners = [0, 1, 2, 3, 4, 5];
	const mesh = edgesOf(
		createMesh({
			positions: [
				...corners.flatMap((i) => [
					Math.cos((i * Math.PI) / 3),
					Math.sin((i * Math.PI) / 3),
					0,
				]),
				...[0.3, 0.15, 0],
			],
			triangles: corners.flatMap((i) => [i, (i + 1) % 6, 6]),
		}),
	);

	/** Standard deviation of the principal stretches over their mean extension, where the corners are 1 % further out. */
	async function unevenness({ axialStiffness }: SpringStiffness) {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const net = scene.add(
			cloth.mesh(mesh, {
				membrane: quadraticSpring({ axialStiffness }),
				arealDensity: 1,
			}),
		);
		// No more than rigid motion is held.
		net.slide(
			net.where(() => true),
			{ plane: [0, 0, 1] },
		);
		net.pin([0]);
		net.slide([3], { line: [1, 0, 0] });
		let force = 1e-3;
		for (const i of corners) {
			const [x, y] = mesh.positions.subarray(3 * i);
			net.pull([i], () => [force * x, force * y, 0]);
		}
		const simulation = await simulate(scene);
		const x = simulation.positions(net);
		const meanOf = (values: readonly number[]) =>
			values.reduce((s, value) => s + value, 0) / values.length;
		for (let i = 0; i < 5; i++) {
			simulation.solveStatics({ tolerance: 1e-12 });
			const centre = [0, 1].map((r) =>
				meanOf(corners.map((c) => x[3 * c + r])),
			);
			const radius = meanOf(
				corners.map((c) =>
					Math.hypot(x[3 * c] - centre[0], x[3 * c + 1] - centre[1]),
				),
			);
			force *= 0.01 / (radius - 1);
		}
		const stretches = Array.from(simulation.principalStretches(net).values);
		const mean = meanOf(stretches);
		const variance = meanOf(stretches.map((s) => (s - mean) ** 2));
		return Math.sqrt(variance) / (mean - 1);
	}

	test("expands evenly by the cotangent rule, less so by the others", async () => {
		const results = [
			springStiffness(mesh, "constant", { stiffness: 1 }),
			springStiffness(mesh, "constant-modulus", { axialStiffness: 1 }),
			springStiffness(mesh, "van-gelder", { youngModulus2d: 1 }),
			springStiffness(mesh, "cotangent", { youngModulus2d: 1 }),
		].map(unevenness);
		const [constant, bars, vanGelder, cotangent] = await Promise.all(results);
		expect(constant).toBeCloseTo(0.55, 2);
		expect(bars).toBeCloseTo(0.37, 2);
		expect(vanGelder).toBeCloseTo(0.42, 2);
		expect(cotangent).toBeLessThan(1e-9);
	});
});

describe("stiffness from lengths alone", () => {
	const material = { youngModulus2d: 3, poissonRatio: 0.2 };

	test("is that of the angles, eq. 26", () => {
		const next = randomNumbers(5);
		for (let i = 0; i < 50; i++) {
			const [alpha, beta] = [0.5 + 0.4 * next(), 0.9 + 0.4 * next()];
			const gamma = Math.PI - alpha - beta;
			const angles = [alpha, beta, gamma];
			const [a, b, c] = angles.map((angle) => 1.7 * Math.sin(angle));
			const found = stiffnessFromLengths([a, b, c], material);
			const { youngModulus2d: E, poissonRatio: nu } = material;
			for (const [k, value] of found.entries()) {
				const [u, v] = [angles[(k + 1) % 3], angles[(k + 2) % 3]];
				const expected =
					((E / (1 - nu * nu)) *
						(Math.sin(u) * Math.sin(v) - nu * Math.cos(u) * Math.cos(v))) /
					(2 * Math.sin(angles[k]));
				expect(value / expected).toBeCloseTo(1, 12);
			}
		}
	});

	test("is E area/L² where no Poisson ratio is given, of thin triangles too", () => {
		const height = 1e-5;
		const [k] = stiffnessFromLengths(
			[1, Math.hypot(0.5, height), Math.hypot(0.5, height)],
			{ youngModulus2d: 2 },
		);
		expect(k / height).toBeCloseTo(1, 5);
		expect(stiffnessFromLengths([3, 4, 5], { youngModulus2d: 1 })).toEqual([
			6 / 9,
			6 / 16,
			6 / 25,
		]);
	});

	test("refuses lengths of no triangle, and materials that are none", () => {
		expect(() => stiffnessFromLengths([1, 2, 3.1], material)).toThrow(
			"no triangle has edges of 1, 2, 3.1 m; give three lengths, the longest below the sum of the others",
		);
		for (const lengths of [
			[0, 1, 1],
			[Number.NaN, 1, 1],
			[1, 2, 3],
		] as const)
			expect(() => stiffnessFromLengths(lengths, material)).toThrow(
				"no triangle",
			);
		expect(() =>
			stiffnessFromLengths([3, 4, 5], { youngModulus2d: -1 }),
		).toThrow(/youngModulus2d is -1/);
	});
});

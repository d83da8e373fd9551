/** Models with several integration samples per element: St Venant–Kirchhoff hexahedra with 2×2×2 Gauss points. */
import { describe, expect, test } from "vitest";
import { Scene, simulate, solid } from "../../src/index.ts";
import { box, jitter, type Mesh, type Vector3 } from "../../src/mesh/index.ts";
import { cellMeasure } from "../../src/mesh/measure.ts";
import { domains } from "../../src/models/domain.ts";
import {
	hexahedronSampleVolume,
	hexahedronShapeGradients,
} from "../../src/models/geometry.ts";
import { stvkHexahedra } from "../../src/models/index.ts";
import { lameParameters } from "../../src/models/solid/solidMaterial.ts";
import { root } from "../physics/root.ts";

const samples = [0, 1, 2, 3, 4, 5, 6, 7];

describe("shape gradients at Gauss points", () => {
	const X = domains.hexahedron.example;

	test("reproduce constants and linear functions", () => {
		for (const sample of samples) {
			const gradients = hexahedronShapeGradients(X, sample);
			for (let r = 0; r < 3; r++) {
				expect(gradients.reduce((s, g) => s + g[r], 0)).toBeCloseTo(0, 14);
				for (let c = 0; c < 3; c++)
					expect(
						gradients.reduce((s, g, v) => s + X[v][r] * g[c], 0),
					).toBeCloseTo(r === c ? 1 : 0, 14);
			}
		}
	});

	test("are of different places, whose volumes add up to the hexahedron's", () => {
		const [volume] = cellMeasure(
			{
				...box({ cells: [1, 1, 1], elements: "hexahedra" }),
				positions: Float64Array.from(X.flat()),
				hexahedra: Uint32Array.from(samples),
			},
			"hexahedron",
		);
		const sum = samples.reduce((s, i) => s + hexahedronSampleVolume(X, i), 0);
		expect(sum).toBeCloseTo(volume, 14);
		const distinct = new Set(
			samples.map((i) => hexahedronShapeGradients(X, i).join()),
		);
		expect(distinct.size).toBe(8);
	});

	test("integrate the strain energy of a quadratic field on a cube exactly", () => {
		// u = x·y along z at the corners of [0, 1]³ is trilinear: ∫ |∇u|² = ∫ x² + y² = 2/3.
		const cube: Vector3[] = [0, 1].flatMap((z): Vector3[] => [
			[0, 0, z],
			[1, 0, z],
			[1, 1, z],
			[0, 1, z],
		]);
		let integral = 0;
		for (const sample of samples) {
			const gradients = hexahedronShapeGradients(cube, sample);
			for (let c = 0; c < 3; c++)
				integral +=
					hexahedronSampleVolume(cube, sample) *
					gradients.reduce(
						(s, g, v) => s + cube[v][0] * cube[v][1] * g[c],
						0,
					) **
						2;
		}
		expect(integral).toBeCloseTo(2 / 3, 14);
	});
});

/** A block whose inner vertices are out of line. */
const distorted = (size: Vector3, cells: Vector3): Mesh =>
	jitter(box({ size, cells, elements: "hexahedra" }), { amount: 0.3 });

test("patch test: a distorted mesh follows its boundary's linear map, with the energy of that strain", async () => {
	const material = { youngModulus: 1e4, poissonRatio: 0.3 };
	const scene = new Scene({ gravity: [0, 0, 0] });
	const block = scene.add(
		solid.mesh(distorted([1, 0.8, 0.6], [3, 3, 3]), {
			solid: stvkHexahedra(material),
			density: 1000,
		}),
	);
	const F: readonly Vector3[] = [
		[1.1, 0.05, -0.02],
		[0.03, 0.95, 0.04],
		[0.01, -0.06, 1.05],
	];
	const map = (...X: Vector3): Vector3 => {
		const [a, b, c] = F.map((row) => row.reduce((s, f, k) => s + f * X[k], 0));
		return [a, b, c];
	};
	const X = block.mesh.positions;
	const skin = ["x", "y", "z"].flatMap((axis) => [
		...block.group(`${axis}-min`),
		...block.group(`${axis}-max`),
	]);
	for (const v of skin) {
		const at: Vector3 = [X[3 * v], X[3 * v + 1], X[3 * v + 2]];
		const to = map(...at);
		block.move([v], () => [to[0] - at[0], to[1] - at[1], to[2] - at[2]]);
	}
	const sim = await simulate(scene);
	expect(sim.solveStatics({ tolerance: 1e-12, iterations: 15 }).stable).toBe(
		true,
	);
	const x = sim.positions(block);
	for (let i = 0; i < x.length; i += 3)
		for (const [k, value] of map(X[i], X[i + 1], X[i + 2]).entries())
			expect(Math.abs(x[i + k] - value)).toBeLessThan(1e-9);

	const { lambda, mu } = lameParameters(material);
	const E = F.map((_, i) =>
		F.map(
			(_, j) =>
				0.5 * (F.reduce((s, row) => s + row[i] * row[j], 0) - +(i === j)),
		),
	);
	const psi =
		0.5 * lambda * (E[0][0] + E[1][1] + E[2][2]) ** 2 +
		mu * E.flat().reduce((s, e) => s + e * e, 0);
	expect(sim.energies().elastic / (psi * 1 * 0.8 * 0.6)).toBeCloseTo(1, 9);
});

test("a distorted bar in tension: P = E/2·s(s² − 1), t² = 1 − ν(s² − 1)", async () => {
	const [youngModulus, poissonRatio, stress] = [1e5, 0.3, 3e4];
	const scene = new Scene({ gravity: [0, 0, 0] });
	const bar = scene.add(
		solid.mesh(distorted([0.4, 0.1, 0.1], [4, 2, 2]), {
			solid: stvkHexahedra({ youngModulus, poissonRatio }),
			density: 1000,
		}),
	);
	bar.slide(bar.group("x-min"), { plane: [1, 0, 0] });
	bar.slide([bar.nearest([0, 0.1, 0])], { line: [0, 1, 0] });
	bar.pin([bar.nearest([0, 0, 0])]);
	bar.surfaceLoad([stress, 0, 0], bar.group("x-max"));
	const sim = await simulate(scene);
	sim.solveStatics({ tolerance: 1e-12, iterations: 15 });
	const s = root((s) => 0.5 * youngModulus * s * (s * s - 1) - stress, 1, 2);
	const t = Math.sqrt(1 - poissonRatio * (s * s - 1));
	const x = sim.positions(bar);
	for (const [i, X] of bar.mesh.positions.entries())
		expect(Math.abs(x[i] - X * (i % 3 === 0 ? s : t))).toBeLessThan(1e-8);
});

test("a cantilever sags as beam theory says", async () => {
	// Without lateral contraction, which the clamp would hinder.
	const [E, nu, density] = [5e6, 0, 1000];
	const scene = new Scene();
	const beam = scene.add(
		solid.box(
			{ size: [0.4, 0.1, 0.1], cells: [16, 4, 4] },
			{
				solid: stvkHexahedra({ youngModulus: E, poissonRatio: nu }),
				density,
			},
		),
	);
	beam.pin(beam.group("x-min"));
	const sim = await simulate(scene);
	sim.solveStatics({ iterations: 15 });
	const tip = beam.nearest([0.4, 0.05, 0.05]);
	const sag = 0.05 - sim.positions(beam)[3 * tip + 1];
	const weight = density * 9.81 * 0.01;
	// Timoshenko.
	const theory =
		(weight * 0.4 ** 4) / (8 * E * (0.1 ** 4 / 12)) +
		(0.5 * weight * 0.4 ** 2) / ((5 / 6) * (E / (2 * (1 + nu))) * 0.01);
	console.info(`hexahedral cantilever: ${(sag / theory).toFixed(4)} of theory`);
	expect(sag / theory).toBeGreaterThan(0.95);
	expect(sag / theory).toBeLessThan(1.01);
});

import { type Body, cable, cloth, Scene, simulate, solid } from "pliant";
import { box } from "pliant/mesh";
import {
	quadraticSpring,
	stableNeoHookean,
	stvkHexahedra,
	trbs,
} from "pliant/models";
import { describe, expect, it } from "vitest";
import { GreenStrain } from "../../src/system/cellTensors.ts";

async function deformed(body: Body, map: Parameters<Body["place"]>[0]) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	scene.add(body).place(map);
	return simulate(scene);
}

describe("strain and stress of cells", () => {
	const [E, nu] = [1000, 0.3];
	const sheet = () =>
		cloth.grid(
			{ cells: [30, 30], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: E, poissonRatio: nu }),
				arealDensity: 1,
			},
		);

	it("of a sheet that is stretched, turned and moved", async () => {
		const body = sheet();
		const s = 1.02;
		// x along z, z along y: a quarter turn and a stretch of the first axis.
		const simulation = await deformed(body, (x, y, z) => [y + 3, z - 1, s * x]);
		const strain = (s * s - 1) / 2;
		const S = (E / (1 - nu * nu)) * strain;
		// σ = F S Fᵀ / det F, and ν times the first stress across.
		const expected = {
			strain: [strain, 0, 0, 0, 0, 0],
			stress: [0, (nu * S) / s, s * S, 0, 0, 0],
		};
		for (const cell of [0, 17, 1799])
			for (let i = 0; i < 6; i++) {
				expect(simulation.strain(body)[6 * cell + i]).toBeCloseTo(
					expected.strain[i],
					12,
				);
				expect(simulation.stress(body)[6 * cell + i]).toBeCloseTo(
					expected.stress[i],
					9,
				);
			}
	});

	it("belong to the body's own cells, whatever order the simulation keeps", async () => {
		const body = sheet();
		const simulation = await deformed(body, (x, y, z) => [
			x + 0.1 * x * x,
			y,
			z,
		]);
		const { triangles, positions } = body.mesh;
		for (let cell = 0; cell < triangles.length / 3; cell += 37) {
			const [a, b, c] = triangles.subarray(3 * cell, 3 * cell + 3);
			const xs = [a, b, c].map((v) => positions[3 * v]);
			// The chord of x + 0.1 x² over the triangle's extent along x.
			const stretch = 1 + 0.1 * (Math.max(...xs) + Math.min(...xs));
			expect(simulation.strain(body)[6 * cell]).toBeCloseTo(
				(stretch ** 2 - 1) / 2,
				10,
			);
			const S =
				(E / (1 - nu * nu)) * simulation.strain(body)[6 * cell] * stretch;
			expect(simulation.stress(body)[6 * cell]).toBeCloseTo(S, 8);
		}
	});

	it("of a small strain of tetrahedra are those of Hooke's law", async () => {
		const body = solid.box(
			{ cells: [2, 2, 2] },
			{
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: E,
					poissonRatio: nu,
				}),
				density: 1,
			},
		);
		const e = 1e-6;
		const shear: Parameters<Body["place"]>[0] = (x, y, z) => [
			x * (1 + e) + e * y,
			y,
			z,
		];
		const simulation = await deformed(body, shear);
		const mu = E / (2 * (1 + nu));
		const lambda = (E * nu) / ((1 + nu) * (1 - 2 * nu));
		const expected = [lambda + 2 * mu, lambda, lambda, mu, 0, 0];
		for (let i = 0; i < 6; i++)
			expect(simulation.stress(body)[i] / (E * e)).toBeCloseTo(
				expected[i] / E,
				4,
			);
		expect(simulation.strain(body)[3] / e).toBeCloseTo(0.5, 4);
	});

	it("of hexahedra are means over their integration points", () => {
		const mesh = box({ cells: [2, 1, 1], elements: "hexahedra" });
		const strain = new GreenStrain(mesh, "hexahedron");
		strain.update(mesh.positions.map((x, i) => (i % 3 === 1 ? 1.2 * x : x)));
		for (const [i, value] of [0, 0.22, 0, 0, 0, 0].entries())
			expect(strain.values[6 + i]).toBeCloseTo(value, 12);
	});

	it("of a cable are along it", async () => {
		const body = cable.line(
			{ to: [0, 2, 0], segments: 4 },
			{ spring: quadraticSpring({ axialStiffness: 50 }), linearDensity: 1 },
		);
		const simulation = await deformed(body, (x, y, z) => [x, 1.1 * y, z]);
		const [xx, yy] = simulation.stress(body).subarray(0, 2);
		expect(xx).toBeCloseTo(0, 12);
		expect(yy).toBeCloseTo(50 * 0.1, 9);
		expect(simulation.strain(body)[1]).toBeCloseTo((1.1 ** 2 - 1) / 2, 12);
	});
});

describe("Piola–Kirchhoff stress and principal stretches", () => {
	const [E, nu] = [1000, 0.3];
	const sheet = () =>
		cloth.grid(
			{ cells: [30, 30], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: E, poissonRatio: nu }),
				arealDensity: 1,
			},
		);
	const expectClose = (
		found: ArrayLike<number>,
		expected: readonly number[],
		digits: number,
	) => {
		for (const [i, value] of expected.entries())
			expect(found[i], `number ${i}`).toBeCloseTo(value, digits);
	};

	it("of a sheet that is stretched, turned and moved", async () => {
		const body = sheet();
		const s = 1.2;
		// x along z, z along y.
		const simulation = await deformed(body, (x, y, z) => [y + 3, z - 1, s * x]);
		const S = (E / (1 - nu * nu)) * ((s * s - 1) / 2);
		const { count, values, directions } = simulation.principalStretches(body);
		expect(count).toBe(2);
		for (const cell of [0, 17, 1799]) {
			const second = simulation.piolaStress(body, "second").subarray(6 * cell);
			expectClose(second, [S, 0, nu * S, 0, 0, 0], 9);
			const first = simulation.piolaStress(body, "first").subarray(9 * cell);
			expectClose(first, [0, 0, 0, 0, 0, nu * S, s * S, 0, 0], 9);
			expectClose(values.subarray(2 * cell), [s, 1], 12);
			const [dx, dy, dz, ex, ey, ez] = directions.subarray(6 * cell);
			expectClose(
				[Math.abs(dx), dy, dz, ex, ey, Math.abs(ez)],
				[1, 0, 0, 0, 0, 1],
				12,
			);
		}
	});

	it("of simple shear: stretches σ and 1/σ with σ − 1/σ = γ, and P = F S", async () => {
		const body = sheet();
		const gamma = 0.3;
		const simulation = await deformed(body, (x, y, z) => [x + gamma * z, y, z]);
		const { values, directions } = simulation.principalStretches(body);
		const sigma = gamma / 2 + Math.sqrt(1 + gamma ** 2 / 4);
		expectClose(values, [sigma, 1 / sigma], 12);
		// C = (1, γ; γ, 1 + γ²): its direction of most stretch has the slope (σ² − 1)/γ.
		expect(directions[2] / directions[0]).toBeCloseTo(
			(sigma ** 2 - 1) / gamma,
			10,
		);
		const lambda = (E * nu) / (1 - nu * nu);
		const mu = E / (2 * (1 + nu));
		const [Exz, Ezz] = [gamma / 2, gamma ** 2 / 2];
		const [Sxx, Szz, Sxz] = [
			lambda * Ezz,
			(lambda + 2 * mu) * Ezz,
			2 * mu * Exz,
		];
		expectClose(
			simulation.piolaStress(body, "second"),
			[Sxx, 0, Szz, 0, 0, Sxz],
			9,
		);
		expectClose(
			simulation.piolaStress(body, "first"),
			[Sxx + gamma * Sxz, 0, Sxz + gamma * Szz, 0, 0, 0, Sxz, 0, Szz],
			9,
		);
	});

	it("of solids: P Fᵀ = F S Fᵀ is Cauchy's stress times det F", async () => {
		const F = [
			[1.1, 0.2, 0],
			[-0.1, 0.9, 0.15],
			[0.05, 0, 1.2],
		];
		const map: Parameters<Body["place"]>[0] = (x, y, z) => {
			const [a, b, c] = F.map((row) => row[0] * x + row[1] * y + row[2] * z);
			return [a, b, c];
		};
		const [[a, b, c], [d, e, f], [g, h, i]] = F;
		const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
		const models = [
			stableNeoHookean.elements.tetrahedra({
				youngModulus: E,
				poissonRatio: nu,
			}),
			stvkHexahedra({ youngModulus: E, poissonRatio: nu }),
		];
		for (const model of models) {
			const body = solid.box(
				{ cells: [2, 1, 1] },
				{ solid: model, density: 1 },
			);
			const simulation = await deformed(body, map);
			const P = simulation.piolaStress(body, "first");
			const [xx, yy, zz, xy, yz, xz] = simulation.piolaStress(body, "second");
			const S = [
				[xx, xy, xz],
				[xy, yy, yz],
				[xz, yz, zz],
			];
			const FS = F.map((row) =>
				[0, 1, 2].map((k) => row.reduce((s, v, j) => s + v * S[j][k], 0)),
			);
			expectClose(P, FS.flat(), 8);
			const cauchy = [
				[0, 0],
				[1, 1],
				[2, 2],
				[0, 1],
				[1, 2],
				[0, 2],
			].map(([r, k]) => FS[r].reduce((s, v, j) => s + v * F[k][j], 0) / det);
			expectClose(simulation.stress(body), cauchy, 8);
			const { count, values } = simulation.principalStretches(body);
			expect(count).toBe(3);
			expect(values[0] * values[1] * values[2]).toBeCloseTo(det, 10);
			expect(values[0]).toBeGreaterThan(values[2]);
		}
	});

	it("of a cable are along it", async () => {
		const body = cable.line(
			{ to: [0, 2, 0], segments: 4 },
			{ spring: quadraticSpring({ axialStiffness: 50 }), linearDensity: 1 },
		);
		const simulation = await deformed(body, (x, y, z) => [1.1 * y, x, z]);
		const { count, values, directions } = simulation.principalStretches(body);
		expect(count).toBe(1);
		expect(values[0]).toBeCloseTo(1.1, 12);
		expectClose(directions, [0, 1, 0], 12);
		expectClose(simulation.piolaStress(body, "first"), [0, 5, 0, 0, 0, 0], 9);
		expect(simulation.piolaStress(body, "second")[1]).toBeCloseTo(5 / 1.1, 9);
	});
});

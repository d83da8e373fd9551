import {
	type Body,
	box,
	cable,
	cloth,
	quadraticSpring,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "pliant";
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
				solid: stableNeoHookean({ youngModulus: E, poissonRatio: nu }),
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

import { describe, expect, test } from "vitest";
import { morleyBending } from "../../../src/index.ts";
import { disc, edgesOf, grid, jitter } from "../../../src/mesh/index.ts";
import { pairOfMorley } from "../../../src/models/bending/morley/morleyBending.ts";
import { morleyForm } from "../../../src/models/bending/morley/morleyForm.ts";
import { modelChecks } from "../../../src/testing/index.ts";
import { patterns, strip, tip } from "./heavyStrip.ts";

describe("a pair of vertices", () => {
	// One pair alone pulls at rest; all of them together do not, as the tests below show.
	const whole = ["energy and forces are zero at rest"];
	for (const check of modelChecks(pairOfMorley))
		if (!whole.includes(check.name)) test(check.name, check.run);
});

describe("Morley bending", () => {
	const unit = morleyBending({ bendingRigidity: 1 });
	for (const pattern of patterns)
		test(`bends a strip as plate theory says, ${pattern}`, async () => {
			// Small enough: the elastica's tip is at −0.0124984 m then, which is 0.01 % less than w L⁴ / (8 B).
			const weight = 0.1;
			const [, y] = await tip(strip(32, pattern), unit, weight, {
				youngModulus2d: 1e5,
			});
			const ratio = -y / (weight / 8);
			console.info(`strip of 32 cells, ${pattern}: ${ratio.toFixed(4)}`);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.005);
		});

	// Tip at Γ = w L³ / B = 1, 10, 50 of the heavy elastica, integrated as an ordinary differential equation.
	for (const [group, x, y] of [
		[1, 0.9912464, -0.1234714],
		[10, 0.6563538, -0.7001997],
		[50, 0.2450148, -0.9079171],
	])
		test(`lets a heavy strip hang like the elastica, Γ = ${group}`, async () => {
			for (const pattern of patterns) {
				const found = await tip(strip(48, pattern), unit, group);
				const off = Math.hypot(found[0] - x, found[1] - y);
				console.info(
					`elastica Γ = ${group}, ${pattern}: off by ${(100 * off).toFixed(2)} % of the length (${found.map((c) => c.toFixed(4)).join(", ")})`,
				);
				expect(off).toBeLessThan(0.003);
			}
		});

	const turned = disc({ rings: 4 });
	// Triangles need not agree about what is above.
	for (let t = 0; t < turned.triangles.length; t += 9)
		turned.triangles.subarray(t, t + 2).reverse();
	for (const [name, mesh] of [
		["irregular", jitter(disc({ rings: 5 }), { amount: 0.4, seed: 3 })],
		["stretched", grid({ size: [1, 3], diagonal: "crossed" })],
		["turned here and there", turned],
	] as const)
		test(`has the energy of plates for every quadratic surface, up to the boundary: ${name}`, () => {
			const poissonRatio = 0.3;
			const { pairs, stiffness } = morleyForm(mesh, poissonRatio);
			const p = mesh.positions;
			let area = 0;
			for (let t = 0; t < mesh.triangles.length; t += 3) {
				const [a, b, c] = mesh.triangles.subarray(t, t + 3);
				area += Math.abs(
					(p[3 * b] - p[3 * a]) * (p[3 * c + 1] - p[3 * a + 1]) -
						(p[3 * c] - p[3 * a]) * (p[3 * b + 1] - p[3 * a + 1]),
				);
			}
			area /= 2;
			for (const [xx, xy, yy] of [
				[1, 0, 0],
				[0, 1, 0],
				[0, 0, 1],
				[1, -2, 3],
			]) {
				const z = (v: number) => {
					const [x, y] = p.subarray(3 * v, 3 * v + 2);
					return (xx * x * x) / 2 + xy * x * y + (yy * y * y) / 2;
				};
				const energy = stiffness.reduce(
					(sum, k, i) =>
						sum + 0.5 * k * (z(pairs[2 * i]) - z(pairs[2 * i + 1])) ** 2,
					0,
				);
				const expected =
					(area / 2) *
					((xx + yy) ** 2 - 2 * (1 - poissonRatio) * (xx * yy - xy * xy));
				expect(energy / expected).toBeCloseTo(1, 6);
			}
		});

	test("has no energy where a flat sheet is moved, turned or stretched, and a positive one else", () => {
		const mesh = jitter(disc({ rings: 5 }), { amount: 0.3 });
		const { pairs, stiffness } = morleyForm(mesh, 0.3);
		const energy = (z: (x: number, y: number, v: number) => number) => {
			const { positions } = mesh;
			const value = (v: number) => z(positions[3 * v], positions[3 * v + 1], v);
			let sum = 0;
			for (const [i, k] of stiffness.entries())
				sum += 0.5 * k * (value(pairs[2 * i]) - value(pairs[2 * i + 1])) ** 2;
			return sum;
		};
		expect(Math.abs(energy((x, y) => 3 + 2 * x - y))).toBeLessThan(1e-10);
		let seed = 1;
		for (let trial = 0; trial < 50; trial++)
			expect(
				energy(() => {
					seed = (seed * 16807) % 2147483647;
					return seed / 2147483647 - 0.5;
				}),
			).toBeGreaterThan(0);
	});

	test("needs triangles, and numbers", () => {
		expect(() => morleyBending({ bendingRigidity: [1, 2] })).toThrow(
			/numbers for the whole sheet/,
		);
		expect(() => morleyBending({ bendingRigidity: -1 })).toThrow(
			"bendingRigidity is -1; it must be zero or positive",
		);
		expect(morleyForm(edgesOf(grid()), 0).pairs.length).toBeGreaterThan(0);
	});
});

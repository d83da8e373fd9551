import { describe, expect, test } from "vitest";
import type { FramePlaces } from "../../src/frames/framePlaces.ts";
import type { SampleSystem } from "../../src/frames/sampleSystem.ts";
import { dualQuaternionSkinning } from "../../src/mappings/dualQuaternionSkinning.ts";
import { linearBlendSkinning } from "../../src/mappings/linearBlendSkinning.ts";
import {
	mooneyRivlin,
	neoHookean,
	slenderStVenantKirchhoff,
	stableNeoHookean,
	stVenantKirchhoff,
	volumePenalty,
} from "../../src/models/solid/laws/index.ts";
import { move, randomSystem } from "./randomSystem.ts";

const solid = { youngModulus: 2, poissonRatio: 0.3 };
const laws = {
	stvk: stVenantKirchhoff(solid),
	"stable neo-Hookean": stableNeoHookean(solid),
	"neo-Hookean": neoHookean(solid),
	"Mooney–Rivlin": mooneyRivlin({ c1: 0.3, c2: 0.2, bulkModulus: 2 }),
	"slender stvk": slenderStVenantKirchhoff({ ...solid, axisY: 0.4 }),
	"volume penalty": volumePenalty({ bulkModulus: 2 }),
};
const skinnings = [dualQuaternionSkinning, linearBlendSkinning];

/** What a function gives where one velocity component of one frame is displaced. */
function displaced<T>(
	{ places, system }: { places: FramePlaces; system: SampleSystem },
	component: number,
	by: number,
	look: () => T,
): T {
	const before = places.poses.slice();
	const step = [0, 0, 0, 0, 0, 0];
	step[component % 6] = by;
	move(places, Math.floor(component / 6), step);
	places.update();
	system.samples.update();
	const seen = look();
	places.poses.set(before);
	places.update();
	system.samples.update();
	return seen;
}

/** (f(h) − f(−h)) / 2h, with errors of fourth order removed. */
const derivative = (at: (h: number) => number, h: number): number =>
	(4 * (at(h) - at(-h))) / (3 * 2 * h) - (at(2 * h) - at(-2 * h)) / (3 * 4 * h);

const largest = (a: Float64Array) =>
	a.reduce((m, x) => Math.max(m, Math.abs(x)), 0);

for (const skinning of skinnings)
	describe(skinning.name, () => {
		for (const [name, law] of Object.entries(laws))
			test(`forces and stiffness of ${name}`, async () => {
				const body = await randomSystem(skinning, law);
				const { system } = body;
				system.samples.setGravity([0.3, -0.2, 0.1]);
				body.displace(0.4);
				system.assemble("exact");
				const gradient = system.gradient.slice();
				const stiffness = system.stiffness.slice();
				const { size } = system;
				const energy = () => {
					const { elastic, gravity } = system.samples.energy();
					return elastic + gravity;
				};
				for (let i = 0; i < size; i++) {
					const slope = derivative((h) => displaced(body, i, h, energy), 1e-3);
					expect(Math.abs(slope - gradient[i])).toBeLessThan(
						1e-8 * largest(gradient),
					);
				}
				// Forces are by velocities, whose axes turn along: their derivatives are symmetric but for that.
				const slopes = new Float64Array(size * size);
				for (let i = 0; i < size; i++) {
					const at = (h: number) =>
						displaced(body, i, h, () => {
							system.assemble("none");
							return system.gradient.slice();
						});
					const h = 1e-3;
					const samples = [at(h), at(-h), at(2 * h), at(-2 * h)];
					for (let j = 0; j < size; j++) {
						const [a, b, c, d] = samples.map((g) => g[j]);
						const slope = (4 * (a - b)) / (6 * h) - (c - d) / (12 * h);
						slopes[size * i + j] += slope / 2;
						slopes[size * j + i] += slope / 2;
					}
				}
				for (const [i, entry] of stiffness.entries())
					expect(Math.abs(entry - slopes[i])).toBeLessThan(
						1e-8 * largest(stiffness),
					);
			});

		test("differences of the energy come to forces with their order", async () => {
			const body = await randomSystem(skinning, laws.stvk);
			const { system } = body;
			body.displace(0.4);
			system.assemble("none");
			const gradient = system.gradient.slice();
			const energy = () => system.samples.energy().elastic;
			const error = (h: number) =>
				Math.hypot(
					...gradient.map((g, i) => {
						const [a, b] = [h, -h].map((by) => displaced(body, i, by, energy));
						return (a - b) / (2 * h) - g;
					}),
				);
			expect(Math.log10(error(1e-2) / error(1e-3))).toBeCloseTo(2, 1);
		});

		test("the stiffness of Gauss and Newton is BᵀHB for Hooke's law", async () => {
			const body = await randomSystem(skinning, laws.stvk, { samples: 5 });
			const { system } = body;
			body.displace(0.4);
			system.assemble("gauss-newton");
			const { samples } = system.samples.definition;
			const gradients = () => {
				const F = new Float64Array(9 * samples.count);
				system.samples.deformationGradients(F);
				return F;
			};
			const { size } = system;
			const h = 1e-3;
			/** Strains of all samples, derived by each velocity. */
			const slopes = Array.from({ length: size }, (_, i) => {
				const [a, b, c, d] = [h, -h, 2 * h, -2 * h].map((by) =>
					displaced(body, i, by, gradients),
				);
				return strains(
					gradients(),
					a.map(
						(x, k) => (4 * (x - b[k])) / (6 * h) - (c[k] - d[k]) / (12 * h),
					),
				);
			});
			const { lambda, mu } = stVenantKirchhoff.constants(solid);
			for (let i = 0; i < size; i++)
				for (let j = 0; j < size; j++) {
					let sum = 0;
					for (let s = 0; s < samples.count; s++) {
						const [a, b] = [slopes[i][s], slopes[j][s]];
						const trace = (e: number[]) => e[0] + e[4] + e[8];
						const product = a.reduce((p, x, k) => p + x * b[k], 0);
						sum +=
							samples.volumes[s] *
							(samples.stiffness as Float64Array)[s] *
							(lambda * trace(a) * trace(b) + 2 * mu * product);
					}
					expect(Math.abs(sum - system.stiffness[size * i + j])).toBeLessThan(
						1e-8 * largest(system.stiffness),
					);
				}
		});

		for (const [name, law] of Object.entries(laws))
			test(`both kinds of stiffness agree at rest: ${name}`, async () => {
				const { system } = await randomSystem(skinning, law);
				system.assemble("exact");
				const exact = system.stiffness.slice();
				system.assemble("gauss-newton");
				for (const [i, entry] of system.stiffness.entries())
					expect(Math.abs(entry - exact[i])).toBeLessThan(
						1e-13 * largest(exact),
					);
			});

		test("forces of elasticity keep momentum", async () => {
			const { system, places, displace } = await randomSystem(
				skinning,
				laws["Mooney–Rivlin"],
			);
			displace(0.5);
			system.assemble("none");
			const sum = [0, 0, 0, 0, 0, 0];
			for (let i = 0; i < places.count; i++) {
				const [x, y, z] = places.pose(i);
				const [a, b, c, fx, fy, fz] = system.gradient.subarray(6 * i);
				const parts = [a + y * fz - z * fy, b + z * fx - x * fz];
				for (const [k, part] of [
					...parts,
					c + x * fy - y * fx,
					...[fx, fy, fz],
				].entries())
					sum[k] += part;
			}
			for (const total of sum)
				expect(Math.abs(total)).toBeLessThan(1e-13 * largest(system.gradient));
		});
	});

/** ½ (FᵀA + AᵀF) by rows, of the nine numbers of each sample. */
function strains(F: Float64Array, A: Float64Array): number[][] {
	return Array.from({ length: F.length / 9 }, (_, s) =>
		Array.from({ length: 9 }, (_, i) => {
			const [r, c] = [Math.floor(i / 3), i % 3];
			let sum = 0;
			for (let k = 0; k < 3; k++)
				sum +=
					F[9 * s + 3 * k + r] * A[9 * s + 3 * k + c] +
					A[9 * s + 3 * k + r] * F[9 * s + 3 * k + c];
			return sum / 2;
		}),
	);
}

import { describe, expect, test } from "vitest";
import type { FramePlaces } from "../../src/frames/framePlaces.ts";
import type { SampleSystem } from "../../src/frames/sampleSystem.ts";
import { dualQuaternionSkinning } from "../../src/mappings/dualQuaternionSkinning.ts";
import { linearBlendSkinning } from "../../src/mappings/linearBlendSkinning.ts";
import {
	mooneyRivlin,
	neoHookean,
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
	system.update();
	const seen = look();
	places.poses.set(before);
	places.update();
	system.update();
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
				system.setGravity([0.3, -0.2, 0.1]);
				body.displace(0.4);
				system.assemble("exact");
				const gradient = system.gradient.slice();
				const stiffness = system.stiffness.slice();
				const { size } = system;
				const energy = () => {
					const { elastic, gravity } = system.energy();
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
	});

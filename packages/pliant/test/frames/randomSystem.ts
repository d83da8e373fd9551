import { FramePlaces } from "../../src/frames/framePlaces.ts";
import { influencesOf } from "../../src/frames/influences.ts";
import { SampleSystem } from "../../src/frames/sampleSystem.ts";
import type { Samples } from "../../src/frames/samples.ts";
import type { WeightField } from "../../src/frames/weights/weightField.ts";
import {
	exponential,
	multiplyQuaternions,
	normalized,
} from "../../src/mappings/quaternion.ts";
import type { Skinning } from "../../src/mappings/skinning.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import type { AppliedLaw } from "../../src/models/solid/solidLaw.ts";
import { singleThread } from "../../src/numerics/team.ts";
import { Arena } from "../../src/system/arena.ts";

/** Smooth weights that do not sum to one. */
export function gaussianWeights(origins: readonly Vector3[]): WeightField {
	return {
		frameCount: origins.length,
		evaluate: (p, weights, gradients) => {
			for (const [i, origin] of origins.entries()) {
				const d = origin.map((c, k) => p[k] - c);
				const sharpness = 1.2 + 0.2 * i;
				weights[i] = Math.exp(-sharpness * d.reduce((s, x) => s + x * x, 0));
				for (let k = 0; k < 3; k++)
					gradients[3 * i + k] = -2 * sharpness * d[k] * weights[i];
			}
		},
	};
}

/** Frames at random about a line, and random samples between them. */
export async function randomSystem(
	skinning: Skinning,
	law: AppliedLaw,
	{ frames = 3, samples = 7, seed = 5 } = {},
) {
	const random = createRandom(seed);
	const vector = (size: number): [number, number, number] => [
		size * (random() - 0.5),
		size * (random() - 0.5),
		size * (random() - 0.5),
	];
	const rest = new Float64Array(7 * frames);
	const origins: Vector3[] = [];
	for (let i = 0; i < frames; i++) {
		const [x, y, z] = vector(0.3);
		origins.push([0.7 * (i - (frames - 1) / 2) + x, y, z]);
		rest.set(origins[i], 7 * i);
		rest.set(normalized([...vector(1), random() - 0.5]), 7 * i + 3);
	}
	const positions = new Float64Array(3 * samples).map(
		(_, i) => (i % 3 ? 0.5 : 0.7 * frames) * (random() - 0.5),
	);
	const points: Samples = {
		count: samples,
		positions,
		volumes: new Float64Array(samples).map(() => 0.01 * (1 + random())),
		densities: new Float64Array(samples).map(() => 100 * (1 + random())),
		stiffness: new Float64Array(samples).map(() => 1 + random()),
	};
	const team = await singleThread();
	const arena = new Arena(team.memory);
	const places = new FramePlaces(skinning, rest, arena);
	const system = await SampleSystem.create(
		{
			samples: points,
			influences: influencesOf(gaussianWeights(origins), positions),
			law,
			density: 1000,
		},
		places,
		{ arena, team },
	);
	system.samples.update();
	const displace = (size: number) => {
		for (let i = 0; i < frames; i++)
			move(places, i, [...vector(size), ...vector(size)]);
		places.update();
		system.samples.update();
	};
	return { system, places, arena, team, random, displace };
}

/** Turns a frame by a rotation vector and translates it. */
export function move(
	places: FramePlaces,
	i: number,
	by: ArrayLike<number>,
): void {
	const pose = places.pose(i);
	pose.set(
		multiplyQuaternions(exponential([by[0], by[1], by[2]]), pose.slice(3)),
		3,
	);
	for (let k = 0; k < 3; k++) pose[k] += by[3 + k];
}

/**
 * Weights by straight distance from the origins, w = (1 − d²/R²)² within the cutoff R and 0 beyond: smooth, also at the origin and at the
 * cutoff. Every point of the object must lie within the cutoff of some frame. Parts that are close in space move together,
 * whether they hang together or not; see `geodesicWeights`.
 */

import { requireOptions, requirePositive, requireThat } from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { requireOrigins } from "../frameArguments.ts";
import type { WeightField } from "./weightField.ts";

export interface DistanceWeightsOptions {
	/** Distance [m] at which a frame no longer counts; one for all or one for each. */
	readonly cutoff: number | readonly number[];
}

/** @param origins of the frames [m] */
export function euclideanWeights(
	origins: readonly Vector3[],
	options: DistanceWeightsOptions,
): WeightField {
	requireOrigins("euclideanWeights", origins);
	requireOptions("euclideanWeights", options, ["cutoff"]);
	const { cutoff } = options;
	const cutoffs = cutoffsOf("euclideanWeights", cutoff, origins.length);
	return {
		frameCount: origins.length,
		evaluate(p, weights, gradients) {
			gradients.fill(0);
			origins.forEach((o, frame) => {
				const [x, y, z] = [p[0] - o[0], p[1] - o[1], p[2] - o[2]];
				const squared = cutoffs[frame] ** 2;
				const left = 1 - (x * x + y * y + z * z) / squared;
				weights[frame] = left > 0 ? left * left : 0;
				if (left <= 0) return;
				const slope = (-4 * left) / squared;
				gradients[3 * frame] = slope * x;
				gradients[3 * frame + 1] = slope * y;
				gradients[3 * frame + 2] = slope * z;
			});
		},
	};
}

export function cutoffsOf(
	name: string,
	cutoff: number | readonly number[],
	frameCount: number,
): readonly number[] {
	requireThat(
		typeof cutoff === "number" || Array.isArray(cutoff),
		`${name}: cutoff`,
		cutoff,
		"a positive number, or a list of one for each frame",
	);
	const cutoffs =
		typeof cutoff === "number" ? Array(frameCount).fill(cutoff) : cutoff;
	if (cutoffs.length !== frameCount) {
		throw new Error(
			`${name}: ${cutoffs.length} cutoffs for ${frameCount} frames; give one for each, or one number for all`,
		);
	}
	cutoffs.forEach((each, i) => {
		requirePositive(
			typeof cutoff === "number" ? `${name}: cutoff` : `${name}: cutoff[${i}]`,
			each,
		);
	});
	return cutoffs;
}

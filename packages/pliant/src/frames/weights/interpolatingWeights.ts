/**
 * Any weights made interpolating: near its origin a frame outweighs all others, so the object follows it exactly there (Gilles et al. 2011,
 * section 4.1: "quasi-infinite weights near frames"). With the distance d from the origin,
 *
 *     wᵢ ← wᵢ (1 + r⁴/(d⁴ + ε⁴r⁴))
 *
 * which is 10¹² times as much at the origin, twice at the radius r, and as before far away.
 */

import { requireOptions, requirePositive } from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { requireField, requireOrigins } from "../frameArguments.ts";
import type { WeightField } from "./weightField.ts";

export interface InterpolatingWeightsOptions {
	/** Distance r [m] from its origin at which a frame counts twice as much as before. */
	readonly radius: number;
}

/** ε⁴ */
const nearlyNothing = 1e-12;

/** @param origins of the frames [m] */
export function interpolatingWeights(
	field: WeightField,
	origins: readonly Vector3[],
	options: InterpolatingWeightsOptions,
): WeightField {
	requireField("interpolatingWeights", field);
	requireOrigins("interpolatingWeights", origins);
	requireOptions("interpolatingWeights", options, ["radius"]);
	const { radius } = options;
	requirePositive("interpolatingWeights: radius", radius);
	if (origins.length !== field.frameCount) {
		throw new Error(
			`interpolatingWeights: ${origins.length} origins for weights of ${field.frameCount} frames; give one for each`,
		);
	}
	return {
		frameCount: field.frameCount,
		evaluate(p, weights, gradients) {
			field.evaluate(p, weights, gradients);
			origins.forEach((o, i) => {
				const offset = [p[0] - o[0], p[1] - o[1], p[2] - o[2]];
				const near =
					(offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2) / radius ** 2;
				const bottom = near ** 2 + nearlyNothing;
				const factor = 1 + 1 / bottom;
				const slope = (-4 * near) / (radius * bottom) ** 2;
				for (let axis = 0; axis < 3; axis++)
					gradients[3 * i + axis] =
						factor * gradients[3 * i + axis] +
						weights[i] * slope * offset[axis];
				weights[i] *= factor;
			});
		},
	};
}

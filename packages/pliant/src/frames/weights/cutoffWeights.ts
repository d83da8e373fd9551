/**
 * Any weights without those that hardly count, so that few frames meet at a point. With the share uᵢ = wᵢ / Σ|w|,
 *
 *     wᵢ ← wᵢ s(|uᵢ|/c − 1),   s(t) = t²(3 − 2t) from 0 to 1
 *
 * is zero for shares up to c and unchanged from 2c on. The largest share is at least one over the number of frames, so c of half that at most
 * leaves every point a frame.
 */

import { requireFinite, requireOptions } from "../../checks.ts";
import { requireField } from "../frameArguments.ts";
import type { WeightField } from "./weightField.ts";

export interface CutoffWeightsOptions {
	/** The share c up to which a weight becomes zero; from 2c on it stays. */
	readonly below: number;
}

export function cutoffWeights(
	field: WeightField,
	options: CutoffWeightsOptions,
): WeightField {
	requireField("cutoffWeights", field);
	requireOptions("cutoffWeights", options, ["below"]);
	const { below } = options;
	requireFinite("cutoffWeights: below", below);
	const { frameCount } = field;
	const most = 1 / (2 * frameCount);
	if (!(below > 0 && below <= most)) {
		throw new Error(
			`cutoffWeights: below is ${below}; for ${frameCount} frames it must be in (0, ${most}], so that every point keeps one`,
		);
	}
	return {
		frameCount,
		evaluate(p, weights, gradients) {
			field.evaluate(p, weights, gradients);
			let sum = 0;
			const sumGradient = [0, 0, 0];
			for (let i = 0; i < frameCount; i++) {
				sum += Math.abs(weights[i]);
				for (let axis = 0; axis < 3; axis++)
					sumGradient[axis] += Math.sign(weights[i]) * gradients[3 * i + axis];
			}
			if (sum === 0) return;
			for (let i = 0; i < frameCount; i++) {
				const w = weights[i];
				const u = w / sum;
				const t = Math.min(Math.max(Math.abs(u) / below - 1, 0), 1);
				const s = t * t * (3 - 2 * t);
				const slope = (6 * t * (1 - t) * Math.sign(w)) / below;
				weights[i] = s * w;
				for (let axis = 0; axis < 3; axis++) {
					const g = gradients[3 * i + axis];
					const shareGradient = (g - u * sumGradient[axis]) / sum;
					gradients[3 * i + axis] = s * g + w * slope * shareGradient;
				}
			}
		},
	};
}

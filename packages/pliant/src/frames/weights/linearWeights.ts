/**
 * Piecewise linear weights along a chain of frames: within the span between two neighbours,
 *
 *     w = 1 − t of the one, t of the next,   t = (p − oᵢ)·(oᵢ₊₁ − oᵢ) / |oᵢ₊₁ − oᵢ|²
 *
 * A point belongs to the span of the nearest point on the polyline through the origins. They sum to one. Beyond the ends of
 * the chain they stay as they are there. Gradients jump at the planes of frames, so samples belong between them (`barSamples`).
 */

import type { Vector3 } from "../../mesh/mesh.ts";
import { requireOrigins } from "../frameArguments.ts";
import { type Span, SpanOfPolyline } from "./spanOfPolyline.ts";
import type { WeightField } from "./weightField.ts";

/** @param origins of the frames [m], in their order along the chain */
export function linearWeights(origins: readonly Vector3[]): WeightField {
	requireOrigins("linearWeights", origins);
	const chain = new SpanOfPolyline("linearWeights", origins);
	const span: Span = { index: 0, t: 0, gradient: [0, 0, 0] };
	return {
		frameCount: origins.length,
		evaluate(p, weights, gradients) {
			weights.fill(0);
			gradients.fill(0);
			chain.find(p, span);
			const { index, t, gradient } = span;
			weights[index] = 1 - t;
			weights[index + 1] = t;
			for (let axis = 0; axis < 3; axis++) {
				gradients[3 * index + axis] = -gradient[axis];
				gradients[3 * index + 3 + axis] = gradient[axis];
			}
		},
	};
}

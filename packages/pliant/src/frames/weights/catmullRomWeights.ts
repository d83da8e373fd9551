/**
 * Catmull–Rom weights along a chain of frames: the cubics that interpolate values at the origins with slopes through both
 * neighbours, slope(oᵢ) = (vᵢ₊₁ − vᵢ₋₁) / (sᵢ₊₁ − sᵢ₋₁) over arc lengths s, and one-sided at the ends of the chain.
 *
 * The weight of a frame is the cubic for the value 1 at itself and 0 at all others: smooth across the planes of frames,
 * reaching over two spans to each side, negative in the outer one (lowest −2/27 = −0.074 with equal spans). They sum to one
 * and reproduce what is linear along a straight chain. Beyond the ends of the chain they stay as they are there.
 */

import type { Vector3 } from "../../mesh/mesh.ts";
import { requireOrigins } from "../frameArguments.ts";
import { type Span, SpanOfPolyline } from "./spanOfPolyline.ts";
import type { WeightField } from "./weightField.ts";

/** @param origins of the frames [m], in their order along the chain */
export function catmullRomWeights(origins: readonly Vector3[]): WeightField {
	requireOrigins("catmullRomWeights", origins);
	const chain = new SpanOfPolyline("catmullRomWeights", origins);
	const { lengths } = chain;
	const last = origins.length - 1;
	const span: Span = { index: 0, t: 0, gradient: [0, 0, 0] };
	return {
		frameCount: origins.length,
		evaluate(p, weights, gradients) {
			weights.fill(0);
			gradients.fill(0);
			chain.find(p, span);
			const { index: i, t, gradient } = span;
			const add = (frame: number, value: number, slope: number) => {
				weights[frame] += value;
				for (let axis = 0; axis < 3; axis++)
					gradients[3 * frame + axis] += slope * gradient[axis];
			};
			// Hermite's cubics: values at both ends of the span, then slopes there.
			add(i, (1 + 2 * t) * (1 - t) ** 2, -6 * t * (1 - t));
			add(i + 1, t * t * (3 - 2 * t), 6 * t * (1 - t));
			const slopeAt = (frame: number, value: number, derivative: number) => {
				const before = Math.max(frame - 1, 0);
				const after = Math.min(frame + 1, last);
				let distance = 0;
				for (let k = before; k < after; k++) distance += lengths[k];
				const perSpan = lengths[i] / distance;
				add(after, perSpan * value, perSpan * derivative);
				add(before, -perSpan * value, -perSpan * derivative);
			};
			slopeAt(i, t * (1 - t) ** 2, (1 - t) * (1 - 3 * t));
			slopeAt(i + 1, -t * t * (1 - t), -t * (2 - 3 * t));
		},
	};
}

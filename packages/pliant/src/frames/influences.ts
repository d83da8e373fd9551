/** Which frames count at points, and how much: what a weight field says there, sparse and normalised. */
import type { WeightField } from "./weights/weightField.ts";

/** The weights of points, sparse: zero weights with zero gradients are left out. */
export interface Influences {
	/** Where the entries of each point begin, and the end: count + 1 numbers. */
	readonly offsets: Uint32Array;
	/** The frame of each entry; ascending within a point. */
	readonly frames: Uint32Array;
	/** The weight of each entry; those of a point sum to one. */
	readonly weights: Float64Array;
	/** ∂w/∂p [1/m] of each entry, xyz; those of a point sum to zero. */
	readonly gradients: Float64Array;
}

/**
 * The weights at rest positions [m]. They are divided by their sum: blending dual quaternions does not see that, and linear
 * blending needs it.
 */
export function influencesOf(
	field: WeightField,
	positions: Float64Array,
): Influences {
	const { frameCount } = field;
	const count = positions.length / 3;
	const offsets = new Uint32Array(count + 1);
	const frames: number[] = [];
	const weights: number[] = [];
	const gradients: number[] = [];
	const w = new Float64Array(frameCount);
	const dw = new Float64Array(3 * frameCount);
	for (let point = 0; point < count; point++) {
		const p = positions.subarray(3 * point, 3 * point + 3);
		field.evaluate(p, w, dw);
		let sum = 0;
		const dsum = [0, 0, 0];
		for (let i = 0; i < frameCount; i++) {
			sum += w[i];
			for (let k = 0; k < 3; k++) dsum[k] += dw[3 * i + k];
		}
		if (!(Math.abs(sum) > 0 && Number.isFinite(sum)))
			throw new Error(
				`influencesOf: the weights of point ${point} at [${p.join(", ")}] sum to ${sum}; every point needs a frame whose weight reaches it`,
			);
		for (let i = 0; i < frameCount; i++) {
			if (w[i] === 0 && !dw[3 * i] && !dw[3 * i + 1] && !dw[3 * i + 2])
				continue;
			frames.push(i);
			weights.push(w[i] / sum);
			for (let k = 0; k < 3; k++)
				gradients.push((dw[3 * i + k] - (w[i] / sum) * dsum[k]) / sum);
		}
		offsets[point + 1] = frames.length;
	}
	if (!gradients.every(Number.isFinite))
		throw new Error(
			"influencesOf: a weight gradient is infinite or not a number; check the weight field",
		);
	return {
		offsets,
		frames: Uint32Array.from(frames),
		weights: Float64Array.from(weights),
		gradients: Float64Array.from(gradients),
	};
}

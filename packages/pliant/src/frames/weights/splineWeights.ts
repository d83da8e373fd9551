/**
 * Quadratic B-splines as weights of frames along a straight line, between equal knots and clamped at both ends. A chain of n frames has
 * n − 2 spans; at each point three frames count, none negatively, and they sum to one and reproduce what is linear.
 *
 * Bars bend without false shear with them. Let frames lie on an arc of curvature κ, turned along it: yᵢ = κxᵢ²/2, φᵢ = κxᵢ. The axis is then at
 * Σ wᵢ(yᵢ + φᵢ(x − xᵢ)) = κ(x² − m)/2 with m = Σ wᵢxᵢ² − x², and sections, turned by κx, are sheared by −κm'/2. Linear weights have
 * m = (x − xᵢ)(xᵢ₊₁ − x), which makes bars too stiff; B-splines have a constant m, except in their first and last spans. Two Gauss
 * points per span (`barSamples` with the knots as planes) avoid that, too.
 *
 * Frames do not stand at the knots but at their averages over neighbours (Greville's points), which reproducing what is linear needs. Only
 * the first and the last are interpolated.
 */
import { requireCount, requireOptions, requireVector3 } from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import type { WeightField } from "./weightField.ts";

export interface SplineChain {
	readonly weights: WeightField;
	/** Where the frames must stand [m]. */
	readonly origins: readonly Vector3[];
	/** Ends of spans as fractions of the line, 0 to 1: samples belong between them. */
	readonly knots: readonly number[];
}

export interface SplineWeightsOptions {
	/** Ends of the line [m]; points beyond are weighted as the ends are. */
	readonly from: Vector3;
	readonly to: Vector3;
	/** At least 3. */
	readonly frames: number;
}

export function splineWeights(options: SplineWeightsOptions): SplineChain {
	requireOptions("splineWeights", options, ["from", "to", "frames"]);
	const { from, to, frames } = options;
	requireVector3("splineWeights: from", from);
	requireVector3("splineWeights: to", to);
	requireCount("splineWeights: frames", frames, 3);
	const along = to.map((c, k) => c - from[k]);
	const lengthSquared = along.reduce((sum, c) => sum + c * c, 0);
	if (!(lengthSquared > 0))
		throw new Error(
			`splineWeights: from and to are both [${from.join(", ")}]; they must be apart`,
		);
	const spans = frames - 2;
	const knot = (i: number) => Math.min(Math.max((i - 2) / spans, 0), 1);
	const place = (u: number) =>
		from.map((c, k) => c + u * along[k]) as unknown as Vector3;
	return {
		origins: Array.from({ length: frames }, (_, i) =>
			place((knot(i + 1) + knot(i + 2)) / 2),
		),
		knots: Array.from({ length: spans + 1 }, (_, i) => i / spans),
		weights: {
			frameCount: frames,
			evaluate(p, weights, gradients) {
				weights.fill(0);
				gradients.fill(0);
				let u = 0;
				for (let k = 0; k < 3; k++)
					u += ((p[k] - from[k]) * along[k]) / lengthSquared;
				const slope = u < 0 || u > 1 ? 0 : 1;
				u = Math.min(Math.max(u, 0), 1);
				// Between knots i and i + 1 frames i − 2, i − 1 and i count.
				const i = 2 + Math.min(Math.floor(u * spans), spans - 1);
				const [before, low, high, after] = [i - 1, i, i + 1, i + 2].map(knot);
				const falling = (high - u) / (high - low);
				const rising = (u - low) / (high - low);
				const first = (falling * (high - u)) / (high - before);
				const last = (rising * (u - low)) / (after - low);
				const firstSlope = (-2 * falling) / (high - before);
				const lastSlope = (2 * rising) / (after - low);
				const set = (frame: number, value: number, derivative: number) => {
					weights[frame] = value;
					for (let k = 0; k < 3; k++)
						gradients[3 * frame + k] =
							(slope * derivative * along[k]) / lengthSquared;
				};
				set(i - 2, first, firstSlope);
				set(i - 1, 1 - first - last, -firstSlope - lastSlope);
				set(i, last, lastSlope);
			},
		},
	};
}

/**
 * A mass of each frame alone that keeps the body's mass, centre and inertia (where the paper's, the diagonal blocks of the consistent
 * mass, loses a part of it):
 *
 *   M̃ᵢ = Σ m ŵᵢ JᵣᵀJᵣ,   Jᵣ = [−[X − t̄ᵢ]ₓ  1],   turned with the frame.
 */

import {
	conjugate,
	multiplyQuaternions,
	rotationOf,
} from "../mappings/quaternion.ts";
import { velocitySize } from "../mappings/skinning.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";
import type { Samples } from "./samples.ts";

/** Numbers of a frame: mass, first moments, second moments xx xy xz yy yz zz about its origin. */
const width = 10;

/** Moments of the mass that each frame carries, at rest. */
export function massMoments(
	{
		samples,
		influences,
		density,
	}: {
		readonly samples: Samples;
		readonly influences: Influences;
		readonly density: number;
	},
	places: FramePlaces,
): Float64Array {
	const moments = new Float64Array(width * places.count);
	const { offsets, frames, weights } = influences;
	for (let sample = 0; sample < samples.count; sample++) {
		const mass =
			samples.volumes[sample] * (samples.densities?.[sample] ?? density);
		for (let k = offsets[sample]; k < offsets[sample + 1]; k++) {
			const rest = places.restPose(frames[k]);
			const m = mass * weights[k];
			const x = samples.positions[3 * sample] - rest[0];
			const y = samples.positions[3 * sample + 1] - rest[1];
			const z = samples.positions[3 * sample + 2] - rest[2];
			const at = width * frames[k];
			moments[at] += m;
			moments[at + 1] += m * x;
			moments[at + 2] += m * y;
			moments[at + 3] += m * z;
			moments[at + 4] += m * x * x;
			moments[at + 5] += m * x * y;
			moments[at + 6] += m * x * z;
			moments[at + 7] += m * y * y;
			moments[at + 8] += m * y * z;
			moments[at + 9] += m * z * z;
		}
	}
	return moments;
}

/** Writes the mass matrix, 6×6 blocks on the diagonal, of frames where they are. */
export function lumpedMass(
	moments: Float64Array,
	places: Pick<FramePlaces, "count" | "pose" | "restPose">,
	M: Float64Array,
): void {
	const size = velocitySize * places.count;
	M.fill(0);
	for (let i = 0; i < places.count; i++) {
		const [m, x, y, z, xx, xy, xz, yy, yz, zz] = moments.subarray(
			width * i,
			width * i + width,
		);
		const R = rotationOf(
			multiplyQuaternions(
				places.pose(i).subarray(3),
				conjugate(places.restPose(i).subarray(3)),
			),
		);
		const turn = (v: readonly number[]) =>
			[0, 3, 6].map((r) => R[r] * v[0] + R[r + 1] * v[1] + R[r + 2] * v[2]);
		const s = turn([x, y, z]);
		// Second moments as rows, turned from both sides.
		const half = [
			[xx, xy, xz],
			[xy, yy, yz],
			[xz, yz, zz],
		].map(turn);
		const S = [0, 1, 2].map((r) => turn(half.map((row) => row[r])));
		const trace = S[0][0] + S[1][1] + S[2][2];
		const cross = [
			[0, -s[2], s[1]],
			[s[2], 0, -s[0]],
			[-s[1], s[0], 0],
		];
		for (let r = 0; r < 3; r++)
			for (let c = 0; c < 3; c++) {
				const at = size * (velocitySize * i + r) + velocitySize * i + c;
				M[at] = (r === c ? trace : 0) - S[r][c];
				M[at + 3] = cross[r][c];
				M[at + 3 * size] = -cross[r][c];
				M[at + 3 * size + 3] = r === c ? m : 0;
			}
	}
}

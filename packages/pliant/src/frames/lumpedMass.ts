/**
 * A mass of each frame alone that keeps the body's mass, centre and inertia (where the paper's, the diagonal blocks of the consistent
 * mass, loses a part of it):
 *
 *   M̃ᵢ = Σ m ŵᵢ JᵣᵀJᵣ,   Jᵣ = [−[X − t̄ᵢ]ₓ  1],   turned with the frame.
 */

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

/** Adds factor times the 6×6 mass of one frame to a matrix at an offset, given the columns of its rotation since rest. */
export function addRigidMass(
	factor: number,
	moments: Float64Array,
	columns: Float64Array,
	M: Float64Array,
	at: number,
	size: number,
): void {
	const mass = moments[0];
	let trace = 0;
	for (let r = 0; r < 3; r++) {
		const first =
			columns[r] * moments[1] +
			columns[3 + r] * moments[2] +
			columns[6 + r] * moments[3];
		// [s]ₓ, by rows and columns that follow r.
		const [a, b] = [(r + 1) % 3, (r + 2) % 3];
		M[at + size * a + 3 + b] -= factor * first;
		M[at + size * b + 3 + a] += factor * first;
		M[at + size * (3 + a) + b] += factor * first;
		M[at + size * (3 + b) + a] -= factor * first;
		M[at + (size + 1) * (3 + r)] += factor * mass;
		for (let c = 0; c < 3; c++) {
			let second = 0;
			for (let i = 0; i < 3; i++)
				for (let j = 0; j < 3; j++)
					second +=
						columns[3 * i + r] *
						moments[secondMoment[3 * i + j]] *
						columns[3 * j + c];
			M[at + size * r + c] -= factor * second;
			if (r === c) trace += second;
		}
	}
	for (let r = 0; r < 3; r++) M[at + (size + 1) * r] += factor * trace;
}

/** Where the second moment of two axes is. */
const secondMoment = [4, 5, 6, 5, 7, 8, 6, 8, 9];

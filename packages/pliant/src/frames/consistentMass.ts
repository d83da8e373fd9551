/** Σ m JᵀJ over samples where they are: a form of the blend, summed for pairs of frames and then taken to their velocities. */
import { velocitySize } from "../mappings/skinning.ts";
import type { ArenaArray } from "../system/arena.ts";
import { addSymmetric, blockSize, transform } from "./denseBlocks.ts";
import type { SampleSet } from "./sampleSet.ts";

export class ConsistentMass {
	private readonly samples: SampleSet;
	/** Upper halves of forms, per pair of frames. */
	private readonly forms: ArenaArray<Float64Array>;

	/** For the present frames. */
	constructor(samples: SampleSet) {
		this.samples = samples;
		const { count, skinning } = samples.places;
		this.forms = samples.place.arena.f64(
			count ** 2 * halfSize(skinning.coordinates),
		);
	}

	/** Gives its array back. */
	release(): void {
		this.samples.place.arena.free(this.forms);
	}

	/** Writes the mass matrix. */
	compute(mass: Float64Array): void {
		const { places, place, results } = this.samples;
		const { count, skinning } = places;
		const { coordinates: c } = skinning;
		const entries = halfSize(c);
		this.forms.array.fill(0);
		this.samples.visit("mass", ({ group, pairs, weights }) =>
			place.team.numerics.addWeightedForms(
				pairs,
				group.frames.array.length,
				group.frames.pointer,
				count,
				entries,
				results.pointer,
				weights,
				this.forms.pointer,
			),
		);
		mass.fill(0);
		const form = new Float64Array(c * c);
		const block = new Float64Array(blockSize);
		for (let i = 0; i < count; i++)
			for (let j = i; j < count; j++) {
				let from = entries * (count * i + j);
				const own = this.forms.array.subarray(from, from + entries);
				if (!own.some((entry) => entry !== 0)) continue;
				for (let r = 0; r < c; r++)
					for (let s = r; s < c; s++) {
						form[c * r + s] = this.forms.array[from];
						form[c * s + r] = this.forms.array[from++];
					}
				block.fill(0);
				transform(form, places.tangent(i), places.tangent(j), c, block);
				addSymmetric(block, i, j, velocitySize * count, mass);
			}
	}
}

const halfSize = (c: number): number => (c * (c + 1)) / 2;

/**
 * Energy, forces, stiffness and mass of the samples of a frame body (Gilles et al. 2011, eqs. 6, 11, 12), as functions of where the
 * frames are. Vectors have six numbers per frame, torque about its origin and force; matrices are dense, by rows.
 *
 *   gradient = ∂E/∂δ,   K = ∂²E/∂δ²,   M = Σ m JᵀJ
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { ArenaArray } from "../system/arena.ts";
import { ConsistentMass } from "./consistentMass.ts";
import { CurvedStiffness } from "./curvedStiffness.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";
import {
	type Chunk,
	type SampleContext,
	type SampleDefinition,
	type SampleKernelName,
	SampleSet,
} from "./sampleSet.ts";
import { SquareStiffness } from "./squareStiffness.ts";

export type StiffnessKind = "gauss-newton" | "exact";

export class SampleSystem {
	readonly samples: SampleSet;
	/** ∂E/∂δ. */
	gradient = new Float64Array(0);
	stiffness = new Float64Array(0);
	mass = new Float64Array(0);
	/** ∂E by the coordinates of frames. */
	private slopes: ArenaArray<Float64Array>;
	private squares: SquareStiffness;
	private curved: CurvedStiffness;
	private consistent: ConsistentMass;

	static async create(
		definition: SampleDefinition,
		places: FramePlaces,
		place: SampleContext,
	): Promise<SampleSystem> {
		return new SampleSystem(await SampleSet.create(definition, places, place));
	}

	private constructor(samples: SampleSet) {
		this.samples = samples;
		const { count, skinning } = samples.places;
		this.gradient = new Float64Array(this.size);
		this.stiffness = new Float64Array(this.size ** 2);
		this.mass = new Float64Array(this.size ** 2);
		this.slopes = samples.place.arena.f64(count * skinning.coordinates);
		this.squares = new SquareStiffness(samples);
		this.curved = new CurvedStiffness(samples);
		this.consistent = new ConsistentMass(samples);
	}

	/** A system of the same samples with other weights, after frames came or went; see `SampleSet.reweigh`. It takes the place of this one. */
	reweighed(influences: Influences, isChanged: Uint8Array): SampleSystem {
		this.samples.place.arena.free(this.slopes);
		for (const part of [this.squares, this.curved, this.consistent])
			part.release();
		this.samples.reweigh(influences, isChanged);
		return new SampleSystem(this.samples);
	}

	/** Numbers of vectors. */
	get size(): number {
		return velocitySize * this.samples.places.count;
	}

	/** Computes `gradient`, and `stiffness` of a kind. */
	assemble(kind: StiffnessKind | "none"): void {
		const { samples, stiffness } = this;
		this.slopes.array.fill(0);
		const spread = (name: SampleKernelName) => (chunk: Chunk) =>
			this.spread(name, chunk);
		if (kind === "none") samples.visit("force", spread("force"));
		else {
			stiffness.fill(0);
			const name = kind === "exact" ? "exact" : "gaussNewton";
			if (kind === "exact" || samples.kernels.stiffness === "curved")
				this.curved.add(name, stiffness, spread(name));
			else this.squares.add(stiffness, spread(name));
		}
		this.gatherGradient();
		if (kind === "exact")
			this.curved.addCurvature(this.slopes.array, stiffness);
	}

	/** Adds ∂E/∂Y of a chunk to the slopes of its frames. */
	private spread(
		name: SampleKernelName,
		{ group, pairs, weights }: Chunk,
	): void {
		const { places, place, results } = this.samples;
		place.team.numerics.spreadToFrames(
			pairs,
			group.frames.array.length,
			group.frames.pointer,
			places.skinning.coordinates,
			4,
			results.pointer,
			this.samples.strideOf(name),
			weights,
			this.slopes.pointer,
		);
	}

	/** From derivatives by coordinates to those by velocities. */
	private gatherGradient(): void {
		const { places } = this.samples;
		const { coordinates } = places.skinning;
		const slopes = this.slopes.array;
		this.gradient.fill(0);
		for (let i = 0; i < places.count; i++) {
			const tangent = places.tangent(i);
			for (let r = 0; r < coordinates; r++)
				for (let k = 0; k < velocitySize; k++)
					this.gradient[velocitySize * i + k] +=
						tangent[velocitySize * r + k] * slopes[coordinates * i + r];
		}
	}

	/** Computes `mass`: the consistent one. */
	assembleMass(): void {
		this.consistent.compute(this.mass);
	}
}

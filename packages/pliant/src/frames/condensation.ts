/**
 * How all frames of a body move with those that have degrees of freedom. Frames that others carry (`carriedFrames.ts`) are condensed: with the
 * velocities of all frames Z·Ω,
 *
 *   gradient = Zᵀ g,   K = Zᵀ K Z,   M = Zᵀ M Z.
 *
 * The dependence of Z on where frames are is left out of K.
 */
import { velocitySize } from "../mappings/skinning.ts";
import {
	type CarriedFrame,
	carriedJacobians,
	placeCarried,
} from "./carriedFrames.ts";
import type { FramePlaces } from "./framePlaces.ts";

export class Condensation {
	/** The frames with degrees of freedom, by their numbers among all. */
	readonly frames: number[];
	/** Those that others carry, each after its carriers. */
	carried: CarriedFrame[] = [];
	private readonly places: FramePlaces;
	/** By rows; empty where no frame is carried. */
	private Z = new Float64Array(0);

	/** For frames that all have degrees of freedom. */
	constructor(places: FramePlaces) {
		this.places = places;
		this.frames = Array.from({ length: places.count }, (_, i) => i);
	}

	/** Degrees of freedom. */
	get size(): number {
		return velocitySize * this.frames.length;
	}

	/** Degrees of freedom that all frames would have. */
	private get fullSize(): number {
		return velocitySize * this.places.count;
	}

	/** Takes a frame and what it was relative to, the one after it, from all. Later frames get numbers that are lower by two. */
	remove(frame: number): void {
		const isLeft = (other: number) => other !== frame && other !== frame + 1;
		const renumbered = (other: number) => (other > frame ? other - 2 : other);
		const { frames } = this;
		frames.splice(0, frames.length, ...frames.filter(isLeft).map(renumbered));
		// The two carry others with opposite weights, which cancel where they go together.
		this.carried = this.carried
			.filter((one) => isLeft(one.frame))
			.map(({ frame: own, carriers, weights }) => ({
				frame: renumbered(own),
				carriers: carriers.filter(isLeft).map(renumbered),
				weights: weights.filter((_, k) => isLeft(carriers[k])),
			}));
		this.places.remove(frame, 2);
	}

	/** Puts carried frames where the others carry them, after these have moved. */
	update(): void {
		const { carried, places, size } = this;
		if (carried.length === 0) return;
		for (const frame of carried) placeCarried(frame, places);
		places.compareSigns();
		const Z = new Float64Array(this.fullSize * size);
		for (const [i, frame] of this.frames.entries())
			for (let k = 0; k < velocitySize; k++)
				Z[size * (velocitySize * frame + k) + velocitySize * i + k] = 1;
		for (const frame of carried) {
			const jacobians = carriedJacobians(frame, places);
			for (const [c, carrier] of frame.carriers.entries())
				for (let r = 0; r < velocitySize; r++)
					for (let k = 0; k < velocitySize; k++) {
						const factor = jacobians[c][velocitySize * r + k];
						const to = size * (velocitySize * frame.frame + r);
						const from = size * (velocitySize * carrier + k);
						for (let j = 0; j < size; j++) Z[to + j] += factor * Z[from + j];
					}
		}
		this.Z = Z;
	}

	/** Velocities of all frames, from those of frames with degrees of freedom. */
	expand(velocities: Float64Array): Float64Array {
		const { size, fullSize, Z } = this;
		if (this.carried.length === 0) return velocities;
		const out = new Float64Array(fullSize);
		for (let r = 0; r < fullSize; r++) {
			let sum = 0;
			for (let c = 0; c < size; c++) sum += Z[size * r + c] * velocities[c];
			out[r] = sum;
		}
		return out;
	}

	/** out += Zᵀ f. */
	addReduced(f: Float64Array, out: Float64Array): void {
		const { size, Z } = this;
		if (this.carried.length === 0)
			for (let i = 0; i < size; i++) out[i] += f[i];
		else
			for (let r = 0; r < this.fullSize; r++)
				for (let i = 0; i < size; i++) out[i] += Z[size * r + i] * f[r];
	}

	/** out += Zᵀ A Z. */
	addReducedMatrix(A: Float64Array, out: Float64Array): void {
		const { size, fullSize, Z } = this;
		if (this.carried.length === 0) {
			for (let i = 0; i < A.length; i++) out[i] += A[i];
			return;
		}
		const AZ = new Float64Array(fullSize * size);
		for (let r = 0; r < fullSize; r++)
			for (let k = 0; k < fullSize; k++) {
				const entry = A[fullSize * r + k];
				if (entry === 0) continue;
				for (let j = 0; j < size; j++)
					AZ[size * r + j] += entry * Z[size * k + j];
			}
		for (let k = 0; k < fullSize; k++)
			for (let i = 0; i < size; i++) {
				const entry = Z[size * k + i];
				if (entry === 0) continue;
				for (let j = 0; j < size; j++)
					out[size * i + j] += entry * AZ[size * k + j];
			}
	}
}

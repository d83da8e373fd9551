/**
 * The mechanics of a frame body as functions of its degrees of freedom, six per frame: energy, gradient, stiffness and mass, of samples
 * and of points. Frames that others carry (`carriedFrames.ts`) are condensed: with the velocities of all frames Z·Ω,
 *
 *   gradient = Zᵀ g,   K = Zᵀ K Z,   M = Zᵀ M Z.
 *
 * The dependence of Z on where frames are is left out of K.
 */
import { poseSize } from "../mappings/quaternion.ts";
import { velocitySize } from "../mappings/skinning.ts";
import { singleThread, type Team } from "../numerics/team.ts";
import { Arena } from "../system/arena.ts";
import {
	type CarriedFrame,
	carriedJacobians,
	placeCarried,
} from "./carriedFrames.ts";
import type { FrameBody, FramePose } from "./frameBody.ts";
import { FramePlaces } from "./framePlaces.ts";
import { type Influences, influencesOf } from "./influences.ts";
import { lumpedMass, massMoments } from "./lumpedMass.ts";
import { SampleSystem, type StiffnessKind } from "./sampleSystem.ts";
import {
	compilePointKernels,
	type PointKernels,
	SkinnedPoints,
} from "./skinnedPoints.ts";

export type FrameMassKind = "consistent" | "lumped";

export class FrameModel {
	readonly body: FrameBody;
	readonly places: FramePlaces;
	readonly samples: SampleSystem;
	/** The frames with degrees of freedom, by their numbers among all. */
	readonly frames: number[];
	readonly carried: CarriedFrame[] = [];
	gradient: Float64Array;
	stiffness: Float64Array;
	mass: Float64Array;
	private readonly arena: Arena;
	private readonly team: Team;
	private readonly kernels: PointKernels;
	private moments: Float64Array;
	/** Z by rows; empty where no frame is carried. */
	private Z = new Float64Array(0);

	static async create(body: FrameBody): Promise<FrameModel> {
		const team = await singleThread();
		const arena = new Arena(team.memory);
		const rest = body.definition.frames.flatMap(poseNumbers);
		const places = new FramePlaces(
			body.skinning,
			Float64Array.from(rest),
			arena,
		);
		const { samples, law } = body.definition;
		const { influences, density } = body;
		const system = await SampleSystem.create(
			{ samples, influences, law, density },
			places,
			{ arena, team },
		);
		const kernels = await compilePointKernels(body.skinning, team);
		return new FrameModel(body, places, system, arena, team, kernels);
	}

	private constructor(
		body: FrameBody,
		places: FramePlaces,
		samples: SampleSystem,
		arena: Arena,
		team: Team,
		kernels: PointKernels,
	) {
		this.body = body;
		this.places = places;
		this.samples = samples;
		this.arena = arena;
		this.team = team;
		this.kernels = kernels;
		this.frames = body.definition.frames.map((_, i) => i);
		this.moments = massMoments(samples.definition, places);
		this.gradient = new Float64Array(this.size);
		this.stiffness = new Float64Array(this.size ** 2);
		this.mass = new Float64Array(this.size ** 2);
		this.extent = extentOf(
			samples.definition.samples.positions,
			body.definition.frames.flatMap(({ position }) => position),
		);
		this.update();
	}

	/** Extent of the samples and frames at rest [m]. */
	readonly extent: number;

	/** Degrees of freedom. */
	get size(): number {
		return velocitySize * this.frames.length;
	}

	/** Of all frames. */
	private get fullSize(): number {
		return velocitySize * this.places.count;
	}

	/** Weights of points at rest positions [m]. */
	influencesAt(positions: Float64Array): Influences {
		return influencesOf(this.body.definition.weights, positions);
	}

	/** Points at rest positions [m] that follow the frames. */
	points(positions: Float64Array): SkinnedPoints {
		return new SkinnedPoints(
			this.places,
			positions,
			this.influencesAt(positions),
			{ arena: this.arena, team: this.team, kernels: this.kernels },
		);
	}

	/** What a function sees of the frames at rest; they come back to where they are. */
	atRest<T>(look: () => T): T {
		const { poses } = this.places;
		const now = poses.slice();
		poses.set(this.places.rest);
		this.update();
		const seen = look();
		poses.set(now);
		this.update();
		return seen;
	}

	/** To be called when poses have changed. */
	update(): void {
		this.places.update();
		if (this.carried.length > 0) {
			for (const frame of this.carried) placeCarried(frame, this.places);
			this.places.compareSigns();
			this.updateCarried();
		}
		this.samples.update();
	}

	private updateCarried(): void {
		const { size } = this;
		const Z = new Float64Array(this.fullSize * size);
		for (const [i, frame] of this.frames.entries())
			for (let k = 0; k < velocitySize; k++)
				Z[size * (velocitySize * frame + k) + velocitySize * i + k] = 1;
		for (const carried of this.carried) {
			const jacobians = carriedJacobians(carried, this.places);
			for (const [c, carrier] of carried.carriers.entries())
				for (let r = 0; r < velocitySize; r++)
					for (let k = 0; k < velocitySize; k++) {
						const factor = jacobians[c][velocitySize * r + k];
						const to = size * (velocitySize * carried.frame + r);
						const from = size * (velocitySize * carrier + k);
						for (let j = 0; j < size; j++) Z[to + j] += factor * Z[from + j];
					}
		}
		this.Z = Z;
	}

	/** Velocities of all frames, from those of frames with degrees of freedom. */
	expand(velocities: Float64Array): Float64Array {
		if (this.carried.length === 0) return velocities;
		return multiply(this.Z, this.fullSize, this.size, velocities);
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

	energy(): { elastic: number; gravity: number } {
		return this.samples.energy();
	}

	/** Computes `gradient`, and `stiffness` of a kind. */
	assemble(kind: StiffnessKind | "none"): void {
		this.samples.assemble(kind);
		this.gradient.fill(0);
		this.addReduced(this.samples.gradient, this.gradient);
		if (kind === "none") return;
		this.stiffness.fill(0);
		this.addReducedMatrix(this.samples.stiffness, this.stiffness);
	}

	/** Computes `mass`. */
	assembleMass(kind: FrameMassKind): void {
		const { samples } = this;
		if (kind === "lumped") lumpedMass(this.moments, this.places, samples.mass);
		else samples.assembleMass();
		this.mass.fill(0);
		this.addReducedMatrix(samples.mass, this.mass);
	}
}

/** Seven numbers of a pose. */
export const poseNumbers = ({
	position,
	orientation = [0, 0, 0, 1],
}: FramePose): number[] => [...position, ...orientation];

export const poseOfNumbers = (numbers: ArrayLike<number>): FramePose => {
	const [x, y, z, a, b, c, w] = Array.from(numbers).slice(0, poseSize);
	return { position: [x, y, z], orientation: [a, b, c, w] };
};

/** A·x of a matrix by rows. */
export function multiply(
	A: Float64Array,
	rows: number,
	columns: number,
	x: Float64Array,
): Float64Array {
	const out = new Float64Array(rows);
	for (let r = 0; r < rows; r++) {
		let sum = 0;
		for (let c = 0; c < columns; c++) sum += A[columns * r + c] * x[c];
		out[r] = sum;
	}
	return out;
}

/** Diagonal of the box about points. */
function extentOf(...lists: ArrayLike<number>[]): number {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const points of lists)
		for (let i = 0; i < points.length; i++) {
			low[i % 3] = Math.min(low[i % 3], points[i]);
			high[i % 3] = Math.max(high[i % 3], points[i]);
		}
	return Math.hypot(...high.map((x, k) => x - low[k]));
}

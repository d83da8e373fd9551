/**
 * The mechanics of a frame body as functions of its degrees of freedom, six per frame: energy, gradient, stiffness and mass, of samples
 * and of points. Frames that others carry (`carriedFrames.ts`) are condensed: with the velocities of all frames Z·Ω,
 *
 *   gradient = Zᵀ g,   K = Zᵀ K Z,   M = Zᵀ M Z.
 *
 * The dependence of Z on where frames are is left out of K.
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { singleThread, type Team } from "../numerics/team.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import { Arena } from "../system/arena.ts";
import {
	type CarriedFrame,
	carriedJacobians,
	placeCarried,
} from "./carriedFrames.ts";
import type { FrameBody, FrameForceKind } from "./frameBody.ts";
import { poseNumbers } from "./framedBody.ts";
import type { FramePart } from "./framePart.ts";
import { FramePlaces } from "./framePlaces.ts";
import { FramePoints } from "./framePoints.ts";
import type {
	FrameElasticity,
	FrameMassKind,
	FrameSystem,
} from "./frameSystem.ts";
import type { MassSpace } from "./inertia/massSpace.ts";
import { MomentSpace } from "./inertia/momentSpace.ts";
import { SampleSpace } from "./inertia/sampleSpace.ts";
import { type Influences, influencesOf } from "./influences.ts";
import {
	evaluatePoint,
	type Insertion,
	reachOf,
	solve3,
	withInsertion,
} from "./insertion.ts";
import { JointSprings } from "./jointSprings.ts";
import { lawConstants } from "./lawConstants.ts";
import { massMoments } from "./lumpedMass.ts";
import { type PointTensors, pointTensors } from "./pointStress.ts";
import { SampleElasticity } from "./sampleElasticity.ts";
import type { SampleSet } from "./sampleSet.ts";
import { SampleSystem, type StiffnessKind } from "./sampleSystem.ts";
import {
	compilePointKernels,
	type PointKernels,
	type PointPlace,
	SkinnedPoints,
} from "./skinnedPoints.ts";
import type { WeightField } from "./weights/weightField.ts";

/** Of the search for material points: the paper's tolerance, but relative to the body's extent, and far below. */
const inversion = { iterations: 50, tolerance: 1e-12 };

export class FrameModel implements FrameSystem {
	readonly body: FrameBody;
	readonly places: FramePlaces;
	readonly samples: SampleSet;
	private system: SampleSystem;
	/** The frames with degrees of freedom, by their numbers among all. */
	readonly frames: number[];
	readonly carried: CarriedFrame[] = [];
	private insertions: Insertion[] = [];
	/** Of points without inserted frames, by their rest positions: surfaces come again after every insertion. */
	private readonly baseInfluences = new WeakMap<Float64Array, Influences>();
	gradient: Float64Array;
	stiffness: Float64Array;
	mass: Float64Array;
	private readonly arena: Arena;
	private readonly team: Team;
	private readonly kernels: PointKernels;
	private readonly massKind: FrameMassKind;
	/** Whether steps take forces from samples, or from springs between frames (`jointSprings.ts`). */
	forces: FrameForceKind;
	/** Z by rows; empty where no frame is carried. */
	private Z = new Float64Array(0);

	static async create(
		body: FrameBody,
		massKind: FrameMassKind = "consistent",
	): Promise<FrameModel> {
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
		return new FrameModel(body, places, system, massKind, {
			arena,
			team,
			kernels,
		});
	}

	private constructor(
		body: FrameBody,
		places: FramePlaces,
		system: SampleSystem,
		massKind: FrameMassKind,
		{ arena, team, kernels }: PointPlace,
	) {
		this.body = body;
		this.places = places;
		const { samples } = system;
		this.samples = samples;
		this.system = system;
		this.arena = arena;
		this.team = team;
		this.kernels = kernels;
		this.massKind = massKind;
		this.forces = body.definition.forces ?? "samples";
		this.frames = body.definition.frames.map((_, i) => i);
		[this.gradient, this.stiffness, this.mass] = [0, 0, 0].map(
			() => new Float64Array(0),
		);
		this.resize();
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
		let base = this.baseInfluences.get(positions);
		if (!base) {
			base = influencesOf(this.body.definition.weights, positions);
			this.baseInfluences.set(positions, base);
		}
		return this.insertions.reduce(
			(influences, one) => withInsertion(influences, positions, one),
			base,
		);
	}

	/** Points at rest positions [m] that follow the frames. */
	skinned(positions: Float64Array): SkinnedPoints {
		const { places, arena, team, kernels } = this;
		const influences = this.influencesAt(positions);
		return new SkinnedPoints(places, positions, influences, {
			arena,
			team,
			kernels,
		});
	}

	points(part: FramePart, rest: Float64Array): FollowingPoints {
		return new FramePoints(part, this, rest);
	}

	tensorsAt(rest: Vector3): PointTensors {
		const { samples, law } = this.samples.definition;
		const at = this.influencesAt(Float64Array.from(rest));
		const { F } = evaluatePoint(this.places, at, rest);
		// Materials that differ are those of the nearest sample.
		const nearest = nearestPoint(samples.positions, rest);
		const constants = Object.entries(lawConstants(law, samples.count)).map(
			([name, values]) => [name, values[nearest]],
		);
		return pointTensors(law, Object.fromEntries(constants), F);
	}

	/** Where the material point at a rest position [m] is now. */
	positionOf(point: Vector3): Vector3 {
		const at = this.influencesAt(Float64Array.from(point));
		return evaluatePoint(this.places, at, point).x;
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

	/** The rest position [m] of the material point that is at a position, from the nearest sample by Newton's method. */
	materialPoint(position: Vector3): Vector3 {
		const { samples } = this.samples.definition;
		const now = new Float64Array(samples.positions.length);
		this.samples.positions(now);
		const nearest = nearestPoint(now, position);
		const X = samples.positions.slice(3 * nearest, 3 * nearest + 3);
		for (let iteration = 0; iteration < inversion.iterations; iteration++) {
			const at = this.influencesAt(X.slice());
			const { x, F } = evaluatePoint(this.places, at, X);
			const gap = position.map((c, k) => c - x[k]);
			if (Math.hypot(...gap) < inversion.tolerance * this.extent)
				return [X[0], X[1], X[2]];
			for (const [k, by] of solve3(F, gap).entries()) X[k] += by;
			if (!X.every(Number.isFinite)) break;
		}
		throw new Error(
			`${this.body.label}: no material point is found at [${position}]; take a position in the body`,
		);
	}

	/**
	 * Inserts a frame at a rest position [m], with the motion that the body has there (`insertion.ts`). Returns its velocities of those
	 * that frames have, and how many samples it reaches.
	 */
	insert(
		X: Vector3,
		weight: WeightField,
		velocities: Float64Array,
	): { velocity: Float64Array; reached: number } {
		if (this.body.skinning.name !== "dual-quaternion")
			throw new Error(
				`${this.body.label}: frames can be inserted with dual-quaternion skinning only`,
			);
		const { places } = this;
		const frame = places.count;
		const insertion = { frame, carried: frame + 1, weight };
		const { samples, influences } = this.samples.definition;
		const isReached = new Uint8Array(samples.count);
		const changed = withInsertion(
			influences,
			samples.positions,
			insertion,
			isReached,
		);
		const reached = isReached.reduce((sum, flag) => sum + flag, 0);
		if (reached === 0)
			throw new Error(
				`${this.body.label}: the frame that is to be inserted at rest position [${X}] reaches no sample; put it into the body, or widen its weight`,
			);
		const { frames, weights } = this.influencesAt(Float64Array.from(X));
		const rest = [...X, 0, 0, 0, 1];
		places.add([...rest, ...rest]);
		this.carried.push({
			frame: frame + 1,
			carriers: [...frames],
			weights: [...weights],
		});
		const { size } = this;
		for (const one of this.carried) placeCarried(one, places);
		this.updateCarried();
		const all = multiply(this.Z, this.fullSize, size, velocities);
		places.pose(frame).set(places.pose(frame + 1));
		this.frames.push(frame);
		this.insertions.push(insertion);
		this.reweigh(changed, isReached);
		return { velocity: all.slice(velocitySize * (frame + 1)), reached };
	}

	/** Takes an inserted frame away: its range goes back to the motion of the others. */
	remove(frame: number): void {
		const insertion = this.insertions.find((one) => one.frame === frame);
		if (!insertion)
			throw new Error(
				`${this.body.label}: frame ${frame} was not inserted; only frames that were can be removed`,
			);
		this.frames.splice(this.frames.indexOf(frame), 1);
		this.insertions = this.insertions.filter((one) => one !== insertion);
		// Others may be carried by it; from now on it goes with what it was relative to.
		const { carried } = insertion;
		const at = this.carried.findIndex((one) => one.frame === carried);
		this.carried.splice(at + 1, 0, {
			frame,
			carriers: [carried],
			weights: [1],
		});
		const { samples, influences } = this.samples.definition;
		this.reweigh(
			this.insertions.reduce(
				(all, one) => withInsertion(all, samples.positions, one),
				this.body.influences,
			),
			reachOf(influences, frame),
		);
	}

	/** Takes other weights of samples after frames came or went; those that are flagged have changed. */
	private reweigh(influences: Influences, isChanged: Uint8Array): void {
		this.resize();
		this.system = this.system.reweighed(influences, isChanged);
		this.update();
	}

	private resize(): void {
		this.gradient = new Float64Array(this.size);
		this.stiffness = new Float64Array(this.size ** 2);
		this.mass = new Float64Array(this.size ** 2);
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
		this.system.assemble(kind);
		this.gradient.fill(0);
		this.addReduced(this.system.gradient, this.gradient);
		if (kind === "none") return;
		this.stiffness.fill(0);
		this.addReducedMatrix(this.system.stiffness, this.stiffness);
	}

	/** Computes `mass`, the consistent one. */
	assembleMass(): void {
		this.system.assembleMass();
		this.mass.fill(0);
		this.addReducedMatrix(this.system.mass, this.mass);
	}

	/** Springs have no samples to keep up with, so their mass is that of frames too. */
	massSpace(): MassSpace {
		return this.massKind === "consistent" && this.forces === "samples"
			? new SampleSpace(this)
			: new MomentSpace(
					this,
					massMoments(this.samples.definition, this.places),
				);
	}

	elasticity(task: "steps" | "statics"): FrameElasticity {
		return task === "steps" && this.forces === "springs"
			? new JointSprings(this)
			: new SampleElasticity(
					this,
					task === "statics" || this.massKind === "consistent",
				);
	}
}

/** The number of the point, of xyz each, that is nearest to a position. */
function nearestPoint(points: Float64Array, [x, y, z]: Vector3): number {
	let nearest = 0;
	let least = Number.POSITIVE_INFINITY;
	for (let i = 0; i < points.length; i += 3) {
		const distance = Math.hypot(
			x - points[i],
			y - points[i + 1],
			z - points[i + 2],
		);
		if (distance < least) [nearest, least] = [i / 3, distance];
	}
	return nearest;
}

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

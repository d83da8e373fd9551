/**
 * The mechanics of a frame body as functions of its degrees of freedom, six per frame: energy, gradient, stiffness and mass, of samples
 * and of points. Frames that others carry are condensed (`condensation.ts`).
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { singleThread, type Team } from "../numerics/team.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import { Arena } from "../system/arena.ts";
import { anyDensity } from "../system/density.ts";
import type { CarriedFrame } from "./carriedFrames.ts";
import { Condensation } from "./condensation.ts";
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
	withInsertion,
	withoutInsertion,
} from "./insertion.ts";
import { JointSprings } from "./jointSprings.ts";
import { lawConstants } from "./lawConstants.ts";
import { massMoments } from "./lumpedMass.ts";
import { materialPoint, nearestPoint } from "./materialPoint.ts";
import { type PointTensors, pointTensors } from "./pointStress.ts";
import { SampleElasticity } from "./sampleElasticity.ts";
import type { SampleEnergies, SampleSet } from "./sampleSet.ts";
import { SampleSystem, type StiffnessKind } from "./sampleSystem.ts";
import {
	compilePointKernels,
	type PointContext,
	type PointKernels,
	SkinnedPoints,
} from "./skinnedPoints.ts";
import type { WeightField } from "./weights/weightField.ts";

export class FrameModel implements FrameSystem {
	readonly body: FrameBody;
	readonly places: FramePlaces;
	readonly samples: SampleSet;
	private system: SampleSystem;
	private readonly condensation: Condensation;
	/** How often frames came or went. */
	revision = 0;
	private insertions: Insertion[] = [];
	/** Weights of points without inserted frames, by their rest positions: surfaces come again after every insertion. */
	private readonly baseInfluences = new WeakMap<Float64Array, Influences>();
	/** The points that were made last for rest positions. */
	private readonly skins = new WeakMap<Float64Array, SkinnedPoints>();
	gradient: Float64Array;
	stiffness: Float64Array;
	mass: Float64Array;
	private readonly arena: Arena;
	private readonly team: Team;
	private readonly kernels: PointKernels;
	private readonly massKind: FrameMassKind;
	/** Whether steps take forces from samples, or from springs between frames (`jointSprings.ts`). */
	forces: FrameForceKind;

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
		const { influences, density = anyDensity } = body;
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
		{ arena, team, kernels }: PointContext,
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
		this.condensation = new Condensation(places);
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

	/** The frames with degrees of freedom, by their numbers among all. */
	get frames(): readonly number[] {
		return this.condensation.frames;
	}

	get carried(): readonly CarriedFrame[] {
		return this.condensation.carried;
	}

	/** Degrees of freedom. */
	get size(): number {
		return this.condensation.size;
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

	/** Points at rest positions [m] that follow the present frames, in place of those that were made before for this array. */
	skinned(positions: Float64Array): SkinnedPoints {
		const { places, arena, team, kernels } = this;
		this.skins.get(positions)?.release();
		const points = new SkinnedPoints(
			places,
			positions,
			this.influencesAt(positions),
			{ arena, team, kernels },
		);
		this.skins.set(positions, points);
		return points;
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

	/** The rest position [m] of the material point that is at a position. */
	materialPoint(position: Vector3): Vector3 {
		return materialPoint(this, position);
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
		const { places, condensation } = this;
		const frame = places.count;
		const carried = frame + 1;
		const insertion = { frame, carried, weight };
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
		condensation.carried.push({
			frame: carried,
			carriers: [...frames],
			weights: [...weights],
		});
		condensation.update();
		const all = condensation.expand(velocities);
		places.pose(frame).set(places.pose(carried));
		condensation.frames.push(frame);
		this.insertions.push(insertion);
		this.reweigh(changed, isReached);
		return { velocity: all.slice(velocitySize * carried), reached };
	}

	/** Takes an inserted frame away: its range goes back to the motion of the others. */
	remove(frame: number): void {
		const insertion = this.insertions.find((one) => one.frame === frame);
		if (!insertion)
			throw new Error(
				`${this.body.label}: frame ${frame} was not inserted; only frames that were can be removed`,
			);
		const { samples, influences } = this.samples.definition;
		const isReached = reachOf(influences, frame);
		this.condensation.remove(frame);
		this.insertions = withoutInsertion(this.insertions, insertion);
		this.reweigh(
			this.insertions.reduce(
				(all, one) => withInsertion(all, samples.positions, one),
				this.body.influences,
			),
			isReached,
		);
	}

	/** Takes other weights of samples after frames came or went; those that are flagged have changed. */
	private reweigh(influences: Influences, isChanged: Uint8Array): void {
		this.revision++;
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
		this.condensation.update();
		this.samples.update();
	}

	expand(velocities: Float64Array): Float64Array {
		return this.condensation.expand(velocities);
	}

	addReduced(f: Float64Array, out: Float64Array): void {
		this.condensation.addReduced(f, out);
	}

	addReducedMatrix(A: Float64Array, out: Float64Array): void {
		this.condensation.addReducedMatrix(A, out);
	}

	energy(): SampleEnergies {
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

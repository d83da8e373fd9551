/** The simulation of a frame body: build once, then step. */
import type { ContactReport } from "../contact/contact.ts";
import { velocitySize } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { Follower } from "./follower.ts";
import { checkPose, type FrameBody, type FramePose } from "./frameBody.ts";
import { FrameContact } from "./frameContact.ts";
import { FrameForces } from "./frameForces.ts";
import {
	FrameModel,
	multiply,
	poseNumbers,
	poseOfNumbers,
} from "./frameModel.ts";
import {
	type FrameNewtonReport,
	isStable,
	minimizeFrames,
} from "./frameNewton.ts";
import {
	type FrameSettings,
	type FrameSimulationOptions,
	frameSettings,
} from "./frameOptions.ts";
import { FramePotential } from "./framePotential.ts";
import { giveMomentum, sumAboutWorld, totalMomentum } from "./freeMomentum.ts";
import { JointSprings } from "./jointSprings.ts";
import { displacement, retract } from "./motion.ts";
import type { SkinnedPoints } from "./skinnedPoints.ts";
import type { WeightField } from "./weights/weightField.ts";

/** A step that fails is halved at most so often. */
const halvings = 6;

export interface FrameStaticsOptions {
	/** Steps in which loads are raised and moved frames come to where they are to be. */
	readonly loadSteps?: number;
	/** Of the imbalance relative to the forces; 1e-8 by default. */
	readonly tolerance?: number;
	readonly iterations?: number;
}

export interface FrameStaticsReport extends FrameNewtonReport {
	/** Whether the equilibrium is a stable one; a bar that would buckle stays straight in one that is not. */
	readonly stable: boolean;
}

/** [J] */
export interface FrameEnergies {
	readonly elastic: number;
	readonly kinetic: number;
	readonly gravity: number;
}

/** Everything that steps change. */
export interface FrameState {
	readonly time: number;
	readonly step: number;
	/** Position and quaternion of each frame. */
	readonly poses: Float64Array;
	/** Angular and linear velocity of each frame. */
	readonly velocities: Float64Array;
	readonly contactStiffness: number;
}

/** What an insertion did. */
export interface FrameInsertion {
	/** The number of the new frame. */
	readonly frame: number;
	/** Its origin at rest [m]. */
	readonly origin: Vector3;
	/** How many samples it reaches, whose part of the system was made anew. */
	readonly samples: number;
	/** What it took. */
	readonly milliseconds: number;
}

export async function simulateFrames(
	body: FrameBody,
	options: FrameSimulationOptions = {},
): Promise<FrameSimulation> {
	const settings = frameSettings(options);
	return new FrameSimulation(await FrameModel.create(body), settings);
}

export class FrameSimulation {
	readonly body: FrameBody;
	readonly model: FrameModel;
	/** Time [s]. */
	time = 0;
	/** Steps taken. */
	stepCount = 0;
	/** Angular [rad/s] and linear [m/s] velocity of each frame, along the axes of the world. */
	velocities: Float64Array;
	private readonly settings: FrameSettings;
	private readonly potential: FramePotential;
	private readonly contact: FrameContact | undefined;
	private springs: JointSprings | undefined;
	private usesSprings: boolean;
	/** Whether the model's mass is that of steps where frames are. */
	private isWeighed = false;
	private ownStiffness = 0;
	/** Before the last step. */
	private velocitiesBefore: Float64Array = new Float64Array(0);
	private surface: Follower;
	private collisionSurface: Follower;

	/** For `simulateFrames`. */
	constructor(model: FrameModel, settings: FrameSettings) {
		this.model = model;
		this.body = model.body;
		this.settings = settings;
		this.usesSprings = settings.forces === "springs";
		this.velocities = new Float64Array(model.size);
		this.potential = new FramePotential(model, this.makeForces());
		[this.surface, this.collisionSurface] = this.followers();
		if (settings.colliders.length > 0) this.contact = this.makeContact();
		this.potential.contact = this.contact;
		for (const [frame, pose] of this.body.moved) this.place(frame, pose(0));
		this.potential.update();
	}

	private makeForces(): FrameForces {
		return new FrameForces(this.model, () => this.ordinaryStiffness());
	}

	/** The surface to be looked at, and the one that touches. */
	private followers(): [Follower, Follower] {
		const { surface, collisionSurface = surface } = this.body.definition;
		const follower = (mesh: typeof surface) =>
			new Follower(this.model.points(mesh?.positions ?? new Float64Array(0)));
		const first = follower(surface);
		return [
			first,
			collisionSurface === surface ? first : follower(collisionSurface),
		];
	}

	private makeContact(): FrameContact {
		const { settings, model } = this;
		const { points } = this.collisionSurface;
		if (points.count === 0)
			throw new Error(
				`${this.body.label}: there are colliders but it has no surface; give surface or collisionSurface`,
			);
		return new FrameContact(
			model,
			points,
			settings.colliders,
			this.mass,
			settings.gravity,
		);
	}

	/** Mass [kg] of all samples. */
	get mass(): number {
		const { samples } = this.body.definition;
		return samples.volumes.reduce(
			(sum, volume, i) =>
				sum + volume * (samples.densities?.[i] ?? this.body.density),
			0,
		);
	}

	/** Length of a step [s]. */
	get timeStep(): number {
		return this.settings.timeStep;
	}

	/** Whether forces come from samples or from springs between frames, which are made when first needed. */
	get forces(): "samples" | "springs" {
		return this.usesSprings ? "springs" : "samples";
	}

	set forces(kind: "samples" | "springs") {
		this.usesSprings = kind === "springs";
		this.isWeighed = false;
	}

	/** The largest stiffness at rest of a frame against translation [N/m]. */
	private ordinaryStiffness(): number {
		if (this.ownStiffness === 0) {
			const { model } = this;
			const diagonal = model.atRest(() => {
				model.assemble("gauss-newton");
				return model.stiffness.filter(
					(_, i) =>
						i % (model.size + 1) === 0 && (i / (model.size + 1)) % 6 >= 3,
				);
			});
			// A body of one frame has none.
			this.ownStiffness =
				Math.max(...diagonal) ||
				(this.mass * 1e3) / this.settings.timeStep ** 2;
		}
		return this.ownStiffness;
	}

	/** One flag per degree of freedom. */
	private fixed(): Uint8Array {
		const flags = new Uint8Array(this.model.size);
		for (const [frame, part] of this.body.held)
			for (let k = 0; k < velocitySize; k++)
				if (part === "all" || (part === "orientation") === k < 3)
					flags[velocitySize * frame + k] = 1;
		for (const frame of this.body.moved.keys())
			flags.fill(1, velocitySize * frame, velocitySize * frame + velocitySize);
		return flags;
	}

	private place(frame: number, pose: FramePose): void {
		checkPose(`${this.body.label}: frame ${frame} at ${this.time} s`, pose);
		this.model.places.pose(frame).set(poseNumbers(pose));
	}

	/**
	 * Advances by one time step. One that fails is undone and taken in halves, quarters and so on; where that does not help the state
	 * stays as it was and an error tells why.
	 */
	step(): FrameNewtonReport {
		const before = this.state();
		let problem: Error | undefined;
		for (let pieces = 1; pieces <= 2 ** halvings; pieces *= 2)
			try {
				let report = this.advance(this.timeStep / pieces);
				for (let piece = 1; piece < pieces; piece++)
					report = this.advance(this.timeStep / pieces);
				// Not a sum of rounded pieces.
				this.time = before.time + this.timeStep;
				this.stepCount = before.step + 1;
				this.velocitiesBefore = before.velocities;
				return report;
			} catch (error) {
				problem ??= error as Error;
				this.restore(before);
			}
		throw new Error(
			`${this.body.label}: step ${this.stepCount + 1} at ${this.time.toPrecision(6)} s failed: ${problem?.message}; cutting it into ${2 ** halvings} pieces did not help. Use a smaller time step, or check materials and loads`,
		);
	}

	private advance(h: number): FrameNewtonReport {
		const { potential, model, settings, velocities } = this;
		const toTime = this.time + h;
		const before = model.places.poses.slice();
		this.prepare(toTime, settings.mass === "consistent");
		const { damping, mass } = settings;
		this.computeMass();
		if (this.usesSprings || mass === "lumped") this.weigh();
		else potential.weight = undefined;
		potential.begin({
			h,
			velocities: velocities.slice(),
			before,
			mass: model.mass.slice(),
			damping,
		});
		const { contact } = this;
		potential.isTouching =
			contact?.expects(velocities, this.time, toTime) ?? false;
		if (potential.isTouching) contact?.begin(this.time, toTime);
		let report = this.minimize(toTime);
		if (contact && !potential.isTouching && contact.entered()) {
			// Forces brought it there: again, with contact.
			model.places.poses.set(before);
			potential.isTouching = true;
			potential.update();
			contact.begin(this.time, toTime);
			report = this.minimize(toTime);
		}
		const d = potential.displacements();
		if (!d.every(Number.isFinite))
			throw new Error("velocities became infinite or not a number");
		for (let i = 0; i < d.length; i++) velocities[i] = d[i] / h;
		potential.begin();
		this.framesMoved();
		if (this.isFree) this.keepMomentum(before);
		this.time = toTime;
		return report;
	}

	/** Whether no frame is held or moved. */
	private get isFree(): boolean {
		return this.body.held.size === 0 && this.body.moved.size === 0;
	}

	private keepMomentum(before: Float64Array): void {
		const { model, velocities } = this;
		const { poses } = model.places;
		const momentum = totalMomentum(
			model.mass,
			velocities,
			this.originsOf(before),
		);
		this.computeMass();
		giveMomentum(momentum, model.mass, velocities, this.originsOf(poses));
	}

	/** Positions of frames with degrees of freedom, of the poses of all. */
	private originsOf(poses: Float64Array): Float64Array {
		return Float64Array.from(
			this.model.frames.flatMap((frame) => [
				...poses.subarray(7 * frame, 7 * frame + 3),
			]),
		);
	}

	/** The mass matrix of steps where frames are. */
	private computeMass(): void {
		if (this.isWeighed) return;
		this.model.assembleMass(this.usesSprings ? "lumped" : this.settings.mass);
		this.isWeighed = true;
	}

	/** Brings frames to where they are at the end of a step. */
	private minimize(toTime: number): FrameNewtonReport {
		const { potential, settings } = this;
		const { newtonIterations, contactIterations, stiffness } = settings;
		for (const [frame, pose] of this.body.moved)
			this.place(frame, pose(toTime));
		if (this.body.moved.size > 0) potential.update();
		const iterations = potential.isTouching
			? Math.max(newtonIterations, contactIterations)
			: newtonIterations;
		return minimizeFrames(potential, {
			iterations,
			tolerance: settings.tolerance,
			kinds:
				stiffness === "exact" ? ["exact", "gauss-newton"] : ["gauss-newton"],
			search:
				iterations === 1 ? "none" : this.usesSprings ? "outside" : "energy",
			isFixed: this.fixed(),
		});
	}

	/** Loads of a time, and where forces come from. */
	private prepare(
		time: number,
		hasWeight: boolean,
		fraction = 1,
		springs = this.usesSprings,
	): void {
		const { potential, model } = this;
		if (potential.forces.isOutdated) potential.forces = this.makeForces();
		potential.forces.begin(time, fraction);
		if (springs) this.springs ??= new JointSprings(model);
		potential.springs = springs ? this.springs : undefined;
		const { gravity } = this.settings;
		model.samples.setGravity(
			gravity.map((g) => (hasWeight ? fraction * g : 0)),
		);
		potential.forces.update();
	}

	/** Gravity on lumped masses: M̃ times the acceleration, so that free fall is exact. */
	private weigh(): void {
		const { model, settings, potential } = this;
		const fall = new Float64Array(model.size);
		for (let i = 0; i < fall.length; i++)
			if (i % velocitySize >= 3)
				fall[i] = settings.gravity[(i % velocitySize) - 3];
		potential.weight = multiply(model.mass, model.size, model.size, fall);
	}

	/** Takes steps. */
	run({
		seconds,
		steps = Math.ceil((seconds ?? 0) / this.timeStep - 1e-9),
	}: {
		readonly seconds?: number;
		readonly steps?: number;
	}): void {
		for (let i = 0; i < steps; i++) this.step();
	}

	/** Moves to static equilibrium under the loads and with the held and moved frames of the present time; velocities become zero. */
	settle({
		loadSteps = 1,
		tolerance = 1e-8,
		iterations = 200,
	}: FrameStaticsOptions = {}): FrameStaticsReport {
		const { potential } = this;
		const start = this.state();
		const isFixed = this.fixed();
		potential.begin();
		potential.weight = undefined;
		potential.isTouching = this.contact !== undefined;
		let total = 0;
		let report: FrameNewtonReport | undefined;
		for (let i = 1; i <= loadSteps; i++) {
			const fraction = i / loadSteps;
			this.prepare(this.time, true, fraction, false);
			for (const [frame, pose] of this.body.moved)
				this.bring(
					frame,
					start.poses.subarray(7 * frame, 7 * frame + 7),
					Float64Array.from(poseNumbers(pose(this.time))),
					fraction,
				);
			potential.update();
			this.contact?.begin(this.time, this.time);
			report = minimizeFrames(potential, {
				iterations,
				tolerance,
				kinds: ["exact", "gauss-newton"],
				search: "energy",
				isFixed,
			});
			total += report.iterations;
			if (report.converged) continue;
			this.restore(start);
			throw new Error(
				`${this.body.label}: statics failed: the residual is ${report.residual.toExponential(1)} after ${report.iterations} iterations of load step ${i}. Hold or attach the body, use more load steps or iterations, or let damped steps come to rest`,
			);
		}
		const stable = isStable(potential, isFixed);
		this.velocities.fill(0);
		this.framesMoved();
		return {
			...(report as FrameNewtonReport),
			iterations: total,
			stable,
		};
	}

	/** A part of the way from one pose to another. */
	private bring(
		frame: number,
		from: Float64Array,
		to: Float64Array,
		fraction: number,
	): void {
		const pose = this.model.places.pose(frame);
		pose.set(to);
		if (fraction === 1) return;
		const way = new Float64Array(velocitySize);
		displacement(from, to, way);
		pose.set(from);
		retract(
			pose,
			way.map((x) => fraction * x),
		);
	}

	/** Where a frame is. */
	frame(i: number): Required<FramePose> {
		return poseOfNumbers(
			this.model.places.pose(this.model.frames[i]),
		) as Required<FramePose>;
	}

	/** Puts a frame somewhere. */
	setFrame(i: number, pose: FramePose): void {
		this.place(this.model.frames[i], pose);
		this.potential.update();
		this.framesMoved();
	}

	/**
	 * Inserts a frame at a position [m] in the body as it is now. Nothing jumps: it starts with the motion that the body has there.
	 *
	 * @param weight of the new frame, as a field of one frame, for its origin at rest [m]: 1 there, falling to zero
	 */
	insertFrame(
		position: Vector3,
		weight: (origin: Vector3) => WeightField,
	): FrameInsertion {
		const begin = performance.now();
		const { model } = this;
		const origin = model.materialPoint(position);
		const { velocity, reached } = model.insert(
			origin,
			weight(origin),
			this.velocities,
		);
		this.velocities = Float64Array.of(...this.velocities, ...velocity);
		this.framesChanged();
		return {
			frame: model.frames.length - 1,
			origin,
			samples: reached,
			milliseconds: performance.now() - begin,
		};
	}

	/**
	 * Removes a frame that was inserted; later ones get the number before theirs. What it added to the motion goes: returns the largest
	 * way [m] that a sample jumps by.
	 */
	removeFrame(frame: number): number {
		const { model } = this;
		const look = () => {
			const x = new Float64Array(3 * this.body.definition.samples.count);
			model.samples.positions(x);
			return x;
		};
		const before = look();
		model.remove(model.frames[frame]);
		this.velocities = this.velocities.filter(
			(_, i) => Math.floor(i / velocitySize) !== frame,
		);
		this.framesChanged();
		const after = look();
		let most = 0;
		for (let i = 0; i < after.length; i += 3)
			most = Math.max(
				most,
				Math.hypot(...[0, 1, 2].map((k) => after[i + k] - before[i + k])),
			);
		return most;
	}

	/** What follows from poses has to be computed anew. */
	private framesMoved(): void {
		this.isWeighed = false;
		this.surface.isStale = true;
		this.collisionSurface.isStale = true;
	}

	private framesChanged(): void {
		this.isWeighed = false;
		this.springs = undefined;
		this.potential.springs = undefined;
		this.potential.forces = this.makeForces();
		[this.surface, this.collisionSurface] = this.followers();
		this.contact?.follow(this.collisionSurface.points);
		this.potential.update();
	}

	/** Positions [m] of the vertices of the surface, xyz each; overwritten when asked for again after a step. */
	get surfacePositions(): Float64Array {
		return this.surface.positions();
	}

	/** The same of the collision surface. */
	get collisionPositions(): Float64Array {
		return this.collisionSurface.positions();
	}

	/** Velocities [m/s] of the vertices of the surface, xyz each. */
	get surfaceVelocities(): Float64Array {
		return this.surface.velocities(this.model.expand(this.velocities));
	}

	/** Whether no vertex of the surface moves faster than a speed [m/s], or would within a second at its present acceleration. */
	rests(speed: number): boolean {
		const { velocities, velocitiesBefore } = this;
		const change = velocities.map((v, i) => v - (velocitiesBefore[i] ?? 0));
		const accelerations = this.surface.velocities(this.model.expand(change));
		return (
			fastest(this.surfaceVelocities) < speed &&
			fastest(accelerations) < speed * this.timeStep
		);
	}

	/** Points of the body at rest positions [m], to be asked for positions and velocities; `update` them after steps. */
	points(positions: ArrayLike<number>): SkinnedPoints {
		const points = this.model.points(Float64Array.from(positions));
		points.update();
		return points;
	}

	/** Where the material point at a rest position is now [m]. */
	positionOf(point: Vector3): Vector3 {
		return this.model.positionOf(point);
	}

	/** Deformation gradients of the samples by rows, nine numbers each. */
	deformationGradients(): Float64Array {
		const { samples } = this.model;
		const out = new Float64Array(9 * samples.definition.samples.count);
		samples.deformationGradients(out);
		return out;
	}

	energy(): FrameEnergies {
		const { model, settings, velocities } = this;
		model.samples.setGravity(settings.gravity);
		const { elastic, gravity } = model.energy();
		const momenta = this.momenta();
		return {
			elastic,
			gravity,
			kinetic: velocities.reduce((sum, v, i) => sum + (v * momenta[i]) / 2, 0),
		};
	}

	/** M·Ω. */
	private momenta(): Float64Array {
		const { model, velocities } = this;
		this.computeMass();
		return multiply(model.mass, model.size, model.size, velocities);
	}

	/** Linear [kg m/s], and angular about the world's origin [kg m²/s]. */
	momentum(): { linear: Vector3; angular: Vector3 } {
		const [a, b, c, x, y, z] = sumAboutWorld(
			this.momenta(),
			this.originsOf(this.model.places.poses),
		);
		return { linear: [x, y, z], angular: [a, b, c] };
	}

	/** Torque [N m] and force [N] of elasticity on each frame, six numbers. */
	internalForces(): Float64Array {
		const { model, potential } = this;
		this.prepare(this.time, false);
		const source = potential.springs ?? model;
		source.assemble("none");
		return source.gradient.map((g) => -g);
	}

	/** Forces [N] of attachments on the body, xyz each, in their order. */
	attachmentForces(): Float64Array {
		this.prepare(this.time, false);
		return this.potential.forces.reactions();
	}

	/** How the collision surface touches each collider. */
	contacts(): ContactReport[] {
		this.contact?.update();
		return this.contact?.report(this.time) ?? [];
	}

	/** A copy of everything that steps change. */
	state(): FrameState {
		return {
			time: this.time,
			step: this.stepCount,
			poses: this.model.places.poses.slice(),
			velocities: this.velocities.slice(),
			contactStiffness: this.contact?.stiffness ?? 1,
		};
	}

	/** Goes on from a state of the same body. */
	restore({
		time,
		step,
		poses,
		velocities,
		contactStiffness,
	}: FrameState): void {
		this.time = time;
		this.stepCount = step;
		this.model.places.poses.set(poses);
		this.velocities.set(velocities);
		this.contact?.resume(contactStiffness);
		this.potential.begin();
		this.potential.update();
		this.framesMoved();
	}
}

/** The largest length of vectors, xyz each. */
function fastest(vectors: Float64Array): number {
	let most = 0;
	for (let i = 0; i < vectors.length; i += 3)
		most = Math.max(
			most,
			Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]),
		);
	return most;
}

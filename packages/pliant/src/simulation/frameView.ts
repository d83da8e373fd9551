/** The frames of a body in a simulation, to be looked at and handled. */

import type { FrameForceKind } from "../frames/frameBody.ts";
import {
	checkPose,
	type FramePose,
	poseNumbers,
	poseOfNumbers,
} from "../frames/framedBody.ts";
import type { FrameModel } from "../frames/frameModel.ts";
import type { WeightField } from "../frames/weights/weightField.ts";
import { velocitySize } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { State } from "../system/model.ts";

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

/** Who is told of changes. */
interface Listener {
	readonly moved: () => void;
	readonly structureChanged: () => void;
}

export class FrameView {
	private readonly range: FrameRange;
	private readonly state: State;
	private readonly listener: Listener;

	/** For `Simulation.frames`. */
	constructor(range: FrameRange, state: State, listener: Listener) {
		this.range = range;
		this.state = state;
		this.listener = listener;
	}

	/** Frames with degrees of freedom. */
	get count(): number {
		return this.range.part.count;
	}

	private node(frame: number): number {
		if (!Number.isInteger(frame) || frame < 0 || frame >= this.count)
			throw new Error(
				`${this.range.body.label}: there is no frame ${frame}; frames are 0 to ${this.count - 1}`,
			);
		return this.range.part.first + frame;
	}

	/** Where a frame is. */
	pose(frame = 0): Required<FramePose> {
		return poseOfNumbers(this.range.part.nodes.pose(this.node(frame)));
	}

	/** Puts a frame somewhere. */
	place(frame: number, pose: FramePose): void {
		checkPose(`${this.range.body.label}: frame ${frame}`, pose);
		const { nodes } = this.range.part;
		nodes.place(this.node(frame), poseNumbers(pose), this.state.x.array);
		this.listener.moved();
	}

	/**
	 * Leads a frame to a pose from the next step on, whatever else held or moved it, and holds it there: to be called between steps, as often as the pose changes. It goes there in
	 * a straight line, by no more than twice the size of its body and one turn a second. The same calls between the same steps give the same bits.
	 */
	lead(frame: number, pose: FramePose): void {
		checkPose(`${this.range.body.label}: frame ${frame}`, pose);
		const own = this.ownNumber(frame);
		const isLed = this.range.led.has(own);
		this.range.lead(own, this.pose(frame), pose, this.state.time);
		if (!isLed) this.listener.structureChanged();
	}

	/** Lets a frame go that is led: one that moves as prescribed goes back to that, and one that is held stays held where it was led to. */
	release(frame: number): void {
		const own = this.ownNumber(frame);
		if (this.range.body.held.has(own)) return;
		if (this.range.led.delete(own)) this.listener.structureChanged();
	}

	/** The number of a frame at the beginning, which removals of others do not change. */
	private ownNumber(frame: number): number {
		this.node(frame);
		return this.range.part.system.frames[frame] ?? frame;
	}

	/** A copy of the angular [rad/s] and linear [m/s] velocity of each frame, along the axes of the world. */
	get velocities(): Float64Array {
		return this.range.part.velocities(this.state.v.array);
	}

	/** Sets the velocities of all frames. */
	set velocities(values: ArrayLike<number>) {
		const { part, body } = this.range;
		if (values.length !== part.size)
			throw new Error(
				`${body.label}: velocities have ${values.length} numbers; ${part.count} frames take ${part.size}`,
			);
		part.nodes.setVelocities(
			this.state.v.array,
			part.first,
			Float64Array.from(values),
		);
		this.listener.moved();
	}

	/** Where the material point at a rest position [m] is now. */
	positionOf(rest: Vector3): Vector3 {
		const out = new Float64Array(3);
		const points = this.range.points(Float64Array.from(rest));
		points.positions(out);
		points.release?.();
		return [out[0], out[1], out[2]];
	}

	/** The rest position [m] of the material point that is somewhere now. */
	restOf(position: Vector3): Vector3 {
		return this.range.restOf(position);
	}

	private get model(): FrameModel {
		const { part, body } = this.range;
		if (!("samples" in part.system))
			throw new Error(`${body.label}: it is rigid, and has no samples`);
		return part.system as FrameModel;
	}

	/** Whether steps take forces from samples or from springs between frames. */
	get forces(): FrameForceKind {
		return this.model.forces;
	}

	set forces(kind: FrameForceKind) {
		this.model.forces = kind;
		this.range.part.framesChanged();
	}

	/** Deformation gradients of the samples by rows, nine numbers each. */
	deformationGradients(): Float64Array {
		const { samples } = this.model;
		const out = new Float64Array(9 * samples.definition.samples.count);
		samples.deformationGradients(out);
		return out;
	}

	/** Torque [N m] and force [N] of elasticity on each frame, six numbers. */
	internalForces(): Float64Array {
		return this.range.part.internalForces();
	}

	/**
	 * Inserts a frame at a position [m] in the body as it is now. Nothing jumps: it starts with the motion that the body has there.
	 *
	 * @param weight of the new frame, as a field of one frame, for its origin at rest [m]: 1 there, falling to zero
	 */
	insert(
		position: Vector3,
		weight: (origin: Vector3) => WeightField,
	): FrameInsertion {
		const begin = performance.now();
		const { model } = this;
		const { part, body } = this.range;
		if (part.count === part.capacity)
			throw new Error(
				`${body.label}: it has no room for another frame; give insertable in its definition, which is ${part.capacity - body.frameCount}`,
			);
		const origin = model.materialPoint(position);
		const before = this.velocities;
		const { velocity, reached } = model.insert(origin, weight(origin), before);
		const frame = part.count - 1;
		part.nodes.place(
			part.first + frame,
			model.places.pose(model.frames[frame]),
			this.state.x.array,
		);
		part.framesChanged();
		this.listener.structureChanged();
		this.velocities = [...before, ...velocity];
		return {
			frame,
			origin,
			samples: reached,
			milliseconds: performance.now() - begin,
		};
	}

	/**
	 * Removes a frame that was inserted; later ones get the number before theirs. What it added to the motion goes: returns the largest
	 * way [m] that a sample jumps by.
	 */
	remove(frame: number): number {
		const { model } = this;
		const { part } = this.range;
		this.node(frame);
		const look = () => {
			const x = new Float64Array(3 * model.body.definition.samples.count);
			model.samples.positions(x);
			return x;
		};
		const before = look();
		const velocities = this.velocities.filter(
			(_, i) => Math.floor(i / velocitySize) !== frame,
		);
		const poses = Array.from({ length: part.count }, (_, i) =>
			Array.from(part.nodes.pose(part.first + i)),
		);
		model.remove(model.frames[frame]);
		poses.splice(frame, 1);
		for (const [i, pose] of poses.entries())
			part.nodes.place(part.first + i, pose, this.state.x.array);
		part.framesChanged();
		this.listener.structureChanged();
		this.velocities = velocities;
		const after = look();
		let most = 0;
		for (let i = 0; i < after.length; i += 3)
			most = Math.max(
				most,
				Math.hypot(...[0, 1, 2].map((k) => after[i + k] - before[i + k])),
			);
		return most;
	}
}

/** The collision surface of a frame body against colliders: contact of its vertices (`contact/`), carried to the frames by Jᵀ. */
import { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Collider } from "../contact/collider.ts";
import { Contact, type ContactReport } from "../contact/contact.ts";
import { velocitySize } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { FrameModel } from "./frameModel.ts";
import type { SkinnedPoints } from "./skinnedPoints.ts";

export class FrameContact {
	readonly x: Float64Array;
	private readonly v: Float64Array;
	private readonly forces: Float64Array;
	private readonly model: FrameModel;
	private points: SkinnedPoints;
	private readonly contact: Contact;

	constructor(
		model: FrameModel,
		points: SkinnedPoints,
		colliders: readonly Collider[],
		/** [kg] */
		mass: number,
		gravity: Vector3,
	) {
		this.model = model;
		this.points = points;
		const { count } = points;
		this.x = new Float64Array(3 * count);
		this.v = new Float64Array(3 * count);
		this.forces = new Float64Array(3 * count);
		this.contact = new Contact({
			colliders,
			weights: new Float64Array(count).fill(mass / count),
			constraints: new VertexConstraints(count, new Map()),
			size: model.extent,
			gravity,
		});
		this.update();
		const problem = this.contact.inspect(this.x, 0, count, (by) => {
			// It just touches: a hair's breadth away.
			for (const frame of model.frames)
				for (let k = 0; k < 3; k++) model.places.pose(frame)[k] += by[k];
			model.update();
			this.update();
		});
		if (problem)
			throw new Error(
				`${model.body.label}: ${problem.what} (vertex ${problem.vertex} of its collision surface)`,
			);
	}

	/** Takes the same points after frames came or went. */
	follow(points: SkinnedPoints): void {
		this.points = points;
		this.update();
	}

	/** To be called when frames have moved. */
	update(): void {
		this.points.update();
		this.points.apply(this.x);
		this.contact.moved();
	}

	/** Whether a step comes into contact if all goes on as it does. */
	expects(velocities: Float64Array, fromTime: number, toTime: number): boolean {
		this.update();
		this.points.applyJ(this.model.expand(velocities), this.v);
		return this.contact.expects(this.x, this.v, fromTime, toTime);
	}

	/** Begins a step in contact; one of no length for statics, which knows no friction. */
	begin(fromTime: number, toTime: number): void {
		this.update();
		this.contact.begin(this.x, fromTime, toTime);
	}

	/** Whether a vertex is in a collider, where that is at the end of the step. */
	isInside(): boolean {
		return Number.isNaN(this.contact.value(this.x));
	}

	/** The same for frames that have moved without `update`. */
	entered(): boolean {
		this.update();
		return this.isInside();
	}

	get stiffness(): number {
		return this.contact.stiffness;
	}

	resume(stiffness: number): void {
		this.contact.resume(stiffness);
	}

	value(): number {
		return this.contact.value(this.x);
	}

	/** out += gradient by the frames' velocities. */
	addGradient(out: Float64Array): void {
		this.forces.fill(0);
		this.contact.addGradient(this.x, this.forces);
		const full = new Float64Array(velocitySize * this.model.places.count);
		this.points.applyJT(this.forces, full);
		this.model.addReduced(full, out);
	}

	addStiffness(out: Float64Array, positive: boolean): void {
		if (!this.contact.hasBlocks(this.x)) return;
		const blocks = new Float64Array(9 * this.points.count);
		this.contact.visitBlocks(this.x, positive, (vertex, block) => {
			for (let i = 0; i < 9; i++) blocks[9 * vertex + i] += block[i];
		});
		const full = new Float64Array(
			(velocitySize * this.model.places.count) ** 2,
		);
		this.points.addStiffness(blocks, full);
		this.model.addReducedMatrix(full, out);
	}

	/** The part of a step that vertices can go, to first order, without coming into a collider. */
	limit(step: Float64Array): number {
		this.points.applyJ(this.model.expand(step), this.v);
		return this.contact.ways.limit(this.x, this.v);
	}

	report(time: number): ContactReport[] {
		return this.contact.report(this.x, time, 0, this.points.count);
	}
}

/** Forces on material points of a frame body and on its frames: attachments, loads. */

import { velocitySize } from "../mappings/skinning.ts";
import type { FrameBody } from "./frameBody.ts";
import type { FrameModel } from "./frameModel.ts";
import type { SkinnedPoints } from "./skinnedPoints.ts";

/** Stiffness of attachments that have none given, relative to the body's. */
const relativeStiffness = 1000;

export class FrameForces {
	private readonly body: FrameBody;
	private readonly model: FrameModel;
	private readonly ordinaryStiffness: () => number;
	private points: SkinnedPoints;
	private stiffness: number[] = [];
	private x: Float64Array;
	private force: Float64Array;
	private targets: Float64Array;
	private loads: Float64Array;
	private wrenches: Float64Array;

	/** @param ordinaryStiffness of the body [N/m] */
	constructor(model: FrameModel, ordinaryStiffness: () => number) {
		this.body = model.body;
		this.model = model;
		this.ordinaryStiffness = ordinaryStiffness;
		const { attachments, pointLoads } = this.body;
		const positions = [...attachments, ...pointLoads].flatMap(
			({ point }) => point,
		);
		this.points = model.points(Float64Array.from(positions));
		this.x = new Float64Array(positions.length);
		this.force = new Float64Array(positions.length);
		this.targets = new Float64Array(3 * attachments.length);
		this.loads = new Float64Array(3 * pointLoads.length);
		this.wrenches = new Float64Array(model.size);
	}

	/** Whether anything was attached or loaded since. */
	get isOutdated(): boolean {
		const { attachments, pointLoads } = this.body;
		return (
			this.targets.length !== 3 * attachments.length ||
			this.loads.length !== 3 * pointLoads.length
		);
	}

	/** Takes targets and loads of a time [s], loads times a fraction. */
	begin(time: number, fraction = 1): void {
		const { attachments, pointLoads, frameLoads } = this.body;
		for (const [i, { target }] of attachments.entries())
			this.targets.set(target(time), 3 * i);
		for (const [i, { force }] of pointLoads.entries())
			for (const [k, f] of force(time).entries())
				this.loads[3 * i + k] = fraction * f;
		this.wrenches.fill(0);
		for (const { frame, wrench } of frameLoads)
			for (const [k, f] of wrench(time).entries())
				this.wrenches[velocitySize * frame + k] += fraction * f;
		this.stiffness = attachments.map(
			({ stiffness }) =>
				stiffness ?? relativeStiffness * this.ordinaryStiffness(),
		);
	}

	/** To be called when frames have moved. */
	update(): void {
		this.points.update();
		this.points.apply(this.x);
	}

	/** Energy [J] of attachments and of loads on points. */
	value(): number {
		const { x, targets, loads } = this;
		let sum = 0;
		for (let i = 0; i < targets.length; i++)
			sum += (this.stiffness[Math.floor(i / 3)] / 2) * (x[i] - targets[i]) ** 2;
		for (let i = 0; i < loads.length; i++)
			sum -= loads[i] * x[targets.length + i];
		return sum;
	}

	/** out += gradient. */
	addGradient(out: Float64Array): void {
		const { x, targets, loads, force, model } = this;
		for (let i = 0; i < targets.length; i++)
			force[i] = this.stiffness[Math.floor(i / 3)] * (x[i] - targets[i]);
		for (let i = 0; i < loads.length; i++)
			force[targets.length + i] = -loads[i];
		const full = new Float64Array(velocitySize * model.places.count);
		this.points.applyJT(force, full);
		model.addReduced(full, out);
		for (let i = 0; i < this.wrenches.length; i++) out[i] -= this.wrenches[i];
	}

	/** The part of loads on frames in the work along a way. */
	wrenchWork(way: Float64Array): number {
		let sum = 0;
		for (let i = 0; i < this.wrenches.length; i++)
			sum -= this.wrenches[i] * way[i];
		return sum;
	}

	/** out += stiffness of attachments. */
	addStiffness(out: Float64Array): void {
		const { model } = this;
		if (this.stiffness.length === 0) return;
		const blocks = new Float64Array(3 * this.x.length);
		for (const [i, k] of this.stiffness.entries())
			for (let a = 0; a < 3; a++) blocks[9 * i + 4 * a] = k;
		const full = new Float64Array((velocitySize * model.places.count) ** 2);
		this.points.addStiffness(blocks, full);
		model.addReducedMatrix(full, out);
	}

	/** Forces [N] of attachments on the body, xyz each. */
	reactions(): Float64Array {
		return this.targets.map(
			(target, i) => this.stiffness[Math.floor(i / 3)] * (target - this.x[i]),
		);
	}
}

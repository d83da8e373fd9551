/** Points of a frame body among the points of a simulation. */
import { velocitySize } from "../mappings/skinning.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { FrameModel } from "./frameModel.ts";
import type { FramePart } from "./framePart.ts";
import type { SkinnedPoints } from "./skinnedPoints.ts";

export class FramePoints implements FollowingPoints {
	readonly count: number;
	private readonly rest: Float64Array;
	private readonly part: FramePart;
	private readonly model: FrameModel;
	private points: SkinnedPoints;
	/** Frames and poses that the points are blended for. */
	private revision: number;
	private blended = new Float64Array(0);
	private readonly J = new Float64Array(9);

	/** @param rest positions at rest [m], xyz each */
	constructor(part: FramePart, model: FrameModel, rest: Float64Array) {
		this.part = part;
		this.model = model;
		// A copy: the model keeps one set of points for each array.
		this.rest = rest.slice();
		this.count = rest.length / 3;
		this.points = model.skinned(this.rest);
		this.revision = model.revision;
	}

	/** Follows frames that came or went, and where they are. */
	private update(): void {
		const { model } = this;
		const { places, revision } = model;
		if (this.revision !== revision) {
			this.points = model.skinned(this.rest);
			this.revision = revision;
			this.blended = new Float64Array(0);
		}
		const { blended } = this;
		if (
			blended.length === places.poses.length &&
			blended.every((value, i) => value === places.poses[i])
		)
			return;
		this.points.update();
		this.blended = places.poses.slice();
	}

	release(): void {
		this.points.release();
	}

	positions(out: Float64Array): void {
		this.update();
		this.points.apply(out);
	}

	velocities(v: Float64Array, out: Float64Array): void {
		this.update();
		this.points.applyJ(this.model.expand(this.part.velocities(v)), out);
	}

	addForces(forces: Float64Array, out: Float64Array): void {
		this.update();
		const { model, part } = this;
		const all = new Float64Array(velocitySize * model.places.count);
		this.points.applyJT(forces, all);
		const reduced = new Float64Array(part.size);
		model.addReduced(all, reduced);
		part.nodes.addWrenches(reduced, part.first, out);
	}

	visitNodes(_point: number, each: (node: number) => void): void {
		const { nodes, first, count } = this.part;
		for (let i = first; i < first + count; i++) {
			each(nodes.positionNode(i));
			each(nodes.turnNode(i));
		}
	}

	visitJacobian(
		point: number,
		each: (node: number, J: Float64Array) => void,
	): void {
		this.update();
		const { model, part, J } = this;
		const { nodes, first } = part;
		const rows = this.points.jacobian(point);
		const width = velocitySize * model.places.count;
		const reduced = [0, 1, 2].map((k) => {
			const out = new Float64Array(part.size);
			model.addReduced(rows.subarray(width * k, width * k + width), out);
			return out;
		});
		for (let i = 0; i < part.count; i++)
			for (const isTurn of [false, true]) {
				const scale = isTurn ? 1 / nodes.arms[first + i] : 1;
				let isZero = true;
				for (let r = 0; r < 3; r++)
					for (let c = 0; c < 3; c++) {
						const entry =
							scale * reduced[r][velocitySize * i + (isTurn ? 0 : 3) + c];
						J[3 * r + c] = entry;
						isZero &&= entry === 0;
					}
				if (!isZero)
					each(
						isTurn ? nodes.turnNode(first + i) : nodes.positionNode(first + i),
						J,
					);
			}
	}
}

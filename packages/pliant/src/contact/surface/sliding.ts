/** Friction of surfaces that slide over each other, under normal forces and along tangents that are fixed during iterations. */
import type { ArraySource } from "../../system/arena.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import type { FrictionCoefficients } from "../friction.ts";
import { kineticRatio, slidForceRatio } from "../stick.ts";
import { createClosest } from "./closest.ts";
import { TouchList } from "./touchList.ts";

/** Room for places by their vertices; two of the same place forget one of them. */
const places = 2 ** 14;

export class Sliding {
	/** Where surfaces touched; their factor is μλ. */
	list: TouchList;
	/** Those of before the last renewal, and places of these by their vertices. */
	private before: TouchList;
	private readonly places = new Int32Array(places);
	/** How long a step is [s], 0 for statics. */
	duration = 0;
	/** Sliding [m] up to which friction sticks. */
	threshold = 0;
	/** Positions that sliding counts from [m]. */
	private readonly from: Vector;
	private readonly closest = createClosest();
	private readonly slid = new Float64Array(3);

	constructor(from: Vector, arena: ArraySource) {
		this.from = from;
		this.list = new TouchList(arena);
		this.before = new TouchList(arena);
	}

	/** Begins a step of so many seconds, 0 for statics. */
	begin(duration: number, threshold: number): void {
		this.duration = duration;
		this.threshold = threshold;
		this.list.clear();
		this.before.clear();
	}

	/** Goes on in the same step with other places. */
	renew(): void {
		[this.list, this.before] = [this.before, this.list];
		this.list.clear();
		const { before, places } = this;
		places.fill(-1);
		for (let i = 0; i < before.count; i++) places[placeOf(before, i)] = i;
	}

	/**
	 * Adds a place where surfaces touch, and the normal force there [N].
	 * @param x positions of points [m], which decide between static and kinetic friction; without them it is static
	 */
	add(
		touches: TouchList,
		i: number,
		force: number,
		friction: FrictionCoefficients,
		x: Float64Array | undefined,
	): void {
		const { vertices, areEdges } = touches;
		touches.closest(i, this.closest);
		this.list.push(
			vertices[4 * i],
			vertices[4 * i + 1],
			vertices[4 * i + 2],
			vertices[4 * i + 3],
			areEdges[i] === 1,
			this.closest,
			touches.share(i),
			friction.static * force,
			0,
			0,
		);
		const last = this.list.count - 1;
		const u = x ? this.slide(last, x) : 0;
		if (u > kineticRatio * this.threshold)
			this.list.setFactor(last, friction.kinetic * force);
		this.setPull(last, u);
	}

	/** Sets the force by the last Hessian, or by the sliding of a place that is new. */
	private setPull(i: number, u: number): void {
		const { list, before, places, slid, threshold } = this;
		const pull = list.pull(i);
		list.slid(i).set(u > 0 ? slid : [0, 0, 0]);
		const j = before.count > 0 ? places[placeOf(list, i)] : -1;
		if (j < 0 || !list.isLike(i, before, j)) {
			const ratio = slidForceRatio(u, threshold);
			for (let k = 0; k < 3; k++) pull[k] = u > 0 ? ratio * slid[k] : 0;
			return;
		}
		pull.set(before.pull(j));
		let along = 0;
		for (let k = 0; k < 3; k++) along += pull[k] * list.normal(i, k);
		for (let k = 0; k < 3; k++) pull[k] -= along * list.normal(i, k);
	}

	/** Multiplies all forces. */
	scale(factor: number): void {
		const { list } = this;
		for (let i = 0; i < list.count; i++)
			list.setFactor(i, factor * list.factor(i));
	}

	/** Writes how far the material of the two sides has slid over each other; returns the length [m]. */
	slide(i: number, x: Float64Array): number {
		const { list: sliding, slid } = this;
		const { vertices } = sliding;
		const from = this.from.array;
		let along = 0;
		for (let k = 0; k < 3; k++) {
			let sum = 0;
			for (let v = 0; v < 4; v++) {
				const at = 3 * vertices[4 * i + v] + k;
				sum += sliding.coefficient(i, v) * (x[at] - from[at]);
			}
			slid[k] = sum;
			along += sum * sliding.normal(i, k);
		}
		for (let k = 0; k < 3; k++) slid[k] -= along * sliding.normal(i, k);
		return Math.sqrt(slid[0] ** 2 + slid[1] ** 2 + slid[2] ** 2);
	}

	/** The force [N] against the sliding of one of them, on its second side. */
	pull(i: number, x: Float64Array): Float64Array {
		const { list, slid, threshold } = this;
		const ratio = slidForceRatio(this.slide(i, x), threshold) * list.factor(i);
		for (let k = 0; k < 3; k++) slid[k] *= ratio;
		return slid;
	}

	/** Returns the energy [J] that friction takes from `start` to x. */
	loss(x: Float64Array, start: Float64Array): number {
		const { list } = this;
		let sum = 0;
		for (let i = 0; i < list.count; i++) {
			const pull = this.pull(i, x);
			for (let v = 0; v < 4; v++) {
				const at = 3 * list.vertices[4 * i + v];
				const coefficient = list.coefficient(i, v);
				for (let k = 0; k < 3; k++)
					sum += coefficient * pull[k] * (x[at + k] - start[at + k]);
			}
		}
		return sum;
	}
}

function placeOf({ vertices }: TouchList, i: number): number {
	let sum = 0;
	for (let k = 0; k < 4; k++)
		sum = (Math.imul(sum, 31) + vertices[4 * i + k]) | 0;
	return Math.imul(sum, 0x9e3779b1) >>> 18;
}

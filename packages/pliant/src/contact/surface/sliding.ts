/** Friction of surfaces that slide over each other: under the normal forces, and along the tangents, of the beginning of the step. */
import type { FrictionCoefficients } from "../friction.ts";
import { safeStiffness, slidForceRatio, slidWork } from "../stick.ts";
import { createClosest } from "./closest.ts";
import {
	type BlockChoice,
	isTaken,
	type SurfaceContactInputs,
	type TakePointBlock,
} from "./surfaceContact.ts";
import { TouchList } from "./touchList.ts";

/** The exact one; one that leads to where what slides stops; or such a one that is positive semi-definite. */
export type SlidingHessian = "exact" | "careful" | "positive";

export class Sliding {
	/** Where surfaces touched; their factor is μλ. */
	readonly list = new TouchList();
	/** Positions at the beginning of the step [m]. */
	private readonly start: Float64Array;
	private readonly weights: Float64Array;
	private readonly isFixed: Uint8Array;
	private duration = 0;
	/** Sliding [m] up to which friction sticks. */
	private threshold = 0;
	private readonly closest = createClosest();
	private readonly slid = new Float64Array(3);
	private readonly across = new Float64Array(9);
	private readonly block = new Float64Array(9);

	constructor(
		start: Float64Array,
		{ weights, isFixed }: Pick<SurfaceContactInputs, "weights" | "isFixed">,
	) {
		this.start = start;
		this.weights = weights;
		this.isFixed = isFixed;
	}

	/** Begins a step of so many seconds, 0 for statics. */
	begin(duration: number, threshold: number): void {
		this.duration = duration;
		this.threshold = threshold;
		this.list.clear();
	}

	/**
	 * Adds a place where surfaces touch, and the normal force there [N].
	 * @param expected where points would be at their velocities, which tells what slides; by default all sticks
	 */
	add(
		touches: TouchList,
		i: number,
		force: number,
		friction: FrictionCoefficients,
		expected: Float64Array | undefined,
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
		if (!expected || friction.kinetic === friction.static) return;
		const last = this.list.count - 1;
		if (this.slide(last, expected) > this.threshold)
			this.list.setFactor(last, friction.kinetic * force);
	}

	/** Energy [J] of one of them at positions x. */
	value(i: number, x: Float64Array): number {
		return this.list.factor(i) * slidWork(this.slide(i, x), this.threshold);
	}

	/** Writes how far the material of the two sides has slid over each other since the beginning of the step; returns the length [m]. */
	private slide(i: number, x: Float64Array): number {
		const { list: sliding, start, slid } = this;
		const { vertices } = sliding;
		let along = 0;
		for (let k = 0; k < 3; k++) {
			let sum = 0;
			for (let v = 0; v < 4; v++) {
				const at = 3 * vertices[4 * i + v] + k;
				sum += sliding.coefficient(i, v) * (x[at] - start[at]);
			}
			slid[k] = sum;
			along += sum * sliding.normal(i, k);
		}
		for (let k = 0; k < 3; k++) slid[k] -= along * sliding.normal(i, k);
		return Math.sqrt(slid[0] ** 2 + slid[1] ** 2 + slid[2] ** 2);
	}

	/** out += gradient at x, xyz per point. */
	addGradient(x: Float64Array, out: Float64Array): void {
		const { list } = this;
		for (let i = 0; i < list.count; i++) {
			const along = this.pull(i, x);
			for (let v = 0; v < 4; v++) {
				const share = list.coefficient(i, v);
				const at = 3 * list.vertices[4 * i + v];
				for (let k = 0; k < 3; k++) out[at + k] += share * along[k];
			}
		}
	}

	/** The force [N] against the sliding of one of them, on its second side. */
	pull(i: number, x: Float64Array): Float64Array {
		const { list, slid, threshold } = this;
		const ratio = slidForceRatio(this.slide(i, x), threshold) * list.factor(i);
		for (let k = 0; k < 3; k++) slid[k] *= ratio;
		return slid;
	}

	/** Calls `take` with blocks of a Hessian. A positive one goes without what is taken away as counted too often: across other normals, that is more than there is. */
	visitBlocks(
		x: Float64Array,
		kind: SlidingHessian,
		take: TakePointBlock,
		choice: BlockChoice,
	): void {
		const isSafe = kind !== "exact";
		for (let i = 0; i < this.list.count; i++)
			if (kind !== "positive" || this.list.factor(i) > 0)
				this.slidingBlocks(i, x, isSafe, take, choice);
	}

	/** 1/m [1/kg] of the mass that slides, as far as its points are free. */
	private mobility(i: number): number {
		const { list, weights, isFixed } = this;
		let sum = 0;
		for (let v = 0; v < 4; v++) {
			const point = list.vertices[4 * i + v];
			if (!isFixed[point] && weights[point] > 0)
				sum += list.coefficient(i, v) ** 2 / weights[point];
		}
		return sum;
	}

	/** μλ (s′/|u| (I − n nᵀ − û ûᵀ) + s″ û ûᵀ), of the sign of λ. */
	private slidingBlocks(
		i: number,
		x: Float64Array,
		isSafe: boolean,
		take: TakePointBlock,
		choice: BlockChoice,
	): void {
		const { list: sliding, across, block, slid, threshold } = this;
		const { vertices } = sliding;
		const u = this.slide(i, x);
		const factor = sliding.factor(i);
		const ratio = factor * slidForceRatio(u, threshold);
		const stopping = isSafe
			? factor * this.mobility(i) * this.duration ** 2
			: 0;
		const along = safeStiffness(u, threshold, stopping);
		const change = u === 0 ? 0 : (factor * along - ratio) / (u * u);
		for (let r = 0; r < 3; r++) {
			const normal = ratio * sliding.normal(i, r);
			const way = change * slid[r];
			for (let c = 0; c < 3; c++)
				across[3 * r + c] = way * slid[c] - normal * sliding.normal(i, c);
			across[4 * r] += ratio;
		}
		for (let v = 0; v < 4; v++) {
			const cv = sliding.coefficient(i, v);
			if (cv === 0) continue;
			for (let w = 0; w < 4; w++) {
				const share = cv * sliding.coefficient(i, w);
				if (share === 0) continue;
				const row = vertices[4 * i + v];
				const column = vertices[4 * i + w];
				if (!isTaken(row, column, choice)) continue;
				for (let k = 0; k < 9; k++) block[k] = share * across[k];
				take(row, column, block);
			}
		}
	}
}

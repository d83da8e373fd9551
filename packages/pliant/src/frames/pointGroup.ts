/**
 * Points that follow the same frames, kept for kernels: two points at a time, [pair][item][2]. A last pair that is not full has the last
 * point twice, its copy without volume and mass.
 */
import type { Arena, ArenaArray } from "../system/arena.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";

export class PointGroup {
	/** The points, by their numbers. */
	readonly points: Uint32Array;
	readonly pairs: number;
	readonly frames: ArenaArray<Uint32Array>;
	/** Numbers per entry: a weight, and perhaps its gradient. */
	readonly columns: 1 | 4;
	readonly weights: ArenaArray<Float64Array>;
	/** Numbers of each point that kernels read. */
	readonly parameters: ArenaArray<Float64Array>;
	readonly parameterCount: number;
	/** The weights as they are without changes of sign, and the entry of each point with the largest. */
	private readonly given: Float64Array;
	private readonly heaviest: Uint8Array;
	private readonly isDropped: Uint8Array;
	private isAligned = true;
	private readonly arena: Arena;

	constructor(
		points: Uint32Array,
		influences: Influences,
		columns: 1 | 4,
		parameterCount: number,
		arena: Arena,
	) {
		const { offsets, weights, gradients } = influences;
		const followed = framesOf(influences, points[0]);
		const count = followed.length;
		this.points = points;
		this.pairs = Math.ceil(points.length / 2);
		this.columns = columns;
		this.parameterCount = parameterCount;
		this.arena = arena;
		this.frames = arena.indices(followed);
		this.weights = arena.f64(2 * this.pairs * count * columns);
		this.parameters = arena.f64(2 * this.pairs * parameterCount);
		this.heaviest = new Uint8Array(2 * this.pairs);
		this.isDropped = new Uint8Array(2 * this.pairs);
		const to = this.weights.array;
		for (let slot = 0; slot < 2 * this.pairs; slot++) {
			const from = offsets[this.pointAt(slot)];
			for (let k = 0; k < count; k++) {
				if (weights[from + k] > weights[from + this.heaviest[slot]])
					this.heaviest[slot] = k;
				for (let c = 0; c < columns; c++)
					to[this.entry(slot, k, c)] =
						c === 0 ? weights[from + k] : gradients[3 * (from + k) + c - 1];
			}
		}
		this.given = to.slice();
	}

	/** The point in a slot; the last slot may repeat one. */
	pointAt(slot: number): number {
		return this.points[Math.min(slot, this.points.length - 1)];
	}

	/** Whether a slot has a point of its own. */
	isOwn(slot: number): boolean {
		return slot < this.points.length && !this.isDropped[slot];
	}

	/** Leaves a slot without a point. */
	drop(slot: number): void {
		this.isDropped[slot] = 1;
	}

	/** The points that it has, by their slots. */
	ownSlots(): number[] {
		return Array.from(this.points.keys()).filter((slot) => this.isOwn(slot));
	}

	/** Takes the numbers that its frames have now. */
	renumber(influences: Influences): void {
		const [slot] = this.ownSlots();
		this.frames.array.set(framesOf(influences, this.points[slot]));
	}

	follows(frames: Uint32Array): boolean {
		const own = this.frames.array;
		return (
			own.length === frames.length && own.every((one, k) => one === frames[k])
		);
	}

	/** Gives its arrays back. */
	release(): void {
		this.arena.free(this.frames, this.weights, this.parameters);
	}

	private entry(slot: number, k: number, column: number): number {
		const { columns } = this;
		const count = this.frames.array.length;
		return 2 * (columns * (count * (slot >> 1) + k) + column) + (slot & 1);
	}

	/** Where a number of a slot is among the parameters. */
	parameter(slot: number, index: number): number {
		return 2 * (this.parameterCount * (slot >> 1) + index) + (slot & 1);
	}

	/**
	 * Turns weights round where a frame's coordinates point away from those of the heaviest frame at a point: q and −q are the
	 * same rotation, but blends of them are not.
	 */
	align(places: FramePlaces): void {
		if (this.isAligned && places.isAligned) return;
		this.isAligned = places.isAligned;
		const frames = this.frames.array;
		const { array } = this.weights;
		for (let slot = 0; slot < 2 * this.pairs; slot++)
			for (let k = 0; k < frames.length; k++) {
				const sign = places.sign(frames[k], frames[this.heaviest[slot]]);
				for (let c = 0; c < this.columns; c++) {
					const at = this.entry(slot, k, c);
					array[at] = sign * this.given[at];
				}
			}
	}
}

/** The frames that a point follows. */
export const framesOf = (
	{ offsets, frames }: Influences,
	point: number,
): Uint32Array => frames.subarray(offsets[point], offsets[point + 1]);

/** Puts points that follow the same frames together; in the order of their first points. */
export function groupPoints(
	influences: Influences,
	points: Iterable<number>,
): Uint32Array[] {
	const groups = new Map<string, number[]>();
	for (const point of points) {
		const key = framesOf(influences, point).join();
		const group = groups.get(key);
		if (group) group.push(point);
		else groups.set(key, [point]);
	}
	return [...groups.values()].map((group) => Uint32Array.from(group));
}

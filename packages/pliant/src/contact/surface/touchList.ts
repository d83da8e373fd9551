/** Places where surfaces touch: closest points of four vertices at most, what pushes there and how. Kept from step to step so that steps allocate nothing. */
import { contactConstants as constants } from "../../numerics/contactNumerics.ts";
import { structures } from "../../numerics/load.ts";
import type {
	ArenaArray,
	ArenaSection,
	ArraySource,
} from "../../system/arena.ts";
import { measureBarrier } from "../barrier.ts";
import type { Closest } from "./closest.ts";

/** Numbers of a record, which the numerics read (numerics/touches.ts). */
const width = constants.touchNumbers;
const at = constants.TouchNumber;
const firstRoom = 64;

export class TouchList {
	/** Records in use. */
	count = 0;
	private readonly arena: ArenaSection;
	private readonly structure: ArenaArray<Uint32Array>;
	private lists: {
		readonly vertices: ArenaArray<Uint32Array>;
		readonly areEdges: ArenaArray<Uint8Array>;
		readonly masks: ArenaArray<Uint8Array>;
		readonly numbers: ArenaArray<Float64Array>;
	};

	constructor(arena: ArraySource) {
		this.arena = arena.section();
		this.lists = this.listsFor(firstRoom);
		this.structure = this.arena.indices(this.fields());
	}

	get pointer(): number {
		return this.structure.pointer;
	}

	/** Four vertices each; those of an edge and an edge, or a point and a triangle. */
	get vertices(): Uint32Array {
		return this.lists.vertices.array;
	}

	/** Whether they are those of two edges. */
	get areEdges(): Uint8Array {
		return this.lists.areEdges.array;
	}

	/** Which of the four take part. */
	get masks(): Uint8Array {
		return this.lists.masks.array;
	}

	private get numbers(): Float64Array {
		return this.lists.numbers.array;
	}

	clear(): void {
		this.count = 0;
	}

	/** Adds a record: how much it counts, its stiffness κw, and where the barrier begins to rise without bound and ends, as distances [m]. */
	push(
		a: number,
		b: number,
		c: number,
		d: number,
		isEdges: boolean,
		closest: Closest,
		share: number,
		factor: number,
		floor: number,
		reach: number,
	): void {
		const i = this.count++;
		this.reserve(this.count);
		const { vertices, numbers } = this;
		vertices[4 * i] = a;
		vertices[4 * i + 1] = b;
		vertices[4 * i + 2] = c;
		vertices[4 * i + 3] = d;
		this.areEdges[i] = isEdges ? 1 : 0;
		this.masks[i] = closest.mask;
		const first = width * i;
		const { c: coefficients, r, distance } = closest;
		for (let k = 0; k < 4; k++) numbers[first + k] = coefficients[k];
		for (let k = 0; k < 3; k++)
			numbers[first + at.normal + k] = r[k] / distance;
		numbers[first + at.distance] = distance;
		numbers[first + at.factor] = factor;
		numbers[first + at.floor] = floor;
		numbers[first + at.reach] = reach;
		numbers[first + at.share] = share;
	}

	/** Sets the barrier of a record, its slope and its curvature, of stiffness 1. */
	setBarrier(i: number, barrier: readonly [number, number, number]): void {
		this.numbers.set(barrier, width * i + at.barrier);
	}

	/** Computes the barrier of the last record, of stiffness 1. */
	measureLast(): void {
		const i = this.count - 1;
		measureBarrier(
			this.distance(i) - this.floor(i),
			this.reach(i),
			this.numbers,
			width * i + at.barrier,
		);
	}

	/** Makes room for so many in all. */
	reserve(count: number): void {
		if (count <= this.areEdges.length) return;
		const { vertices, areEdges, masks, numbers } = this.lists;
		const old = [vertices, areEdges, masks, numbers];
		this.lists = this.arena.exchange(old, () => {
			const next = this.listsFor(2 * count);
			next.vertices.array.set(vertices.array);
			next.areEdges.array.set(areEdges.array);
			next.masks.array.set(masks.array);
			next.numbers.array.set(numbers.array);
			return next;
		});
		this.structure.array.set(this.fields());
	}

	private listsFor(room: number) {
		const { arena } = this;
		return {
			vertices: arena.u32(4 * room),
			areEdges: arena.u8(room),
			masks: arena.u8(room),
			numbers: arena.f64(width * room),
		};
	}

	private fields(): number[] {
		return structures.Touches.map((field) => this.lists[field].pointer);
	}

	/** A vertex of the first side, and one of the second. */
	first(i: number): number {
		return this.vertices[4 * i];
	}

	second(i: number): number {
		return this.vertices[4 * i + (this.areEdges[i] ? 2 : 1)];
	}

	/** cₖ of vertex k. */
	coefficient(i: number, k: number): number {
		return this.numbers[width * i + k];
	}

	/** Component k of the direction from the second side to the first. */
	normal(i: number, k: number): number {
		return this.numbers[width * i + at.normal + k];
	}

	distance(i: number): number {
		return this.numbers[width * i + at.distance];
	}

	/** How much it counts, by itself. */
	share(i: number): number {
		return this.numbers[width * i + at.share];
	}

	factor(i: number): number {
		return this.numbers[width * i + at.factor];
	}

	setFactor(i: number, factor: number): void {
		this.numbers[width * i + at.factor] = factor;
	}

	floor(i: number): number {
		return this.numbers[width * i + at.floor];
	}

	/** Length of the range of distances in which it pushes, from the floor on [m]. */
	reach(i: number): number {
		return this.numbers[width * i + at.reach];
	}

	/** Slope of the barrier's energy by the distance [N]. */
	slope(i: number): number {
		return this.factor(i) * this.numbers[width * i + at.slope];
	}

	/** The force of friction over μλ by the last Hessian, and the sliding [m] at which that was taken, of a record of what slides. */
	pull(i: number): Float64Array {
		const first = width * i + at.pull;
		return this.numbers.subarray(first, first + 3);
	}

	slid(i: number): Float64Array {
		const first = width * i + at.slid;
		return this.numbers.subarray(first, first + 3);
	}

	/** Whether a record is of the same vertices as one of another list. */
	isLike(i: number, other: TouchList, j: number): boolean {
		if (this.areEdges[i] !== other.areEdges[j]) return false;
		for (let k = 0; k < 4; k++)
			if (this.vertices[4 * i + k] !== other.vertices[4 * j + k]) return false;
		return true;
	}

	/** Writes the closest points of a record. */
	closest(i: number, out: Closest): void {
		for (let k = 0; k < 4; k++) out.c[k] = this.coefficient(i, k);
		out.distance = this.distance(i);
		for (let k = 0; k < 3; k++) out.r[k] = out.distance * this.normal(i, k);
		out.mask = this.masks[i];
	}
}

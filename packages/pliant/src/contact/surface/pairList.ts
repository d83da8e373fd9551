/** Pairs of a point and a triangle, or of two edges, where the numerics find them (numerics/surfacePairs.ts). */
import { structures } from "../../numerics/load.ts";
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";

export class PairList {
	count = 0;
	/** Pointer to what the numerics know of it. */
	readonly pointer: number;
	/** Numbers of the pairs that push, as last found, and how many there are. */
	nearPairs: Uint32Array = new Uint32Array(0);
	nearCount = 0;
	private readonly arena: ArenaSection;
	private readonly threads: number;
	private readonly structure: ArenaArray<Uint32Array>;
	private readonly nearCounts: ArenaArray<Uint32Array>;
	private pairs: ArenaArray<Uint32Array>;
	private ofThickness: ArenaArray<Float64Array>;
	private apart: ArenaArray<Float32Array>;
	private near: ArenaArray<Uint32Array>;

	constructor(arena: ArenaSection, threads: number, areEdges: boolean) {
		this.arena = arena;
		this.threads = threads;
		this.nearCounts = arena.u32(threads);
		this.pairs = arena.u32(0);
		this.ofThickness = arena.f64(0);
		this.apart = arena.f32(0);
		this.near = arena.u32(0);
		this.structure = arena.structure("SurfacePairs", {
			areEdges: areEdges ? 1 : 0,
			count: 0,
			numbers: 0,
			shares: 0,
			bounds: 0,
			near: 0,
			nearCounts: this.nearCounts.pointer,
		});
		this.pointer = this.structure.pointer;
	}

	/** Two numbers each. */
	get numbers(): Uint32Array {
		return this.pairs.array;
	}

	/** What each keeps of its thickness, since it is thinner at rest. */
	get shares(): Float64Array {
		return this.ofThickness.array;
	}

	/** How far each was apart when it was found, and by how much it comes nearer as expected: two numbers each. */
	get bounds(): Float32Array {
		return this.apart.array;
	}

	/** Makes room for so many pairs, whose numbers and shares are to be written then. */
	resize(count: number): void {
		this.count = count;
		if (count > this.shares.length) {
			const { arena } = this;
			const room = Math.ceil(1.5 * count);
			arena.free(this.pairs, this.ofThickness, this.apart, this.near);
			this.pairs = arena.u32(2 * room);
			this.ofThickness = arena.f64(room);
			this.apart = arena.f32(2 * room);
			this.near = arena.u32(room);
			this.set("bounds", this.apart.pointer);
			this.set("numbers", this.pairs.pointer);
			this.set("shares", this.ofThickness.pointer);
			this.set("near", this.near.pointer);
		}
		this.set("count", count);
	}

	private set(
		field: (typeof structures.SurfacePairs)[number],
		value: number,
	): void {
		this.structure.array[structures.SurfacePairs.indexOf(field)] = value;
	}

	/** Puts those that threads found near one after the other. */
	collectNear(): void {
		const { threads, count } = this;
		const near = this.near.array;
		let found = 0;
		for (let thread = 0; thread < threads; thread++) {
			const first = Math.floor((count * thread) / threads);
			const own = this.nearCounts.array[thread];
			near.copyWithin(found, first, first + own);
			found += own;
		}
		this.nearPairs = near;
		this.nearCount = found;
	}
}

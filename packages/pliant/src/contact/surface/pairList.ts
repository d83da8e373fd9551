/** Pairs of a point and a triangle, or of two edges, where the numerics find them (numerics/surfacePairs.ts). */
import {
	type ContactNumerics,
	contactConstants as constants,
} from "../../numerics/contactNumerics.ts";
import { structures } from "../../numerics/load.ts";
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";
import type { Closest } from "./closest.ts";
import { PairRecords } from "./pairRecords.ts";
import type { PairKind, PairSearch } from "./pairSearch.ts";

/** What a pair keeps of its thickness, by its numbers, where that is not what the search tells; 0 where it is left out. */
export type ShareOf = (first: number, second: number) => number | undefined;

/** Numbers of what is closest of a pair. */
const width = constants.closestBytes / 8;

export class PairList {
	count = 0;
	/** Pointer to what the numerics know of it. */
	readonly pointer: number;
	/** Numbers of the pairs that push, as last found, and how many there are. */
	nearPairs: Uint32Array = new Uint32Array(0);
	nearCount = 0;
	private readonly arena: ArenaSection;
	private readonly threads: number;
	private readonly numerics: ContactNumerics;
	private readonly kind: PairKind;
	private readonly structure: ArenaArray<Uint32Array>;
	private readonly nearCounts: ArenaArray<Uint32Array>;
	private now: PairRecords;
	/** Where the next ones are put. */
	private next: PairRecords;
	/** Room for putting them in order: two numbers of each that was found, and how many there are of each number. */
	private places: ArenaArray<Uint32Array>;
	private readonly ends: ArenaArray<Uint32Array>;
	private near: ArenaArray<Uint32Array>;
	/** What is closest of those that push. */
	private nearClosest: ArenaArray<Float64Array>;

	/** @param numbers of pairs are less than that */
	constructor(
		arena: ArenaSection,
		threads: number,
		numerics: ContactNumerics,
		kind: PairKind,
		numbers: number,
	) {
		this.arena = arena;
		this.threads = threads;
		this.numerics = numerics;
		this.kind = kind;
		this.places = arena.u32(0);
		this.ends = arena.u32(numbers + 1);
		this.nearCounts = arena.u32(threads);
		this.now = new PairRecords(arena, 0);
		this.next = new PairRecords(arena, 0);
		this.near = arena.u32(0);
		this.nearClosest = arena.f64(0);
		this.structure = arena.structure("SurfacePairs", {
			areEdges: kind === "edges" ? 1 : 0,
			count: 0,
			records: 0,
			near: 0,
			nearCounts: this.nearCounts.pointer,
		});
		this.pointer = this.structure.pointer;
	}

	/** Whether they are pairs of edges, or of a point and a triangle. */
	get areEdges(): boolean {
		return this.kind === "edges";
	}

	get pairs(): PairRecords {
		return this.now;
	}

	/** Takes over what a search found (numerics/pairOrder.ts), and keeps its own that have no stray, where strays are given. */
	take(
		search: PairSearch,
		shareOf?: ShareOf,
		strays?: ArenaArray<Uint32Array>,
	): void {
		const { kind, numerics, ends } = this;
		const found = search.pairs(kind);
		if (shareOf)
			search.visit(kind, (i) => {
				const share = shareOf(found.first(i), found.second(i));
				if (share !== undefined) found.setShare(i, share);
			});
		const fresh = search.count(kind);
		this.reserve((strays ? this.count : 0) + fresh, fresh);
		const { now, next } = this;
		numerics.takePairs(
			this.pointer,
			search.found.structure.pointer,
			strays?.pointer ?? 0,
			next.entry.pointer,
			this.places.pointer,
			ends.pointer,
			ends.array.length - 1,
		);
		[this.now, this.next] = [next, now];
		this.count = this.get("count");
	}

	/** Makes room for so many pairs to come, so many of which were found. */
	private reserve(count: number, found: number): void {
		const { arena, next } = this;
		if (2 * found > this.places.array.length)
			this.places = arena.exchange([this.places], () => arena.u32(3 * found));
		const room = Math.ceil(1.5 * count);
		if (count > next.room)
			this.next = arena.exchange(
				[next.entry],
				() => new PairRecords(arena, room),
			);
		if (count <= this.near.array.length) return;
		this.near = arena.exchange([this.near], () => arena.u32(room));
		this.set("near", this.near.pointer);
	}

	private get(field: (typeof structures.SurfacePairs)[number]): number {
		return this.structure.array[structures.SurfacePairs.indexOf(field)];
	}

	private set(
		field: (typeof structures.SurfacePairs)[number],
		value: number,
	): void {
		this.structure.array[structures.SurfacePairs.indexOf(field)] = value;
	}

	/** Puts those that threads found near one after the other. */
	collectNear(): void {
		const { count } = this;
		const { threads } = this;
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

	/** Measures what is closest of those that push, at positions in the arena. */
	measureNear(x: number): void {
		const { arena, nearCount } = this;
		if (width * nearCount > this.nearClosest.array.length)
			this.nearClosest = arena.exchange([this.nearClosest], () =>
				arena.f64(2 * width * nearCount),
			);
		this.numerics.measureNear(
			this.pointer,
			nearCount,
			x,
			this.nearClosest.pointer,
		);
	}

	/** Pointer to what is closest of those that push. */
	get closestPointer(): number {
		return this.nearClosest.pointer;
	}

	/** Writes what is closest of one of those that push. */
	takeClosest(near: number, out: Closest): void {
		const { array } = this.nearClosest;
		const { c, r } = out;
		const at = width * near;
		out.mask = 0;
		for (let k = 0; k < 4; k++) {
			c[k] = array[at + k];
			if (c[k] !== 0) out.mask |= 1 << k;
		}
		for (let k = 0; k < 3; k++) r[k] = array[at + 4 + k];
		out.distance = array[at + 7];
	}
}

/** Pairs of a point and a triangle, or of two edges, where the numerics find them (numerics/surfacePairs.ts). */
import { structures } from "../../numerics/load.ts";
import type { Team } from "../../numerics/team.ts";
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";
import { PairRecords } from "./pairRecords.ts";
import type { PairKind, PairSearch } from "./pairSearch.ts";

/** What a pair keeps of its thickness, by its numbers, where that is not what the search tells; 0 where it is left out. */
export type ShareOf = (first: number, second: number) => number | undefined;

/** Pairs with the same first number are put in order by insertion up to so many. (5,000 and more of a triangle that meets all others took half a minute so.) */
const few = 32;

function sortFew(
	found: PairRecords,
	ordered: Uint32Array,
	begin: number,
	end: number,
): void {
	for (let i = begin + 1; i < end; i++) {
		const place = ordered[i];
		const second = found.second(place);
		let to = i;
		for (; to > begin && second < found.second(ordered[to - 1]); to--)
			ordered[to] = ordered[to - 1];
		ordered[to] = place;
	}
}

export class PairList {
	count = 0;
	/** Pointer to what the numerics know of it. */
	readonly pointer: number;
	/** Numbers of the pairs that push, as last found, and how many there are. */
	nearPairs: Uint32Array = new Uint32Array(0);
	nearCount = 0;
	private readonly arena: ArenaSection;
	private readonly team: Team;
	private readonly kind: PairKind;
	private readonly structure: ArenaArray<Uint32Array>;
	private readonly nearCounts: ArenaArray<Uint32Array>;
	private now: PairRecords;
	/** Where the next ones are put. */
	private next: PairRecords;
	/** Where those of each first number end among pairs that are put in order. */
	private readonly ends: Uint32Array;
	private ordered = new Uint32Array(0);
	private near: ArenaArray<Uint32Array>;

	/** @param firsts how many first numbers there are */
	constructor(arena: ArenaSection, team: Team, kind: PairKind, firsts: number) {
		this.arena = arena;
		this.team = team;
		this.kind = kind;
		this.ends = new Uint32Array(firsts + 1);
		this.nearCounts = arena.u32(team.threads);
		this.now = new PairRecords(arena, 0);
		this.next = new PairRecords(arena, 0);
		this.near = arena.u32(0);
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

	/**
	 * Takes over what a search found, and keeps its own that have no stray, where strays are given. Pairs are in the order of their numbers, so that it does not matter when
	 * each of them was found.
	 */
	take(search: PairSearch, shareOf?: ShareOf, strays?: Uint32Array): void {
		const found = search.pairs(this.kind);
		const fresh = this.order(search, shareOf);
		const before = strays ? this.count : 0;
		this.reserve(before + fresh);
		const { now, next, ordered } = this;
		let count = 0;
		let taken = 0;
		/** Own ones from there on are kept, and not copied yet. */
		let begin = 0;
		const copyUpTo = (end: number) => {
			next.copy(count, now, begin, end);
			count += end - begin;
			begin = end;
		};
		const takeFound = () => {
			next.copyOne(count++, found, ordered[taken++]);
		};
		for (let i = 0; i < before; i++) {
			if (strays && now.hasAny(i, strays)) {
				copyUpTo(i);
				begin = i + 1;
			} else
				while (taken < fresh && found.isBefore(ordered[taken], now, i)) {
					copyUpTo(i);
					takeFound();
				}
		}
		copyUpTo(before);
		while (taken < fresh) takeFound();
		[this.now, this.next] = [next, now];
		this.count = count;
		this.set("count", count);
		this.set("records", next.entry.pointer);
	}

	/** Puts the places of pairs that a search found in the order of their numbers; gives how many there are. */
	private order(search: PairSearch, shareOf?: ShareOf): number {
		const { kind, ends } = this;
		const found = search.pairs(kind);
		const most = search.count(kind);
		if (most > this.ordered.length)
			this.ordered = new Uint32Array(Math.ceil(1.5 * most));
		const { ordered } = this;
		ends.fill(0);
		let count = 0;
		search.visit(kind, (i) => {
			const share = shareOf?.(found.first(i), found.second(i));
			if (share !== undefined) found.setShare(i, share);
			if (share === 0) return;
			ends[found.first(i) + 1]++;
			count++;
		});
		for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
		search.visit(kind, (i) => {
			// What is left out has no share, which a search does not find.
			if (!shareOf || found.share(i) > 0) ordered[ends[found.first(i)]++] = i;
		});
		// Those of a first number now end where the next begin, and are in the order in which they were found.
		for (let first = 0, begin = 0; first + 1 < ends.length; first++) {
			const end = ends[first];
			if (end > begin + few)
				ordered
					.subarray(begin, end)
					.sort((i, j) => found.second(i) - found.second(j));
			else sortFew(found, ordered, begin, end);
			begin = end;
		}
		return count;
	}

	/** Makes room for so many pairs to come. */
	private reserve(count: number): void {
		const { arena, next } = this;
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

	private set(
		field: (typeof structures.SurfacePairs)[number],
		value: number,
	): void {
		this.structure.array[structures.SurfacePairs.indexOf(field)] = value;
	}

	/** Puts those that threads found near one after the other. */
	collectNear(): void {
		const { count } = this;
		const { threads } = this.team;
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

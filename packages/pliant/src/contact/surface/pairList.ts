/** Pairs of a point and a triangle, or of two edges, where the numerics find them (numerics/surfacePairs.ts). */
import { constants, structures } from "../../numerics/load.ts";
import type { Team } from "../../numerics/team.ts";
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";
import type { FoundPairs, PairKind, PairSearch } from "./pairSearch.ts";

const recordWords = constants.recordBytes / 4;

/** Whether a pair is meant, by its numbers. */
export type PairChoice = (first: number, second: number) => boolean;

export class PairList {
	count = 0;
	/** Pointer to what the numerics know of it. */
	readonly pointer: number;
	/** Numbers of the pairs that push, as last found, and how many there are. */
	nearPairs: Uint32Array = new Uint32Array(0);
	nearCount = 0;
	private readonly arena: ArenaSection;
	private readonly team: Team;
	/** Pointer to the surfaces. */
	private readonly surfaces: number;
	private readonly kind: PairKind;
	private readonly structure: ArenaArray<Uint32Array>;
	private readonly nearCounts: ArenaArray<Uint32Array>;
	private now: FoundPairs;
	/** Where the next ones are put. */
	private next: FoundPairs;
	/** What the numerics ask of each again and again, vertices first. */
	private records: ArenaArray<Uint32Array>;
	/** Where those of each first number end among pairs that are put in order. */
	private readonly ends: Uint32Array;
	private ordered = new Uint32Array(0);
	private near: ArenaArray<Uint32Array>;

	/**
	 * @param surfaces pointer to the surfaces
	 * @param firsts how many first numbers there are
	 */
	constructor(
		arena: ArenaSection,
		team: Team,
		surfaces: number,
		kind: PairKind,
		firsts: number,
	) {
		const { threads } = team;
		this.arena = arena;
		this.team = team;
		this.surfaces = surfaces;
		this.kind = kind;
		this.ends = new Uint32Array(firsts + 1);
		this.nearCounts = arena.u32(threads);
		this.now = this.roomFor(0);
		this.next = this.roomFor(0);
		this.near = arena.u32(0);
		this.records = arena.u32(0);
		this.structure = arena.structure("SurfacePairs", {
			areEdges: kind === "edges" ? 1 : 0,
			count: 0,
			numbers: 0,
			shares: 0,
			bounds: 0,
			records: 0,
			near: 0,
			nearCounts: this.nearCounts.pointer,
		});
		this.pointer = this.structure.pointer;
	}

	/** Two numbers each. */
	get numbers(): Uint32Array {
		return this.now.numbers.array;
	}

	/** What each keeps of its thickness, since it is thinner at rest. */
	get shares(): Float64Array {
		return this.now.shares.array;
	}

	/** How far each was apart when it was found, and by how much it comes nearer as expected: two numbers each. */
	get bounds(): Float32Array {
		return this.now.bounds.array;
	}

	/**
	 * Takes over what a search found, but for pairs that are left out, and keeps its own that have no stray, where strays are given. Pairs are in the order of
	 * their numbers, so that it does not matter when each of them was found.
	 */
	take(search: PairSearch, isLeftOut?: PairChoice, strays?: Uint32Array): void {
		const found = search.pairs(this.kind);
		const fresh = this.order(search, isLeftOut);
		const before = strays ? this.count : 0;
		this.reserve(before + fresh);
		const { now, next, ordered } = this;
		const mine = now.numbers.array;
		const theirs = found.numbers.array;
		const corners = this.records.array;
		let count = 0;
		let taken = 0;
		for (let i = 0; i < before; i++) {
			const r = recordWords * i;
			if (
				strays &&
				strays[corners[r]] +
					strays[corners[r + 1]] +
					strays[corners[r + 2]] +
					strays[corners[r + 3]] >
					0
			)
				continue;
			while (
				taken < fresh &&
				isBefore(theirs, ordered[taken], mine[2 * i], mine[2 * i + 1])
			)
				copyPair(found, ordered[taken++], next, count++);
			copyPair(now, i, next, count++);
		}
		while (taken < fresh) copyPair(found, ordered[taken++], next, count++);
		[this.now, this.next] = [next, now];
		this.count = count;
		this.set("count", count);
		this.set("bounds", next.bounds.pointer);
		this.set("numbers", next.numbers.pointer);
		this.set("shares", next.shares.pointer);
		this.makeRecords();
	}

	/** Puts the places of pairs that a search found in the order of their numbers; gives how many there are. */
	private order(search: PairSearch, isLeftOut?: PairChoice): number {
		const { kind, ends } = this;
		const numbers = search.pairs(kind).numbers.array;
		const most = search.count(kind);
		if (most > this.ordered.length)
			this.ordered = new Uint32Array(Math.ceil(1.5 * most));
		const { ordered } = this;
		ends.fill(0);
		search.visit(kind, (i) => {
			if (!isLeftOut?.(numbers[2 * i], numbers[2 * i + 1]))
				ends[numbers[2 * i] + 1]++;
		});
		for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
		const count = ends[ends.length - 1];
		search.visit(kind, (i) => {
			const [first, second] = [numbers[2 * i], numbers[2 * i + 1]];
			if (isLeftOut?.(first, second)) return;
			ordered[ends[first]++] = i;
		});
		// Few have the same first number, in the order in which they were found.
		for (let i = 1; i < count; i++) {
			const place = ordered[i];
			const [first, second] = [numbers[2 * place], numbers[2 * place + 1]];
			let to = i;
			while (to > 0 && !isBefore(numbers, ordered[to - 1], first, second)) {
				ordered[to] = ordered[to - 1];
				to--;
			}
			ordered[to] = place;
		}
		return count;
	}

	private makeRecords(): void {
		const { arena, records, count } = this;
		if (recordWords * count > records.array.length) {
			this.records = arena.exchange([records], () =>
				arena.u32(recordWords * Math.ceil(1.5 * count)),
			);
			this.set("records", this.records.pointer);
		}
		this.team.numerics.recordPairs(this.surfaces, this.pointer);
	}

	/** Makes room for so many pairs to come. */
	private reserve(count: number): void {
		const { arena, next } = this;
		const room = Math.ceil(1.5 * count);
		if (count > next.shares.array.length)
			this.next = arena.exchange(Object.values(next), () => this.roomFor(room));
		if (count <= this.near.array.length) return;
		this.near = arena.exchange([this.near], () => arena.u32(room));
		this.set("near", this.near.pointer);
	}

	private roomFor(count: number): FoundPairs {
		const { arena } = this;
		return {
			numbers: arena.u32(2 * count),
			shares: arena.f64(count),
			bounds: arena.f32(2 * count),
		};
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

/** Whether the pair at a place comes before another one. */
function isBefore(
	numbers: Uint32Array,
	place: number,
	first: number,
	second: number,
): boolean {
	const own = numbers[2 * place];
	return own === first ? numbers[2 * place + 1] < second : own < first;
}

function copyPair(
	from: FoundPairs,
	i: number,
	into: FoundPairs,
	to: number,
): void {
	for (let k = 0; k < 2; k++) {
		into.numbers.array[2 * to + k] = from.numbers.array[2 * i + k];
		into.bounds.array[2 * to + k] = from.bounds.array[2 * i + k];
	}
	into.shares.array[to] = from.shares.array[i];
}

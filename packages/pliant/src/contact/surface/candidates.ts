/**
 * Pairs of a point and a triangle, and of two edges, that may come near to each other. They are found for positions x₀ and ways w₀, with a room for each point: nothing
 * is missing at any positions x₀ + t w₀ + e, t from 0 to 1 the same for all, as long as no e is longer than the point's room. Rooms follow from how far points went before:
 * what lies still has few pairs, and what swings does not have all others looked for anew.
 */
import { edgeLength } from "../../mesh/measure.ts";
import { constants, structures } from "../../numerics/load.ts";
import type { Team } from "../../numerics/team.ts";
import type {
	ArenaArray,
	ArenaSection,
	ArraySource,
} from "../../system/arena.ts";
import { PairList } from "./pairList.ts";
import type { Surfaces } from "./surfaces.ts";
import { triangleTree } from "./triangleTree.ts";

/** Rooms at first, and the least and largest of what moves, over the largest distance at which anything pushes; the largest also over the mean edge. */
const firstRoom = 1.5;
const leastRoom = 0.5;
const largestRoom = 6;
const roomOfEdge = 0.25;
/** Rooms over how far points went in the last ones, and how fast they shrink. */
const roomGrowth = 2;
const roomDecay = 0.9;
/** Pairs that each thread has room for at first. */
const firstCapacity = 1024;

/** What two surfaces are to each other. */
export interface SurfaceRelations {
	/** Distance [m] at which they begin to push; 0 where they do not concern each other. */
	outer(a: number, b: number): number;
	/** Whether points of the first are kept from triangles of the second. */
	keepsPoints(a: number, b: number): boolean;
}

/** Where the numerics run, and where their arrays are. */
export interface SurfaceMemory {
	readonly arena: ArraySource;
	readonly team: Team;
}

export class Candidates {
	readonly pointTriangles: PairList;
	readonly edgeEdges: PairList;
	/** Times that pairs were looked for. */
	searches = 0;
	private readonly team: Team;
	private readonly arena: ArenaSection;
	private readonly pointCount: number;
	private readonly shapes: Surfaces;
	/** Pointer to the surfaces. */
	private readonly surfaces: number;
	private readonly tree: ArenaArray<Uint32Array>;
	/** Distances at which two surfaces push [m], and the largest of them. */
	private readonly outers: Float64Array;
	private readonly outer: number;
	/** How far points may be from where they are expected, at most that, and how far they have been since pairs were looked for [m]. */
	private readonly rooms: ArenaArray<Float64Array>;
	private readonly largestRooms: Float64Array;
	private readonly reached: ArenaArray<Float64Array>;
	/** What pairs were looked for at: x₀ and w₀. */
	private readonly lookedAt: ArenaArray<Float64Array>;
	private readonly lookedAlong: ArenaArray<Float64Array>;
	/** Positions and ways that are asked about. */
	private readonly x: ArenaArray<Float64Array>;
	private readonly ways: ArenaArray<Float64Array>;
	/** How far points are from where they were expected when pairs were looked for [m]. */
	private readonly drifts: ArenaArray<Float64Array>;
	/** Two numbers for each thread, and how much of the expected way points have gone. */
	private readonly results: ArenaArray<Float64Array>;
	private readonly counts: ArenaArray<Uint32Array>;
	private found: FoundRoom;
	private readonly starts: Uint32Array;
	private isEmpty = true;

	constructor(
		surfaces: Surfaces,
		{ outer, keepsPoints }: SurfaceRelations,
		x: Float64Array,
		memory: SurfaceMemory,
	) {
		const { triangles, surfaceOfTriangle, all, pointCount } = surfaces;
		this.team = memory.team;
		const { threads } = memory.team;
		const arena = memory.arena.section();
		this.arena = arena;
		this.pointCount = pointCount;
		this.shapes = surfaces;
		const outers = arena.f64(all.length ** 2);
		const keeps = arena.u32(all.length ** 2);
		for (const a of all.keys())
			for (const b of all.keys()) {
				outers.array[all.length * a + b] = outer(a, b);
				keeps.array[all.length * a + b] = keepsPoints(a, b) ? 1 : 0;
			}
		this.outers = outers.array.slice();
		this.outer = outers.array.reduce((most, one) => Math.max(most, one), 0);
		this.rooms = arena.f64(pointCount);
		this.rooms.array.fill(firstRoom * this.outer);
		this.reached = arena.f64(pointCount);
		this.largestRooms = meanEdges(surfaces).map((edge) =>
			Math.max(
				leastRoom * this.outer,
				Math.min(largestRoom * this.outer, roomOfEdge * edge),
			),
		);
		const rest = arena.f64(3 * pointCount);
		rest.array.set(surfaces.rest);
		for (let p = 0; p < pointCount; p++)
			if (surfaces.sewn?.isSewn(p)) rest.array[3 * p] = Number.NaN;
		this.results = arena.f64(2 * threads + 1);
		this.drifts = arena.f64(pointCount);
		const copy = (numbers: ArrayLike<number>) => arena.indices(numbers).pointer;
		this.surfaces = arena.structure("TouchingSurfaces", {
			triangles: copy(triangles),
			edges: copy(surfaces.edges),
			surfaceOfPoint: copy(surfaces.surfaceOfPoint),
			surfaceOfTriangle: copy(surfaceOfTriangle),
			pointStart: copy(surfaces.pointStart),
			ownPoints: copy(surfaces.ownPoints),
			edgeStart: copy(surfaces.edgeStart),
			ownEdges: copy(surfaces.ownEdges),
			rest: rest.pointer,
			count: all.length,
			outer: outers.pointer,
			keepsPoints: keeps.pointer,
			drifts: this.drifts.pointer,
			gone: this.results.pointer + 8 * threads * 2,
			pairRoom: arena.f64((constants.pairBytes / 8) * threads).pointer,
		}).pointer;
		this.lookedAt = arena.f64(3 * pointCount);
		this.lookedAlong = arena.f64(3 * pointCount);
		this.x = arena.f64(3 * pointCount);
		this.ways = arena.f64(3 * pointCount);
		const tree = triangleTree(triangles, surfaceOfTriangle, x);
		this.tree = arena.structure("SurfaceTree", {
			leaves: copy(tree.leaves),
			firstLeaf: copy(tree.firstLeaf),
			order: copy(tree.order),
			owner: copy(tree.owner),
			boxes: arena.f64((constants.boxBytes / 8) * tree.leaves.length).pointer,
			nodes: tree.leaves.length,
			x: this.lookedAt.pointer,
			ways: this.lookedAlong.pointer,
			hasWays: 0,
			rooms: this.rooms.pointer,
		});
		this.counts = arena.u32(2 * threads);
		this.found = this.roomFor(firstCapacity);
		this.starts = new Uint32Array(pointCount + 1);
		this.pointTriangles = new PairList(arena, threads, false);
		this.edgeEdges = new PairList(arena, threads, true);
	}

	/** The pairs are to be looked for anew. */
	forget(): void {
		this.isEmpty = true;
	}

	/** Makes sure that nothing is missing at positions x, and on ways from there. */
	cover(x: Float64Array, ways?: Float64Array): void {
		this.x.array.set(x);
		if (ways) this.ways.array.set(ways);
		if (!this.isEmpty && this.isCovered(ways !== undefined)) return;
		this.lookedAt.array.set(x);
		if (ways) this.lookedAlong.array.set(ways);
		else this.lookedAlong.array.fill(0);
		this.tree.array[structures.SurfaceTree.indexOf("hasWays")] = ways ? 1 : 0;
		if (!this.isEmpty) this.chooseRooms();
		this.isEmpty = false;
		this.searches++;
		this.search();
		this.reached.array.fill(0);
		this.drifts.array.fill(0);
		this.results.array[this.results.array.length - 1] = 0;
	}

	/** Whether the positions, and the ends of ways, are near enough to where pairs were looked for: between the two ends e is no longer than at one of them. */
	private isCovered(hasWays: boolean): boolean {
		const { results, tree, x, ways } = this;
		this.team.numerics.measureDrift(
			this.surfaces,
			tree.pointer,
			this.pointCount,
			x.pointer,
			hasWays ? ways.pointer : 0,
			this.reached.pointer,
			results.pointer,
		);
		return results.array[0] <= 0;
	}

	/** What did not move at all needs no room. */
	private chooseRooms(): void {
		const { rooms, largestRooms, shapes, outer } = this;
		for (const [p, reached] of this.reached.array.entries())
			rooms.array[p] =
				reached > 0
					? Math.min(
							Math.max(
								leastRoom * outer,
								roomGrowth * reached,
								roomDecay * rooms.array[p],
							),
							largestRooms[shapes.surfaceOfPoint[p]],
						)
					: 0;
	}

	/** Finds which of the pairs push at positions x. */
	findNear(x: Float64Array): void {
		this.cover(x);
		for (const pairs of [this.pointTriangles, this.edgeEdges]) {
			this.team.numerics.findNear(this.surfaces, pairs.pointer, this.x.pointer);
			pairs.collectNear();
		}
	}

	/** The largest fraction up to 1, or somewhat less, of ways from x on which all pairs keep a share of the distance at which they push. */
	limit(x: Float64Array, ways: Float64Array, share: number): number {
		this.cover(x, ways);
		const { results, team } = this;
		let fraction = 1;
		for (const pairs of [this.pointTriangles, this.edgeEdges]) {
			team.numerics.limitWays(
				this.surfaces,
				pairs.pointer,
				this.x.pointer,
				this.ways.pointer,
				share,
				results.pointer,
			);
			for (let thread = 0; thread < team.threads; thread++)
				fraction = Math.min(fraction, results.array[thread]);
		}
		return fraction;
	}

	/** Calls `each` with pairs of triangles that concern each other and whose boxes meet at positions x. */
	visitNear(x: Float64Array, each: (a: number, b: number) => void): void {
		const { tree, lookedAt } = this;
		const positions = structures.SurfaceTree.indexOf("x");
		const hasWays = structures.SurfaceTree.indexOf("hasWays");
		const rooms = structures.SurfaceTree.indexOf("rooms");
		const before = tree.array[hasWays];
		this.x.array.set(x);
		tree.array[positions] = this.x.pointer;
		tree.array[hasWays] = 0;
		tree.array[rooms] = 0;
		this.run(true, 0);
		tree.array[positions] = lookedAt.pointer;
		tree.array[hasWays] = before;
		tree.array[rooms] = this.rooms.pointer;
		const { threads } = this.team;
		const { capacity, pointNumbers } = this.found;
		for (let thread = 0; thread < threads; thread++)
			for (let i = 0; i < this.counts.array[2 * thread]; i++) {
				const at = 2 * (capacity * thread + i);
				each(pointNumbers.array[at], pointNumbers.array[at + 1]);
			}
	}

	private search(): void {
		this.run(false, this.outer);
		this.shareOverSeams();
		this.takePoints();
		this.takeEdges();
	}

	/** Gives what is sewn the share of its thickness that it has over the seam; leaves out what has none. */
	private shareOverSeams(): void {
		const { found, counts, team, shapes, outers } = this;
		const { sewn, surfaceOfPoint, surfaceOfTriangle, edges, all } = shapes;
		if (!sewn) return;
		const outer = (a: number, b: number) => outers[all.length * a + b];
		for (let thread = 0; thread < team.threads; thread++) {
			const first = found.capacity * thread;
			const keep = (
				kind: 0 | 1,
				[numbers, shares, bounds]: FoundArrays,
				shareOf: (one: number, other: number) => number | undefined,
			) => {
				let kept = first;
				const end = first + counts.array[2 * thread + kind];
				for (let i = first; i < end; i++) {
					const share = shareOf(numbers[2 * i], numbers[2 * i + 1]);
					if (share === 0) continue;
					numbers.copyWithin(2 * kept, 2 * i, 2 * i + 2);
					shares[kept] = share ?? shares[i];
					bounds.copyWithin(2 * kept, 2 * i, 2 * i + 2);
					kept++;
				}
				counts.array[2 * thread + kind] = kept - first;
			};
			const { pointNumbers, pointShares, pointBounds } = found;
			keep(
				0,
				[pointNumbers.array, pointShares.array, pointBounds.array],
				(p, t) =>
					sewn.shareOfPoint(
						p,
						t,
						outer(surfaceOfPoint[p], surfaceOfTriangle[t]),
					),
			);
			const { edgeNumbers, edgeShares, edgeBounds } = found;
			keep(1, [edgeNumbers.array, edgeShares.array, edgeBounds.array], (e, f) =>
				sewn.shareOfEdges(
					e,
					f,
					outer(surfaceOfPoint[edges[2 * e]], surfaceOfPoint[edges[2 * f]]),
				),
			);
		}
	}

	/** Runs the search, again with more room where that is needed. */
	private run(areTriangles: boolean, outer: number): void {
		for (;;) {
			const { found } = this;
			found.structure.array[structures.FoundPairs.indexOf("areTriangles")] =
				areTriangles ? 1 : 0;
			this.team.numerics.searchPairs(
				this.surfaces,
				this.tree.pointer,
				found.structure.pointer,
				outer,
			);
			const most = this.counts.array.reduce((a, b) => Math.max(a, b), 0);
			if (most <= found.capacity) return;
			const { structure, capacity, ...arrays } = found;
			this.arena.free(structure, ...Object.values(arrays));
			this.found = this.roomFor(Math.ceil(1.5 * most));
		}
	}

	private roomFor(capacity: number): FoundRoom {
		const { arena, team, counts } = this;
		const all = capacity * team.threads;
		const room = {
			pointNumbers: arena.u32(2 * all),
			pointShares: arena.f64(all),
			pointBounds: arena.f32(2 * all),
			edgeNumbers: arena.u32(2 * all),
			edgeShares: arena.f64(all),
			edgeBounds: arena.f32(2 * all),
		};
		return {
			...room,
			capacity,
			structure: arena.structure("FoundPairs", {
				areTriangles: 0,
				capacity,
				pointNumbers: room.pointNumbers.pointer,
				pointShares: room.pointShares.pointer,
				pointBounds: room.pointBounds.pointer,
				edgeNumbers: room.edgeNumbers.pointer,
				edgeShares: room.edgeShares.pointer,
				edgeBounds: room.edgeBounds.pointer,
				counts: counts.pointer,
			}),
		};
	}

	/** Those of points by their points; those of one point in the order in which they were found. */
	private takePoints(): void {
		const { starts, pointTriangles: list, found, counts, team } = this;
		const { capacity } = found;
		let total = 0;
		for (let thread = 0; thread < team.threads; thread++)
			total += counts.array[2 * thread];
		list.resize(total);
		const from = found.pointNumbers.array;
		starts.fill(0);
		for (let thread = 0; thread < team.threads; thread++)
			for (let i = 0; i < counts.array[2 * thread]; i++)
				starts[from[2 * (capacity * thread + i)] + 1]++;
		for (let p = 0; p < this.pointCount; p++) starts[p + 1] += starts[p];
		const { numbers, shares, bounds } = list;
		const fromShares = found.pointShares.array;
		const fromBounds = found.pointBounds.array;
		for (let thread = 0; thread < team.threads; thread++)
			for (let i = 0; i < counts.array[2 * thread]; i++) {
				const place = capacity * thread + i;
				const to = starts[from[2 * place]]++;
				numbers[2 * to] = from[2 * place];
				numbers[2 * to + 1] = from[2 * place + 1];
				shares[to] = fromShares[place];
				bounds[2 * to] = fromBounds[2 * place];
				bounds[2 * to + 1] = fromBounds[2 * place + 1];
			}
	}

	private takeEdges(): void {
		const { edgeEdges: list, found, counts, team } = this;
		const { capacity, edgeNumbers, edgeShares, edgeBounds } = found;
		let total = 0;
		for (let thread = 0; thread < team.threads; thread++)
			total += counts.array[2 * thread + 1];
		list.resize(total);
		let filled = 0;
		for (let thread = 0; thread < team.threads; thread++) {
			const first = capacity * thread;
			const count = counts.array[2 * thread + 1];
			list.numbers.set(
				edgeNumbers.array.subarray(2 * first, 2 * (first + count)),
				2 * filled,
			);
			list.shares.set(edgeShares.array.subarray(first, first + count), filled);
			list.bounds.set(
				edgeBounds.array.subarray(2 * first, 2 * (first + count)),
				2 * filled,
			);
			filled += count;
		}
	}
}

/** Mean length of each surface's edges at rest [m]. */
function meanEdges({ all, edges, surfaceOfPoint, rest }: Surfaces) {
	const sums = new Float64Array(all.length);
	const counts = new Float64Array(all.length);
	for (let e = 0; e < edges.length; e += 2) {
		const surface = surfaceOfPoint[edges[e]];
		sums[surface] += edgeLength(rest, edges[e], edges[e + 1]);
		counts[surface]++;
	}
	return sums.map((sum, i) => (counts[i] > 0 ? sum / counts[i] : 0));
}

type FoundArrays = readonly [Uint32Array, Float64Array, Float32Array];

/** Where threads put what they find, so many pairs each. */
interface FoundRoom {
	readonly capacity: number;
	readonly structure: ArenaArray<Uint32Array>;
	readonly pointNumbers: ArenaArray<Uint32Array>;
	readonly pointShares: ArenaArray<Float64Array>;
	readonly pointBounds: ArenaArray<Float32Array>;
	readonly edgeNumbers: ArenaArray<Uint32Array>;
	readonly edgeShares: ArenaArray<Float64Array>;
	readonly edgeBounds: ArenaArray<Float32Array>;
}

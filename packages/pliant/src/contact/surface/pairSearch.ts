/** The search for pairs of triangles, points and edges that are near to each other, in a tree of boxes about triangles (numerics/surfaceSearch.ts). */
import {
	type ContactNumerics,
	contactConstants as constants,
} from "../../numerics/contactNumerics.ts";
import { structures } from "../../numerics/load.ts";
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";
import { coarseTree } from "./coarseTree.ts";
import { PairRecords } from "./pairRecords.ts";
import { pairsBeside } from "./pairsBeside.ts";
import type { SurfaceRelations } from "./surfaceRelations.ts";
import type { Surfaces } from "./surfaces.ts";
import { triangleTree } from "./triangleTree.ts";

/** Pairs that each thread has room for at first. */
const firstCapacity = 1024;

/** What pairs are looked for at. */
export interface SearchPlace {
	/** Positions, and ways from there, xyz of each point. */
	readonly x: ArenaArray<Float64Array>;
	readonly ways: ArenaArray<Float64Array>;
	/** How far points may be from where they are expected [m]. */
	readonly rooms: ArenaArray<Float64Array>;
	/** Flags of points whose pairs alone are looked for, where that is asked. */
	readonly strays: ArenaArray<Uint32Array>;
}

/** Which kind of pairs. */
export type PairKind = "points" | "edges";

/** Where threads put what they find, so many pairs each. */
interface FoundRoom {
	readonly capacity: number;
	readonly structure: ArenaArray<Uint32Array>;
	readonly points: PairRecords;
	readonly edges: PairRecords;
}

type TreeField = (typeof structures.SurfaceTree)[number];

export class PairSearch {
	/** Pointer to the tree. */
	readonly pointer: number;
	private readonly arena: ArenaSection;
	private readonly threads: number;
	private readonly numerics: ContactNumerics;
	/** Pointer to the surfaces. */
	private readonly surfaces: number;
	private readonly place: SearchPlace;
	private readonly tree: ArenaArray<Uint32Array>;
	/** Where boxes are seen from, and the largest of coordinates seen from there and of ways [m]. */
	private readonly frame: ArenaArray<Float64Array>;
	/** Points and triangles, and edges, that each thread found. */
	private readonly counts: ArenaArray<Uint32Array>;
	/** Where what was found is. */
	found: FoundRoom;
	/** Whether boxes are those of the last search for pairs. */
	private areBoxesKept = false;

	constructor(
		arena: ArenaSection,
		threads: number,
		numerics: ContactNumerics,
		surfaces: Surfaces,
		pointer: number,
		relations: SurfaceRelations,
		place: SearchPlace,
	) {
		this.arena = arena;
		this.threads = threads;
		this.numerics = numerics;
		this.surfaces = pointer;
		this.place = place;
		const { triangles, surfaceOfTriangle, edges, pointCount } = surfaces;
		const tree = coarseTree(
			triangleTree(triangles, surfaceOfTriangle, place.x.array),
			constants.smallNode,
		);
		const { order } = tree;
		const beside = pairsBeside(surfaces, relations, order);
		const nodes = tree.leaves.length;
		const edgeCount = edges.length / 2;
		const leafCount = surfaceOfTriangle.length;
		const copy = (numbers: ArrayLike<number>) => arena.indices(numbers).pointer;
		const boxes = (count: number) =>
			arena.f32((constants.boxBytes / 4) * count).pointer;
		this.frame = arena.f64(4);
		const reaches = arena.f64(surfaces.all.length);
		for (const a of surfaces.all.keys())
			for (const b of surfaces.all.keys())
				reaches.array[a] = Math.max(
					reaches.array[a],
					relations.outer(a, b) / 2,
				);
		this.tree = arena.structure("SurfaceTree", {
			right: copy(tree.right),
			leaves: copy(tree.leaves),
			firstLeaf: copy(tree.firstLeaf),
			order: copy(order),
			owner: copy(tree.owner),
			corners: copy(cornersOf(triangles, order)),
			boxes: boxes(nodes),
			leafBoxes: boxes(leafCount),
			edgeBoxes: boxes(edgeCount),
			pointBoxes: boxes(pointCount),
			places: arena.f32((constants.placeBytes / 4) * pointCount).pointer,
			...{ nodes, leafCount, edgeCount, pointCount },
			leavesBesideStart: copy(beside.leaves.start),
			leavesBeside: copy(beside.leaves.items),
			edgesBesideStart: copy(beside.edges.start),
			edgesBeside: copy(beside.edges.items),
			surfaceOfEdge: copy(surfaces.surfaceOfEdge),
			x: place.x.pointer,
			ways: place.ways.pointer,
			hasWays: 1,
			rooms: place.rooms.pointer,
			reaches: reaches.pointer,
			strays: place.strays.pointer,
			strayLeaves: arena.u32(leafCount).pointer,
			strayNodes: arena.u32(nodes).pointer,
			pointsBeside: arena.u32(pointCount).pointer,
			besideStrays: arena.u32(leafCount).pointer,
			isPartial: 0,
			frame: this.frame.pointer,
		});
		this.pointer = this.tree.pointer;
		this.counts = arena.u32(2 * threads);
		this.found = this.roomFor(firstCapacity);
	}

	private set(field: TreeField, value: number): void {
		this.tree.array[structures.SurfaceTree.indexOf(field)] = value;
	}

	/** Finds all pairs that may come as near as they push; no two push at more than `outer` [m]. */
	all(outer: number): void {
		this.set("isPartial", 0);
		this.run(false, outer);
		this.areBoxesKept = true;
	}

	/** Finds those of strays; false where these are much farther away than all was before. */
	ofStrays(outer: number): boolean {
		const { strays, x, ways } = this.place;
		const frame = this.frame.array;
		if (!this.areBoxesKept) return false;
		for (let p = 0; p < strays.array.length; p++) {
			if (strays.array[p] === 0) continue;
			for (let k = 0; k < 3; k++) {
				const away = Math.abs(x.array[3 * p + k] - frame[k]);
				if (!(Math.max(away, Math.abs(ways.array[3 * p + k])) < 2 * frame[3]))
					return false;
			}
		}
		this.set("isPartial", 1);
		this.run(false, outer);
		return true;
	}

	/** Calls `each` with pairs of triangles that concern each other and whose boxes meet at positions x. What was found before is lost. */
	visitTriangles(
		x: ArenaArray<Float64Array>,
		each: (a: number, b: number) => void,
	): void {
		const { tree } = this;
		const before = tree.array.slice();
		this.set("x", x.pointer);
		this.set("rooms", 0);
		this.set("hasWays", 0);
		this.set("isPartial", 0);
		this.areBoxesKept = false;
		this.run(true, 0);
		tree.array.set(before);
		const { points } = this.found;
		this.visit("points", (i) => each(points.first(i), points.second(i)));
	}

	/** What was found, and where it is. */
	pairs(kind: PairKind): PairRecords {
		return this.found[kind];
	}

	/** How many were found. */
	count(kind: PairKind): number {
		let count = 0;
		for (let thread = 0; thread < this.threads; thread++)
			count += this.counts.array[2 * thread + (kind === "points" ? 0 : 1)];
		return count;
	}

	/** Calls `each` with the places of pairs that were found. */
	visit(kind: PairKind, each: (place: number) => void): void {
		const { counts, found, threads } = this;
		for (let thread = 0; thread < threads; thread++) {
			const first = found.capacity * thread;
			const count = counts.array[2 * thread + (kind === "points" ? 0 : 1)];
			for (let i = first; i < first + count; i++) each(i);
		}
	}

	/** Runs the search, again with more room where that is needed. */
	private run(areTriangles: boolean, outer: number): void {
		for (;;) {
			const { found } = this;
			found.structure.array[structures.FoundPairs.indexOf("areTriangles")] =
				areTriangles ? 1 : 0;
			this.numerics.searchPairs(
				this.surfaces,
				this.pointer,
				found.structure.pointer,
				outer,
			);
			const most = this.counts.array.reduce((a, b) => Math.max(a, b), 0);
			if (most <= found.capacity) return;
			const { structure, points, edges } = found;
			this.found = this.arena.exchange(
				[structure, points.entry, edges.entry],
				() => this.roomFor(Math.ceil(1.5 * most)),
			);
		}
	}

	/** Gives back what an exceptional search has taken. */
	releaseRoom(): void {
		const { structure, points, edges } = this.found;
		this.arena.free(structure, points.entry, edges.entry);
		this.found = this.roomFor(firstCapacity);
	}

	private roomFor(capacity: number): FoundRoom {
		const { arena, threads, counts } = this;
		const all = capacity * threads;
		const points = new PairRecords(arena, all);
		const edges = new PairRecords(arena, all);
		return {
			...{ capacity, points, edges },
			structure: arena.structure("FoundPairs", {
				areTriangles: 0,
				capacity,
				points: points.entry.pointer,
				edges: edges.entry.pointer,
				counts: counts.pointer,
			}),
		};
	}
}

/** The vertices of each leaf's triangle, the last of them twice. */
function cornersOf(triangles: Uint32Array, order: Uint32Array): Uint32Array {
	const corners = new Uint32Array(4 * order.length);
	for (const [leaf, t] of order.entries()) {
		corners.set(triangles.subarray(3 * t, 3 * t + 3), 4 * leaf);
		corners[4 * leaf + 3] = triangles[3 * t + 2];
	}
	return corners;
}

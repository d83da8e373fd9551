/**
 * Pairs of a point and a triangle, and of two edges, that may come near to each other. They are found for positions x₀ and ways w₀, with a room for each point: nothing
 * is missing at any positions x₀ + t w₀ + e, t from 0 to 1 the same for all, as long as no e is longer than the point's room. Rooms follow from how far points went before:
 * what lies still has few pairs, and what swings does not have all others looked for anew. Where a few points stray from their rooms, x₀, w₀ and pairs of these alone are renewed.
 */
import { edgeLength } from "../../mesh/measure.ts";
import {
	type ContactNumerics,
	contactConstants as constants,
} from "../../numerics/contactNumerics.ts";
import { type ArenaArray, RoomError } from "../../system/arena.ts";
import { StepFailure } from "../../system/stepFailure.ts";
import { largestVertex } from "../../system/vectorSpace.ts";
import type { ContactMemory } from "../contactInputs.ts";
import { PairList } from "./pairList.ts";
import { PairSearch } from "./pairSearch.ts";
import type { StopList } from "./stopList.ts";
import type { SurfaceRelations } from "./surfaceRelations.ts";
import type { Surfaces } from "./surfaces.ts";

/** Rooms at first, and the least and largest of what moves, over the largest distance at which anything pushes; the largest also over the mean edge. */
const firstRoom = 1.5;
const leastRoom = 0.5;
const largestRoom = 2;
const roomOfEdge = 0.25;
/** What goes elsewhere than expected may have so many times the largest room. */
const mostWidening = 2;
/** Rooms over how far points went in the last ones, and how fast they shrink. */
const roomGrowth = 2;
const roomDecay = 0.9;
/** Of the points that move, those that may stray for their pairs alone to be looked for; and at the end of w₀. */
const mostStrays = 0.2;
const mostAtEnd = 0.02;
/** Pairs are looked for along the ways of so many steps, if all of these are not longer than so many times the largest distance at which anything pushes. */
const leastAhead = 2;
const mostAhead = 20;
const wayOfOuter = 3;
/** More than rounding. */
const aLittle = 1.01;

export interface SurfaceMemory extends ContactMemory {
	/** Bytes that pairs may take, so that solvers find theirs. */
	readonly room?: number;
}

/** Masses [kg] of points that are free, 0 of others; those below a number can be moved by themselves. */
export interface FreeMasses {
	readonly masses: ArenaArray<Float64Array>;
	readonly movable: number;
}

export class Candidates {
	readonly pointTriangles: PairList;
	readonly edgeEdges: PairList;
	/** Times that pairs were looked for, and how often of strays alone. */
	searches = 0;
	renewals = 0;
	private readonly threads: number;
	private readonly numerics: ContactNumerics;
	private readonly pointCount: number;
	private readonly shapes: Surfaces;
	/** Pointer to the surfaces. */
	readonly surfaces: number;
	private readonly search: PairSearch;
	/** Distances at which two surfaces push [m], and the largest of them. */
	private readonly outers: Float64Array;
	private readonly outer: number;
	/** What moves can at least go so far [m] from where it is expected without pairs being looked for anew. */
	readonly leastRoom: number;
	/** How far points may be from where they are expected, at most that, and how far they have been since pairs were looked for [m]. */
	private readonly rooms: ArenaArray<Float64Array>;
	private readonly largestRooms: Float64Array;
	private readonly reached: ArenaArray<Float64Array>;
	/** Flags of points that have been farther away than that. */
	private readonly strays: ArenaArray<Uint32Array>;
	/** What pairs were looked for at: x₀ and w₀. */
	private readonly lookedAt: ArenaArray<Float64Array>;
	private readonly lookedAlong: ArenaArray<Float64Array>;
	/** Ways that points go by themselves. */
	private readonly expected: Float64Array;
	/** Positions and ways that are asked about. */
	private readonly x: ArenaArray<Float64Array>;
	private readonly ways: ArenaArray<Float64Array>;
	/** How far points are from where they were expected when pairs were looked for [m]. */
	private readonly drifts: ArenaArray<Float64Array>;
	/** A number for each thread. */
	private readonly results: ArenaArray<Float64Array>;
	/** How much of the expected way points have gone, and will have at the end of the ways that are asked about; and the part of these on which nothing is missing. */
	private readonly gone: ArenaArray<Float64Array>;
	/** Whether pairs are to be looked for anew. */
	areForgotten = true;
	/** Points that have moved. */
	private moving = 0;
	/** Whether lists of near pairs are those of pairs that push. */
	private areNearKnown = false;

	constructor(
		surfaces: Surfaces,
		relations: SurfaceRelations,
		x: Float64Array,
		{ team, arena: source, room, numerics }: SurfaceMemory,
	) {
		const { triangles, surfaceOfTriangle, all, pointCount } = surfaces;
		const { threads } = team;
		const { outer, keepsPoints } = relations;
		const arena = source.section(room);
		this.threads = threads;
		this.numerics = numerics;
		this.pointCount = pointCount;
		this.shapes = surfaces;
		const outers = arena.f64(all.length ** 2);
		const keeps = arena.u32(all.length ** 2);
		for (const a of all.keys())
			for (const b of all.keys()) {
				outers.array[all.length * a + b] = outer(a, b);
				keeps.array[all.length * a + b] = keepsPoints(a, b) ? 1 : 0;
			}
		const cores = arena.f64(all.length);
		for (const [i, { core = 0 }] of all.entries()) cores.array[i] = core;
		this.outers = outers.array.slice();
		this.outer = outers.array.reduce((most, one) => Math.max(most, one), 0);
		this.leastRoom = leastRoom * this.outer;
		this.rooms = arena.f64(pointCount);
		this.reached = arena.f64(pointCount);
		this.strays = arena.u32(pointCount);
		this.largestRooms = meanEdges(surfaces).map((edge) =>
			Math.max(
				this.leastRoom,
				Math.min(largestRoom * this.outer, roomOfEdge * edge),
			),
		);
		for (let p = 0; p < pointCount; p++)
			this.rooms.array[p] = Math.min(
				firstRoom * this.outer,
				this.largestRooms[surfaces.surfaceOfPoint[p]],
			);
		const rest = arena.f64(3 * pointCount);
		rest.array.set(surfaces.rest);
		for (let p = 0; p < pointCount; p++)
			if (surfaces.sewn?.isSewn(p)) rest.array[3 * p] = Number.NaN;
		this.results = arena.f64(threads);
		this.gone = arena.f64(3);
		this.drifts = arena.f64(pointCount);
		const copy = (numbers: ArrayLike<number>) => arena.indices(numbers).pointer;
		this.surfaces = arena.structure("TouchingSurfaces", {
			triangles: copy(triangles),
			edges: copy(surfaces.edges),
			opposite: copy(surfaces.opposite),
			pointCount,
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
			cores: cores.pointer,
			drifts: this.drifts.pointer,
			gone: this.gone.pointer,
			wayLengths: arena.f64(pointCount).pointer,
			checkedWays: arena.f64(3 * pointCount).pointer,
			doubts: arena.u32(pointCount).pointer,
			pairRoom: arena.f64((constants.pairBytes / 8) * threads).pointer,
		}).pointer;
		this.lookedAt = arena.f64(3 * pointCount);
		this.lookedAt.array.set(x);
		this.lookedAlong = arena.f64(3 * pointCount);
		this.expected = new Float64Array(3 * pointCount);
		this.x = arena.f64(3 * pointCount);
		this.ways = arena.f64(3 * pointCount);
		this.search = new PairSearch(
			arena,
			threads,
			numerics,
			surfaces,
			this.surfaces,
			relations,
			{
				x: this.lookedAt,
				ways: this.lookedAlong,
				rooms: this.rooms,
				strays: this.strays,
			},
		);
		const edgeCount = surfaces.edges.length / 2;
		const triangleCount = triangles.length / 3;
		const numbers = Math.max(pointCount, triangleCount, edgeCount);
		this.pointTriangles = new PairList(
			arena,
			threads,
			numerics,
			"points",
			numbers,
		);
		this.edgeEdges = new PairList(arena, threads, numerics, "edges", numbers);
	}

	/** The pairs are to be looked for anew, in rooms of usual size. */
	forget(): void {
		const { rooms, largestRooms, shapes } = this;
		this.areForgotten = true;
		for (let p = 0; p < this.pointCount; p++)
			rooms.array[p] = Math.min(
				rooms.array[p],
				largestRooms[shapes.surfaceOfPoint[p]],
			);
	}

	/** Tells where points go by themselves in a step: pairs are looked for on the ways of some steps, of more where these are short. */
	expect(ways: Float64Array): void {
		let squares = 0;
		let going = 0;
		for (let i = 0; i < ways.length; i++) {
			if (ways[i] === 0) continue;
			squares += ways[i] * ways[i];
			going += 1 / 3;
		}
		const steps = (wayOfOuter * this.outer) / Math.sqrt(squares / going);
		const ahead = Math.min(Math.max(leastAhead, steps), mostAhead);
		for (let i = 0; i < ways.length; i++)
			this.expected[i] = going > 0 ? ahead * ways[i] : 0;
	}

	/** Makes sure that nothing is missing at positions x, and on ways from there. */
	cover(x: Float64Array, ways?: Float64Array): void {
		try {
			this.lookFor(x, ways);
		} catch (error) {
			this.forget();
			if (!(error instanceof RoomError)) throw error;
			this.search.releaseRoom();
			throw new StepFailure(
				"so many triangles are near to each other on their ways that there is no room for the pairs of them",
				largestVertex(ways ?? x),
			);
		}
	}

	private lookFor(x: Float64Array, ways: Float64Array | undefined): void {
		const { lookedAt, lookedAlong, reached } = this;
		this.x.array.set(x);
		if (ways) this.ways.array.set(ways);
		const hasWays = ways !== undefined;
		if (!this.areForgotten) {
			if (this.isCovered(hasWays)) return;
			this.chooseRooms();
		}
		this.areForgotten = false;
		lookedAt.array.set(x);
		lookedAlong.array.set(this.expected);
		reached.array.fill(0);
		const apart = this.countStrays(hasWays);
		// Where many are asked to go elsewhere, or some far away, that is where to look.
		if (ways && (apart > mostStrays * this.moving || !this.widenRooms()))
			lookedAlong.array.set(ways);
		this.search.all(this.outer);
		this.takePairs();
		reached.array.fill(0);
	}

	/** Gives strays the room that they need, where that is not much more than usual. */
	private widenRooms(): boolean {
		for (let p = 0; p < this.pointCount; p++) {
			if (this.strays.array[p] === 0) continue;
			const room = aLittle * this.reached.array[p];
			if (!(room <= this.widest(p))) return false;
			this.rooms.array[p] = room;
		}
		return true;
	}

	private widest(p: number): number {
		return mostWidening * this.largestRooms[this.shapes.surfaceOfPoint[p]];
	}

	/**
	 * Whether the positions, and the ends of ways, are near enough to where pairs were looked for, if need be after those of a few strays were renewed: between the two ends
	 * e is no longer than at one of them.
	 */
	private isCovered(hasWays: boolean): boolean {
		const strays = this.countStrays(hasWays);
		const isAtEnd = this.gone.array[0] === 1;
		const most = this.moving * (isAtEnd ? mostAtEnd : mostStrays);
		return strays === 0 || (strays <= most && this.renewStrays(hasWays));
	}

	private countStrays(hasWays: boolean): number {
		this.numerics.measureDrift(
			this.surfaces,
			this.search.pointer,
			this.pointCount,
			this.x.pointer,
			hasWays ? this.ways.pointer : 0,
			this.reached.pointer,
			this.results.pointer,
		);
		return this.results.array[0];
	}

	/** Expects strays where they are, and to go on by themselves, and looks for their pairs; false where all are to be looked for. */
	private renewStrays(hasWays: boolean): boolean {
		const { strays, lookedAt, lookedAlong, rooms, reached, drifts } = this;
		const s = this.gone.array[0];
		const part = hasWays ? this.gone.array[1] - s : 0;
		for (let p = 0; p < this.pointCount; p++) {
			if (!strays.array[p]) continue;
			let square = 0;
			for (let i = 3 * p; i < 3 * p + 3; i++) {
				const way = hasWays ? this.ways.array[i] : 0;
				lookedAlong.array[i] = this.expected[i];
				lookedAt.array[i] = this.x.array[i] - s * lookedAlong.array[i];
				square += (way - part * lookedAlong.array[i]) ** 2;
			}
			const room = aLittle * Math.sqrt(square);
			if (!(room <= this.widest(p))) return false;
			rooms.array[p] = Math.max(this.roomFor(p), room, this.leastRoom);
			reached.array[p] = 0;
			drifts.array[p] = 0;
		}
		if (!this.search.ofStrays(this.outer)) return false;
		this.renewals++;
		this.takePairs(strays);
		return true;
	}

	private chooseRooms(): void {
		this.moving = 0;
		for (let p = 0; p < this.pointCount; p++) {
			this.rooms.array[p] = this.roomFor(p);
			if (this.rooms.array[p] > 0) this.moving++;
		}
	}

	/** The room of a point. What did not move at all needs none. */
	private roomFor(p: number): number {
		const { rooms, reached, largestRooms, shapes } = this;
		const far = reached.array[p];
		if (!(far > 0)) return 0;
		return Math.min(
			Math.max(this.leastRoom, roomGrowth * far, roomDecay * rooms.array[p]),
			largestRooms[shapes.surfaceOfPoint[p]],
		);
	}

	/** Takes over the pairs that were found, and keeps those without strays, where these are given. */
	private takePairs(strays?: ArenaArray<Uint32Array>): void {
		const { search, outers, shapes } = this;
		const { sewn, surfaceOfPoint, surfaceOfTriangle, surfaceOfEdge, all } =
			shapes;
		const outer = (a: number, b: number) => outers[all.length * a + b];
		// What is sewn has the share of its thickness that it has over the seam.
		const shareOf = sewn && {
			points: (p: number, t: number) =>
				sewn.shareOfPoint(p, t, outer(surfaceOfPoint[p], surfaceOfTriangle[t])),
			edges: (e: number, f: number) =>
				sewn.shareOfEdges(e, f, outer(surfaceOfEdge[e], surfaceOfEdge[f])),
		};
		this.searches++;
		this.areNearKnown = false;
		this.pointTriangles.take(search, shareOf?.points, strays);
		this.edgeEdges.take(search, shareOf?.edges, strays);
	}

	/**
	 * Finds which of the pairs push at positions x.
	 * @param isThere whether x is where they were last looked for
	 */
	findNear(x: Float64Array, isThere = false): void {
		if (isThere && this.areNearKnown) return;
		this.cover(x);
		this.areNearKnown = true;
		for (const pairs of [this.pointTriangles, this.edgeEdges]) {
			this.numerics.findNear(this.surfaces, pairs.pointer, this.x.pointer);
			pairs.collectNear();
			pairs.measureNear(this.x.pointer);
		}
	}

	/** The largest fraction up to 1, or somewhat less, of ways from x on which all pairs keep a share of the distance at which they push. */
	limit(x: Float64Array, ways: Float64Array, share: number): number {
		const covered = this.coveredPart(x, ways);
		if (covered > 0 && covered < 1) {
			// What is in the way is often met before anything leaves its room. Otherwise pairs are looked for on ways that nobody goes to their end. (To look for those of a tenth, a quarter or half of the ways first: as many searches.)
			const fraction = this.limitTo(covered, share);
			if (fraction < covered) return fraction;
		}
		if (covered < 1) this.cover(x, ways);
		return this.limitTo(1, share);
	}

	/**
	 * Finds which of the pairs would come nearer than a share of the distance at which they push on ways from x.
	 * @param isAgain whether the last thing that was asked was the same but for the ways of some points
	 */
	findBlocked(
		x: Float64Array,
		ways: Float64Array,
		share: number,
		isAgain: boolean,
	): void {
		const { numerics, surfaces } = this;
		this.cover(x, ways);
		this.areNearKnown = false;
		this.measureWays(isAgain);
		for (const pairs of [this.pointTriangles, this.edgeEdges]) {
			numerics.findBlocked(
				...[surfaces, pairs.pointer, this.x.pointer, this.ways.pointer],
				share,
			);
			pairs.collectNear();
		}
	}

	/** Pairs that were last found near, or blocked. */
	get nearCount(): number {
		return this.pointTriangles.nearCount + this.edgeEdges.nearCount;
	}

	/** Lets those that were last found blocked stop in front of each other on their ways, which it changes. */
	stopBlocked(
		stops: StopList,
		ways: Float64Array,
		share: number,
		{ masses, movable }: FreeMasses,
	): void {
		const { numerics, surfaces, x } = this;
		stops.clear(this.nearCount);
		for (const { pointer, nearCount } of [this.pointTriangles, this.edgeEdges])
			numerics.addStops(
				surfaces,
				pointer,
				nearCount,
				x.pointer,
				this.ways.pointer,
				share,
				masses.pointer,
				movable,
				stops.pointer,
			);
		numerics.runStops(
			stops.pointer,
			x.pointer,
			this.ways.pointer,
			masses.pointer,
			movable,
		);
		ways.set(this.ways.array);
	}

	/** The part of ways from x on which nothing is missing. */
	private coveredPart(x: Float64Array, ways: Float64Array): number {
		if (this.areForgotten) return 0;
		this.x.array.set(x);
		this.ways.array.set(ways);
		this.countStrays(true);
		return this.gone.array[2];
	}

	/** `limit`, where the last thing that was asked was what is blocked from x, on ways that only differ for some points. */
	limitAgain(x: Float64Array, ways: Float64Array, share: number): number {
		this.cover(x, ways);
		return this.limitTo(1, share, true);
	}

	private measureWays(isAgain: boolean): void {
		const { numerics, surfaces, pointCount, ways } = this;
		numerics.measureWays(surfaces, pointCount, ways.pointer, isAgain ? 1 : 0);
	}

	/** The largest fraction, of `most` at most, of the ways that were last asked about. */
	private limitTo(most: number, share: number, isAgain = false): number {
		const { results, numerics, threads } = this;
		this.measureWays(isAgain);
		let fraction = most;
		for (const pairs of [this.pointTriangles, this.edgeEdges]) {
			numerics.limitWays(
				this.surfaces,
				pairs.pointer,
				this.x.pointer,
				this.ways.pointer,
				share,
				most,
				results.pointer,
			);
			for (let thread = 0; thread < threads; thread++)
				fraction = Math.min(fraction, results.array[thread]);
		}
		return fraction;
	}

	/** Calls `each` with pairs of triangles that concern each other and whose boxes meet at positions x. */
	visitNear(x: Float64Array, each: (a: number, b: number) => void): void {
		this.x.array.set(x);
		this.search.visitTriangles(this.x, each);
	}
}

/** Mean length of each surface's edges at rest [m]. */
function meanEdges({ all, edges, surfaceOfEdge, rest, firstRibbon }: Surfaces) {
	const sums = new Float64Array(all.length);
	const counts = new Float64Array(all.length);
	for (let e = 0; e < firstRibbon.edge; e++) {
		const surface = surfaceOfEdge[e];
		sums[surface] += edgeLength(rest, edges[2 * e], edges[2 * e + 1]);
		counts[surface]++;
	}
	return sums.map((sum, i) => (counts[i] > 0 ? sum / counts[i] : 0));
}

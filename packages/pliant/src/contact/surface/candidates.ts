/**
 * Pairs of a point and a triangle, and of two edges, that may come near to each other. They are found for positions x₀ and ways w₀, with a margin: nothing is
 * missing at any positions x₀ + t w₀ + e, t from 0 to 1 the same for all, as long as no e is longer than half the margin.
 */
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import type { Surfaces } from "./surfaces.ts";
import { TriangleTree } from "./triangleTree.ts";

/** Pairs of numbers, kept from time to time so that nothing is allocated. */
export class PairList {
	count = 0;
	/** Two numbers each. */
	numbers = new Uint32Array(512);
	/** What each keeps of its thickness, since it is thinner at rest. */
	shares = new Float64Array(256);
	private starts = new Uint32Array(0);
	private otherNumbers = new Uint32Array(0);
	private otherShares = new Float64Array(0);

	push(a: number, b: number, share: number): void {
		if (2 * this.count === this.numbers.length) {
			const { numbers, shares } = this;
			this.numbers = new Uint32Array(2 * numbers.length);
			this.numbers.set(numbers);
			this.shares = new Float64Array(2 * shares.length);
			this.shares.set(shares);
		}
		this.numbers[2 * this.count] = a;
		this.numbers[2 * this.count + 1] = b;
		this.shares[this.count++] = share;
	}

	/** Puts them in the order of their first numbers, which are less than `most`; those of one first number stay in their order. */
	group(most: number): void {
		const { count, numbers, shares } = this;
		if (this.starts.length < most + 1) this.starts = new Uint32Array(most + 1);
		const { starts } = this;
		starts.fill(0);
		for (let i = 0; i < count; i++) starts[numbers[2 * i] + 1]++;
		for (let i = 0; i < most; i++) starts[i + 1] += starts[i];
		if (this.otherNumbers.length !== numbers.length) {
			this.otherNumbers = new Uint32Array(numbers.length);
			this.otherShares = new Float64Array(shares.length);
		}
		const { otherNumbers, otherShares } = this;
		for (let i = 0; i < count; i++) {
			const to = starts[numbers[2 * i]]++;
			otherNumbers[2 * to] = numbers[2 * i];
			otherNumbers[2 * to + 1] = numbers[2 * i + 1];
			otherShares[to] = shares[i];
		}
		[this.numbers, this.otherNumbers] = [otherNumbers, numbers];
		[this.shares, this.otherShares] = [otherShares, shares];
	}
}

/** What pairs may be farther apart, over the distance at which they push. */
const marginShare = 2;

/** What two surfaces are to each other. */
export interface SurfacePairs {
	/** Distance [m] at which they begin to push; 0 where they do not concern each other. */
	outer(a: number, b: number): number;
	/** Whether points of the first are kept from triangles of the second. */
	keepsPoints(a: number, b: number): boolean;
}

export class Candidates {
	readonly pointTriangles = new PairList();
	readonly edgeEdges = new PairList();
	/** Times that pairs were looked for. */
	searches = 0;
	private readonly surfaces: Surfaces;
	private readonly pairs: SurfacePairs;
	private readonly tree: TriangleTree;
	/** The largest distance at which any two push, and what pairs may be farther apart [m]. */
	private readonly outer: number;
	private readonly margin: number;
	private readonly x: Float64Array;
	private readonly ways: Float64Array;
	private isEmpty = true;
	private hasWays = false;
	private readonly closest = createClosest();

	constructor(surfaces: Surfaces, pairs: SurfacePairs, x: Float64Array) {
		const { triangles, surfaceOfTriangle, all } = surfaces;
		this.surfaces = surfaces;
		this.pairs = pairs;
		this.tree = new TriangleTree(triangles, surfaceOfTriangle, x);
		let outer = 0;
		for (const a of all.keys())
			for (const b of all.keys()) outer = Math.max(outer, pairs.outer(a, b));
		this.outer = outer;
		this.margin = marginShare * outer;
		this.x = new Float64Array(x.length);
		this.ways = new Float64Array(x.length);
	}

	/** The pairs are to be looked for anew. */
	forget(): void {
		this.isEmpty = true;
	}

	/**
	 * Makes sure that nothing is missing at positions x, and on ways from there.
	 * @param ahead times that points are expected to go such ways, as in steps to come
	 */
	cover(x: Float64Array, ways?: Float64Array, ahead = 1): void {
		const most = this.margin / 2;
		// Between the two ends e is no longer than at one of them.
		if (
			!this.isEmpty &&
			this.drift(x, undefined) <= most &&
			(!ways || this.drift(x, ways) <= most)
		)
			return;
		this.x.set(x);
		for (let i = 0; i < x.length; i++)
			this.ways[i] = ways ? ahead * ways[i] : 0;
		this.isEmpty = false;
		this.hasWays = ways !== undefined;
		this.search();
	}

	/** The longest e of x + more = x₀ + t w₀ + e, with the t that suits best. */
	private drift(x: Float64Array, more: Float64Array | undefined): number {
		const { x: from, ways, hasWays } = this;
		let t = 0;
		if (hasWays) {
			let along = 0;
			let squares = 0;
			for (let i = 0; i < x.length; i++) {
				const way = ways[i];
				along += (x[i] + (more ? more[i] : 0) - from[i]) * way;
				squares += way * way;
			}
			if (squares > 0) t = Math.min(1, Math.max(0, along / squares));
		}
		let most = 0;
		for (let i = 0; i < x.length; i += 3) {
			let a = x[i] - from[i] - t * ways[i];
			let b = x[i + 1] - from[i + 1] - t * ways[i + 1];
			let c = x[i + 2] - from[i + 2] - t * ways[i + 2];
			if (more) {
				a += more[i];
				b += more[i + 1];
				c += more[i + 2];
			}
			most = Math.max(most, a * a + b * b + c * c);
		}
		return Math.sqrt(most);
	}

	/** Calls `each` with pairs of triangles that concern each other and whose boxes meet at positions x. */
	visitNear(x: Float64Array, each: (a: number, b: number) => void): void {
		const { tree, pairs } = this;
		tree.fit(x, undefined);
		tree.visitPairs(0, (a, b) => pairs.outer(a, b) > 0, each);
	}

	private search(): void {
		const { tree, pairs, surfaces } = this;
		const { surfaceOfTriangle } = surfaces;
		this.searches++;
		this.pointTriangles.count = 0;
		this.edgeEdges.count = 0;
		tree.fit(this.x, this.hasWays ? this.ways : undefined);
		tree.visitPairs(
			this.outer + this.margin,
			(a, b) => pairs.outer(a, b) > 0,
			(s, t) => {
				const a = surfaceOfTriangle[s];
				const b = surfaceOfTriangle[t];
				const outer = pairs.outer(a, b);
				if (!(outer > 0)) return;
				const reach = outer + this.margin;
				if (pairs.keepsPoints(a, b)) this.addPoints(s, t, outer, reach);
				if (pairs.keepsPoints(b, a)) this.addPoints(t, s, outer, reach);
				this.addEdges(s, t, outer, reach);
			},
		);
		this.pointTriangles.group(surfaces.pointCount);
	}

	/** Points that triangle s stands for, against triangle t. */
	private addPoints(s: number, t: number, outer: number, reach: number): void {
		const { surfaces, closest, pointTriangles } = this;
		const { triangles, pointStart, ownPoints } = surfaces;
		const a = triangles[3 * t];
		const b = triangles[3 * t + 1];
		const c = triangles[3 * t + 2];
		for (let k = pointStart[s]; k < pointStart[s + 1]; k++) {
			const p = ownPoints[k];
			if (p === a || p === b || p === c) continue;
			if (!this.mayMeet(p, p, a, b, c, reach)) continue;
			closestPointTriangle(this.x, p, a, b, c, closest);
			if (closest.distance > reach + this.approach(p, p, a, b, c)) continue;
			let share = 1;
			if (this.isOfOne(s, t)) {
				closestPointTriangle(surfaces.rest, p, a, b, c, closest);
				share = shareOf(closest.distance, outer);
			}
			if (share > 0) pointTriangles.push(p, t, share);
		}
	}

	private addEdges(s: number, t: number, outer: number, reach: number): void {
		const { surfaces, closest, edgeEdges } = this;
		const { edges, edgeStart, ownEdges } = surfaces;
		const isOfOne = this.isOfOne(s, t);
		for (let k = edgeStart[s]; k < edgeStart[s + 1]; k++) {
			const e = ownEdges[k];
			const a = edges[2 * e];
			const b = edges[2 * e + 1];
			for (let l = edgeStart[t]; l < edgeStart[t + 1]; l++) {
				const f = ownEdges[l];
				const c = edges[2 * f];
				const d = edges[2 * f + 1];
				if (a === c || a === d || b === c || b === d) continue;
				if (!this.mayMeet(a, b, c, d, d, reach)) continue;
				closestEdges(this.x, a, b, c, d, closest);
				if (closest.distance > reach + this.approach(a, b, c, d, d)) continue;
				let share = 1;
				if (isOfOne) {
					closestEdges(surfaces.rest, a, b, c, d, closest);
					share = shareOf(closest.distance, outer);
				}
				if (share > 0) edgeEdges.push(e, f, share);
			}
		}
	}

	private isOfOne(s: number, t: number): boolean {
		const { surfaceOfTriangle } = this.surfaces;
		return surfaceOfTriangle[s] === surfaceOfTriangle[t];
	}

	/** By how much two points and three others can come nearer on their ways. */
	private approach(
		a: number,
		b: number,
		c: number,
		d: number,
		e: number,
	): number {
		if (!this.hasWays) return 0;
		const { ways } = this;
		let first = 0;
		let second = 0;
		// Seen from the first of them, whose way all others have in common.
		for (let m = 0; m < 4; m++) {
			const p = 3 * (m === 0 ? b : m === 1 ? c : m === 2 ? d : e);
			const x = ways[p] - ways[3 * a];
			const y = ways[p + 1] - ways[3 * a + 1];
			const z = ways[p + 2] - ways[3 * a + 2];
			const lengthSquared = x * x + y * y + z * z;
			if (m === 0) first = lengthSquared;
			else second = Math.max(second, lengthSquared);
		}
		return Math.sqrt(first) + Math.sqrt(second);
	}

	/** Whether the boxes about an edge a, b (or a point, twice) and about c, d, e may come as near as a distance. */
	private mayMeet(
		a: number,
		b: number,
		c: number,
		d: number,
		e: number,
		reach: number,
	): boolean {
		const { x, ways, hasWays } = this;
		for (let k = 0; k < 3; k++) {
			const i = 3 * a + k;
			const j = 3 * b + k;
			const l = 3 * c + k;
			const m = 3 * d + k;
			const n = 3 * e + k;
			let low = Math.min(x[l], x[m], x[n]) - reach;
			let high = Math.max(x[l], x[m], x[n]) + reach;
			if (hasWays) {
				const least =
					Math.min(ways[l], ways[m], ways[n]) - Math.max(ways[i], ways[j]);
				const most =
					Math.max(ways[l], ways[m], ways[n]) - Math.min(ways[i], ways[j]);
				if (least < 0) low += least;
				if (most > 0) high += most;
			}
			if ((x[i] < low && x[j] < low) || (x[i] > high && x[j] > high))
				return false;
		}
		return true;
	}
}

/** What a pair keeps of its thickness so that at rest it is just out of reach. */
const shareOf = (rest: number, outer: number): number =>
	Math.min(1, (0.95 * rest) / outer);

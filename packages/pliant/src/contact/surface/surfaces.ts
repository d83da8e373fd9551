/** All surfaces that touch, as flat arrays over one numbering of points: triangles, their edges, and edges of cables. */
import type { PointRange } from "../placed.ts";

/** One thing that touches. */
export interface TouchingSurface {
	/** How messages and reports refer to it. */
	readonly label: string;
	/** What a table of friction calls it. */
	readonly name: string;
	/** Its points among all. */
	readonly ranges: readonly PointRange[];
	/** Three points each, among all. */
	readonly triangles: ArrayLike<number>;
	/** Edges without triangles, two points each. */
	readonly loneEdges: ArrayLike<number>;
	/** How far its skin is from its triangles and edges [m]: half of the thickness of a sheet, the radius of a cable. */
	readonly offset: number;
	/** Whether it touches itself. */
	readonly touchesItself: boolean;
	/** Whether something else takes care of its points against what belongs to the others: the exact shape of a collider. */
	readonly isExact?: boolean;
	/** Its own number of a point; by default that among all, less the first of its own. */
	readonly ownPoint?: (point: number) => number;
}

/** What will be one. */
export interface SewnPoints {
	/** For each point the first of those that it is sewn to, or itself. */
	readonly joints: Uint32Array;
	/** Sides of seams that points are on, by their numbers: 2i is sewn to 2i + 1. */
	readonly sides: ReadonlyMap<number, readonly number[]>;
}

export class Surfaces {
	readonly all: readonly TouchingSurface[];
	readonly pointCount: number;
	/** Three points each; those of an edge without triangles are its ends, the second one twice. */
	readonly triangles: Uint32Array;
	/** Two points each. */
	readonly edges: Uint32Array;
	readonly surfaceOfPoint: Uint16Array;
	readonly surfaceOfTriangle: Uint16Array;
	/** Points and edges that each triangle stands for, so that every one is met once: starts, then numbers. */
	readonly pointStart: Uint32Array;
	readonly ownPoints: Uint32Array;
	readonly edgeStart: Uint32Array;
	readonly ownEdges: Uint32Array;
	/** For each edge the points opposite to it in its triangles, two of them; the number of points stands for none. */
	readonly opposite: Uint32Array;
	/** Positions of all points at rest [m]: what is close together there does not push itself apart. */
	readonly rest: Float64Array;

	/** Undefined where nothing is sewn, or all is welded. */
	readonly sewn: SewnPoints | undefined;

	constructor(
		all: readonly TouchingSurface[],
		rest: Float64Array,
		sewn?: SewnPoints,
	) {
		const pointCount = rest.length / 3;
		this.all = all;
		this.pointCount = pointCount;
		this.surfaceOfPoint = new Uint16Array(pointCount);
		this.rest = rest;
		this.sewn = sewn;
		const triangles: number[] = [];
		const surfaceOfTriangle: number[] = [];
		const edges: number[] = [];
		const ownPoints: number[] = [];
		const ownEdges: number[] = [];
		const pointStart = [0];
		const edgeStart = [0];
		const isOwned = new Uint8Array(pointCount);
		const known = new Map<number, number>();
		const opposite: number[] = [];
		const add = (a: number, b: number, c: number, surface: number) => {
			triangles.push(a, b, c);
			surfaceOfTriangle.push(surface);
			for (const point of [a, b, c]) {
				if (isOwned[point]) continue;
				isOwned[point] = 1;
				ownPoints.push(point);
			}
			for (const [p, q, r] of [
				[a, b, c],
				[b, c, a],
				[c, a, b],
			]) {
				if (p === q) continue;
				const key = Math.min(p, q) * pointCount + Math.max(p, q);
				let edge = known.get(key);
				if (edge === undefined) {
					edge = edges.length / 2;
					known.set(key, edge);
					ownEdges.push(edge);
					edges.push(p, q);
					opposite.push(pointCount, pointCount);
				}
				const at = 2 * edge + (opposite[2 * edge] === pointCount ? 0 : 1);
				if (r !== p && r !== q) opposite[at] = r;
			}
			pointStart.push(ownPoints.length);
			edgeStart.push(ownEdges.length);
		};
		for (const [s, surface] of all.entries()) {
			const { ranges, triangles: faces, loneEdges } = surface;
			for (const { first, last } of ranges)
				this.surfaceOfPoint.fill(s, first, last);
			for (let i = 0; i < faces.length; i += 3)
				add(faces[i], faces[i + 1], faces[i + 2], s);
			for (let i = 0; i < loneEdges.length; i += 2)
				add(loneEdges[i], loneEdges[i + 1], loneEdges[i + 1], s);
		}
		this.triangles = Uint32Array.from(triangles);
		this.edges = Uint32Array.from(edges);
		this.opposite = Uint32Array.from(opposite);
		this.surfaceOfTriangle = Uint16Array.from(surfaceOfTriangle);
		this.pointStart = Uint32Array.from(pointStart);
		this.ownPoints = Uint32Array.from(ownPoints);
		this.edgeStart = Uint32Array.from(edgeStart);
		this.ownEdges = Uint32Array.from(ownEdges);
	}

	/**
	 * Whether one of the first points is sewn to one of the others, or on the other side of a seam: sides slide along each other before they are one, and
	 * gathered cloth would be caught.
	 */
	areSewn(ones: ArrayLike<number>, others: ArrayLike<number>): boolean {
		if (!this.sewn) return false;
		const { joints, sides } = this.sewn;
		for (let i = 0; i < ones.length; i++) {
			const own = sides.get(ones[i]);
			if (!own) continue;
			for (let j = 0; j < others.length; j++) {
				if (joints[ones[i]] === joints[others[j]]) return true;
				const facing = sides.get(others[j]);
				if (facing && own.some((side) => facing.includes(side ^ 1)))
					return true;
			}
		}
		return false;
	}

	get triangleCount(): number {
		return this.surfaceOfTriangle.length;
	}
}

/** All surfaces that touch, as flat arrays over one numbering of points: triangles, their edges, and edges of cables. */
import type { PointRange } from "../placed.ts";
import { Ribbons } from "./ribbons.ts";
import { type Sewing, SewnPoints } from "./sewnPoints.ts";

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
	/** The same before panels were welded, where they are. */
	readonly restTriangles?: ArrayLike<number>;
	/** Edges without triangles, two points each; the same one twice for a point alone. */
	readonly loneEdges: ArrayLike<number>;
	/** Radius [m] of what is about its points and edges, where it is a ball or a rod: nothing comes nearer than that, and its skin is there. */
	readonly core?: number;
	/** How far its skin is from its triangles and edges [m]: half of the thickness of a sheet, the radius of a cable. */
	readonly offset: number;
	/** Whether it touches itself. */
	readonly touchesItself: boolean;
	/** Whether it is what is still open between the sides of seams: only panels touch it, and nothing is counted that passes through it. It comes last. */
	readonly isRibbon?: boolean;
	/** Whether it is sewn, and ribbons touch it. */
	readonly isPanel?: boolean;
	/** Whether something else takes care of its points against what belongs to the others: the exact shape of a collider. */
	readonly isExact?: boolean;
	/** Its own number of a point; by default that among all, less the first of its own. */
	readonly ownPoint?: (point: number) => number;
}

type Corners = readonly [number, number, number];

export class Surfaces {
	readonly all: readonly TouchingSurface[];
	readonly pointCount: number;
	/** Three points each; those of an edge without triangles are its ends, the second one twice. */
	readonly triangles: Uint32Array;
	/** Two points each. */
	readonly edges: Uint32Array;
	readonly surfaceOfPoint: Uint16Array;
	readonly surfaceOfTriangle: Uint16Array;
	readonly surfaceOfEdge: Uint16Array;
	/** The first triangle and the first edge of ribbons, which are the last. */
	readonly firstRibbon: { readonly triangle: number; readonly edge: number };
	readonly ribbons: Ribbons;
	/** Points and edges that each triangle stands for, so that every one is met once: starts, then numbers. */
	readonly pointStart: Uint32Array;
	readonly ownPoints: Uint32Array;
	readonly edgeStart: Uint32Array;
	readonly ownEdges: Uint32Array;
	/** For each edge the points opposite to it in its triangles, two of them; the number of points stands for none. */
	readonly opposite: Uint32Array;
	/** Positions of all points at rest [m]: what is close together there does not push itself apart. */
	readonly rest: Float64Array;
	/** Points of triangles and edges before panels were welded, which know where they are at rest. */
	readonly restTriangles: Uint32Array;
	readonly restEdges: Uint32Array;
	/** Undefined where nothing is sewn. */
	readonly sewn: SewnPoints | undefined;

	constructor(
		all: readonly TouchingSurface[],
		rest: Float64Array,
		sewing?: Sewing,
	) {
		const pointCount = rest.length / 3;
		this.all = all;
		this.pointCount = pointCount;
		this.surfaceOfPoint = new Uint16Array(pointCount);
		this.rest = rest;
		const triangles: number[] = [];
		const surfaceOfTriangle: number[] = [];
		const surfaceOfEdge: number[] = [];
		const edges: number[] = [];
		const ownPoints: number[] = [];
		const ownEdges: number[] = [];
		const pointStart = [0];
		const edgeStart = [0];
		const isOwned = new Uint8Array(pointCount);
		const known = new Map<number, number>();
		const opposite: number[] = [];
		const restTriangles: number[] = [];
		const restEdges: number[] = [];
		const add = ([a, b, c]: Corners, atRest: Corners, surface: number) => {
			triangles.push(a, b, c);
			restTriangles.push(...atRest);
			surfaceOfTriangle.push(surface);
			for (const point of [a, b, c]) {
				if (isOwned[point]) continue;
				isOwned[point] = 1;
				ownPoints.push(point);
			}
			for (const [p, q, r, i] of [
				[a, b, c, 0],
				[b, c, a, 1],
				[c, a, b, 2],
			]) {
				if (p === q) continue;
				const key = Math.min(p, q) * pointCount + Math.max(p, q);
				let edge = known.get(key);
				if (edge === undefined) {
					edge = edges.length / 2;
					known.set(key, edge);
					ownEdges.push(edge);
					edges.push(p, q);
					surfaceOfEdge.push(surface);
					restEdges.push(atRest[i], atRest[(i + 1) % 3]);
					opposite.push(pointCount, pointCount);
				}
				// To a ribbon, which may not be stretched, the side of a panel is a side.
				if (surfaceOfEdge[edge] !== surface && all[surface].isRibbon) continue;
				const at = 2 * edge + (opposite[2 * edge] === pointCount ? 0 : 1);
				if (r !== p && r !== q) opposite[at] = r;
			}
			pointStart.push(ownPoints.length);
			edgeStart.push(ownEdges.length);
		};
		let firstRibbon: Surfaces["firstRibbon"] | undefined;
		const ends = () => ({
			triangle: surfaceOfTriangle.length,
			edge: edges.length / 2,
		});
		for (const [s, surface] of all.entries()) {
			if (surface.isRibbon) firstRibbon ??= ends();
			const { ranges, triangles: faces, loneEdges } = surface;
			const { restTriangles: restFaces = faces } = surface;
			for (const { first, last } of ranges)
				this.surfaceOfPoint.fill(s, first, last);
			const three = (numbers: ArrayLike<number>, i: number): Corners => [
				numbers[i],
				numbers[i + 1],
				numbers[i + 2],
			];
			for (let i = 0; i < faces.length; i += 3)
				add(three(faces, i), three(restFaces, i), s);
			for (let i = 0; i < loneEdges.length; i += 2) {
				const [a, b] = [loneEdges[i], loneEdges[i + 1]];
				add([a, b, b], [a, b, b], s);
			}
		}
		this.triangles = Uint32Array.from(triangles);
		this.edges = Uint32Array.from(edges);
		this.opposite = Uint32Array.from(opposite);
		this.surfaceOfEdge = Uint16Array.from(surfaceOfEdge);
		this.firstRibbon = firstRibbon ?? ends();
		this.surfaceOfTriangle = Uint16Array.from(surfaceOfTriangle);
		this.pointStart = Uint32Array.from(pointStart);
		this.ownPoints = Uint32Array.from(ownPoints);
		this.edgeStart = Uint32Array.from(edgeStart);
		this.ownEdges = Uint32Array.from(ownEdges);
		this.restTriangles = Uint32Array.from(restTriangles);
		this.restEdges = Uint32Array.from(restEdges);
		this.ribbons = new Ribbons(this);
		this.sewn = sewing && new SewnPoints(sewing, this);
	}

	/** Radius [m] of what is about the points and edges of a surface. */
	coreOf(surface: number): number {
		return this.all[surface].core ?? 0;
	}

	get triangleCount(): number {
		return this.surfaceOfTriangle.length;
	}
}

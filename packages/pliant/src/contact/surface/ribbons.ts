/**
 * What is still open between the sides of a seam takes part in contact, as a ribbon of triangles from side to side that shrinks to nothing: so a garment is one surface from the beginning, and
 * what never passes through itself can be joined wherever its sides come together. (Without ribbons the sides of a seam could lie on each other one way here and the other way there: an edge beside the seam
 * had slipped between two vertices that were to be one, and held them apart. Of shirts with edges of 4.5 to 8 cm that befell those of 6 cm.)
 *
 * Ribbons touch what is sewn and nothing else, not what wears it, and have neither mass nor stiffness. Those that something sewn passes through at the beginning, or is too near to, are slack and touch nothing, until a step begins
 * in which nothing is in their way any more. Since nothing gets in the way of those that are stretched, positions alone tell which these are.
 */
import { floorShare } from "../barrier.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import { edgeMeetsTriangle } from "./intersections.ts";
import type { SurfaceContact } from "./surfaceContact.ts";
import type { Surfaces } from "./surfaces.ts";

/** A triangle of a ribbon, and what it is when its seam is closed: points of one panel, some of which are the same. */
export interface Ribbon {
	readonly corners: readonly [number, number, number];
	readonly atRest: readonly [number, number, number];
}

type Garment = Pick<Surfaces, "firstRibbon" | "triangles" | "edges">;

export class Ribbons {
	private readonly garment: Garment;
	/** Triangles that were slack when all were last looked at; undefined where they are to be. */
	private unsure: readonly number[] | undefined;
	/** Triangles, edges and points of ribbons that are slack. */
	private readonly slackTriangles = new Set<number>();
	private readonly slackEdges = new Set<number>();
	private readonly slackPoints = new Set<number>();
	/** Triangles of each edge of ribbons. */
	private readonly trianglesOf = new Map<number, number[]>();

	/** All are slack at first. */
	constructor(garment: Garment) {
		this.garment = garment;
		const { firstRibbon, triangles, edges } = garment;
		const known = new Map<string, number>();
		const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
		for (let e = firstRibbon.edge; e < edges.length / 2; e++)
			known.set(key(edges[2 * e], edges[2 * e + 1]), e);
		for (let t = firstRibbon.triangle; t < triangles.length / 3; t++) {
			const corners = triangles.subarray(3 * t, 3 * t + 3);
			for (const [i, corner] of corners.entries()) {
				const edge = known.get(key(corner, corners[(i + 1) % 3]));
				if (edge === undefined) continue;
				const own = this.trianglesOf.get(edge) ?? [];
				this.trianglesOf.set(edge, [...own, t]);
			}
			this.slackTriangles.add(t);
		}
		this.settle();
	}

	/** Whether a triangle, an edge, or one of those that have a point, belongs to a slack ribbon. */
	isSlackTriangle(t: number): boolean {
		return this.slackTriangles.has(t);
	}

	isSlackEdge(e: number): boolean {
		return this.slackEdges.has(e);
	}

	isSlackAt(point: number): boolean {
		return this.slackPoints.has(point);
	}

	/** Positions are others than those that steps led to. */
	doubt(): void {
		this.unsure = undefined;
	}

	/** Stretches all that nothing is in the way of at positions x, where a step begins. Steps may be undone, so those that were slack are looked at again each time. */
	stretch(contact: SurfaceContact, x: Float64Array): void {
		const { slackTriangles, unsure } = this;
		if (this.trianglesOf.size === 0 || unsure?.length === 0) return;
		if (slackTriangles.size > 0) {
			slackTriangles.clear();
			this.settle();
			contact.candidates.forget();
		}
		for (const t of this.tooNear(contact, x)) slackTriangles.add(t);
		for (const t of this.passedThrough(contact, x)) slackTriangles.add(t);
		this.unsure ??= [...slackTriangles];
		if (slackTriangles.size === 0) return;
		this.settle();
		contact.candidates.forget();
	}

	/** An edge is slack where all of its triangles are, a point where any is. */
	private settle(): void {
		const { slackTriangles, slackEdges, slackPoints } = this;
		slackEdges.clear();
		slackPoints.clear();
		for (const [edge, own] of this.trianglesOf)
			if (own.every((t) => slackTriangles.has(t))) slackEdges.add(edge);
		for (const t of slackTriangles)
			for (const point of this.garment.triangles.subarray(3 * t, 3 * t + 3))
				slackPoints.add(point);
	}

	/** Triangles of ribbons that something is nearer to than it may be. */
	private tooNear(contact: SurfaceContact, x: Float64Array): Set<number> {
		const found = new Set<number>();
		const { candidates, surfaces } = contact;
		const { firstRibbon, triangles, edges } = surfaces;
		const { surfaceOfPoint, surfaceOfTriangle, surfaceOfEdge } = surfaces;
		const closest = createClosest();
		const isNear = (share: number, a: number, b: number) =>
			!(closest.distance > floorShare * share * contact.thickness(a, b));
		candidates.cover(x);
		const { pairs: points, count } = candidates.pointTriangles;
		for (let i = 0; i < count; i++) {
			const [p, t] = [points.first(i), points.second(i)];
			if (t < firstRibbon.triangle) continue;
			const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
			closestPointTriangle(x, p, a, b, c, closest);
			if (isNear(points.share(i), surfaceOfPoint[p], surfaceOfTriangle[t]))
				found.add(t);
		}
		const { pairs: crossings, count: crossingCount } = candidates.edgeEdges;
		for (let i = 0; i < crossingCount; i++) {
			const [e, f] = [crossings.first(i), crossings.second(i)];
			const own = [e, f].filter((edge) => edge >= firstRibbon.edge);
			if (own.length === 0) continue;
			const [a, b] = edges.subarray(2 * e, 2 * e + 2);
			const [c, d] = edges.subarray(2 * f, 2 * f + 2);
			closestEdges(x, a, b, c, d, closest);
			if (isNear(crossings.share(i), surfaceOfEdge[e], surfaceOfEdge[f]))
				for (const edge of own)
					for (const t of this.trianglesOf.get(edge) ?? []) found.add(t);
		}
		return found;
	}

	/** Triangles of ribbons that pass through triangles of panels. */
	private passedThrough(
		{ candidates, surfaces }: SurfaceContact,
		x: Float64Array,
	): Set<number> {
		const { firstRibbon, triangles, sewn, all, surfaceOfTriangle } = surfaces;
		const found = new Set<number>();
		const corners = (t: number) => [...triangles.subarray(3 * t, 3 * t + 3)];
		const meet = (one: readonly number[], [a, b, c]: readonly number[]) =>
			one.some((p, i) => {
				const q = one[(i + 1) % 3];
				return (
					!sewn?.areOne([p, q], [a, b, c]) &&
					edgeMeetsTriangle(x, p, q, a, b, c)
				);
			});
		candidates.visitNear(x, (s, t) => {
			const [panel, ribbon] = s < t ? [s, t] : [t, s];
			if (ribbon < firstRibbon.triangle || panel >= firstRibbon.triangle)
				return;
			if (!all[surfaceOfTriangle[panel]].isPanel) return;
			const [one, other] = [corners(panel), corners(ribbon)];
			if (meet(one, other) || meet(other, one)) found.add(ribbon);
		});
		return found;
	}
}

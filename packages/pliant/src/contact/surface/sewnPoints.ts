/**
 * What is near at rest over a seam. A garment touches itself as one mesh does: what has a point in common does not push itself apart, nor what is closer together at rest than its
 * thickness, each panel being measured in its own flat shape; all else does, while seams close and after. Points that a seam joins are one in this, welded or not.
 *
 * Sides are kept from catching each other by ribbons (ribbons.ts). Where these are slack and sides are long overdue, they pass through each other until they are welded. (Where they
 * always did, seams came to lie across themselves and could not be welded: those of a shirt with edges of 8 and 9 cm.)
 */
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import type { Surfaces } from "./surfaces.ts";

/** What a pair keeps of its rest distance, so that it is just out of reach there. */
const keptOfRest = 0.95;

/** What is, or will be, one. */
export interface Sewing {
	/** For each point the first of those that it is sewn to, or itself. */
	readonly joints: Uint32Array;
	/** Sides of seams that points are on, by their numbers: 2i is sewn to 2i + 1. */
	readonly sides: ReadonlyMap<number, readonly number[]>;
	/** When sides that are not welded pass through each other where ribbons are slack [s]. */
	readonly overdue: number;
}

type Garment = Pick<
	Surfaces,
	| "triangles"
	| "edges"
	| "restTriangles"
	| "restEdges"
	| "surfaceOfPoint"
	| "rest"
	| "ribbons"
>;

export class SewnPoints {
	private readonly sewing: Sewing;
	private readonly joints: Uint32Array;
	/** Whether sides pass through each other. */
	private isLoose = false;
	private readonly garment: Garment;
	/** All points that are one with a point, each with its place in a panel. */
	private readonly groups = new Map<number, number[]>();
	/** Flags of points that are sewn to others. */
	private readonly flags: Uint8Array;
	private readonly closest = createClosest();

	constructor(sewing: Sewing, garment: Garment) {
		const { joints } = sewing;
		this.sewing = sewing;
		this.joints = joints;
		this.garment = garment;
		this.flags = new Uint8Array(joints.length);
		for (const [point, joint] of joints.entries()) {
			if (joint === point) continue;
			const group = this.groups.get(joint) ?? [joint];
			this.groups.set(joint, group);
			group.push(point);
			this.flags[joint] = 1;
			this.flags[point] = 1;
		}
	}

	isSewn(point: number): boolean {
		return this.flags[point] === 1;
	}

	/** Goes to a time [s]; says whether other things touch then. */
	goTo(time: number): boolean {
		const { isLoose } = this;
		this.isLoose = time >= this.sewing.overdue;
		return isLoose !== this.isLoose;
	}

	/** Whether one of the first points is, or will be, one of the others, or they pass through each other until they are. */
	areOne(ones: ArrayLike<number>, others: ArrayLike<number>): boolean {
		for (let i = 0; i < ones.length; i++)
			if (this.flags[ones[i]])
				for (let j = 0; j < others.length; j++)
					if (
						this.joints[ones[i]] === this.joints[others[j]] ||
						(this.isLoose && this.areFacing(ones[i], others[j]))
					)
						return true;
		return false;
	}

	private areFacing(one: number, other: number): boolean {
		const { sides } = this.sewing;
		const facing = sides.get(other);
		return (
			this.garment.ribbons.isSlackAt(other) &&
			facing !== undefined &&
			(sides.get(one) ?? []).some((side) => facing.includes(side ^ 1))
		);
	}

	/** What a point and a triangle keep of their distance; undefined where nothing of them is sewn. */
	shareOfPoint(p: number, t: number, outer: number): number | undefined {
		const { triangles, restTriangles, surfaceOfPoint, ribbons } = this.garment;
		if (ribbons.isSlackTriangle(t)) return 0;
		if (!this.flags[p] && !this.hasSewn(triangles, 3 * t, 3)) return undefined;
		const [a, b, c] = restTriangles.subarray(3 * t, 3 * t + 3);
		if (this.areOne([p], [a, b, c])) return 0;
		return this.shareOfFace(p, [a, b, c], surfaceOfPoint[a], outer);
	}

	/** The same of a point and the side from a to b, or the corner a, of a triangle of a panel. */
	shareOfSide(
		...[p, a, b, surface, outer]: readonly [
			point: number,
			a: number,
			b: number,
			surface: number,
			outer: number,
		]
	): number | undefined {
		if (!this.flags[p] && !this.flags[a] && !this.flags[b]) return undefined;
		const { surfaceOfPoint } = this.garment;
		const [c, d] = [a, b].map(
			(end) =>
				this.groupOf(end).find((one) => surfaceOfPoint[one] === surface) ?? end,
		);
		return this.shareOfFace(p, [c, d, d], surface, outer);
	}

	/** The same of two edges. */
	shareOfEdges(e: number, f: number, outer: number): number | undefined {
		const { edges, restEdges, surfaceOfPoint, rest, ribbons } = this.garment;
		if (ribbons.isSlackEdge(e) || ribbons.isSlackEdge(f)) return 0;
		if (!this.hasSewn(edges, 2 * e, 2) && !this.hasSewn(edges, 2 * f, 2))
			return undefined;
		const { closest } = this;
		const [a, b] = restEdges.subarray(2 * e, 2 * e + 2);
		const [c, d] = restEdges.subarray(2 * f, 2 * f + 2);
		if (this.areOne([a, b], [c, d])) return 0;
		let least = Math.min(
			this.distance(a, [c, d, d], surfaceOfPoint[c]),
			this.distance(b, [c, d, d], surfaceOfPoint[c]),
			this.distance(c, [a, b, b], surfaceOfPoint[a]),
			this.distance(d, [a, b, b], surfaceOfPoint[a]),
		);
		if (surfaceOfPoint[a] === surfaceOfPoint[c]) {
			closestEdges(rest, a, b, c, d, closest);
			least = Math.min(least, closest.distance);
		}
		return Math.min(1, (keptOfRest * least) / outer);
	}

	private shareOfFace(
		p: number,
		[a, b, c]: Corners,
		surface: number,
		outer: number,
	): number {
		const least = Math.min(
			this.distance(p, [a, b, c], surface),
			this.distanceOfPoints(p, a),
			this.distanceOfPoints(p, b),
			this.distanceOfPoints(p, c),
		);
		return Math.min(1, (keptOfRest * least) / outer);
	}

	/** Distance at rest [m] of a point from three of a panel, infinite where it has no place in that panel. */
	private distance(p: number, [a, b, c]: Corners, surface: number): number {
		const { closest, garment } = this;
		let least = Number.POSITIVE_INFINITY;
		for (const place of this.groupOf(p)) {
			if (garment.surfaceOfPoint[place] !== surface) continue;
			closestPointTriangle(garment.rest, place, a, b, c, closest);
			least = Math.min(least, closest.distance);
		}
		return least;
	}

	/** That of two points in the panel in which they are nearest. */
	private distanceOfPoints(p: number, q: number): number {
		const { surfaceOfPoint } = this.garment;
		let least = Number.POSITIVE_INFINITY;
		for (const place of this.groupOf(q))
			least = Math.min(
				least,
				this.distance(p, [place, place, place], surfaceOfPoint[place]),
			);
		return least;
	}

	private hasSewn(points: Uint32Array, first: number, count: number): boolean {
		for (let i = first; i < first + count; i++)
			if (this.flags[points[i]]) return true;
		return false;
	}

	private groupOf(point: number): readonly number[] {
		return this.groups.get(this.joints[point]) ?? [point];
	}
}

type Corners = readonly [number, number, number];

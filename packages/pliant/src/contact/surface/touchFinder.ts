/**
 * Finds where surfaces touch: pairs of points and triangles, each thing counted once, and pairs of edges. Two surfaces are nearest at two edges only where the way between
 * these leads away from the triangles of both; elsewhere, as in a plane, points and triangles are as near, and edges would hold on to each other when they slide (a block
 * stopped at an inner edge of the table, on a slope that was too steep by a hundredth). So edges count by how far that way leads away, and less where they are about
 * parallel, whose closest points jump. Both are taken where the step begins, so that the potential is one: taken anew in every iteration, Newton went to and fro.
 */
import type { Vector } from "../../system/vectorSpace.ts";
import { barrierSlope, floorShare, outerShare } from "../barrier.ts";
import type { Candidates } from "./candidates.ts";
import {
	type Closest,
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import { PointFeatures } from "./pointFeatures.ts";
import type { SurfaceContactInputs } from "./surfaceContact.ts";
import type { TouchList } from "./touchList.ts";

/** sin² of the angle up to which edges count less, and sine of that by which the way between them leads away from a triangle. */
const nearlyParallel = 0.01;
const nearlyLevel = 0.1;
/** Edges that should not count do so much, lest what they may do later in the step finds no resistance. */
const leastShare = 0.02;
/** b′ at ξ over the range, negative. */
const slopeAtRest = barrierSlope(
	(1 - floorShare) / (outerShare - floorShare),
	1,
);

export class TouchFinder {
	/** Whether two things are nearer than their floor. */
	isThrough = false;
	private readonly inputs: SurfaceContactInputs;
	private readonly candidates: Candidates;
	private readonly touches: TouchList;
	/** Mean mass of each surface's points that can move; 0 where none can. */
	private readonly masses: Float64Array;
	/** Distance [m] of skins, or of cores, at which two surfaces begin to push. */
	private readonly outer: (a: number, b: number) => number;
	/** Positions at the beginning of the step [m]. */
	private readonly start: Vector;
	private stiffness = 1;
	private readonly closest = createClosest();
	private readonly towards = createClosest();
	private readonly features = new PointFeatures();
	/** How much pairs of edges count in this step, by their numbers; not a number where that is not known yet. Pairs are those of so many searches. */
	private crossings = new Float64Array(0);
	private searches = 0;

	constructor(
		inputs: SurfaceContactInputs,
		parts: {
			readonly candidates: Candidates;
			readonly touches: TouchList;
			readonly masses: Float64Array;
			readonly outer: (a: number, b: number) => number;
			readonly start: Vector;
		},
	) {
		this.inputs = inputs;
		this.candidates = parts.candidates;
		this.touches = parts.touches;
		this.masses = parts.masses;
		this.outer = parts.outer;
		this.start = parts.start;
	}

	/** A step begins, from new positions. */
	begin(): void {
		this.crossings.fill(Number.NaN);
	}

	/**
	 * Fills the list with where surfaces touch at positions x.
	 * @param isThere whether x is where that was last asked
	 */
	find(x: Float64Array, stiffness: number, isThere: boolean): void {
		this.stiffness = stiffness;
		this.isThrough = false;
		this.touches.clear();
		this.candidates.findNear(x, isThere);
		this.findPoints(x);
		this.findEdges();
	}

	private findPoints(x: Float64Array): void {
		const { closest, features } = this;
		const { surfaces } = this.inputs;
		const { triangles, surfaceOfTriangle, surfaceOfPoint } = surfaces;
		const { pointTriangles } = this.candidates;
		const { nearCount, nearPairs, pairs } = pointTriangles;
		let point = -1;
		let other = -1;
		features.clear();
		for (let near = 0; near < nearCount; near++) {
			const i = nearPairs[near];
			const p = pairs.first(i);
			const t = pairs.second(i);
			const surface = surfaceOfTriangle[t];
			const core = surfaces.coreOf(surfaceOfPoint[p]);
			if (core > 0) {
				pointTriangles.takeClosest(near, closest);
				this.pushBall(p, t, core);
				continue;
			}
			if (p !== point || surface !== other) {
				if (features.count > 0) this.pushPoint(x, point, other);
				[point, other] = [p, surface];
			}
			const a = triangles[3 * t];
			const b = triangles[3 * t + 1];
			const c = triangles[3 * t + 2];
			pointTriangles.takeClosest(near, closest);
			features.add(a, b, c, pairs.share(i), closest);
		}
		if (features.count > 0) this.pushPoint(x, point, other);
	}

	/**
	 * Takes over a triangle that a ball is near to. Each counts by itself, since cloth that lies on a ball touches it in about as many places as it has triangles. (To count each edge and corner once, as of points, took
	 * forces away that were as large as those that were left, and Newton found no way between them.)
	 */
	private pushBall(point: number, t: number, core: number): void {
		const { closest, masses } = this;
		const { triangles, surfaceOfPoint, surfaceOfTriangle } =
			this.inputs.surfaces;
		const other = surfaceOfTriangle[t];
		const a = triangles[3 * t];
		const b = triangles[3 * t + 1];
		const c = triangles[3 * t + 2];
		this.push(
			[point, a, b, c],
			false,
			closest,
			1,
			masses[other],
			this.outer(surfaceOfPoint[point], other) / outerShare,
			core,
		);
	}

	/** Mass [kg] of a point that can move. */
	private massOf(point: number): number {
		const { isFixed, weights } = this.inputs;
		return isFixed[point] ? 0 : weights[point];
	}

	/** Takes over what a point is near to of one surface. */
	private pushPoint(x: Float64Array, point: number, other: number): void {
		const { features, inputs, masses } = this;
		const { surfaces } = inputs;
		const own = surfaces.surfaceOfPoint[point];
		const outer = this.outer(own, other);
		const panel = (side: number) =>
			surfaces.all[other].isRibbon ? surfaces.surfaceOfPoint[side] : other;
		features.settle(x, point, outer, (a, b) => {
			const sewn = surfaces.sewn?.shareOfSide(point, a, b, panel(a), outer);
			if (sewn !== undefined) return sewn;
			if (own !== other) return 1;
			closestPointTriangle(surfaces.rest, point, a, b, b, this.closest);
			return Math.min(1, (0.95 * this.closest.distance) / outer);
		});
		const weight = Math.max(this.massOf(point), masses[other]);
		for (let i = 0; i < features.count; i++) {
			const { a, b, c, count, share, closest } = features.features[i];
			if (count !== 0)
				this.push(
					[point, a, b, c],
					false,
					closest,
					count,
					weight,
					(share * outer) / outerShare,
				);
		}
		features.clear();
	}

	private findEdges(): void {
		const { closest, inputs } = this;
		const { surfaces } = inputs;
		const { edges } = surfaces;
		const { searches, edgeEdges } = this.candidates;
		const { nearCount, nearPairs, pairs } = edgeEdges;
		if (searches !== this.searches) {
			this.searches = searches;
			if (this.crossings.length < edgeEdges.count)
				this.crossings = new Float64Array(Math.ceil(1.5 * edgeEdges.count));
			this.begin();
		}
		const { crossings } = this;
		for (let near = 0; near < nearCount; near++) {
			const i = nearPairs[near];
			const e = pairs.first(i);
			const f = pairs.second(i);
			const a = edges[2 * e];
			const b = edges[2 * e + 1];
			const c = edges[2 * f];
			const d = edges[2 * f + 1];
			const core = pairs.core(i);
			const outer = pairs.outer(i) - core;
			edgeEdges.takeClosest(near, closest);
			const first = this.massOf(a) + this.massOf(b);
			const second = this.massOf(c) + this.massOf(d);
			const weight = 0.5 * Math.max(first, second);
			if (Number.isNaN(crossings[i])) crossings[i] = this.crossing(e, f);
			const share = crossings[i];
			if (share > 0 && weight > 0)
				this.push(
					[a, b, c, d],
					true,
					closest,
					share,
					weight,
					outer / outerShare,
					core,
				);
			else if (!(closest.distance > core + (floorShare / outerShare) * outer))
				this.isThrough = true;
		}
	}

	/** How much two edges count, from 0 to 1. */
	private crossing(e: number, f: number): number {
		const { towards, inputs } = this;
		const start = this.start.array;
		const { edges } = inputs.surfaces;
		const a = edges[2 * e];
		const b = edges[2 * e + 1];
		const c = edges[2 * f];
		const d = edges[2 * f + 1];
		let uu = 0;
		let uv = 0;
		let vv = 0;
		for (let k = 0; k < 3; k++) {
			const u = start[3 * b + k] - start[3 * a + k];
			const v = start[3 * d + k] - start[3 * c + k];
			uu += u * u;
			uv += u * v;
			vv += v * v;
		}
		const share = ramp((1 - (uv * uv) / (uu * vv)) / nearlyParallel);
		if (share === 0) return 0;
		closestEdges(start, a, b, c, d, towards);
		const away = this.leadsAway(f, 1) * this.leadsAway(e, -1);
		return share * Math.max(leastShare, away);
	}

	/** How much the way to the other edge leads away from the triangles of an edge. */
	private leadsAway(edge: number, sign: number): number {
		const { towards, inputs } = this;
		const start = this.start.array;
		const { edges, opposite, pointCount } = inputs.surfaces;
		const { r, distance } = towards;
		const a = 3 * edges[2 * edge];
		const b = 3 * edges[2 * edge + 1];
		let share = 1;
		for (let side = 0; side < 2; side++) {
			const c = 3 * opposite[2 * edge + side];
			if (c === 3 * pointCount) continue;
			let uu = 0;
			let uw = 0;
			let ww = 0;
			let ur = 0;
			let wr = 0;
			for (let k = 0; k < 3; k++) {
				const u = start[b + k] - start[a + k];
				const w = start[c + k] - start[a + k];
				uu += u * u;
				uw += u * w;
				ww += w * w;
				ur += u * r[k];
				wr += w * r[k];
			}
			// Along the triangle and across the edge: w less its part along u.
			const along = uw / uu;
			const length = Math.sqrt(ww - along * uw);
			const sine = (-sign * (wr - along * ur)) / (length * distance);
			share *= ramp(sine / nearlyLevel);
		}
		return share;
	}

	private push(
		[a, b, c, d]: readonly [number, number, number, number],
		isEdges: boolean,
		closest: Closest,
		share: number,
		weight: number,
		thickness: number,
		core = 0,
	): void {
		const floor = core + floorShare * thickness;
		const reach = (outerShare - floorShare) * thickness;
		if (!(closest.distance > floor)) {
			this.isThrough = true;
			return;
		}
		const kappa =
			(-this.stiffness * this.inputs.gravity) / (slopeAtRest * reach);
		const factor = kappa * share * weight;
		const { touches } = this;
		touches.push(a, b, c, d, isEdges, closest, share, factor, floor, reach);
		touches.measureLast();
	}
}

/** Rises from 0 to 1, smoothly at its end, and is 0 for what is no number. */
function ramp(q: number): number {
	return q > 0 ? (q < 1 ? q * (2 - q) : 1) : 0;
}

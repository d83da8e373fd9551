/**
 * Finds where surfaces touch: pairs of points and triangles, each thing counted once, and pairs of edges. Two surfaces are nearest at two edges only where the way between
 * these leads away from the triangles of both; elsewhere, as in a plane, points and triangles are as near, and edges would hold on to each other when they slide (a block
 * stopped at an inner edge of the table, on a slope that was too steep by a hundredth). So edges count by how far that way leads away, and less where they are about
 * parallel, whose closest points jump. Both are taken where the step begins, so that the potential is one: taken anew in every iteration, Newton went to and fro.
 */
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import { barrierSlope, floorShare, outerShare } from "../barrier.ts";
import type { Candidates } from "./candidates.ts";
import {
	type Closest,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import { PointFeatures } from "./pointFeatures.ts";
import type { SurfaceContactInputs } from "./surfaceContact.ts";
import type { TouchList } from "./touchList.ts";

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
	/** Masses [kg] of points that are free, 0 of others. */
	private readonly freeMasses: ArenaArray<Float64Array>;
	private readonly arena: ArenaSection;
	/** What the numerics answer. */
	private readonly sums: ArenaArray<Float64Array>;
	private stiffness = 1;
	private readonly closest = createClosest();
	private readonly features = new PointFeatures();
	/** How much pairs of edges count in this step, by their numbers; not a number where that is not known yet. Pairs are those of so many searches. */
	private crossings: ArenaArray<Float64Array>;
	private searches = 0;

	constructor(
		inputs: SurfaceContactInputs,
		parts: {
			readonly candidates: Candidates;
			readonly touches: TouchList;
			readonly masses: Float64Array;
			readonly outer: (a: number, b: number) => number;
			readonly start: Vector;
			readonly freeMasses: ArenaArray<Float64Array>;
		},
	) {
		this.inputs = inputs;
		this.candidates = parts.candidates;
		this.touches = parts.touches;
		this.masses = parts.masses;
		this.outer = parts.outer;
		this.start = parts.start;
		this.freeMasses = parts.freeMasses;
		this.arena = inputs.memory.arena.section();
		this.crossings = this.arena.f64(0);
		this.sums = this.arena.f64(2);
	}

	/** A step begins, from new positions. */
	begin(): void {
		this.crossings.array.fill(Number.NaN);
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
		const weight = Math.max(this.freeMasses.array[point], masses[other]);
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
		const { candidates, touches, sums } = this;
		const { numerics } = this.inputs.memory;
		const { searches, edgeEdges, surfaces } = candidates;
		if (searches !== this.searches) {
			this.searches = searches;
			this.crossings = this.crossingsFor(edgeEdges.count);
			this.begin();
		}
		const { nearCount } = edgeEdges;
		touches.reserve(touches.count + 2 * nearCount);
		numerics.addEdgeTouches(
			surfaces,
			edgeEdges.pointer,
			nearCount,
			edgeEdges.closestPointer,
			this.start.pointer,
			this.freeMasses.pointer,
			this.crossings.pointer,
			floorShare,
			outerShare,
			-this.stiffness * this.inputs.gravity,
			slopeAtRest,
			touches.pointer,
			touches.count,
			sums.pointer,
		);
		touches.count = sums.array[0];
		if (sums.array[1] === 1) this.isThrough = true;
	}

	private crossingsFor(pairs: number): ArenaArray<Float64Array> {
		const { arena, crossings } = this;
		if (pairs <= crossings.array.length) return crossings;
		const room = Math.ceil(1.5 * pairs);
		return arena.exchange([crossings], () => arena.f64(room));
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

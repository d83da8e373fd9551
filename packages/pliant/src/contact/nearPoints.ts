/**
 * The points that may be near to a collider at rest, so that contact need not look at all others: a distance changes by how far a point moves at most, so it is measured
 * once, and again when points have gone far. Of cloth on a ball one in four is near.
 */
import type { Collider } from "./collider.ts";
import { type Pose, toLocal } from "./pose.ts";
import type { Shape } from "./shapes/shape.ts";

/** Distances are measured anew once a point has gone so far, and points are listed up to so much farther than asked, relative to the extent of a body. */
const farMove = 0.05;
const spare = 0.01;
/** More than rounding. */
const aLittle = 1e-9;

export interface NearPointsInputs {
	readonly collider: Collider;
	readonly shape: Shape;
	/** Where it is, if it rests. */
	readonly pose: Pose;
	/** The points, ascending. */
	readonly points: Uint32Array;
	/** Extent of the body that they are of [m]. */
	readonly size: number;
}

export class NearPoints {
	/** Points that may be near, ascending, and how many there are, as last listed. */
	readonly list: Uint32Array;
	count = 0;
	private readonly inputs: NearPointsInputs;
	/** Distance of each point [m] from where it was when that was measured. */
	private readonly distances: Float64Array;
	private readonly places: Float64Array;
	/** How far away listed points may be, by their distances. */
	private listed = Number.NaN;

	constructor(inputs: NearPointsInputs) {
		const { points, collider } = inputs;
		this.inputs = inputs;
		this.list = points.slice();
		this.count = points.length;
		const known = collider.moves ? 0 : points.length;
		this.distances = new Float64Array(known).fill(Number.NaN);
		this.places = new Float64Array(3 * known).fill(Number.NaN);
	}

	/** Lists all points that may be nearer than a distance [m] at positions x, and some more. */
	find(x: Float64Array, distance: number): void {
		const { collider, size, points } = this.inputs;
		// Some positions are those of nodes alone.
		if (collider.moves || x.length <= 3 * points[points.length - 1]) {
			this.listAll();
			return;
		}
		let moved = this.longestMove(x);
		if (!(moved <= farMove * size)) {
			this.measure(x);
			moved = 0;
		}
		const least = distance + moved + aLittle * size;
		const most = least + 2 * spare * size;
		if (!(least <= this.listed && this.listed <= most))
			this.fill(least + spare * size);
	}

	private listAll(): void {
		if (this.count === this.list.length) return;
		this.list.set(this.inputs.points);
		this.count = this.list.length;
		this.listed = Number.NaN;
	}

	/** How far [m] points have gone at most since their distances were measured. */
	private longestMove(x: Float64Array): number {
		const { places } = this;
		const { points } = this.inputs;
		let most = 0;
		for (let p = 0; p < points.length; p++) {
			const at = 3 * points[p];
			const a = x[at] - places[3 * p];
			const b = x[at + 1] - places[3 * p + 1];
			const c = x[at + 2] - places[3 * p + 2];
			const square = a * a + b * b + c * c;
			if (square <= most) continue;
			if (Number.isNaN(square)) return square;
			most = square;
		}
		return Math.sqrt(most);
	}

	private measure(x: Float64Array): void {
		const { places, distances } = this;
		const { points, pose, shape } = this.inputs;
		for (let p = 0; p < points.length; p++) {
			const at = 3 * points[p];
			for (let k = 0; k < 3; k++) places[3 * p + k] = x[at + k];
			toLocal(pose, x[at], x[at + 1], x[at + 2], local);
			distances[p] = shape.distance(local[0], local[1], local[2]);
		}
		this.listed = Number.NaN;
	}

	private fill(distance: number): void {
		const { distances, list } = this;
		const { points } = this.inputs;
		let count = 0;
		for (let p = 0; p < points.length; p++)
			if (!(distances[p] >= distance)) list[count++] = points[p];
		this.count = count;
		this.listed = distance;
	}
}

const local = new Float64Array(3);

import type { SkinnedPoints } from "./skinnedPoints.ts";

/** Vertices of a surface, brought up to date when asked for. */
export class Follower {
	isStale = true;
	readonly points: SkinnedPoints;
	private readonly x: Float64Array;

	constructor(points: SkinnedPoints) {
		this.points = points;
		this.x = new Float64Array(3 * points.count);
	}

	positions(): Float64Array {
		if (this.isStale) {
			this.points.update();
			this.points.apply(this.x);
			this.isStale = false;
		}
		return this.x;
	}

	/** Of given velocities of all frames. */
	velocities(frames: Float64Array): Float64Array {
		if (this.isStale) this.positions();
		const v = new Float64Array(this.x.length);
		this.points.applyJ(frames, v);
		return v;
	}
}

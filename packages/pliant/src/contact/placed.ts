import type { Collider } from "./collider.ts";
import type { FrictionCoefficients } from "./friction.ts";
import type { NearPoints } from "./nearPoints.ts";
import type { Pose } from "./pose.ts";
import type { Shape } from "./shapes/shape.ts";

/** A collider in a simulation, as it is for some of the points. */
export interface Placed {
	readonly collider: Collider;
	readonly friction: FrictionCoefficients;
	/** The points, ascending. */
	readonly points: Uint32Array;
	/** Those of them that may be near. */
	readonly near: NearPoints;
	/** Its shape, grown by the floor: what points keep out of. */
	readonly shape: Shape;
	/** [m] */
	readonly floor: number;
	/** Extent of the body that the points are of [m]. */
	readonly size: number;
	/** Distance [m] below which it pushes. */
	readonly reach: number;
	/** κ [1/s²] at stiffness 1. */
	readonly kappa: number;
	/** Distance at which the weight of a point rests [m]. */
	readonly rest: number;
	/** At the beginning and the end of the step. */
	readonly before: Pose;
	readonly now: Pose;
}

/** Points: [first, last). */
export interface PointRange {
	readonly first: number;
	readonly last: number;
}

export const isWithin = (
	ranges: readonly PointRange[],
	point: number,
): boolean => ranges.some(({ first, last }) => first <= point && point < last);

/** What is the matter, and with which vertex. */
export interface ContactProblem {
	readonly what: string;
	readonly vertex: number;
}

import type { Collider } from "./collider.ts";
import type { Pose } from "./pose.ts";

/** A collider in a simulation. */
export interface Placed {
	readonly collider: Collider;
	/** Distance [m] below which it pushes. */
	readonly reach: number;
	/** κ [1/s²] at stiffness 1. */
	readonly kappa: number;
	/** At the beginning and the end of the step. */
	readonly before: Pose;
	readonly now: Pose;
}

/** What is the matter, and with which vertex. */
export interface ContactProblem {
	readonly what: string;
	readonly vertex: number;
}

/** What a body of frames has: frames, how others follow those with degrees of freedom, and perhaps elasticity. */

import type { Vector3 } from "../mesh/mesh.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { FramePart } from "./framePart.ts";
import type { MassSpace } from "./inertia/massSpace.ts";
import type { CarryingFrames } from "./inertia/momentSpace.ts";
import type { PointTensors } from "./pointStress.ts";
import type { SampleEnergies } from "./sampleSet.ts";
import type { StiffnessKind } from "./sampleSystem.ts";

/** The consistent mass of samples, or one of each frame alone that keeps mass, centre and inertia. */
export type FrameMassKind = "consistent" | "lumped";

export interface FrameSystem extends CarryingFrames {
	readonly body: FrameOwner;
	/** The frames with degrees of freedom, by their numbers among all. */
	readonly frames: readonly number[];
	/** A length of the body [m]. */
	readonly extent: number;
	/** To be called when poses have changed. */
	update(): void;
	/** Points at rest positions [m], xyz each, that follow a part of this system. */
	points(part: FramePart, rest: Float64Array): FollowingPoints;
	/** The rest position [m] of the material point that is somewhere now. */
	materialPoint(position: Vector3): Vector3;
	/** Strain and stress at the material point with a rest position [m]. */
	tensorsAt(rest: Vector3): PointTensors;
	massSpace(): MassSpace;
	/** Forces between frames; rigid bodies have none. */
	elasticity(task: "steps" | "statics"): FrameElasticity | undefined;
}

/** As messages know the body. */
export interface FrameOwner {
	readonly name: string;
	readonly label: string;
}

/** Forces between frames. */
export interface FrameElasticity {
	/** Whether they are those of an energy. */
	readonly isPotential: boolean;
	/** By degrees of freedom, after `assemble`. */
	readonly gradient: Float64Array;
	readonly stiffness: Float64Array;
	/** Computes `gradient`, and `stiffness` of a kind. */
	assemble(kind: StiffnessKind | "none"): void;
	energy(): SampleEnergies;
	/** `gradient` of elasticity alone. */
	internalGradient(): Float64Array;
	/** Whether it weighs its samples, so that gravity, and inertia where that is set, are part of its energy and forces. */
	readonly weighs: boolean;
	/** As of `SampleSet`. */
	setGravity(gravity: readonly number[]): boolean;
	setInertia(factor: number, targets?: Float64Array): void;
}

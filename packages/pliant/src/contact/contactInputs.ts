/** What contact is made of, and what it tells. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { ContactNumerics } from "../numerics/contactNumerics.ts";
import type { Team } from "../numerics/team.ts";
import type { ArraySource } from "../system/arena.ts";
import type { Collider } from "./collider.ts";
import type { FrictionCoefficients } from "./friction.ts";
import type { PointRange } from "./placed.ts";

/** How a body and a collider touch. */
export interface ContactReport {
	readonly collider: Collider;
	/** Vertices within the collider's reach. */
	readonly count: number;
	/** Smallest distance [m] of a vertex. */
	readonly distance: number;
	/** The middle of the vertices that it pushes [m], each counted by its force; none where it pushes none. */
	readonly centre?: Vector3;
	/** The force of the collider on the body [N], along its normals. */
	readonly normalForce: Vector3;
	/** The force of the collider on the body [N], in the last step or load step; none at the beginning of a run. */
	readonly frictionForce: Vector3;
}

export interface ContactInputs {
	readonly colliders: readonly Collider[];
	/** Mass [kg] that each point may have to carry; 0 for nodes that do not touch. */
	readonly weights: Float64Array;
	/** Points that are nodes, which come first; the others follow nodes. */
	readonly nodeCount: number;
	/** Flags of points that nothing but a script moves. */
	readonly isFixed: Uint8Array;
	readonly constraints: VertexConstraints;
	readonly gravity: Vector3;
	readonly bodies: readonly TouchingBody[];
	/** Of a collider and a body, by its number. */
	readonly friction: (collider: Collider, body: number) => FrictionCoefficients;
	readonly memory: ContactMemory;
}

/** Where the numerics run, and where their arrays are. */
export interface ContactMemory {
	readonly arena: ArraySource;
	readonly team: Team;
	readonly numerics: ContactNumerics;
}

/** The points of a body. */
export interface TouchingBody {
	readonly ranges: readonly PointRange[];
	/** Its extent [m]. */
	readonly size: number;
	/** How far its skin is from its points [m], which rest at that distance; 0 where they rest within the reach of colliders. */
	readonly offset: number;
}

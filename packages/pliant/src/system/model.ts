/** A simulation's data: Model does not change, State does. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { ArenaArray } from "./arena.ts";
import type { BlockPattern } from "./blockPattern.ts";
import type { EdgePattern } from "./edgeMatrix.ts";
import type { VertexArrays } from "./elementGroup.ts";
import type { ElementSum } from "./elementSum.ts";
import type { DeadLoad } from "./loads.ts";
import type { Mass } from "./mass.ts";
import type { PressureLoad } from "./pressure.ts";

export interface Model {
	readonly vertexCount: number;
	readonly mass: Mass;
	/** Elastic energy in "x". */
	readonly elastic: ElementSum;
	/** Pressure in "x", from "start"; its groups belong to `pressures` one by one. */
	readonly follower: ElementSum;
	/** Dissipation potentials in "v", at the positions "x". */
	readonly dissipation: ElementSum;
	/** The blocks that a system matrix has. */
	readonly pattern: BlockPattern;
	/** The same as edges; made when first used. */
	readonly edges: EdgePattern;
	readonly deadLoads: readonly DeadLoad[];
	readonly pressures: readonly PressureLoad[];
	/** Lets those of a time [s] act, times a factor. */
	readonly setPressures: (time: number, factor: number) => void;
	/** [m/s²] */
	readonly gravity: Vector3;
	/** Extent of the model at rest [m], the diagonal of its bounding box. */
	readonly size: number;
}

export interface State {
	/** Positions [m], xyz per vertex. */
	readonly x: ArenaArray<Float64Array>;
	/** Velocities [m/s], xyz per vertex. */
	readonly v: ArenaArray<Float64Array>;
	/** Time [s]. */
	time: number;
	/** Steps taken. */
	step: number;
}

/** Vertex arrays that potentials read besides the state. */
export interface WorkArrays {
	/** Positions at the beginning of a Newton iteration. */
	readonly start: ArenaArray<Float64Array>;
	/** Positions at the beginning of the iteration before; in the first one, of the substep. */
	readonly before: ArenaArray<Float64Array>;
	/** Positions at which dissipation is evaluated; there once somebody asks for them. */
	readonly dissipationPositions: ArenaArray<Float64Array>;
	/** Velocity over the step, as the positions imply it; there once somebody asks for it. */
	readonly stepVelocity: ArenaArray<Float64Array>;
}

/** The vertex arrays at which a model's sums are evaluated. */
export type SumArrays = Readonly<
	Record<"elastic" | "follower" | "dissipation", VertexArrays>
>;

/** Those of a step. */
export const stepArrays = (
	{ x }: Pick<State, "x">,
	work: WorkArrays,
): SumArrays => ({
	elastic: { x, before: work.before },
	follower: { x, start: work.start },
	dissipation: {
		get x() {
			return work.dissipationPositions;
		},
		get v() {
			return work.stepVelocity;
		},
	},
});

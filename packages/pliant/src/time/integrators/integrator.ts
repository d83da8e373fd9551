/** How a simulation goes from one state to the next. One object each, in `integrators.ts`. */
import type { VertexConstraints } from "../../constraints/vertexConstraints.ts";
import type { FrameNodes } from "../../frames/frameNodes.ts";
import type { NewtonReport } from "../../solvers/newton.ts";
import type { Model, State, WorkArrays } from "../../system/model.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import type { IncrementalPotential } from "../incrementalPotential.ts";

/** The state before the current one, for integrators that look back. */
export interface History {
	readonly x?: Vector;
	readonly v?: Vector;
	/** Length [s] of the last step, or what the next one may have at most (midpoint); 0 where there was none. */
	step: number;
}

/** What a step works on. */
export interface StepContext {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	readonly frames?: FrameNodes | undefined;
	readonly potential: IncrementalPotential;
	readonly history: History;
	readonly space: VectorSpace;
	/** For what lasts no longer than a step. */
	readonly forces: Vector;
	/** α of mass damping [1/s]. */
	readonly massDamping: number;
	/** Goes back to the beginning of the step, to take it in another way. */
	readonly undo: () => void;
	/** Whether steps are chosen by their error; others must not gain energy. */
	readonly isAccurate: boolean;
	/** Solves what the potential poses. */
	readonly minimize: () => NewtonReport;
}

/** What a simulation asks of its integrator. */
export interface IntegratorUse {
	/** Whether anything touches: there are colliders, or surfaces do. */
	readonly hasContact: boolean;
	/** Whether there are frame bodies, rigid bodies or attachments. */
	readonly hasFrames: boolean;
	readonly mass: "lumped" | "consistent" | undefined;
	readonly stiffnessDamping: number;
	readonly solver: string;
}

export interface Integrator {
	readonly name: string;
	/** What it is, in a sentence. */
	readonly about: string;
	readonly looksBack: boolean;
	/** Why it cannot do what is asked, and what can. */
	readonly refusal: (use: IntegratorUse) => string | undefined;
	/** Whether a step of length h [s] is not even worth trying, to go by those before. */
	readonly expectsFailure?: (history: History, h: number) => boolean;
	/** Takes a step of length h [s]. */
	readonly step: (context: StepContext, h: number) => NewtonReport;
}

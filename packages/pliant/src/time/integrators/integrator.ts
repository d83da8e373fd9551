/** How a simulation goes from one state to the next. One object each, in `integrators.ts`. */
import type { VertexConstraints } from "../../constraints/vertexConstraints.ts";
import type { FrameNodes } from "../../frames/frameNodes.ts";
import type { NewtonReport } from "../../solvers/newton.ts";
import type { Model, State, WorkArrays } from "../../system/model.ts";
import type { AccelerationMemory } from "../../system/steadyAcceleration.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import type { EnergyBalance } from "../energyBalance.ts";
import type { IncrementalPotential } from "../incrementalPotential.ts";

/** State of integrators and of the choice of substeps besides positions and velocities. */
export interface History {
	/** Remembered rates of positions [m/s] and velocities [m/s²], for integrators with a memory. */
	readonly rates: { readonly w: Vector; readonly a: Vector } | undefined;
	/** Time [s] by which these rates lag behind the state; negative if they are not known. */
	lag: number;
	/** Mean velocity [m/s] over the last substep. */
	readonly meanVelocity: Vector;
	readonly accelerations: AccelerationMemory;
	/** Gradient of contact without friction [N] at the end of the last substep, if contact turns (`contact/contactTurning.ts`). */
	readonly contactBefore: Float64Array | undefined;
	/** Velocities [m/s] at the beginning of the substep. */
	readonly startVelocities: Float64Array;
	/** 1 if something touched in the last substep, or if the next one was found to lead into contact. */
	readonly touched: Float64Array;
	/** Length [s] of the last substep; 0 if there was none. */
	length: number;
}

/** Makes the next substep like the first one, which knows nothing of the motion before. */
export function forgetMotion(history: History): void {
	history.lag = -1;
	history.length = 0;
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
	/** Notes what each substep does to the energy. */
	readonly energy: EnergyBalance;
	readonly space: VectorSpace;
	/** For the normal forces of contact, and for accelerations. */
	readonly normalForces: Vector;
	readonly acceleration: Vector;
	/** For what lasts no longer than a step. */
	readonly forces: Vector;
	/** α of mass damping [1/s]. */
	readonly massDamping: number;
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

type TakeStep = (context: StepContext, h: number) => NewtonReport;

export interface Integrator {
	readonly name: string;
	/** What it is, in a sentence. */
	readonly about: string;
	/** Whether it remembers rates of the last substep. */
	readonly hasMemory: boolean;
	/** Order of accuracy, and the factor c of its error c h^(order + 1) · (derivative of x of that order plus one) in a substep. */
	readonly order: 1 | 2;
	readonly errorConstant: number;
	/** What a rotation at ω loses of its momentum per time: constant · ω^(order + 1) h^order [1/s]. */
	readonly spinLoss: { readonly constant: number; readonly order: number };
	/** Why it cannot do what is asked, and what can. */
	readonly refusal: (use: IntegratorUse) => string | undefined;
	/** Takes a step of length h [s]. */
	readonly step: TakeStep;
	/** Takes a step that fails however short it is, with more damping. */
	readonly lastResort?: TakeStep | undefined;
}

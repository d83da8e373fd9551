/** What runs, recordings, probes and pictures ask of a body and of a simulation, whether vertices or frames move it. */
import type { Energies, StaticsOptions, StepReport } from "pliant";
import type { FrameBody } from "pliant/frames";
import type { CellKind, Mesh } from "pliant/mesh";
import type { MaterialValue } from "pliant/models";

export interface SceneBody {
	readonly name: string;
	/** At rest; of a frame body, its surface. */
	readonly mesh: Mesh;
	readonly vertexCount: number;
	/** [kg] */
	readonly mass: number;
	readonly models: readonly {
		readonly model: { readonly name: string };
		readonly material: Readonly<Record<string, MaterialValue>>;
	}[];
	/** By the vertices that are held. */
	readonly constraints: ReadonlyMap<number, unknown>;
	/** The cells that have strain and stress, where there are some. */
	readonly massOn?: CellKind;
	/** What moves it, where that is frames. */
	readonly frames?: FrameBody;
}

export interface SceneSimulation {
	/** [s] */
	readonly time: number;
	/** Steps taken. */
	readonly stepCount: number;
	/** [s] */
	readonly timeStep: number;
	step(): SceneStepReport;
	/** Whether nothing moves faster than a speed [m/s], or would within a second. */
	rests(speed: number): boolean;
	solveStatics(options?: StaticsOptions): {
		/** Where it is known. */
		readonly stable: boolean | undefined;
	};
	/** Positions [m], xyz per vertex of a body's mesh, valid until the next step. */
	positions(body: SceneBody): Float64Array;
	/** Velocities [m/s], the same. */
	velocities(body: SceneBody): Float64Array;
	/** Green's strain of cells, where they have one. */
	strain?(body: SceneBody): Float64Array;
	/** Cauchy's stress of cells, where they have one. */
	stress?(body: SceneBody): Float64Array;
	energies(): Energies;
	/** How linear systems are solved. */
	linearMethod(task: "steps"): string;
	/** The state to the last bit, for `restore` of the same scene. */
	checkpoint(): Uint8Array;
	restore(bytes: Uint8Array): void;
	/** Ends its threads. */
	close(): void;
}

export type SceneStepReport = Pick<
	StepReport,
	"iterations" | "linearIterations"
> &
	// A step of one linear system does not measure what it leaves.
	Partial<Pick<StepReport, "residual">>;

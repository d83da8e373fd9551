/**
 * A part of the incremental potential that acts on some of the nodes by 3×3 blocks: bodies of frames, attachments, contact. Element sums
 * (`elementSum.ts`) are for what meshes have by the thousand.
 */
import type { Vector3 } from "../mesh/mesh.ts";
import type { LooseMatrix } from "./looseMatrix.ts";
import type { RayleighDamping, StepSetup } from "./stepSetup.ts";

/** Takes a block at (row, column) of a symmetric matrix, row ≤ column, nine numbers by rows in an array that serves all blocks. */
export type TakeBlock = (
	row: number,
	column: number,
	block: Float64Array,
) => void;

/** A substep as far as parts of its potential need to know it; see `time/stepSetup.ts`. */
export interface TermStep extends StepSetup {
	readonly damping: RayleighDamping;
	/** [m/s²] */
	readonly gravity: Vector3;
	/** x* [m] and v* [m/s], which velocities and accelerations of the step count from. */
	readonly from: {
		readonly positions: Float64Array;
		readonly velocities: Float64Array;
	};
}

export interface NodeTerm {
	/** What its blocks are added to by `addLoose`, where they couple nodes that `visitCouplings` does not name, others from time to time. */
	readonly loose?: LooseMatrix;
	/** Where such blocks are added up to be multiplied with. */
	readonly products?: LooseMatrix;
	/** Whether its forces have no potential, and their work counts from the beginning of an iteration; by default they have. */
	readonly countsWork?: boolean;
	/** The nodes that blocks may couple. */
	visitCouplings(couple: (row: number, column: number) => void): void;
	/** Begins a step where the nodes are. */
	begin(step: TermStep): void;
	/** Notes where velocities of a dynamic substep count from: the nodes are at x*. Called after `begin`. */
	countFrom?(step: TermStep): void;
	/** Begins an iteration where the nodes are: forces without a potential count their work from there. */
	beginIteration(): void;
	/** Brings up to date what iterations took as constant; returns whether that may have changed. */
	catchUp?(): boolean;
	/** The nodes have moved. */
	moved(): void;
	/** Energy [J]; infinite or not a number where the nodes cannot be. */
	value(): number;
	/** out += gradient, xyz per node; returns the size of the forces that balance in it. */
	addGradient(out: Float64Array): number;
	/** Whether there are blocks at present; by default there are. */
	readonly hasBlocks?: boolean;
	/** Blocks that add up to the Hessian, or to a positive semi-definite matrix near it. */
	visitBlocks(positive: boolean, take: TakeBlock): void;
	/** Adds these blocks to `loose` or `products`, where it has them. */
	addLoose?(positive: boolean, to: LooseMatrix): void;
}

/**
 * A part of the incremental potential that acts on some of the nodes by 3×3 blocks: bodies of frames, attachments, contact. Element sums
 * (`elementSum.ts`) are for what meshes have by the thousand.
 */
import type { Vector3 } from "../mesh/mesh.ts";
import type { LooseMatrix } from "./looseMatrix.ts";

/** Takes a block at (row, column) of a symmetric matrix, row ≤ column, nine numbers by rows in an array that serves all blocks. */
export type TakeBlock = (
	row: number,
	column: number,
	block: Float64Array,
) => void;

/** What a step is, as far as parts of its potential need to know. */
export interface TermStep {
	/** h [s] of the backward Euler step that is solved; infinite for statics. */
	readonly duration: number;
	/** Rayleigh's factors: of the mass [1/s] and of the stiffness [s]. */
	readonly damping: { readonly mass: number; readonly stiffness: number };
	/** Time [s] at which loads are taken. */
	readonly time: number;
	/** Fraction of the loads that acts. */
	readonly loadFactor: number;
	/** p of x* = x + p (x − x before), the point that the step starts from. */
	readonly past: number;
	/** Whether what is solved for is the middle of the step. */
	readonly isMidpoint: boolean;
	/** [m/s²] */
	readonly gravity: Vector3;
	/** x* [m] and v* [m/s], which velocities and accelerations of the step count from. */
	readonly from: {
		readonly positions: Float64Array;
		readonly velocities: Float64Array;
	};
	/** Dissipation is evaluated at x* + weight · h v*. */
	readonly dissipationWeight: number;
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
	/** Begins an iteration where the nodes are: forces without a potential count their work from there. */
	beginIteration(): void;
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

/** Blocks of a symmetric matrix at places that change from system to system, as those that use them know them. Programs without contact have no more code of it. */
import type { BlockMatrix } from "./blockMatrix.ts";
import type { EdgeMatrix } from "./edgeMatrix.ts";
import type { TakeBlock } from "./nodeTerm.ts";
import type { PointBlocks } from "./pointBlocks.ts";
import type { Vector } from "./vectorSpace.ts";

export interface LooseMatrix {
	/** Places in use: rows and columns, row ≤ column, and 9 numbers each, by rows. */
	readonly count: number;
	readonly rows: Uint32Array;
	readonly columns: Uint32Array;
	readonly blocks: Float64Array;
	clear(): void;
	/** Adds all blocks that `give` passes on. */
	addEach(give: (take: TakeBlock) => void): void;
	/** Adds all blocks of some points. */
	addAll(added: PointBlocks): void;
	/** out += A·x, xyz per row. */
	addProduct(x: Float64Array, out: Float64Array): void;
	/** Makes them the loose rows of a matrix of iterations. */
	fillRows(matrix: EdgeMatrix): void;
	/** What factors sums of a matrix and such blocks. */
	factor(context: LooseFactorContext): LooseFactoring;
}

/** What a factor of the matrix without loose blocks is made of; the solvers know more of it. */
export type LooseFactorContext = Readonly<Record<"analysis" | "space", object>>;

export interface LooseFactoring {
	/** False where the sum is not positive definite. */
	factor(matrix: BlockMatrix, loose: LooseMatrix): boolean;
	/** x = sign · A⁻¹·b with the last factor. */
	solve(b: Vector, sign: number, x: Vector): void;
}

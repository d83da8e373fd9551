import type { Team } from "../../../numerics/team.ts";
import type { ArraySource } from "../../../system/arena.ts";
import type { Vector } from "../../../system/vectorSpace.ts";
import type { FactorAnalysis } from "./analysis.ts";
import { type Fronts, layOutFronts } from "./fronts.ts";

/** Where a factor lies and who computes it. */
export interface FactorContext {
	readonly arena: ArraySource;
	readonly team: Team;
}

/**
 * Sparse direct solver for A·x = b with A symmetric positive definite, made of 3×3 blocks: P·A·Pᵀ = L·Lᵀ.
 *
 * Multifrontal and supernodal, in WebAssembly: see numerics/cholesky.ts. The order of all sums follows from the pattern, so equal
 * input gives equal bits, for every number of threads.
 *
 * I. Duff, J. Reid, "The multifrontal solution of indefinite sparse symmetric linear equations", ACM TOMS 9(3), 1983.
 */
export class SparseCholesky {
	/** Nine numbers per block of the pattern, by rows: what `factor` reads, of mirrored blocks only one. */
	readonly blocks: Fronts["blocks"];
	/** Block row where the last factorisation met a pivot that was not positive and finite; −1 if none. */
	failedRow = -1;
	private isFactored = false;
	/** Block row of the matrix at each column of L. */
	private readonly order: Int32Array;
	private readonly fronts: Fronts;
	private readonly team: Team;

	/** Takes memory for everything. */
	constructor(analysis: FactorAnalysis, { arena, team }: FactorContext) {
		this.fronts = layOutFronts(analysis, arena);
		this.team = team;
		this.order = analysis.nodes.order;
		this.blocks = this.fronts.blocks;
	}

	/** Factors the matrix of `blocks`; false when it is not positive definite, with `failedRow` telling where. */
	factor(): boolean {
		const { failures, pointer } = this.fronts;
		this.team.numerics.factor(pointer);
		const column = failures.array.reduce((a, b) => Math.min(a, b));
		this.isFactored = column >= this.order.length;
		this.failedRow = this.isFactored ? -1 : this.order[column];
		return this.isFactored;
	}

	/** x = scale · A⁻¹·b with the last factor; x may be b. */
	solve(b: Vector, scale: number, x: Vector): void {
		if (!this.isFactored)
			throw new Error(
				"SparseCholesky.solve: there is no factor; call factor first and check that it returned true",
			);
		requireLength("b", b, 3 * this.order.length);
		requireLength("x", x, 3 * this.order.length);
		this.team.numerics.solveFactored(
			this.fronts.pointer,
			b.pointer,
			scale,
			x.pointer,
		);
	}
}

function requireLength(what: string, { array }: Vector, length: number): void {
	if (array.length === length) return;
	throw new Error(
		`SparseCholesky.solve: ${what} has length ${array.length}; the pattern needs ${length}`,
	);
}

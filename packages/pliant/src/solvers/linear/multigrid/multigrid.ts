/**
 * Smoothed-aggregation multigrid as a preconditioner, with the rigid motions as near-null space: the number of iterations of
 * conjugate gradients then hardly depends on the size of the mesh (Vaněk, Mandel and Brezina 1996).
 */
import type { BlockMatrix } from "../../../system/blockMatrix.ts";
import type { Preconditioner } from "../blockJacobi.ts";
import type { LinearOperator } from "../linearOperator.ts";
import { aggregate } from "./aggregate.ts";
import { BlockSmoother } from "./blockSmoother.ts";
import {
	addProduct,
	addTransposedProduct,
	type BlockSparse,
} from "./blockSparse.ts";
import { factorDense, solveDense } from "./denseSymmetric.ts";
import { galerkinProduct } from "./galerkin.ts";
import { modes, smoothedProlongation } from "./prolongation.ts";

/** Where rigid motions come from. */
export interface RigidMotionSource {
	/** Positions [m], xyz per vertex. */
	readonly positions: Float64Array;
	/** Removes constrained components of a vector. */
	readonly filter: (vector: Float64Array) => void;
}

interface Level {
	readonly smoother: BlockSmoother;
	readonly P: BlockSparse;
	readonly residual: Float64Array;
	readonly coarseResidual: Float64Array;
	readonly coarseCorrection: Float64Array;
}

/** Rows at which a level is solved directly. */
const coarsest = 40;
const mostLevels = 12;
/** Coupling that counts as strong on the finest level; halved on each coarser one. */
const strongCoupling = 0.08;

export class Multigrid implements Preconditioner {
	private readonly source: RigidMotionSource;
	private levels: Level[] = [];
	/** Dense Cholesky factor of the coarsest level. */
	private factor = new Float64Array(0);
	private factorSize = 0;
	/** Whether the coarse levels are to be made anew. */
	private stale = true;
	/** Iterations that the last solution with new levels took. */
	private freshIterations = 0;

	constructor(source: RigidMotionSource) {
		this.source = source;
	}

	/** Renews the finest level, and the others too where they have become too old. */
	update({ matrix }: LinearOperator): boolean {
		const A = fromBlockMatrix(matrix as BlockMatrix);
		const [finest] = this.levels;
		if (!finest || this.stale) return this.build(A);
		const smoother = new BlockSmoother(A, finest.smoother.largest);
		this.levels[0] = { ...finest, smoother };
		return smoother.inverses.length > 0;
	}

	/** Coarse levels stay as long as they serve: they are renewed once iterations have grown by half. */
	learn(iterations: number): void {
		if (this.stale) this.freshIterations = iterations;
		this.stale = iterations > 1.5 * this.freshIterations + 2;
	}

	forget(): void {
		this.stale = true;
	}

	private build(finest: BlockSparse): boolean {
		let A = finest;
		let nearNull = rigidMotions(this.source);
		this.levels = [];
		for (let level = 0; ; level++) {
			const aggregates =
				A.rows > coarsest && level < mostLevels
					? aggregate(A, strongCoupling / 2 ** level)
					: undefined;
			// Nothing left to group, or little to gain by it: solve here.
			if (
				!aggregates ||
				aggregates.count === 0 ||
				aggregates.count > 0.8 * A.rows
			)
				return this.factorCoarsest(A);
			const smoother = new BlockSmoother(A);
			if (smoother.inverses.length === 0) {
				this.levels = [];
				return false;
			}
			const { P, coarseModes } = smoothedProlongation(
				smoother,
				aggregates,
				nearNull,
			);
			this.levels.push({
				smoother,
				P,
				residual: new Float64Array(A.rows * A.rowSize),
				coarseResidual: new Float64Array(P.columns * modes),
				coarseCorrection: new Float64Array(P.columns * modes),
			});
			A = galerkinProduct(A, P);
			nearNull = coarseModes;
		}
	}

	private factorCoarsest(A: BlockSparse): boolean {
		const n = A.rows * A.rowSize;
		this.factorSize = n;
		this.factor = new Float64Array(n * n);
		for (let row = 0; row < A.rows; row++)
			for (let k = A.rowStart[row]; k < A.rowStart[row + 1]; k++)
				for (let r = 0; r < A.rowSize; r++)
					for (let c = 0; c < A.rowSize; c++)
						this.factor[
							(row * A.rowSize + r) * n + A.columnIndex[k] * A.rowSize + c
						] = A.values[(k * A.rowSize + r) * A.rowSize + c];
		const positive = factorDense(this.factor, n);
		if (!positive) this.levels = [];
		return positive;
	}

	/** One V-cycle. */
	apply(r: Float64Array, out: Float64Array): void {
		out.fill(0);
		this.cycle(0, r, out);
	}

	private cycle(depth: number, b: Float64Array, x: Float64Array): void {
		const level = this.levels[depth];
		if (!level) {
			x.set(b);
			solveDense(this.factor, this.factorSize, x);
			return;
		}
		const { smoother, P, residual, coarseResidual, coarseCorrection } = level;
		smoother.smooth(b, x, true);
		residual.set(b);
		addProduct(smoother.A, -1, x, residual);
		coarseResidual.fill(0);
		addTransposedProduct(P, residual, coarseResidual);
		coarseCorrection.fill(0);
		this.cycle(depth + 1, coarseResidual, coarseCorrection);
		addProduct(P, 1, coarseCorrection, x);
		smoother.smooth(b, x, false);
	}
}

function fromBlockMatrix({ pattern, blocks }: BlockMatrix): BlockSparse {
	return {
		rows: pattern.rows,
		columns: pattern.rows,
		rowSize: 3,
		columnSize: 3,
		rowStart: Uint32Array.from(pattern.rowStart),
		columnIndex: Uint32Array.from(pattern.columns),
		values: blocks,
	};
}

/** Three translations and three rotations about the centre, by rows of six numbers, free of constrained components. */
function rigidMotions({ positions, filter }: RigidMotionSource): Float64Array {
	const centre = [0, 0, 0];
	for (const [i, x] of positions.entries())
		centre[i % 3] += (3 * x) / positions.length;
	const motions = new Float64Array(positions.length * modes);
	const column = new Float64Array(positions.length);
	for (let mode = 0; mode < modes; mode++) {
		const axis = mode % 3;
		const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
		column.fill(0);
		for (let i = 0; i < positions.length; i += 3)
			if (mode < 3) column[i + axis] = 1;
			else {
				column[i + next] = -(positions[i + last] - centre[last]);
				column[i + last] = positions[i + next] - centre[next];
			}
		filter(column);
		for (const [i, value] of column.entries())
			motions[i * modes + mode] = value;
	}
	return motions;
}

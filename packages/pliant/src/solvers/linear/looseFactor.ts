/**
 * Factors of a matrix with blocks where its pattern has none, as contacts have. The pattern is analysed anew when there is a block at a new place; its order of
 * elimination stays that of the matrix without, since finding one takes ten times as long as all the rest of an analysis.
 */
import type { ArenaSection } from "../../system/arena.ts";
import type { BlockMatrix } from "../../system/blockMatrix.ts";
import {
	type BlockPattern,
	blockPattern,
	findBlock,
} from "../../system/blockPattern.ts";
import { LooseBlocks } from "../../system/looseBlocks.ts";
import type {
	LooseFactorContext,
	LooseFactoring,
	LooseMatrix,
} from "../../system/looseMatrix.ts";
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";
import { analyseFactor, type FactorAnalysis } from "./cholesky/analysis.ts";
import { SparseCholesky } from "./cholesky/sparseCholesky.ts";

/** Loose blocks that can be factored too. */
export class FactorableBlocks extends LooseBlocks {
	override factor(context: LooseFactorContext): LooseFactoring {
		const { analysis, space } = context;
		return new LooseFactor(analysis as FactorAnalysis, space as VectorSpace);
	}
}

class LooseFactor implements LooseFactoring {
	private readonly fixed: FactorAnalysis;
	private readonly space: VectorSpace;
	private readonly section: ArenaSection;
	private pattern: BlockPattern | undefined;
	private cholesky: SparseCholesky | undefined;
	/** Where each block of the fixed pattern is in the whole one. */
	private places: Uint32Array = new Uint32Array(0);

	constructor(fixed: FactorAnalysis, space: VectorSpace) {
		this.fixed = fixed;
		this.space = space;
		this.section = space.arena.section();
	}

	/** Factors the sum of a matrix and loose blocks; false where it is not positive definite. */
	factor(matrix: BlockMatrix, loose: LooseMatrix): boolean {
		if (!this.pattern || !contains(this.pattern, loose)) this.analyse(loose);
		const { places } = this;
		const pattern = this.pattern as BlockPattern;
		const cholesky = this.cholesky as SparseCholesky;
		const from = matrix.blocks;
		const to = cholesky.blocks.array;
		to.fill(0);
		for (let k = 0; k < places.length; k++)
			for (let j = 0; j < 9; j++) to[9 * places[k] + j] = from[9 * k + j];
		const { rows, columns, blocks } = loose;
		for (let i = 0; i < loose.count; i++) {
			const upper = 9 * findBlock(pattern, rows[i], columns[i]);
			const lower = 9 * findBlock(pattern, columns[i], rows[i]);
			for (let j = 0; j < 9; j++) {
				to[upper + j] += blocks[9 * i + j];
				if (upper !== lower)
					to[lower + 3 * (j % 3) + Math.floor(j / 3)] += blocks[9 * i + j];
			}
		}
		return cholesky.factor();
	}

	solve(b: Vector, sign: number, x: Vector): void {
		(this.cholesky as SparseCholesky).solve(b, sign, x);
	}

	private analyse(loose: LooseMatrix): void {
		const { pattern: fixed, nodes } = this.fixed;
		this.section.release();
		const pattern = blockPattern(fixed.rows, (couple) => {
			for (let row = 0; row < fixed.rows; row++)
				for (let k = fixed.rowStart[row]; k < fixed.rowStart[row + 1]; k++)
					if (fixed.columns[k] > row) couple(row, fixed.columns[k]);
			for (let i = 0; i < loose.count; i++)
				couple(loose.rows[i], loose.columns[i]);
		});
		this.pattern = pattern;
		this.cholesky = new SparseCholesky(analyseFactor(pattern, nodes.order), {
			arena: this.section,
			team: this.space.team,
		});
		this.places = new Uint32Array(fixed.columns.length);
		for (let row = 0; row < fixed.rows; row++)
			for (let k = fixed.rowStart[row]; k < fixed.rowStart[row + 1]; k++)
				this.places[k] = findBlock(pattern, row, fixed.columns[k]);
	}
}

function contains(pattern: BlockPattern, loose: LooseMatrix): boolean {
	for (let i = 0; i < loose.count; i++) {
		const k = findBlock(pattern, loose.rows[i], loose.columns[i]);
		if (pattern.columns[k] !== loose.columns[i]) return false;
	}
	return true;
}

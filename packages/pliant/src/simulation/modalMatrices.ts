/** Stiffness and mass of a scene where its nodes are, on the directions that are free. */

import { singleThread } from "../numerics/team.ts";
import type { BuiltScene } from "../scene/build.ts";
import { consistentMass } from "../scene/consistentMass.ts";
import { massElements } from "../scene/massElements.ts";
import type { EigenProblem } from "../solvers/eigen/largestPairs.ts";
import { analyseFactor } from "../solvers/linear/cholesky/analysis.ts";
import { SparseCholesky } from "../solvers/linear/cholesky/sparseCholesky.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import { Arena } from "../system/arena.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { blockPattern, findBlock } from "../system/blockPattern.ts";
import type { LooseMatrix } from "../system/looseMatrix.ts";
import { type MassKind, visitConsistent } from "../system/mass.ts";
import { VectorSpace } from "../system/vectorSpace.ts";

export class ModalMatrices {
	readonly K: BlockMatrix;
	readonly M: BlockMatrix;
	/** Traces of K and M over each other, without what is held: a typical ω² of the finest vibrations [1/s²]. */
	readonly scale: number;
	private readonly scene: BuiltScene;

	constructor(scene: BuiltScene, stiffness: LinearOperator, mass: MassKind) {
		const { model, frameParts, constraints } = scene;
		this.scene = scene;
		const fixed = new BlockMatrix(model.pattern);
		stiffness.fill(fixed);
		this.K = withLoose(fixed, stiffness.looseFree?.());
		const M = new BlockMatrix(this.K.pattern);
		if (mass === "lumped") model.mass.addTo(M, 1);
		else addConsistentMass(scene, M);
		for (const part of frameParts)
			part.visitMass((row, column, block) =>
				M.addSymmetric(findBlock(M.pattern, row, column), 1, block),
			);
		constraints.restrict(M);
		this.M = M;
		let held = 0;
		for (let row = 0; row < M.pattern.rows; row++) {
			const S = constraints.projector(row);
			if (S) held += 3 - S[0] - S[4] - S[8];
		}
		this.scale = (trace(this.K) - held) / (trace(M) - held);
	}

	get length(): number {
		return 3 * this.M.pattern.rows;
	}

	/** out = M x. */
	weigh(x: Float64Array, out: Float64Array): void {
		this.M.multiply(x, out);
		this.scene.constraints.filter(out);
	}

	/** ω² = xᵀKx / xᵀMx, and what of it rounding may have made. */
	rayleigh(x: Float64Array): { value: number; rounding: number } {
		const product = new Float64Array(this.length);
		this.K.multiply(x, product);
		const value = dot(x, product);
		this.weigh(x, product);
		const mass = dot(x, product);
		return {
			value: value / mass,
			rounding: Math.max(
				(roundOff.sum * absoluteForm(this.K, x)) / mass,
				roundOff.entry * this.scale,
			),
		};
	}

	/**
	 * What factors K + σM, to solve with it, in memory of its own: factors may take more than a simulation keeps for them. The function
	 * that it gives tells whether the matrix was positive definite.
	 */
	async factoring(): Promise<{
		factor: (shift: number) => boolean;
		problem: EigenProblem;
	}> {
		const { K, M, length } = this;
		const team = await singleThread();
		const space = new VectorSpace(length / 3, new Arena(team.memory), team);
		const cholesky = new SparseCholesky(analyseFactor(K.pattern), space);
		const vector = space.vector();
		return {
			factor: (shift) => {
				const sum = cholesky.blocks.array;
				for (let i = 0; i < sum.length; i++)
					sum[i] = K.blocks[i] + shift * M.blocks[i];
				return cholesky.factor();
			},
			problem: {
				length,
				weigh: (x, out) => this.weigh(x, out),
				solve: (b, out) => {
					vector.array.set(b);
					cholesky.solve(vector, 1, vector);
					out.set(vector.array);
				},
			},
		};
	}
}

/** A matrix with the blocks of what touches, which couple nodes that nothing else does. */
function withLoose(
	fixed: BlockMatrix,
	loose: LooseMatrix | undefined,
): BlockMatrix {
	if (!loose) return fixed;
	const { rows, rowStart, columns } = fixed.pattern;
	const both = new BlockMatrix(
		blockPattern(rows, (couple) => {
			for (let row = 0; row < rows; row++)
				for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
					if (columns[k] > row) couple(row, columns[k]);
			for (let i = 0; i < loose.count; i++)
				couple(loose.rows[i], loose.columns[i]);
		}),
	);
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			both.addBlock(
				findBlock(both.pattern, row, columns[k]),
				1,
				fixed.blocks.subarray(9 * k, 9 * k + 9),
			);
	for (let i = 0; i < loose.count; i++)
		both.addSymmetric(
			findBlock(both.pattern, loose.rows[i], loose.columns[i]),
			1,
			loose.blocks.subarray(9 * i, 9 * i + 9),
		);
	return both;
}

/** Where no element couples two nodes their mass is lumped. */
function addConsistentMass({ ranges }: BuiltScene, M: BlockMatrix): void {
	const { pattern, diagonal } = M;
	for (const range of ranges)
		visitConsistent(
			consistentMass(range, massElements),
			(row, column, mass) => {
				const block = findBlock(pattern, row, column);
				const isThere = pattern.columns[block] === column;
				M.addIdentity(isThere ? block : diagonal[row], mass);
			},
		);
}

/** Errors of sums of some hundred numbers, relative to their sizes, and of entries that would be zero, relative to others. */
const roundOff = { sum: 2 ** -46, entry: 2 ** -50 };

/** Σ |xᵢ Kᵢⱼ xⱼ|. */
function absoluteForm({ pattern, blocks }: BlockMatrix, x: Float64Array) {
	const { rows, rowStart, columns } = pattern;
	let sum = 0;
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++)
					sum += Math.abs(
						x[3 * row + r] * blocks[9 * k + 3 * r + c] * x[3 * columns[k] + c],
					);
	return sum;
}

function trace({ diagonal, blocks }: BlockMatrix): number {
	let sum = 0;
	for (const block of diagonal)
		for (const entry of [0, 4, 8]) sum += blocks[9 * block + entry];
	return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
	return sum;
}

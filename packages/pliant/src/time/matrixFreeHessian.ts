/** The Hessian of the incremental potential applied element by element: no matrix, only its diagonal blocks. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { blockPattern } from "../system/blockPattern.ts";
import type { Model } from "../system/model.ts";
import { addScaled } from "../system/vector.ts";

/** Factors of the parts that make up the Hessian, besides the elastic and follower parts. */
export interface HessianFactors {
	readonly mass: number;
	readonly dissipation: number;
	/** Of the stiffness matrix of Rayleigh damping. */
	readonly damping: number;
	/** Of the identity, relative to a typical diagonal entry. */
	readonly shift: number;
}

export class MatrixFreeHessian implements LinearOperator {
	private readonly model: Model;
	private readonly constraints: VertexConstraints;
	private readonly direction: Float64Array;
	private readonly dampingStiffness: BlockMatrix | undefined;
	private readonly product: Float64Array;
	private readonly diagonal: BlockMatrix;
	private factors: HessianFactors = {
		mass: 0,
		dissipation: 0,
		damping: 0,
		shift: 0,
	};
	private shift = 0;

	constructor(
		model: Model,
		constraints: VertexConstraints,
		direction: Float64Array,
		dampingStiffness: BlockMatrix | undefined,
	) {
		this.model = model;
		this.constraints = constraints;
		this.direction = direction;
		this.dampingStiffness = dampingStiffness;
		this.product = new Float64Array(direction.length);
		this.diagonal = new BlockMatrix(blockPattern(model.vertexCount, () => {}));
	}

	/** Takes new factors, at the model's current state. */
	set(factors: HessianFactors): LinearOperator {
		const { model, diagonal, dampingStiffness } = this;
		this.factors = factors;
		diagonal.blocks.fill(0);
		model.elastic.addDiagonal(diagonal, 1);
		model.follower.addDiagonal(diagonal, 1);
		model.dissipation.addDiagonal(diagonal, factors.dissipation);
		for (const [row, mass] of model.mass.diagonal().entries())
			diagonal.addIdentity(row, factors.mass * mass);
		if (dampingStiffness)
			for (const [row, block] of dampingStiffness.diagonal.entries())
				diagonal.addBlock(
					row,
					factors.damping,
					dampingStiffness.blocks.subarray(9 * block, 9 * block + 9),
				);
		this.shift = diagonal.shiftDiagonal(factors.shift);
		this.constraints.restrict(diagonal);
		return this;
	}

	/** Σ factor · part · x on the free directions, x itself on the constrained ones. */
	apply(x: Float64Array, out: Float64Array): void {
		const { model, direction, product, factors } = this;
		direction.set(x);
		this.constraints.filter(direction);
		model.mass.multiply(direction, out);
		for (let i = 0; i < out.length; i++)
			out[i] = factors.mass * out[i] + this.shift * direction[i];
		model.elastic.addProduct(out);
		model.follower.addProduct(out);
		if (factors.dissipation) {
			product.fill(0);
			model.dissipation.addProduct(product);
			addScaled(out, factors.dissipation, product, out);
		}
		if (this.dampingStiffness) {
			this.dampingStiffness.multiply(direction, product);
			addScaled(out, factors.damping, product, out);
		}
		this.constraints.filter(out);
		for (let i = 0; i < out.length; i++) out[i] += x[i] - direction[i];
	}

	diagonalBlocks(out: Float64Array): void {
		out.set(this.diagonal.blocks);
	}
}

/** The Hessian of the incremental potential applied element by element: no matrix, only its diagonal blocks. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import type { BlockMatrix } from "../system/blockMatrix.ts";
import type { Model } from "../system/model.ts";
import { addScaled } from "../system/vector.ts";

/** Factors of the parts that make up the Hessian. */
export interface HessianFactors {
	readonly mass: number;
	readonly dissipation: number;
	/** Of the stiffness matrix of Rayleigh damping. */
	readonly damping: number;
	/** Relative to a typical diagonal entry. */
	readonly shift: number;
}

export class MatrixFreeHessian implements LinearOperator {
	private readonly model: Model;
	private readonly constraints: VertexConstraints;
	private readonly direction: Float64Array;
	private readonly dampingStiffness: BlockMatrix | undefined;
	private readonly product: Float64Array;
	private readonly diagonal: Float64Array;
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
		this.diagonal = new Float64Array(3 * direction.length);
	}

	/** Takes new factors, at the model's current state. */
	set(factors: HessianFactors): LinearOperator {
		const { model, diagonal } = this;
		this.factors = factors;
		diagonal.fill(0);
		model.elastic.addDiagonal(diagonal, 1);
		model.follower.addDiagonal(diagonal, 1);
		if (factors.dissipation)
			model.dissipation.addDiagonal(diagonal, factors.dissipation);
		const { dampingStiffness } = this;
		if (dampingStiffness)
			for (const [row, block] of dampingStiffness.diagonal.entries())
				for (let j = 0; j < 9; j++)
					diagonal[9 * row + j] +=
						factors.damping * dampingStiffness.blocks[9 * block + j];
		const addIdentities = (amount: (row: number) => number) => {
			for (let at = 0; at < diagonal.length; at += 9)
				for (const entry of [0, 4, 8]) diagonal[at + entry] += amount(at / 9);
		};
		const masses = model.mass.diagonal();
		addIdentities((row) => factors.mass * masses[row]);
		let trace = 0;
		for (let at = 0; at < diagonal.length; at += 9)
			for (const entry of [0, 4, 8]) trace += Math.abs(diagonal[at + entry]);
		this.shift = (factors.shift * trace) / this.direction.length;
		addIdentities(() => this.shift);
		this.constraints.restrictDiagonal(diagonal);
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
		out.set(this.diagonal);
	}
}

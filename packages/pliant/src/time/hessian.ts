/**
 * The Hessian of the incremental potential, in the form that a solver asks for: element by element in f64, as a matrix in f64 to
 * be factored, or as an edge matrix in f32 to iterate with.
 */

import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Team } from "../numerics/team.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { blockPattern, findBlock } from "../system/blockPattern.ts";
import { type EdgeMatrix, meanDiagonal } from "../system/edgeMatrix.ts";
import type { Model, State, WorkArrays } from "../system/model.ts";
import type { NodeTerm } from "../system/nodeTerm.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";

/** Factors of the parts that make up the Hessian, besides the elastic and follower parts. */
export interface HessianFactors {
	readonly mass: number;
	readonly dissipation: number;
	/** Of the stiffness matrix of Rayleigh damping. */
	readonly damping: number;
	/** Of the identity, relative to a typical diagonal entry. */
	readonly shift: number;
}

export interface HessianInputs {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	/** Parts that act on some of the nodes. */
	readonly terms: readonly NodeTerm[];
	readonly space: VectorSpace;
	readonly team: Team;
	readonly dampingStiffness: EdgeMatrix | undefined;
}

/** Without inertia a sheet at rest has no stiffness out of its plane; so much of a typical one keeps its diagonal invertible. */
const groundedness = 1e-6;

function addToWeights({ weights }: EdgeMatrix, amount: number): void {
	const w = weights.array;
	for (let row = 0; row < w.length; row++) w[row] += amount;
}

export class Hessian implements LinearOperator {
	private readonly inputs: HessianInputs;
	private factors: HessianFactors = {
		mass: 0,
		dissipation: 0,
		damping: 0,
		shift: 0,
	};
	private positive = false;
	/** Forms, made when first asked for. */
	private matrixForm: BlockMatrix | undefined;
	private edgeForm: EdgeMatrix | undefined;
	private diagonalForm: BlockMatrix | undefined;
	private product: Vector | undefined;
	/** Multiple of the identity that `shift` means, once known. */
	private shift: number | undefined;

	constructor(inputs: HessianInputs) {
		this.inputs = inputs;
	}

	/** The Hessian at the model's current state, made of positive semi-definite element Hessians on request. */
	set(factors: HessianFactors, positive: boolean): this {
		this.factors = factors;
		this.positive = positive;
		this.shift = factors.shift === 0 ? 0 : undefined;
		return this;
	}

	/** Matrices have another pattern from now on. */
	structureChanged(): void {
		this.matrixForm = undefined;
		this.edgeForm = undefined;
	}

	get isExact(): boolean {
		return !this.positive;
	}

	matrix(): BlockMatrix {
		const { model, constraints, dampingStiffness } = this.inputs;
		const { factors, positive } = this;
		this.matrixForm ??= new BlockMatrix(model.pattern);
		const matrix = this.matrixForm;
		matrix.blocks.fill(0);
		model.elastic.addHessian(matrix, 1, positive);
		model.follower.addHessian(matrix, 1, positive);
		if (factors.mass) model.mass.addTo(matrix, factors.mass);
		if (factors.dissipation)
			model.dissipation.addHessian(matrix, factors.dissipation, false);
		if (dampingStiffness) matrix.addEdges(dampingStiffness, factors.damping);
		this.addTerms(matrix, positive);
		this.shift = matrix.shiftDiagonal(factors.shift);
		constraints.restrict(matrix);
		return matrix;
	}

	private addTerms(matrix: BlockMatrix, positive: boolean): void {
		for (const term of this.inputs.terms)
			term.visitBlocks(positive, (row, column, block) =>
				matrix.addSymmetric(findBlock(matrix.pattern, row, column), 1, block),
			);
	}

	/** Whether anything acts on nodes besides elements. */
	get hasContact(): boolean {
		return this.inputs.terms.some((term) => term.hasBlocks ?? true);
	}

	/** A row's own block is what its blocks sum to, but for what its elements' do. */
	private addTermsToEdges(matrix: EdgeMatrix, positive: boolean): void {
		const { pattern } = matrix;
		const own = matrix.ownBlocks.array;
		const blocks = matrix.blocks.array;
		for (const term of this.inputs.terms)
			term.visitBlocks(positive, (row, column, block) => {
				const a = 9 * pattern.ownIndex(row);
				const isDiagonal = row === column;
				const b = 9 * pattern.ownIndex(column);
				const k = isDiagonal ? 0 : 9 * pattern.find(row, column);
				// Edge matrices have their blocks by columns.
				for (let i = 0; i < 9; i++) {
					const entry = block[3 * (i % 3) + Math.floor(i / 3)];
					own[a + i] += entry;
					if (isDiagonal) continue;
					own[b + i] += block[i];
					blocks[k + i] += entry;
				}
			});
	}

	edges(): EdgeMatrix {
		const { model, team, dampingStiffness } = this.inputs;
		const { factors, positive } = this;
		this.edgeForm ??= model.edges.matrix();
		const matrix = this.edgeForm;
		team.numerics.clearMatrix(matrix.pointer);
		model.elastic.addEdges(matrix, 1, positive);
		model.follower.addEdges(matrix, 1, positive);
		model.mass.addToEdges(matrix, factors.mass);
		if (factors.dissipation)
			model.dissipation.addEdges(matrix, factors.dissipation, false);
		if (dampingStiffness)
			team.numerics.combine(
				matrix.pointer,
				factors.damping,
				dampingStiffness.pointer,
			);
		this.addTermsToEdges(matrix, positive);
		if (factors.shift) {
			this.shift = factors.shift * meanDiagonal(matrix);
			addToWeights(matrix, this.shift);
		}
		return matrix;
	}

	atPositions<T>(
		positions: Float64Array,
		use: (A: EdgeMatrix) => T,
		withContact = false,
	): T {
		const { model, team, state, work } = this.inputs;
		const { factors } = this;
		this.edgeForm ??= model.edges.matrix();
		const matrix = this.edgeForm;
		team.numerics.clearMatrix(matrix.pointer);
		// Where nodes are now: parts that act on some of them do not tell where they were.
		if (withContact) this.addTermsToEdges(matrix, true);
		const changed = [state.x, work.dissipationPositions, work.stepVelocity];
		const before = changed.map(({ array }) => array.slice());
		try {
			state.x.array.set(positions);
			work.dissipationPositions.array.set(positions);
			work.stepVelocity.array.fill(0);
			model.elastic.addEdges(matrix, 1 + factors.damping, true);
			model.mass.addToEdges(matrix, factors.mass);
			if (factors.dissipation)
				model.dissipation.addEdges(matrix, factors.dissipation, false);
			if (factors.mass === 0)
				addToWeights(matrix, groundedness * meanDiagonal(matrix));
			return use(matrix);
		} finally {
			for (const [i, { array }] of changed.entries()) array.set(before[i]);
		}
	}

	/** Σ factor · part · x on the free directions, x itself on the constrained ones. */
	apply(x: Vector, out: Vector): void {
		const { model, constraints, terms, space, team } = this.inputs;
		const { direction } = this.inputs.work;
		const { factors } = this;
		this.product ??= space.vector();
		const { product } = this;
		direction.array.set(x.array);
		constraints.filter(direction.array);
		model.mass.multiply(direction, product);
		out.array.fill(0);
		space.addScaled(out, factors.mass, product, out);
		space.addScaled(out, this.shift ?? 0, direction, out);
		model.elastic.addProduct(out);
		model.follower.addProduct(out);
		if (factors.dissipation) {
			product.array.fill(0);
			model.dissipation.addProduct(product);
			space.addScaled(out, factors.dissipation, product, out);
		}
		if (this.inputs.dampingStiffness)
			team.numerics.addProductF64(
				this.inputs.dampingStiffness.pointer,
				factors.damping,
				direction.pointer,
				out.pointer,
			);
		for (const term of terms)
			term.visitBlocks(false, (row, column, block) => {
				addBlockProduct(block, false, direction.array, column, out.array, row);
				if (row !== column)
					addBlockProduct(block, true, direction.array, row, out.array, column);
			});
		constraints.filter(out.array);
		space.difference(1, x, direction, product);
		space.addScaled(out, 1, product, out);
	}

	diagonalBlocks(out: Float64Array): void {
		const { model, constraints, dampingStiffness } = this.inputs;
		const { factors } = this;
		this.diagonalForm ??= new BlockMatrix(
			blockPattern(model.vertexCount, () => {}),
		);
		const diagonal = this.diagonalForm;
		diagonal.blocks.fill(0);
		model.elastic.addDiagonal(diagonal, 1);
		model.follower.addDiagonal(diagonal, 1);
		model.dissipation.addDiagonal(diagonal, factors.dissipation);
		for (const [row, mass] of model.mass.diagonal().entries())
			diagonal.addIdentity(row, factors.mass * mass);
		if (dampingStiffness) diagonal.addEdges(dampingStiffness, factors.damping);
		for (const term of this.inputs.terms)
			term.visitBlocks(false, (row, column, block) => {
				if (row === column) diagonal.addBlock(row, 1, block);
			});
		this.shift = diagonal.shiftDiagonal(factors.shift);
		constraints.restrict(diagonal);
		out.set(diagonal.blocks);
	}
}

/** out += B x, or Bᵀ x, of one block. */
function addBlockProduct(
	B: Float64Array,
	isTransposed: boolean,
	x: Float64Array,
	from: number,
	out: Float64Array,
	to: number,
): void {
	for (let r = 0; r < 3; r++)
		for (let c = 0; c < 3; c++)
			out[3 * to + r] +=
				B[isTransposed ? 3 * c + r : 3 * r + c] * x[3 * from + c];
}

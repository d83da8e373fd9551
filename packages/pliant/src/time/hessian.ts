/**
 * The Hessian of the incremental potential, in the form that a solver asks for: element by element in f64, or filled into a matrix of
 * the solver's, in f64 to be factored or in f32 to iterate with.
 */

import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Team } from "../numerics/team.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import type { LevelMatrix } from "../solvers/linear/solverMemory.ts";
import { BlockList } from "../system/blockList.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { blockPattern, findBlock } from "../system/blockPattern.ts";
import {
	clearLoose,
	type EdgeMatrix,
	meanDiagonal,
} from "../system/edgeMatrix.ts";
import type { LooseMatrix } from "../system/looseMatrix.ts";
import {
	type Model,
	type State,
	type SumArrays,
	stepArrays,
	type WorkArrays,
} from "../system/model.ts";
import type { NodeTerm, TakeBlock } from "../system/nodeTerm.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";

/** Factors of the parts that make up the Hessian, besides the elastic and follower parts. */
export interface HessianFactors {
	readonly mass: number;
	readonly dissipation: number;
	/** Factor of the stiffness matrix of Rayleigh damping. */
	readonly damping: number;
	/** Multiple of the identity, relative to a typical diagonal entry. */
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
}

/** Without inertia a sheet at rest has no stiffness out of its plane; so much of a typical one keeps its diagonal invertible. */
const groundedness = 1e-6;

function addToWeights({ weights }: EdgeMatrix, amount: number): void {
	const w = weights.array;
	for (let row = 0; row < w.length; row++) w[row] += amount;
}

export class Hessian implements LinearOperator {
	/** K of stiffness damping. */
	private dampingStiffness: EdgeMatrix | undefined;
	private readonly inputs: HessianInputs;
	private factors: HessianFactors = {
		mass: 0,
		dissipation: 0,
		damping: 0,
		shift: 0,
	};
	private positive = false;
	private factorsOf: ((duration: number) => HessianFactors) | undefined;
	/** Where the model's sums are evaluated. */
	private readonly at: SumArrays;
	/** Blocks of terms where the simulation began. */
	private readonly structure: {
		readonly row: number;
		readonly column: number;
		readonly block: Float64Array;
	}[] = [];
	/** Made when first used. */
	private diagonal: BlockMatrix | undefined;
	/** The part of what `apply` multiplies that is free, and a product with it. */
	private direction: Vector | undefined;
	private product: Vector | undefined;
	/** Blocks of terms for products, once they are known. */
	private readonly termBlocks = new BlockList();
	private isTermsKnown = false;
	/** Velocities of vertices that rest. */
	private noVelocities: Vector | undefined;
	/** Multiple of the identity that `shift` of the factors means, once known. */
	shift: number | undefined;

	constructor(inputs: HessianInputs) {
		this.inputs = inputs;
		this.at = stepArrays(inputs.state, inputs.work);
	}

	/** The Hessian at the model's current state, made of positive semi-definite element Hessians on request. */
	set(factors: HessianFactors, positive: boolean): this {
		this.factors = factors;
		this.positive = positive;
		this.isTermsKnown = false;
		this.shift = factors.shift === 0 ? 0 : undefined;
		return this;
	}

	get offersPositive(): boolean {
		return this.inputs.model.elastic.offersPositive;
	}

	get isExact(): boolean {
		return !this.positive;
	}

	/** Length [s] of a backward Euler step of the same inertia; infinite for statics. */
	get duration(): number {
		return 1 / Math.sqrt(this.factors.mass);
	}

	/** A matrix filled with it: a new one where none is given. */
	matrix(into = new BlockMatrix(this.inputs.model.pattern)): BlockMatrix {
		this.fill(into);
		return into;
	}

	fill(matrix: BlockMatrix): void {
		const { model, constraints } = this.inputs;
		const { dampingStiffness } = this;
		const { at, factors, positive } = this;
		matrix.blocks.fill(0);
		model.elastic.addHessian(at.elastic, { scale: 1, positive }, matrix);
		model.follower.addHessian(at.follower, { scale: 1, positive }, matrix);
		if (factors.mass) model.mass.addTo(matrix, factors.mass);
		if (factors.dissipation)
			model.dissipation.addHessian(
				at.dissipation,
				{ scale: factors.dissipation, positive: false },
				matrix,
			);
		if (dampingStiffness) matrix.addEdges(dampingStiffness, factors.damping);
		this.addTerms(matrix, positive);
		this.shift = matrix.shiftDiagonal(factors.shift);
		constraints.restrict(matrix);
	}

	private addTerms(matrix: BlockMatrix, positive: boolean): void {
		for (const term of this.fixedTerms)
			term.visitBlocks(positive, (row, column, block) =>
				matrix.addSymmetric(findBlock(matrix.pattern, row, column), 1, block),
			);
	}

	private get fixedTerms(): readonly NodeTerm[] {
		return this.inputs.terms.filter(({ loose }) => !loose);
	}

	/** Of the term whose blocks couple what the pattern does not; undefined where there are none. */
	private looseBlocks(positive: boolean): LooseMatrix | undefined {
		const term = this.inputs.terms.find(
			({ loose, hasBlocks = true }) => loose && hasBlocks,
		);
		if (!term?.loose) return undefined;
		term.loose.clear();
		term.addLoose?.(positive, term.loose);
		return term.loose;
	}

	looseFree(): LooseMatrix | undefined {
		const loose = this.looseBlocks(this.positive);
		if (loose) this.inputs.constraints.restrictLoose(loose);
		return loose;
	}

	get isLoose(): boolean {
		return this.inputs.terms.some(
			({ loose, hasBlocks = true }) => loose !== undefined && hasBlocks,
		);
	}

	get hasContact(): boolean {
		return this.inputs.terms.some((term) => term.hasBlocks ?? true);
	}

	/**
	 * To be called where a simulation begins: what decides about the structure of levels must not depend on when that is made.
	 * @param factorsOf returns the factors for substeps of a duration [s]
	 */
	fixStructure(
		dampingStiffness: EdgeMatrix | undefined,
		factorsOf?: (duration: number) => HessianFactors,
	): void {
		this.dampingStiffness = dampingStiffness;
		this.factorsOf = factorsOf;
		this.structure.length = 0;
		for (const term of this.inputs.terms)
			if (term.hasBlocks === undefined)
				term.visitBlocks(true, (row, column, block) =>
					this.structure.push({ row, column, block: block.slice() }),
				);
	}

	private addTermsToEdges(matrix: EdgeMatrix, positive: boolean): void {
		const take = takeIntoEdges(matrix);
		for (const term of this.fixedTerms) term.visitBlocks(positive, take);
	}

	fillEdges(matrix: EdgeMatrix): void {
		const { model, team } = this.inputs;
		const { dampingStiffness } = this;
		const { at, factors, positive } = this;
		team.numerics.clearMatrix(matrix.pointer);
		model.elastic.addEdges(at.elastic, { scale: 1, positive }, matrix);
		model.follower.addEdges(at.follower, { scale: 1, positive }, matrix);
		model.mass.addToEdges(matrix, factors.mass);
		if (factors.dissipation)
			model.dissipation.addEdges(
				at.dissipation,
				{ scale: factors.dissipation, positive: false },
				matrix,
			);
		if (dampingStiffness)
			team.numerics.combine(
				matrix.pointer,
				factors.damping,
				dampingStiffness.pointer,
			);
		this.addTermsToEdges(matrix, positive);
		const loose = this.looseBlocks(positive);
		if (loose) loose.fillRows(matrix);
		else clearLoose(matrix);
		if (factors.shift) {
			this.shift = factors.shift * meanDiagonal(matrix);
			addToWeights(matrix, this.shift);
		}
	}

	fillEdgesAt(
		positions: Vector,
		{ hasContact, isExact, duration }: LevelMatrix,
		matrix: EdgeMatrix,
	): void {
		const { model, team, space } = this.inputs;
		const factors =
			duration === undefined
				? this.factors
				: (this.factorsOf?.(duration) ?? this.factors);
		team.numerics.clearMatrix(matrix.pointer);
		model.elastic.addEdges(
			{ x: positions },
			{ scale: 1 + factors.damping, positive: !isExact },
			matrix,
		);
		model.mass.addToEdges(matrix, factors.mass);
		if (factors.dissipation && model.dissipation.groups.length > 0) {
			this.noVelocities ??= space.vector();
			model.dissipation.addEdges(
				{ x: positions, v: this.noVelocities },
				{ scale: factors.dissipation, positive: false },
				matrix,
			);
		}
		clearLoose(matrix);
		if (hasContact) {
			this.addTermsToEdges(matrix, true);
			// Levels have no room for what is loose but on the diagonal.
			const take = takeIntoEdges(matrix);
			const loose = this.looseBlocks(true);
			for (let i = 0; i < (loose?.count ?? 0); i++) {
				const { rows, columns, blocks } = loose as LooseMatrix;
				if (rows[i] === columns[i])
					take(rows[i], rows[i], blocks.subarray(9 * i, 9 * i + 9));
			}
		} else this.addStructure(matrix);
		if (factors.mass === 0)
			addToWeights(matrix, groundedness * meanDiagonal(matrix));
	}

	/** Stands in for what acts on nodes besides elements. */
	private addStructure(matrix: EdgeMatrix): void {
		const { structure } = this;
		if (structure.length === 0) return;
		const take = takeIntoEdges(matrix);
		for (const { row, column, block } of structure) take(row, column, block);
		// Rigid bodies have inertia alone.
		const typical = meanDiagonal(matrix);
		for (const { row } of structure) matrix.weights.array[row] ||= typical;
	}

	/** Σ factor · part · x on the free directions, x itself on the constrained ones. */
	apply(x: Vector, out: Vector): void {
		const { model, constraints, terms, space, team } = this.inputs;
		const { at, factors } = this;
		this.direction ??= space.vector();
		this.product ??= space.vector();
		const { direction, product } = this;
		direction.array.set(x.array);
		constraints.filter(direction.array);
		model.mass.multiply(direction, product);
		out.array.fill(0);
		space.addScaled(out, factors.mass, product, out);
		space.addScaled(out, this.shift ?? 0, direction, out);
		model.elastic.addProduct(at.elastic, direction, out);
		model.follower.addProduct(at.follower, direction, out);
		if (factors.dissipation) {
			product.array.fill(0);
			model.dissipation.addProduct(at.dissipation, direction, product);
			space.addScaled(out, factors.dissipation, product, out);
		}
		if (this.dampingStiffness)
			team.numerics.addProductF64(
				this.dampingStiffness.pointer,
				factors.damping,
				direction.pointer,
				out.pointer,
			);
		if (!this.isTermsKnown) {
			this.isTermsKnown = true;
			this.termBlocks.clear();
			for (const term of terms) {
				term.products?.clear();
				if (term.products) term.addLoose?.(false, term.products);
				else term.visitBlocks(false, this.termBlocks.push);
			}
		}
		this.termBlocks.addProduct(direction.array, out.array);
		for (const { products } of terms)
			products?.addProduct(direction.array, out.array);
		constraints.filter(out.array);
		space.difference(1, x, direction, product);
		space.addScaled(out, 1, product, out);
	}

	diagonalBlocks(out: Float64Array): void {
		const { model, constraints } = this.inputs;
		const { dampingStiffness } = this;
		const { at, factors } = this;
		this.diagonal ??= new BlockMatrix(
			blockPattern(model.vertexCount, () => {}),
		);
		const { diagonal } = this;
		diagonal.blocks.fill(0);
		model.elastic.addDiagonal(at.elastic, 1, diagonal);
		model.follower.addDiagonal(at.follower, 1, diagonal);
		model.dissipation.addDiagonal(
			at.dissipation,
			factors.dissipation,
			diagonal,
		);
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

/** Adds blocks to an edge matrix, whose rows' own blocks are what their blocks sum to, but for what elements' do. */
function takeIntoEdges({ pattern, ownBlocks, blocks }: EdgeMatrix): TakeBlock {
	const own = ownBlocks.array;
	const above = blocks.array;
	// Edge matrices have their blocks by columns.
	const addTurned = (block: Float64Array, to: Float32Array, at: number) => {
		for (let row = 0; row < 3; row++)
			for (let column = 0; column < 3; column++)
				to[at + 3 * column + row] += block[3 * row + column];
	};
	return (row, column, block) => {
		addTurned(block, own, 9 * pattern.ownIndex(row));
		if (row === column) return;
		const b = 9 * pattern.ownIndex(column);
		for (let i = 0; i < 9; i++) own[b + i] += block[i];
		addTurned(block, above, 9 * pattern.find(row, column));
	};
}

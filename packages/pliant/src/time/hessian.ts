/**
 * The Hessian of the incremental potential, in the form that a solver asks for: element by element in f64, or filled into a matrix of
 * the solver's, in f64 to be factored or in f32 to iterate with.
 */

import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Contact } from "../contact/contact.ts";
import type { Team } from "../numerics/team.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import type { LevelMatrix } from "../solvers/linear/solverMemory.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { blockPattern } from "../system/blockPattern.ts";
import { type EdgeMatrix, meanDiagonal } from "../system/edgeMatrix.ts";
import {
	type Model,
	type State,
	type SumArrays,
	stepArrays,
	type WorkArrays,
} from "../system/model.ts";
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

export interface HessianPlace {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	readonly contact?: Contact | undefined;
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
	private readonly place: HessianPlace;
	private factors: HessianFactors = {
		mass: 0,
		dissipation: 0,
		damping: 0,
		shift: 0,
	};
	private positive = false;
	/** Where the model's sums are evaluated. */
	private readonly at: SumArrays;
	/** Made when first used. */
	private diagonal: BlockMatrix | undefined;
	/** The part of what `apply` multiplies that is free, and a product with it. */
	private direction: Vector | undefined;
	private product: Vector | undefined;
	/** Velocities of vertices that rest. */
	private noVelocities: Vector | undefined;
	/** Multiple of the identity that `shift` means, once known. */
	private shift: number | undefined;

	constructor(place: HessianPlace) {
		this.place = place;
		this.at = stepArrays(place.state, place.work);
	}

	/** The Hessian at the model's current state, made of positive semi-definite element Hessians on request. */
	set(factors: HessianFactors, positive: boolean): this {
		this.factors = factors;
		this.positive = positive;
		this.shift = factors.shift === 0 ? 0 : undefined;
		return this;
	}

	get offersPositive(): boolean {
		return this.place.model.elastic.offersPositive;
	}

	get isExact(): boolean {
		return !this.positive;
	}

	fill(matrix: BlockMatrix): void {
		const { model, constraints, dampingStiffness } = this.place;
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
		this.addContact(matrix, positive);
		this.shift = matrix.shiftDiagonal(factors.shift);
		constraints.restrict(matrix);
	}

	private addContact(matrix: BlockMatrix, positive: boolean): void {
		const { contact, state } = this.place;
		contact?.visitBlocks(state.x.array, positive, (vertex, block) =>
			matrix.addBlock(matrix.diagonal[vertex], 1, block),
		);
	}

	get hasContact(): boolean {
		const { contact, state } = this.place;
		return contact?.hasBlocks(state.x.array) ?? false;
	}

	/** With colliders every row has a block of its own. */
	private addContactToEdges(
		{ ownBlocks }: EdgeMatrix,
		positive: boolean,
	): void {
		const { contact, state } = this.place;
		const own = ownBlocks.array;
		contact?.visitBlocks(state.x.array, positive, (vertex, block) => {
			for (let i = 0; i < 9; i++) own[9 * vertex + i] += block[i];
		});
	}

	fillEdges(matrix: EdgeMatrix): void {
		const { model, team, dampingStiffness } = this.place;
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
		this.addContactToEdges(matrix, positive);
		if (factors.shift) {
			this.shift = factors.shift * meanDiagonal(matrix);
			addToWeights(matrix, this.shift);
		}
	}

	fillEdgesAt(
		positions: Vector,
		{ hasContact, isExact }: LevelMatrix,
		matrix: EdgeMatrix,
	): void {
		const { model, team, space } = this.place;
		const { factors } = this;
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
		if (hasContact) this.addContactToEdges(matrix, true);
		if (factors.mass === 0)
			addToWeights(matrix, groundedness * meanDiagonal(matrix));
	}

	/** Σ factor · part · x on the free directions, x itself on the constrained ones. */
	apply(x: Vector, out: Vector): void {
		const { model, state, constraints, contact, space, team } = this.place;
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
		if (this.place.dampingStiffness)
			team.numerics.addProductF64(
				this.place.dampingStiffness.pointer,
				factors.damping,
				direction.pointer,
				out.pointer,
			);
		contact?.visitBlocks(state.x.array, false, (vertex, block) => {
			const at = 3 * vertex;
			for (let k = 0; k < 9; k++)
				out.array[at + Math.floor(k / 3)] +=
					block[k] * direction.array[at + (k % 3)];
		});
		constraints.filter(out.array);
		space.difference(1, x, direction, product);
		space.addScaled(out, 1, product, out);
	}

	diagonalBlocks(out: Float64Array): void {
		const { model, constraints, dampingStiffness } = this.place;
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
		this.addContact(diagonal, false);
		this.shift = diagonal.shiftDiagonal(factors.shift);
		constraints.restrict(diagonal);
		out.set(diagonal.blocks);
	}
}

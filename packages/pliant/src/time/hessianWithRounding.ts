/**
 * The exact Hessian plus a bound of its rounding errors. It is positive definite unless the energy falls along some direction by more than
 * rounding errors.
 *
 * Positions are known to ε|x|. So a stiffness k between nodes at a distance l may have a force of kε|x| where there is none, which acts across it like
 * a stiffness of kε|x|/l. (Unstressed membranes have no other stiffness out of their plane.) Sums and factors add errors of some ε of the diagonal
 * entries. With D, the mean diagonal entry of a node, the bound is
 *
 *   a Σ min(Dᵢ, Dⱼ) ε|x|/lᵢⱼ ‖uᵢ − uⱼ‖² + b Σ ε Dᵢ ‖uᵢ‖²
 *
 * The first sum is small for smooth displacements, like those in which slender bodies buckle. A multiple of the identity would hide these on fine meshes.
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { LinearOperator } from "../solvers/linear/linearOperator.ts";
import type { LevelMatrix } from "../solvers/linear/solverMemory.ts";
import { BlockMatrix } from "../system/blockMatrix.ts";
import { type BlockPattern, findBlock } from "../system/blockPattern.ts";
import type { EdgeMatrix } from "../system/edgeMatrix.ts";
import type { LooseMatrix } from "../system/looseMatrix.ts";
import type { Vector } from "../system/vectorSpace.ts";

/** The factors a and b of the bound. */
const errors = { ofPositions: 4, ofEntries: 16 };

interface RoundingInputs {
	readonly pattern: BlockPattern;
	readonly constraints: VertexConstraints;
	/** Positions of nodes [m]. */
	readonly x: Float64Array;
	/** True if a node is a point in space; turns of frames are not. */
	readonly isPoint: (node: number) => boolean;
}

export class HessianWithRounding implements LinearOperator {
	readonly offersPositive: boolean;
	readonly hasContact: boolean;
	readonly isLoose: boolean;
	readonly isExact = true;
	private readonly hessian: LinearOperator;
	private readonly inputs: RoundingInputs;
	/** The bound as a matrix over the pattern: each block is one of these numbers [N/m] times the identity. */
	private readonly bound: Float64Array;
	private readonly direction: Float64Array;
	private readonly product: Float64Array;

	/** @param hessian the exact one at positions `x` */
	constructor(hessian: LinearOperator, inputs: RoundingInputs) {
		this.hessian = hessian;
		this.inputs = inputs;
		this.offersPositive = hessian.offersPositive;
		this.hasContact = hessian.hasContact;
		this.isLoose = hessian.isLoose ?? false;
		this.bound = boundOf(hessian, inputs);
		this.direction = new Float64Array(3 * inputs.pattern.rows);
		this.product = new Float64Array(3 * inputs.pattern.rows);
	}

	fill(matrix: BlockMatrix): void {
		const { bound, inputs } = this;
		this.hessian.fill(matrix);
		const added = new BlockMatrix(inputs.pattern);
		for (const [k, amount] of bound.entries()) added.addIdentity(k, amount);
		// Directions that are held get another identity, which does no harm.
		inputs.constraints.restrict(added);
		const { blocks } = matrix;
		for (let i = 0; i < blocks.length; i++) blocks[i] += added.blocks[i];
	}

	apply(x: Vector, out: Vector): void {
		const { bound, inputs, direction, product } = this;
		const { pattern, constraints } = inputs;
		const { rows, rowStart, columns } = pattern;
		this.hessian.apply(x, out);
		direction.set(x.array);
		constraints.filter(direction);
		product.fill(0);
		for (let row = 0; row < rows; row++)
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
				for (let i = 0; i < 3; i++)
					product[3 * row + i] += bound[k] * direction[3 * columns[k] + i];
		constraints.filter(product);
		for (let i = 0; i < product.length; i++) out.array[i] += product[i];
	}

	looseFree(): LooseMatrix | undefined {
		return this.hessian.looseFree?.();
	}

	diagonalBlocks(out: Float64Array): void {
		const { bound, inputs } = this;
		const { pattern } = inputs;
		this.hessian.diagonalBlocks(out);
		for (let row = 0; row < pattern.rows; row++)
			for (const entry of [0, 4, 8])
				out[9 * row + entry] += bound[findBlock(pattern, row, row)];
	}

	// Matrices in f32, which serve to precondition, cannot tell the bound.

	fillEdges(matrix: EdgeMatrix): void {
		this.hessian.fillEdges(matrix);
	}

	get duration(): number | undefined {
		return this.hessian.duration;
	}

	fillEdgesAt(positions: Vector, kind: LevelMatrix, matrix: EdgeMatrix): void {
		this.hessian.fillEdgesAt(positions, kind, matrix);
	}
}

function boundOf(hessian: LinearOperator, inputs: RoundingInputs) {
	const { pattern, x, isPoint } = inputs;
	const { rows, rowStart, columns } = pattern;
	const bound = new Float64Array(columns.length);
	const D = meanDiagonals(hessian, inputs);
	let size = 0;
	for (let i = 0; i < x.length; i++)
		if (isPoint(Math.floor(i / 3))) size = Math.max(size, Math.abs(x[i]));
	const error = errors.ofPositions * Number.EPSILON * size;
	for (let row = 0; row < rows; row++) {
		const own = findBlock(pattern, row, row);
		bound[own] += errors.ofEntries * Number.EPSILON * D[row];
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			const column = columns[k];
			if (column === row || !isPoint(row) || !isPoint(column)) continue;
			const [i, j] = [3 * row, 3 * column];
			const length = Math.hypot(
				x[i] - x[j],
				x[i + 1] - x[j + 1],
				x[i + 2] - x[j + 2],
			);
			// Points at one place are coupled by other things than their distance.
			if (length <= error) continue;
			const amount = (Math.min(D[row], D[column]) * error) / length;
			bound[own] += amount;
			bound[k] = -amount;
		}
	}
	return bound;
}

/** Returns the mean size of the diagonal entries of each node in its free directions [N/m]. */
function meanDiagonals(
	hessian: LinearOperator,
	{ pattern: { rows }, constraints }: RoundingInputs,
): Float64Array {
	const blocks = new Float64Array(9 * rows);
	hessian.diagonalBlocks(blocks);
	const D = Float64Array.from({ length: rows }, (_, row) => {
		const S = constraints.projector(row) ?? identity;
		const free = Math.round(S[0] + S[4] + S[8]);
		// In directions that are held the Hessian is the identity.
		let sum = free - 3;
		for (const entry of [0, 4, 8]) sum += Math.abs(blocks[9 * row + entry]);
		return free === 0 ? 0 : Math.max(0, sum) / free;
	});
	// Directions without any stiffness, like those of a free rigid body, are neutral too.
	const typical = D.reduce((sum, d) => sum + d, 0) / rows || 1;
	return D.map((d) => d || typical);
}

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

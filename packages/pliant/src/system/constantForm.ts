/**
 * The part of a sum of potentials that is a constant quadratic form: Hessians whose blocks are multiples of the identity and do not
 * depend on positions, as those of bending. They are summed up once, into one number k per two vertices, and
 *
 *   (K·x)_i = Σ_j k_ij (x_j − x_i)
 *
 * is both their gradient at x and the product of their Hessian and x; their energy is that at zero, and −½ Σ k_ij |x_i − x_j|² over pairs.
 *
 * The numbers lie as those of the matrix of iterations do, without couplings below the diagonal, so that one list of columns serves both.
 */
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { EdgePattern } from "./edgeMatrix.ts";
import { type ElementGroup, visitPairs } from "./elementGroup.ts";
import type { ElementSumContext } from "./elementSum.ts";

export class ConstantForm {
	/** k of pairs that the pattern has blocks for, and of those that it has couplings for, each once: with those below the diagonal they took 28 bytes more per triangle. */
	readonly ofBlocks: ArenaArray<Float64Array>;
	readonly ofCouplings: ArenaArray<Float64Array>;
	private readonly pattern: EdgePattern;
	private readonly team: Team;
	private readonly partialSums: ArenaArray<Float64Array>;

	/** Sums up groups that offer couplings. */
	constructor(
		groups: readonly ElementGroup[],
		pattern: EdgePattern,
		{ arena, team }: ElementSumContext,
	) {
		const { section } = pattern;
		this.pattern = pattern;
		this.team = team;
		this.ofBlocks = section.f64(pattern.count);
		this.ofCouplings = section.f64(pattern.couplingCount / 2);
		this.partialSums = section.f64(2 * pattern.chunks);
		const blocks = this.ofBlocks.array;
		const couplings = this.ofCouplings.array;
		visitCouplings(groups, arena, (row, column, k) => {
			if (pattern.hasBlock(row, column)) blocks[pattern.find(row, column)] += k;
			else couplings[pattern.findCoupling(row, column)] += k;
		});
	}

	/** out += K·x, xyz per vertex. */
	addProduct(x: ArenaArray<Float64Array>, out: ArenaArray<Float64Array>): void {
		this.team.numerics.addFormProduct(
			this.pattern.pointer,
			this.ofBlocks.pointer,
			this.ofCouplings.pointer,
			x.pointer,
			out.pointer,
		);
	}

	/** The energy but for that at zero, as pairs of a sum and what rounding has lost of it. */
	energies(x: ArenaArray<Float64Array>): Float64Array {
		this.team.numerics.sumFormEnergies(
			this.pattern.pointer,
			this.ofBlocks.pointer,
			this.ofCouplings.pointer,
			x.pointer,
			this.partialSums.pointer,
		);
		return this.partialSums.array;
	}

	/** Calls `each` for all blocks k·identity above the diagonal. */
	visit(each: (row: number, column: number, k: number) => void): void {
		const { pattern } = this;
		const blocks = this.ofBlocks.array;
		const couplings = this.ofCouplings.array;
		pattern.forEach((row, column, block) => {
			each(row, column, blocks[block]);
		});
		let above = 0;
		for (let row = 0; row < pattern.rows; row++)
			pattern.visitCouplings(row, (column) => {
				if (column > row) each(row, column, couplings[above++]);
			});
	}
}

/** Calls `each` for the k of every element of groups that offer them, row < column; some pairs come more than once. */
export function visitCouplings(
	groups: readonly ElementGroup[],
	arena: Arena,
	each: (row: number, column: number, k: number) => void,
): void {
	const sorted = (first: number, second: number, k: number) => {
		if (first < second) each(first, second, k);
		else each(second, first, k);
	};
	for (const group of groups) {
		const { ofPairs } = group;
		if (ofPairs)
			visitPairs(group, (first, second, element) =>
				sorted(first, second, -ofPairs.stiffness[element]),
			);
		else visitComputed(group, arena, sorted);
	}
}

function visitComputed(
	group: ElementGroup,
	arena: Arena,
	each: (first: number, second: number, k: number) => void,
): void {
	arena.lend(8 * group.outputLength("couplings"), ({ pointer, array }) => {
		group.run("couplings", "f64", {}, pointer);
		visitPairs(group, (first, second, cell, pair) => {
			let k = 0;
			for (let sample = 0; sample < group.samples; sample++) {
				const element = cell * group.samples + sample;
				k += array[group.outputOffset("couplings", "f64", element, pair)];
			}
			each(first, second, k);
		});
	});
}

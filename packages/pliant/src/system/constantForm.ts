/**
 * The part of a sum of potentials that is a constant quadratic form: Hessians whose blocks are multiples of the identity and do not
 * depend on positions, as those of linear bending. They are summed up once, into one number k per two vertices, and
 *
 *   (K·x)_i = Σ_j k_ij (x_j − x_i)
 *
 * is both their gradient at x and the product of their Hessian and x.
 */
import type { Team } from "../numerics/team.ts";
import type { ArenaArray } from "./arena.ts";
import { type BlockPattern, blockPattern, findBlock } from "./blockPattern.ts";
import { type ElementGroup, visitPairs } from "./elementGroup.ts";
import type { ElementSumContext } from "./elementSum.ts";

export class ConstantForm {
	private readonly pattern: BlockPattern;
	private readonly rowStart: ArenaArray<Uint32Array>;
	private readonly columns: ArenaArray<Uint32Array>;
	/** k of each block; those on the diagonal are zero. */
	private readonly couplings: ArenaArray<Float64Array>;
	private readonly team: Team;
	private readonly groups: readonly ElementGroup[];
	private readonly arena: ElementSumContext["arena"];

	/** Sums up groups that offer couplings. */
	constructor(
		groups: readonly ElementGroup[],
		{ vertexCount, arena, team }: ElementSumContext,
	) {
		const pattern = blockPattern(vertexCount, (couple) => {
			for (const group of groups) visitPairs(group, couple);
		});
		this.pattern = pattern;
		this.team = team;
		this.groups = groups;
		this.arena = arena;
		this.rowStart = arena.indices(pattern.rowStart);
		this.columns = arena.indices(pattern.columns);
		this.couplings = arena.f64(pattern.columns.length);
		this.sumUp();
	}

	/** To be called when parameters of elements were changed. */
	sumUp(): void {
		const { groups, arena, pattern } = this;
		this.couplings.array.fill(0);
		for (const group of groups)
			arena.lend(8 * group.outputLength("couplings"), ({ pointer, array }) => {
				group.run("couplings", "f64", {}, pointer);
				const k = this.couplings.array;
				visitPairs(group, (first, second, cell, pair) => {
					let value = 0;
					for (let sample = 0; sample < group.samples; sample++) {
						const element = cell * group.samples + sample;
						value +=
							array[group.outputOffset("couplings", "f64", element, pair)];
					}
					k[findBlock(pattern, first, second)] += value;
					k[findBlock(pattern, second, first)] += value;
				});
			});
	}

	/** out += K·x, xyz per vertex. */
	addProduct(x: ArenaArray<Float64Array>, out: ArenaArray<Float64Array>): void {
		this.team.numerics.addCouplingProduct(
			this.pattern.rows,
			this.rowStart.pointer,
			this.columns.pointer,
			this.couplings.pointer,
			x.pointer,
			out.pointer,
		);
	}

	/** Calls `each` for all blocks k·identity above the diagonal. */
	visit(each: (row: number, column: number, k: number) => void): void {
		const { rows, rowStart, columns } = this.pattern;
		const k = this.couplings.array;
		for (let row = 0; row < rows; row++)
			for (let i = rowStart[row]; i < rowStart[row + 1]; i++)
				if (columns[i] > row) each(row, columns[i], k[i]);
	}
}

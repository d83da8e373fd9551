/** A sum of element potentials: value, gradient, Hessian blocks and products, gathered in a fixed order. */
import { dimension } from "../energy/program.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { Backend } from "./backend.ts";
import type { BlockMatrix } from "./blockMatrix.ts";
import { type BlockPattern, findBlock } from "./blockPattern.ts";
import {
	ElementGroup,
	type ElementGroupSource,
	type Quantity,
	type VertexArrays,
} from "./elementGroup.ts";
import { type GatherTable, gatherTable } from "./gather.ts";
import { projectElements } from "./projectElements.ts";

export class ElementSum {
	readonly groups: readonly ElementGroup[];
	/** Whether the Hessian's rows of blocks sum to zero. The groups of a sum are alike in this. */
	readonly translationInvariant: boolean;
	private readonly arrays: VertexArrays;
	private readonly results: ArenaArray<Float64Array>;
	private readonly vertexGather: GatherTable;
	/** By block of the matrix; an item is 2·offset, plus 1 where the block is to be transposed. */
	private blockGather: GatherTable | undefined;
	/** By row: the blocks that the diagonal block is made of. */
	private diagonalGather: GatherTable | undefined;
	private readonly vertexCount: number;
	private readonly blockSum = new Float64Array(9);

	static async create(
		sources: readonly ElementGroupSource[],
		vertexCount: number,
		arrays: VertexArrays,
		arena: Arena,
		backend: Backend,
	): Promise<ElementSum> {
		const groups: ElementGroup[] = [];
		for (const source of sources)
			groups.push(await ElementGroup.create(source, arena, backend));
		return new ElementSum(groups, vertexCount, arrays, arena);
	}

	private constructor(
		groups: readonly ElementGroup[],
		vertexCount: number,
		arrays: VertexArrays,
		arena: Arena,
	) {
		this.groups = groups;
		this.translationInvariant = groups.every((g) => g.translationInvariant);
		if (
			groups.some((g) => g.translationInvariant !== this.translationInvariant)
		)
			throw new Error(
				"system: a sum mixes potentials that are invariant under translation with others; make two sums of them",
			);
		this.arrays = arrays;
		this.vertexCount = vertexCount;
		const length = (quantity: Quantity) =>
			groups.reduce((n, g) => n + g.outputLength(quantity), 0);
		this.results = arena.f64(Math.max(length("hessian"), length("gradient")));
		this.vertexGather = gatherTable(vertexCount, (give) =>
			this.visit("gradient", (group, element, base) => {
				for (let node = 0; node < group.nodes; node++)
					give(
						group.vertices[element * group.nodes + node],
						base + group.outputOffset("gradient", element, dimension * node),
					);
			}),
		);
	}

	/** Calls `each` for all elements, with the offset of their group's results. */
	private visit(
		quantity: Quantity,
		each: (group: ElementGroup, element: number, base: number) => void,
	): void {
		let base = 0;
		for (const group of this.groups) {
			for (let element = 0; element < group.elements; element++)
				each(group, element, base);
			base += group.outputLength(quantity);
		}
	}

	private run(quantity: Quantity): void {
		let pointer = this.results.pointer;
		for (const group of this.groups) {
			group.run(quantity, this.arrays, pointer);
			pointer += 8 * group.outputLength(quantity);
		}
	}

	private runPositiveHessian(): void {
		let base = 0;
		for (const group of this.groups) {
			const offered = group.offers("positiveHessian");
			group.run(
				offered ? "positiveHessian" : "hessian",
				this.arrays,
				this.results.pointer + 8 * base,
			);
			if (!offered) projectElements(group, this.results.array, base);
			base += group.outputLength("hessian");
		}
	}

	/** The potential at the current vertex arrays, summed with compensation: line searches compare values that agree to many digits. */
	value(): number {
		this.run("energy");
		const results = this.results.array;
		let sum = 0;
		let lost = 0;
		let base = 0;
		for (const group of this.groups) {
			for (let e = 0; e < group.elements; e++) {
				const term = results[base + e];
				const next = sum + term;
				lost +=
					Math.abs(sum) >= Math.abs(term)
						? sum - next + term
						: term - next + sum;
				sum = next;
			}
			base += group.outputLength("energy");
		}
		return sum + lost;
	}

	/** Adds the gradient to `out`, xyz per vertex. */
	addGradient(out: Float64Array): void {
		this.run("gradient");
		this.gatherVertices(out);
	}

	/** Adds the Hessian times the vertex array "direction" to `out`, without a matrix. */
	addProduct(out: Float64Array): void {
		this.run("product");
		this.gatherVertices(out);
	}

	private gatherVertices(out: Float64Array): void {
		const { start, items } = this.vertexGather;
		const results = this.results.array;
		const lanes = this.groups[0]?.lanes ?? 1;
		for (let vertex = 0; vertex < start.length - 1; vertex++) {
			let x = 0;
			let y = 0;
			let z = 0;
			for (let i = start[vertex]; i < start[vertex + 1]; i++) {
				const at = items[i];
				x += results[at];
				y += results[at + lanes];
				z += results[at + 2 * lanes];
			}
			out[3 * vertex] += x;
			out[3 * vertex + 1] += y;
			out[3 * vertex + 2] += z;
		}
	}

	/**
	 * Calls `each` for every block of an element Hessian that is on or above the matrix's diagonal. The item tells where the
	 * block is: 2·offset, plus 1 where the element has it transposed.
	 */
	visitBlocks(each: (row: number, column: number, item: number) => void): void {
		this.visit("hessian", (group, element, base) => {
			for (const [pair, [a, b]] of group.pairs.entries()) {
				const first = group.vertices[element * group.nodes + a];
				const second = group.vertices[element * group.nodes + b];
				// Two nodes on one vertex: rows that sum to zero account for their coupling by themselves.
				if (first === second && a !== b) continue;
				const offset =
					base + group.outputOffset("hessian", element, dimension ** 2 * pair);
				if (first <= second) each(first, second, 2 * offset);
				else each(second, first, 2 * offset + 1);
			}
		});
	}

	/** Fixes where the blocks go. Needed before `addHessian`. */
	bind(pattern: BlockPattern): void {
		this.blockGather = gatherTable(pattern.columns.length, (give) =>
			this.visitBlocks((row, column, item) =>
				give(findBlock(pattern, row, column), item),
			),
		);
	}

	/**
	 * Adds scale · Hessian to the matrix; `positive` replaces each element's Hessian by a positive semi-definite one: the
	 * potential's own where it offers one, else the nearest.
	 */
	addHessian(matrix: BlockMatrix, scale: number, positive: boolean): void {
		if (!this.blockGather)
			throw new Error("system: bind the sum to a pattern before assembling");
		if (this.groups.length === 0) return;
		if (positive) this.runPositiveHessian();
		else this.run("hessian");
		const { pattern, diagonal } = matrix;
		const { start } = this.blockGather;
		for (let row = 0; row < pattern.rows; row++)
			for (let k = diagonal[row]; k < pattern.rowStart[row + 1]; k++) {
				if (start[k] === start[k + 1]) continue;
				const block = this.sumBlocks(this.blockGather, k);
				matrix.addSymmetric(k, scale, block);
				if (!this.translationInvariant) continue;
				matrix.addBlock(diagonal[row], -scale, block);
				matrix.addTransposed(diagonal[pattern.columns[k]], -scale, block);
			}
	}

	/** Adds scale · diagonal blocks of the Hessian to a matrix that has only those. */
	addDiagonal(matrix: BlockMatrix, scale: number): void {
		if (this.groups.length === 0) return;
		this.diagonalGather ??= gatherTable(this.vertexCount, (give) =>
			this.visitBlocks((row, column, item) => {
				if (row === column) give(row, item);
				else if (this.translationInvariant) {
					give(row, item);
					give(column, item ^ 1);
				}
			}),
		);
		this.run("hessian");
		const factor = this.translationInvariant ? -scale : scale;
		for (let row = 0; row < this.vertexCount; row++)
			matrix.addBlock(row, factor, this.sumBlocks(this.diagonalGather, row));
	}

	/** Sum of the element blocks that belong to a target, in a buffer that the next call overwrites. Unrolled: a loop took five times as long. */
	private sumBlocks(
		{ start, items }: GatherTable,
		target: number,
	): Float64Array {
		const sum = this.blockSum;
		const r = this.results.array;
		const step = this.groups[0].lanes;
		sum.fill(0);
		for (let i = start[target]; i < start[target + 1]; i++) {
			const item = items[i];
			let at = item >>> 1;
			const across = item & 1 ? 3 * step : step;
			const down = item & 1 ? step : 3 * step;
			sum[0] += r[at];
			sum[1] += r[at + across];
			sum[2] += r[at + 2 * across];
			at += down;
			sum[3] += r[at];
			sum[4] += r[at + across];
			sum[5] += r[at + 2 * across];
			at += down;
			sum[6] += r[at];
			sum[7] += r[at + across];
			sum[8] += r[at + 2 * across];
		}
		return sum;
	}
}

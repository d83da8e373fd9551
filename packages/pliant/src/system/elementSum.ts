/**
 * A sum of element potentials: value, gradient, Hessian blocks and products, gathered in a fixed order. Hessians that are constant
 * multiples of the identity, as those of linear bending, are summed up once.
 */
import { dimension } from "../energy/program.ts";
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { Backend, Precision } from "./backend.ts";
import type { BlockMatrix } from "./blockMatrix.ts";
import { type BlockPattern, findBlock } from "./blockPattern.ts";
import { ConstantForm } from "./constantForm.ts";
import type { EdgeMatrix, EdgePattern } from "./edgeMatrix.ts";
import {
	ElementGroup,
	type ElementGroupSource,
	type Quantity,
	type VertexArrays,
	visitPairs,
} from "./elementGroup.ts";
import { type GatherTable, gatherTable } from "./gather.ts";
import { projectElements } from "./projectElements.ts";

/** Elements whose energies are summed up before partial sums are, as in numerics/gather.ts. */
const sumChunk = 1024;

/** A gather table in the arena. */
interface ArenaTable {
	readonly start: number;
	readonly items: number;
}

/** What the numerics need to run a sum. */
export interface ElementSumPlace {
	readonly vertexCount: number;
	readonly arrays: VertexArrays;
	readonly arena: Arena;
	readonly backend: Backend;
	readonly team: Team;
}

export class ElementSum {
	readonly groups: readonly ElementGroup[];
	/** Those whose Hessians change; the others make up the constant form. */
	private readonly changing: readonly ElementGroup[];
	private constantForm: ConstantForm | undefined;
	/** Whether the Hessian's rows of blocks sum to zero. The groups of a sum are alike in this. */
	readonly translationInvariant: boolean;
	private readonly place: ElementSumPlace;
	private readonly lanes: Readonly<Record<Precision, number>>;
	private readonly vertexGather: ArenaTable;
	private readonly partialSums: ArenaArray<Float64Array>;
	/** By block of the matrix; an item is 2·offset, plus 1 where the block is to be transposed. */
	private blockGather: GatherTable | undefined;
	/** By row: the blocks that the diagonal block is made of. */
	private diagonalGather: GatherTable | undefined;
	/** By block of an edge matrix, and by row that has a block of its own; and the constant part of each block. */
	private edgeGather:
		| {
				edges: ArenaTable;
				own: ArenaTable;
				couplings: ArenaArray<Float32Array> | undefined;
		  }
		| undefined;
	/** The constant part of each block of the matrix. */
	private blockCouplings: Float64Array | undefined;
	private readonly blockSum = new Float64Array(9);

	static async create(
		sources: readonly ElementGroupSource[],
		place: ElementSumPlace,
	): Promise<ElementSum> {
		const { arena, backend, team } = place;
		const groups: ElementGroup[] = [];
		for (const source of sources)
			groups.push(await ElementGroup.create(source, arena, backend, team));
		return new ElementSum(groups, place);
	}

	private constructor(groups: readonly ElementGroup[], place: ElementSumPlace) {
		this.groups = groups;
		this.changing = groups.filter((group) => !group.offers("couplings"));
		this.translationInvariant = groups.every((g) => g.translationInvariant);
		if (
			groups.some((g) => g.translationInvariant !== this.translationInvariant)
		)
			throw new Error(
				"system: a sum mixes potentials that are invariant under translation with others; make two sums of them",
			);
		this.place = place;
		this.lanes = place.backend.lanes;
		place.arena.scratch(8 * this.length("gradient"));
		place.arena.scratch(4 * this.length("hessian"));
		const most = Math.max(0, ...groups.map((group) => group.elements));
		this.partialSums = place.arena.f64(2 * Math.ceil(most / sumChunk));
		this.vertexGather = this.inArena(
			gatherTable(place.vertexCount, (give) =>
				this.visit("gradient", (group, element, base) => {
					for (let node = 0; node < group.nodes; node++)
						give(
							group.vertices[element * group.nodes + node],
							base +
								group.outputOffset(
									"gradient",
									"f64",
									element,
									dimension * node,
								),
						);
				}),
			),
		);
	}

	/** Made when first used: kernels run only once those of all sums are loaded. */
	private get constant(): ConstantForm | undefined {
		if (this.changing.length === this.groups.length) return undefined;
		this.constantForm ??= new ConstantForm(
			this.groups.filter((group) => group.offers("couplings")),
			this.place,
		);
		return this.constantForm;
	}

	/** The vertex array that the potentials are differentiated in. */
	private get variable(): ArenaArray<Float64Array> {
		return this.arrays[this.groups[0].potential.arrays[0].name];
	}

	/** The vertex arrays that the potentials read. */
	get arrays(): VertexArrays {
		return this.place.arrays;
	}

	/** The groups whose kernels compute a quantity. */
	private groupsOf(quantity: Quantity): readonly ElementGroup[] {
		return quantity === "energy" ? this.groups : this.changing;
	}

	private length(quantity: Quantity): number {
		return this.groupsOf(quantity).reduce(
			(n, group) => n + group.outputLength(quantity),
			0,
		);
	}

	private inArena({ start, items }: GatherTable): ArenaTable {
		const { arena } = this.place;
		return {
			start: arena.indices(start).pointer,
			items: arena.indices(items).pointer,
		};
	}

	/** Calls `each` for all elements, with the offset of their group's results. */
	private visit(
		quantity: Quantity,
		each: (group: ElementGroup, element: number, base: number) => void,
	): void {
		let base = 0;
		for (const group of this.groupsOf(quantity)) {
			for (let element = 0; element < group.elements; element++)
				each(group, element, base);
			base += group.outputLength(quantity);
		}
	}

	/** Runs the kernels; the results are in the arena's scratch memory until something else is computed. */
	run(quantity: Quantity): void {
		const { arena, arrays } = this.place;
		let { pointer } = arena.scratch(8 * this.length(quantity));
		for (const group of this.groupsOf(quantity)) {
			group.run(quantity, "f64", arrays, pointer);
			pointer += 8 * group.outputLength(quantity);
		}
	}

	private get results(): Float64Array {
		return this.place.arena.scratch().array;
	}

	/** The potential at the current vertex arrays, summed with compensation: line searches compare values that agree to many digits. */
	value(): number {
		this.run("energy");
		const { numerics } = this.place.team;
		const partials = this.partialSums;
		let { pointer } = this.place.arena.scratch();
		let sum = 0;
		let lost = 0;
		for (const group of this.groups) {
			numerics.sumChunks(group.elements, pointer, partials.pointer);
			const chunks = Math.ceil(group.elements / sumChunk);
			for (let i = 0; i < 2 * chunks; i++) {
				const term = partials.array[i];
				const next = sum + term;
				lost +=
					Math.abs(sum) >= Math.abs(term)
						? sum - next + term
						: term - next + sum;
				sum = next;
			}
			pointer += 8 * group.outputLength("energy");
		}
		return sum + lost;
	}

	/**
	 * Calls `each` for all elements with the gradient of their energy, xyz per node, and how many successive elements are
	 * integration points of one cell. The array serves all of them.
	 */
	visitGradients(
		each: (
			group: number,
			element: number,
			samples: number,
			gradient: Float64Array,
		) => void,
	): void {
		const { arena, arrays } = this.place;
		for (const [index, group] of this.groups.entries()) {
			const { pointer, array: results } = arena.scratch(
				8 * group.outputLength("gradient"),
			);
			group.run("gradient", "f64", arrays, pointer);
			const gradient = new Float64Array(dimension * group.nodes);
			const stride = group.lanes.f64;
			for (let element = 0; element < group.elements; element++) {
				const at = group.outputOffset("gradient", "f64", element, 0);
				for (let k = 0; k < gradient.length; k++)
					gradient[k] = results[at + k * stride];
				each(index, element, group.samples, gradient);
			}
		}
	}

	/** Adds the gradient to `out`, xyz per vertex. */
	addGradient(out: ArenaArray<Float64Array>): void {
		this.run("gradient");
		this.gatherVertices(out);
		this.constant?.addProduct(this.variable, out);
	}

	/** Adds the Hessian times the vertex array "direction" to `out`, without a matrix. */
	addProduct(out: ArenaArray<Float64Array>): void {
		this.run("product");
		this.gatherVertices(out);
		this.constant?.addProduct(this.arrays.direction, out);
	}

	private gatherVertices(out: ArenaArray<Float64Array>): void {
		const { team, arena, vertexCount } = this.place;
		if (this.changing.length > 0)
			team.numerics.gatherVertices(
				vertexCount,
				this.vertexGather.start,
				this.vertexGather.items,
				arena.scratch().pointer,
				this.lanes.f64,
				out.pointer,
			);
	}

	/** Calls `each` for every two vertices that an element couples. */
	visitCouplings(each: (row: number, column: number) => void): void {
		for (const group of this.groups)
			visitPairs(group, (first, second) => each(first, second));
	}

	/** The constant form by blocks of a matrix above its diagonal. */
	private couplings(
		blocks: number,
		find: (row: number, column: number) => number,
	): Float64Array | undefined {
		if (!this.constant) return undefined;
		const couplings = new Float64Array(blocks);
		this.constant.visit((row, column, k) => {
			couplings[find(row, column)] = k;
		});
		return couplings;
	}

	/**
	 * Calls `each` for every block of an element Hessian that changes and is on or above the matrix's diagonal. The item tells where
	 * the block is: 2·offset, plus 1 where the element has it transposed.
	 */
	private visitBlocks(
		precision: Precision,
		each: (row: number, column: number, item: number) => void,
	): void {
		let base = 0;
		for (const group of this.changing) {
			visitPairs(group, (first, second, element, pair) => {
				const k = dimension ** 2 * pair;
				const offset =
					base + group.outputOffset("hessian", precision, element, k);
				if (first <= second) each(first, second, 2 * offset);
				else each(second, first, 2 * offset + 1);
			});
			base += group.outputLength("hessian");
		}
	}

	/**
	 * Computes element Hessians; `positive` ones are those that the model offers, or the nearest to its exact ones. Like the
	 * results of `run` they are in the arena's scratch memory.
	 */
	runHessian(
		precision: Precision,
		positive: boolean,
	): Float64Array | Float32Array {
		const { arena, arrays } = this.place;
		const Numbers = precision === "f64" ? Float64Array : Float32Array;
		const bytes = Numbers.BYTES_PER_ELEMENT;
		const length = this.length("hessian");
		const { pointer } = arena.scratch(bytes * length);
		const results = new Numbers(arena.memory.buffer, pointer, length);
		let base = 0;
		for (const group of this.changing) {
			const offered = positive && group.offers("positiveHessian");
			const quantity = offered ? "positiveHessian" : "hessian";
			group.run(quantity, precision, arrays, pointer + bytes * base);
			if (positive && !offered)
				projectElements(group, precision, results, base);
			base += group.outputLength("hessian");
		}
		return results;
	}

	/** Adds scale · Hessian to the matrix, made of positive semi-definite element Hessians on request. */
	addHessian(matrix: BlockMatrix, scale: number, positive: boolean): void {
		if (this.groups.length === 0) return;
		const { pattern, diagonal } = matrix;
		this.blockGather ??= this.gatherBlocks(pattern);
		this.blockCouplings ??= this.couplings(
			pattern.columns.length,
			(row, column) => findBlock(pattern, row, column),
		);
		this.runHessian("f64", positive);
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
		if (this.blockCouplings) matrix.addCouplings(this.blockCouplings, scale);
	}

	/** The pattern of matrices is another from now on. */
	patternChanged(): void {
		this.blockGather = undefined;
		this.blockCouplings = undefined;
		this.edgeGather = undefined;
	}

	private gatherBlocks(pattern: BlockPattern): GatherTable {
		return gatherTable(pattern.columns.length, (give) =>
			this.visitBlocks("f64", (row, column, item) =>
				give(findBlock(pattern, row, column), item),
			),
		);
	}

	/** Whether positive Hessians can be had without projecting element by element. */
	get offersPositive(): boolean {
		return this.groups.every((group) => group.offers("positiveHessian"));
	}

	/** Adds scale · Hessian, computed in f32, to an edge matrix. */
	addEdges(matrix: EdgeMatrix, scale: number, positive: boolean): void {
		if (this.groups.length === 0) return;
		const { pattern } = matrix;
		this.edgeGather ??= this.gatherEdges(pattern);
		const { edges, own, couplings } = this.edgeGather;
		const { numerics } = this.place.team;
		if (couplings)
			numerics.addCouplings(matrix.pointer, scale, couplings.pointer);
		const { byteOffset } = this.runHessian("f32", positive);
		const gather = (count: number, blocks: number, table: ArenaTable) =>
			numerics.gatherBlocks(
				count,
				blocks,
				table.start,
				table.items,
				byteOffset,
				this.lanes.f32,
				scale,
			);
		gather(pattern.count, matrix.blocks.pointer, edges);
		if (!this.translationInvariant)
			gather(pattern.ownRows.length, matrix.ownBlocks.pointer, own);
	}

	private gatherEdges(pattern: EdgePattern) {
		const edges = gatherTable(pattern.count, (give) =>
			this.visitBlocks("f32", (row, column, item) => {
				if (row !== column) give(pattern.find(row, column), item);
			}),
		);
		const ownIndex = new Map(Array.from(pattern.ownRows, (row, i) => [row, i]));
		// What a row's blocks sum to: its diagonal block and all others.
		const own = gatherTable(pattern.ownRows.length, (give) => {
			if (this.translationInvariant) return;
			this.visitBlocks("f32", (row, column, item) => {
				give(ownIndex.get(row) as number, item);
				if (row !== column) give(ownIndex.get(column) as number, item ^ 1);
			});
		});
		const numbers = this.couplings(pattern.count, (row, column) =>
			pattern.find(row, column),
		);
		const couplings = numbers && this.place.arena.f32(numbers.length);
		couplings?.array.set(numbers as Float64Array);
		return { edges: this.inArena(edges), own: this.inArena(own), couplings };
	}

	/** Adds scale · diagonal blocks of the Hessian to a matrix that has only those. */
	addDiagonal(matrix: BlockMatrix, scale: number): void {
		if (this.groups.length === 0) return;
		const { vertexCount } = this.place;
		this.diagonalGather ??= gatherTable(vertexCount, (give) =>
			this.visitBlocks("f64", (row, column, item) => {
				if (row === column) give(row, item);
				else if (this.translationInvariant) {
					give(row, item);
					give(column, item ^ 1);
				}
			}),
		);
		this.constant?.visit((row, column, k) => {
			matrix.addIdentity(row, -scale * k);
			matrix.addIdentity(column, -scale * k);
		});
		this.run("hessian");
		const factor = this.translationInvariant ? -scale : scale;
		for (let row = 0; row < vertexCount; row++)
			matrix.addBlock(row, factor, this.sumBlocks(this.diagonalGather, row));
	}

	/** Sum of the element blocks that belong to a target, in a buffer that the next call overwrites. Unrolled: a loop took five times as long. */
	private sumBlocks(
		{ start, items }: GatherTable,
		target: number,
	): Float64Array {
		const sum = this.blockSum;
		const r = this.results;
		const step = this.lanes.f64;
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

/** The Hessians of a sum's elements, and how matrices are assembled from them: block by block, in a fixed order. */
import { dimension } from "../energy/program.ts";
import { constants } from "../numerics/load.ts";
import type { Precision } from "./backend.ts";
import type { BlockMatrix } from "./blockMatrix.ts";
import { type BlockPattern, findBlock } from "./blockPattern.ts";
import type { ConstantForm } from "./constantForm.ts";
import type { EdgeMatrix, EdgePattern } from "./edgeMatrix.ts";
import {
	type ElementGroup,
	type VertexArrays,
	visitPairs,
} from "./elementGroup.ts";
import {
	type CellRange,
	type ElementPart,
	elementParts,
} from "./elementParts.ts";
import type { ElementSumContext } from "./elementSum.ts";
import {
	type GatherTable,
	gatherTable,
	type PartTable,
	partTable,
} from "./gather.ts";
import type { projectElements } from "./projectElements.ts";

/** Loaded where elements have no positive Hessians of their own. */
export type ProjectElements = typeof projectElements;

/** A multiple of a Hessian: of the exact one, or of one made of positive semi-definite element Hessians. */
export interface HessianTerm {
	readonly scale: number;
	readonly positive: boolean;
}

/** How an edge matrix is gathered: by block, and by row that has a block of its own. */
interface EdgeGather {
	readonly part: ElementPart;
	readonly edges: PartTable;
	readonly own: PartTable;
}

/** What groups whose Hessians do not change sum up to. */
export interface ConstantPart {
	/** As a form; undefined where there are no such groups. */
	readonly form: () => ConstantForm | undefined;
	/** Calls `each` for parts of its blocks k·identity above the diagonal, also before patterns are known. */
	readonly visit: (
		each: (row: number, column: number, k: number) => void,
	) => void;
}

const { blockBytes } = constants;

const isWhole = ({ group, first, end }: CellRange): boolean =>
	first === 0 && end === group.cells;

const lengthOf = (range: CellRange): number =>
	isWhole(range)
		? range.group.summedLength("hessian")
		: range.group.lengthOfCells("hessian", range);

/** Numbers that the Hessians of a part have, and what computing them needs besides; multiples of four, for vectors. */
function sizeOf(part: ElementPart): { length: number; room: number } {
	const whole = (n: number) => 4 * Math.ceil(n / 4);
	const rooms = part.map(({ group }) => group.summedRoom("hessian"));
	return {
		length: whole(part.reduce((sum, range) => sum + lengthOf(range), 0)),
		room: whole(Math.max(0, ...rooms)),
	};
}

/** Milliseconds of decompositions after which that is said. */
const worthTelling = 5000;

export class ElementHessians {
	/** Groups whose Hessians change. */
	private readonly groups: readonly ElementGroup[];
	/** What the other groups sum up to. */
	private readonly constant: ConstantPart;
	private readonly project: ProjectElements | undefined;
	private readonly translationInvariant: boolean;
	private readonly context: ElementSumContext;
	/** By block of the matrix; an item is 2·offset, plus 1 where the block is to be transposed. */
	private blockGather: GatherTable | undefined;
	/** By row: the blocks that the diagonal block is made of. */
	private diagonalGather: GatherTable | undefined;
	/** Part by part. */
	private edgeGather: readonly EdgeGather[] | undefined;
	/** The constant part of each block of the matrix. */
	private blockCouplings: Float64Array | undefined;

	/** Milliseconds that decompositions took, by model. */
	private readonly projecting = new Map<string, number>();

	constructor(
		groups: readonly ElementGroup[],
		constant: ConstantPart,
		context: ElementSumContext,
		project: ProjectElements | undefined,
	) {
		this.project = project;
		this.groups = groups;
		this.constant = constant;
		// A sum of constant forms alone is invariant too.
		this.translationInvariant = groups.every((g) => g.translationInvariant);
		this.context = context;
	}

	/** Bytes that computing what steps need takes. */
	get roomInSteps(): number {
		return Math.max(
			0,
			...this.parts.map((part) => {
				const { length, room } = sizeOf(part);
				return 4 * (length + room);
			}),
		);
	}

	private get whole(): ElementPart {
		return this.groups.map((group) => ({ group, first: 0, end: group.cells }));
	}

	/** Where rows have blocks of their own, or Hessians have to be projected, all together. */
	private get parts(): readonly ElementPart[] {
		const { groups } = this;
		return this.translationInvariant &&
			groups.every((group) => group.offers("positiveHessian"))
			? elementParts(groups)
			: [this.whole];
	}

	/**
	 * Computes element Hessians, of all or of a part, and calls `use` with them; positive ones are those that the model offers, or the nearest to its exact
	 * ones.
	 */
	compute<T>(
		precision: Precision,
		positive: boolean,
		arrays: VertexArrays,
		use: (results: Float64Array | Float32Array) => T,
		part = this.whole,
	): T {
		const { arena } = this.context;
		const Numbers = precision === "f64" ? Float64Array : Float32Array;
		const bytes = Numbers.BYTES_PER_ELEMENT;
		const { length, room } = sizeOf(part);
		return arena.lend(bytes * (length + room), ({ pointer }) => {
			const results = new Numbers(arena.memory.buffer, pointer, length);
			let base = 0;
			for (const range of part) {
				const { group } = range;
				const offered = positive && group.offers("positiveHessian");
				const quantity = offered ? "positiveHessian" : "hessian";
				const out = pointer + bytes * base;
				if (isWhole(range))
					group.runSummed(
						quantity,
						precision,
						arrays,
						out,
						pointer + bytes * length,
					);
				else group.runCells(quantity, precision, arrays, range, out);
				if (positive && !offered) {
					const begun = performance.now();
					this.project?.(group, precision, results, base);
					this.tellCost(group, performance.now() - begun);
				}
				base += lengthOf(range);
			}
			return use(results);
		});
	}

	/** Says once that decomposing the Hessians of a model takes long, and what helps. */
	private tellCost(group: ElementGroup, took: number): void {
		const { label, elements, translationInvariant } = group;
		// Pressure is no model that anybody could give one.
		if (!translationInvariant) return;
		const spent = (this.projecting.get(label) ?? 0) + took;
		this.projecting.set(label, spent);
		if (spent < worthTelling || spent - took >= worthTelling) return;
		// biome-ignore lint/suspicious/noConsole: once, where a run would take minutes without a word
		console.warn(
			`pliant: ${label} has no \`positive\` energy, and decomposing the Hessians of its ${elements} elements took ${Math.round(spent / 1000)} s so far; give the model one`,
		);
	}

	/** Adds them to a matrix of full rows. */
	addTo(
		arrays: VertexArrays,
		{ scale, positive }: HessianTerm,
		matrix: BlockMatrix,
	): void {
		const { pattern, diagonal } = matrix;
		this.blockGather ??= this.gatherBlocks(pattern);
		this.blockCouplings ??= this.couplings(pattern);
		const gather = this.blockGather;
		const { start } = gather;
		const block = new Float64Array(9);
		this.compute("f64", positive, arrays, (results) => {
			for (let row = 0; row < pattern.rows; row++)
				for (let k = diagonal[row]; k < pattern.rowStart[row + 1]; k++) {
					if (start[k] === start[k + 1]) continue;
					this.sumBlocks(results, gather, k, block);
					matrix.addSymmetric(k, scale, block);
					if (!this.translationInvariant) continue;
					matrix.addBlock(diagonal[row], -scale, block);
					matrix.addTransposed(diagonal[pattern.columns[k]], -scale, block);
				}
		});
		if (this.blockCouplings) matrix.addCouplings(this.blockCouplings, scale);
	}

	/** Adds them, computed in f32, to an edge matrix. */
	addToEdges(
		arrays: VertexArrays,
		{ scale, positive }: HessianTerm,
		matrix: EdgeMatrix,
	): void {
		const { pattern } = matrix;
		this.edgeGather ??= this.parts.map((part) =>
			this.gatherEdges(part, pattern),
		);
		const constant = this.constant.form();
		const { team, backend } = this.context;
		const { numerics } = team;
		if (constant)
			numerics.addCouplings(
				matrix.pointer,
				scale,
				constant.ofBlocks.pointer,
				constant.ofCouplings.pointer,
			);
		for (const { part, edges, own } of this.edgeGather)
			this.compute(
				"f32",
				positive,
				arrays,
				({ byteOffset }) => {
					const gather = (blocks: number, table: PartTable) =>
						numerics.gatherBlocks(
							table.count,
							blocks + blockBytes * table.first,
							table.start,
							table.items,
							byteOffset,
							backend.lanes.f32,
							scale,
						);
					gather(matrix.blocks.pointer, edges);
					gather(matrix.ownBlocks.pointer, own);
				},
				part,
			);
	}

	/** Adds scale · diagonal blocks of the Hessian to a matrix that has only those. */
	addDiagonal(arrays: VertexArrays, scale: number, matrix: BlockMatrix): void {
		const { vertexCount } = this.context;
		this.diagonalGather ??= gatherTable(vertexCount, (give) =>
			this.visitBlocks("f64", (row, column, item) => {
				if (row === column) give(row, item);
				else if (this.translationInvariant) {
					give(row, item);
					give(column, item ^ 1);
				}
			}),
		);
		this.constant.visit((row, column, k) => {
			matrix.addIdentity(row, -scale * k);
			matrix.addIdentity(column, -scale * k);
		});
		const gather = this.diagonalGather;
		const factor = this.translationInvariant ? -scale : scale;
		const block = new Float64Array(9);
		this.compute("f64", false, arrays, (results) => {
			for (let row = 0; row < vertexCount; row++) {
				this.sumBlocks(results, gather, row, block);
				matrix.addBlock(row, factor, block);
			}
		});
	}

	/**
	 * Calls `each` for every block of an element Hessian that is on or above the matrix's diagonal. The item tells where the block is:
	 * 2·offset, plus 1 where the element has it transposed.
	 */
	private visitBlocks(
		precision: Precision,
		each: (row: number, column: number, item: number) => void,
		part = this.whole,
	): void {
		let base = 0;
		for (const range of part) {
			const { group } = range;
			const place = (cell: number, k: number) =>
				group.summedOffset("hessian", precision, cell, k);
			const origin = base - place(range.first, 0);
			const visit = (
				first: number,
				second: number,
				cell: number,
				pair: number,
			) => {
				const offset = origin + place(cell, dimension ** 2 * pair);
				if (first <= second) each(first, second, 2 * offset);
				else each(second, first, 2 * offset + 1);
			};
			visitPairs(group, visit, range);
			base += lengthOf(range);
		}
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

	private gatherEdges(part: ElementPart, pattern: EdgePattern): EdgeGather {
		const { section: arena } = pattern;
		const edges = partTable(arena, (give) =>
			this.visitBlocks(
				"f32",
				(row, column, item) => {
					if (row !== column) give(pattern.find(row, column), item);
				},
				part,
			),
		);
		const ownIndex = new Map(Array.from(pattern.ownRows, (row, i) => [row, i]));
		// What a row's blocks sum to: its diagonal block and all others.
		const own = partTable(arena, (give) => {
			if (this.translationInvariant) return;
			this.visitBlocks("f32", (row, column, item) => {
				give(ownIndex.get(row) as number, item);
				if (row !== column) give(ownIndex.get(column) as number, item ^ 1);
			});
		});
		return { part, edges, own };
	}

	/** The constant form by blocks of a matrix above its diagonal. */
	private couplings(pattern: BlockPattern): Float64Array | undefined {
		const constant = this.constant.form();
		if (!constant) return undefined;
		const couplings = new Float64Array(pattern.columns.length);
		constant.visit((row, column, k) => {
			couplings[findBlock(pattern, row, column)] = k;
		});
		return couplings;
	}

	/** Sums up the element blocks that belong to a target. Unrolled: a loop took five times as long. */
	private sumBlocks(
		r: Float64Array | Float32Array,
		{ start, items }: GatherTable,
		target: number,
		sum: Float64Array,
	): void {
		const step = this.context.backend.lanes.f64;
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
	}
}

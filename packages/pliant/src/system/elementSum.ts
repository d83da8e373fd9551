/**
 * A sum of element potentials: value, gradient, Hessian and its products at given vertex arrays, gathered in a fixed order.
 * Hessians that are constant multiples of the identity, as those of linear bending, are summed up once.
 */
import { dimension } from "../energy/program.ts";
import { constants } from "../numerics/load.ts";
import type { ArenaArray } from "./arena.ts";
import type { BlockMatrix } from "./blockMatrix.ts";
import { CompensatedSum } from "./compensatedSum.ts";
import { ConstantForm, visitCouplings } from "./constantForm.ts";
import type { EdgeMatrix, EdgePattern } from "./edgeMatrix.ts";
import {
	ElementGroup,
	type ElementGroupSource,
	type ElementValues,
	type KernelContext,
	type Quantity,
	type VertexArrays,
	visitPairs,
} from "./elementGroup.ts";
import {
	ElementHessians,
	type HessianTerm,
	type ProjectElements,
} from "./elementHessians.ts";
import { type ElementPart, elementParts } from "./elementParts.ts";
import { type PartTable, partTable } from "./gather.ts";

export interface ElementSumContext extends KernelContext {
	readonly vertexCount: number;
	/** The pattern of matrices, once all sums are there. */
	readonly edges: () => EdgePattern;
}

export class ElementSum {
	readonly groups: readonly ElementGroup[];
	/** Those whose Hessians change, and those that make up the constant form. */
	private readonly changing: readonly ElementGroup[];
	private readonly unchanging: readonly ElementGroup[];
	private constantForm: ConstantForm | undefined;
	/** Whether the Hessian's rows of blocks sum to zero. The groups of a sum are alike in this. */
	readonly translationInvariant: boolean;
	/** Element by element: runs their kernels, and gathers what they write. */
	readonly hessians: ElementHessians;
	private readonly context: ElementSumContext;
	/** Groups whose Hessians change in parts, and how their forces are gathered. */
	private readonly parts: readonly {
		readonly ranges: ElementPart;
		readonly gather: PartTable;
	}[];
	private readonly partialSums: ArenaArray<Float64Array>;

	static async create(
		sources: readonly ElementGroupSource[],
		context: ElementSumContext,
	): Promise<ElementSum> {
		const groups: ElementGroup[] = [];
		for (const source of sources)
			groups.push(await ElementGroup.create(source, context));
		const isProjected = groups.some(
			(group) => !group.offers("positiveHessian") && !group.offers("couplings"),
		);
		const projecting = isProjected
			? await import("./projectElements.ts")
			: undefined;
		return new ElementSum(groups, context, projecting?.projectElements);
	}

	private constructor(
		groups: readonly ElementGroup[],
		context: ElementSumContext,
		project: ProjectElements | undefined,
	) {
		const { arena } = context;
		this.groups = groups;
		this.changing = groups.filter((group) => !group.offers("couplings"));
		this.unchanging = groups.filter((group) => group.offers("couplings"));
		this.translationInvariant = groups.every((g) => g.translationInvariant);
		if (
			groups.some((g) => g.translationInvariant !== this.translationInvariant)
		)
			throw new Error(
				"system: a sum mixes potentials that are invariant under translation with others; make two sums of them",
			);
		this.context = context;
		this.hessians = new ElementHessians(
			this.changing,
			{
				form: () => this.constant,
				visit: (each) =>
					this.constantForm
						? this.constantForm.visit(each)
						: visitCouplings(this.unchanging, arena, each),
			},
			context,
			project,
		);
		const most = Math.max(0, ...groups.map((group) => group.slots));
		this.partialSums = arena.f64(2 * Math.ceil(most / constants.energyChunk));
		this.parts = elementParts(this.changing).map((ranges) => ({
			ranges,
			gather: partTable(arena, (give) => visitResults(ranges, give)),
		}));
		for (const { ranges } of this.parts)
			arena.reserve(8 * lengthOf(ranges, "gradient"));
		arena.reserve(this.hessians.roomInSteps);
	}

	/** Made when first used: kernels run only once those of all sums are loaded. */
	private get constant(): ConstantForm | undefined {
		const { unchanging, context } = this;
		if (unchanging.length === 0) return undefined;
		this.constantForm ??= new ConstantForm(
			unchanging,
			context.edges(),
			context,
		);
		return this.constantForm;
	}

	/** The pattern of matrices is another from now on, and parameters may be. */
	patternChanged(): void {
		this.constantForm = undefined;
		this.hessians.patternChanged();
	}

	/** Gives elements other parameters, group by group; `patternChanged` is to be called then. */
	setParameters(ofGroups: readonly ElementValues[]): void {
		for (const [i, group] of this.groups.entries())
			group.setParameters(ofGroups[i]);
	}

	/** What elements remember, group by group. */
	get memories(): Float64Array[] {
		return this.groups.flatMap(({ memory }) => memory ?? []);
	}

	/** Updates the memory of elements at the end of a substep. Returns the energy [J] that they lose by it. */
	remember(arrays: VertexArrays): number {
		const groups = this.groups.filter(({ memory }) => memory);
		if (groups.length === 0) return 0;
		const before = this.sumEnergies(groups, arrays).total;
		for (const group of groups) group.remember(arrays, this.context.arena);
		return before - this.sumEnergies(groups, arrays).total;
	}

	/** To be called when memories were changed. */
	recall(): void {
		for (const group of this.groups) group.recall();
	}

	private length(quantity: Quantity, groups = this.changing): number {
		return groups.reduce((n, group) => n + group.outputLength(quantity), 0);
	}

	/** Runs the kernels of groups whose Hessians change, or others, and calls `use` with the pointer to what they have written, group after group. */
	compute<T>(
		quantity: Quantity,
		arrays: VertexArrays,
		use: (results: number) => T,
		groups = this.changing,
	): T {
		const bytes = 8 * this.length(quantity, groups);
		return this.context.arena.lend(bytes, (room) => {
			let { pointer } = room;
			for (const group of groups) {
				group.run(quantity, "f64", arrays, pointer);
				pointer += 8 * group.outputLength(quantity);
			}
			return use(room.pointer);
		});
	}

	/** The potential, summed with compensation: line searches compare values that agree to many digits. */
	value(arrays: VertexArrays): number {
		const pairs = this.unchanging.flatMap(({ ofPairs }) => ofPairs ?? []);
		// Energies of more vertices are squares of small sums, which would be lost among differences of large ones.
		if (pairs.length === 0 || pairs.length < this.unchanging.length)
			return this.sumEnergies(this.groups, arrays).total;
		const sum = this.sumEnergies(this.changing, arrays);
		for (const { energyAtZero } of pairs) sum.add(energyAtZero);
		const x = this.groups[0].variable(arrays);
		for (const term of this.constant?.energies(x) ?? []) sum.add(term);
		return sum.total;
	}

	private sumEnergies(
		groups: readonly ElementGroup[],
		arrays: VertexArrays,
	): CompensatedSum {
		const { numerics, memory } = this.context.team;
		const partials = this.partialSums;
		const sum = new CompensatedSum();
		const add = (pointer: number) => {
			let results = pointer;
			for (const group of groups) {
				const { slots } = group;
				group.clearCopies(new Float64Array(memory.buffer, results, slots));
				numerics.sumChunks(slots, results, partials.pointer);
				const chunks = Math.ceil(slots / constants.energyChunk);
				for (let i = 0; i < 2 * chunks; i++) sum.add(partials.array[i]);
				results += 8 * group.outputLength("energy");
			}
		};
		this.compute("energy", arrays, add, groups);
		return sum;
	}

	/**
	 * Calls `each` for all elements with the gradient of their energy, xyz per node, and how many successive elements are
	 * integration points of one cell. The array serves all of them.
	 */
	visitGradients(
		arrays: VertexArrays,
		each: (
			group: number,
			element: number,
			samples: number,
			gradient: Float64Array,
		) => void,
	): void {
		const { arena } = this.context;
		for (const [index, group] of this.groups.entries())
			arena.lend(8 * group.outputLength("gradient"), (room) => {
				group.run("gradient", "f64", arrays, room.pointer);
				const results = room.array;
				const gradient = new Float64Array(dimension * group.nodes);
				const stride = group.lanes.f64;
				for (let element = 0; element < group.elements; element++) {
					const at = group.outputOffset("gradient", "f64", element, 0);
					for (let k = 0; k < gradient.length; k++)
						gradient[k] = results[at + k * stride];
					each(index, element, group.samples, gradient);
				}
			});
	}

	/** Calls `each` for all elements with their energy [J], and how many successive elements are integration points of one cell. */
	visitEnergies(
		arrays: VertexArrays,
		each: (
			group: number,
			element: number,
			samples: number,
			energy: number,
		) => void,
	): void {
		const { arena } = this.context;
		for (const [index, group] of this.groups.entries())
			arena.lend(8 * group.outputLength("energy"), (room) => {
				group.run("energy", "f64", arrays, room.pointer);
				for (let element = 0; element < group.elements; element++) {
					const at = group.outputOffset("energy", "f64", element, 0);
					each(index, element, group.samples, room.array[at]);
				}
			});
	}

	/** Adds the gradient to `out`, xyz per vertex. */
	addGradient(arrays: VertexArrays, out: ArenaArray<Float64Array>): void {
		this.addGathered("gradient", arrays, out);
		this.constant?.addProduct(this.groups[0].variable(arrays), out);
	}

	/** Adds the Hessian times a direction to `out`, without a matrix. */
	addProduct(
		arrays: VertexArrays,
		direction: ArenaArray<Float64Array>,
		out: ArenaArray<Float64Array>,
	): void {
		this.addGathered("product", { ...arrays, direction }, out);
		this.constant?.addProduct(direction, out);
	}

	private addGathered(
		quantity: "gradient" | "product",
		arrays: VertexArrays,
		out: ArenaArray<Float64Array>,
	): void {
		const { team, backend, arena } = this.context;
		for (const { ranges, gather } of this.parts)
			arena.lend(8 * lengthOf(ranges, quantity), (room) => {
				let { pointer } = room;
				for (const range of ranges) {
					range.group.runCells(quantity, "f64", arrays, range, pointer);
					pointer += 8 * range.group.lengthOfCells(quantity, range);
				}
				team.numerics.gatherVertices(
					gather.count,
					gather.start,
					gather.items,
					room.pointer,
					backend.lanes.f64,
					out.pointer + 8 * dimension * gather.first,
				);
			});
	}

	/** Calls `each` for every two vertices that an element couples; on request only those whose Hessians change. */
	visitCouplings(
		which: "all" | "changing",
		each: (row: number, column: number) => void,
	): void {
		for (const group of which === "all" ? this.groups : this.changing)
			visitPairs(group, (first, second) => each(first, second));
	}

	/** Whether positive Hessians can be had without projecting element by element. */
	get offersPositive(): boolean {
		return this.groups.every((group) => group.offers("positiveHessian"));
	}

	/** True if some positive Hessians leave out strain of second order, which exact ones hold against. */
	get prefersPositive(): boolean {
		return this.groups.some((group) => group.readsBefore);
	}

	/** Adds a multiple of the Hessian to a matrix. */
	addHessian(
		arrays: VertexArrays,
		term: HessianTerm,
		matrix: BlockMatrix,
	): void {
		if (this.groups.length > 0) this.hessians.addTo(arrays, term, matrix);
	}

	/** Adds a multiple of the Hessian, computed in f32, to an edge matrix. */
	addEdges(arrays: VertexArrays, term: HessianTerm, matrix: EdgeMatrix): void {
		if (this.groups.length > 0) this.hessians.addToEdges(arrays, term, matrix);
	}

	/** Adds scale · diagonal blocks of the Hessian to a matrix that has only those. */
	addDiagonal(arrays: VertexArrays, scale: number, matrix: BlockMatrix): void {
		if (this.groups.length > 0)
			this.hessians.addDiagonal(arrays, scale, matrix);
	}
}

const lengthOf = (part: ElementPart, quantity: Quantity): number =>
	part.reduce(
		(sum, range) => sum + range.group.lengthOfCells(quantity, range),
		0,
	);

/** Calls `give` for all nodes of a part's elements with their vertex, and the place of what is computed for them. */
function visitResults(
	part: ElementPart,
	give: (vertex: number, place: number) => void,
): void {
	let base = 0;
	for (const range of part) {
		const { group } = range;
		const { nodes, samples, vertices, lanes } = group;
		const place = (element: number) =>
			group.outputOffset("gradient", "f64", element, 0);
		const step = dimension * lanes.f64;
		const origin = base - place(range.first * samples);
		const end = range.end * samples;
		for (let element = range.first * samples; element < end; element++) {
			const first = origin + place(element);
			for (let node = 0; node < nodes; node++)
				give(vertices[element * nodes + node], first + node * step);
		}
		base += group.lengthOfCells("gradient", range);
	}
}

/** One potential on many elements: their data in the layout of a backend, and its kernels. */

import type { NodePair } from "../energy/energy.ts";
import {
	type ElementPotential,
	type ElementPrograms,
	elementPrograms,
	hessianPairs,
	type Program,
} from "../energy/program.ts";
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { Backend, Kernel, Precision } from "./backend.ts";
import type { CellRange } from "./elementParts.ts";

export interface ElementGroupSource extends ElementValues {
	/** What error messages call it, such as `membrane trbs of "sheet"`. */
	readonly label: string;
	readonly potential: ElementPotential;
	/** Global vertices, element after element. */
	readonly vertices: Uint32Array;
	/** Successive elements that are integration points of one cell. */
	readonly samples: number;
}

/** What distinguishes elements besides their vertices. */
export interface ElementValues {
	/** Parameters, element after element; where elements are pairs, computed when somebody asks. */
	readonly parameters: Float64Array | (() => Float64Array);
	/** Those after them that all have in common. */
	readonly common?: Float64Array;
	readonly ofPairs?: PairValues | undefined;
}

/** Of elements with the energy ½ k (|x_a − x_b|² − |X_a − X_b|²). */
export interface PairValues {
	/** k [N/m] of each. */
	readonly stiffness: ArrayLike<number>;
	/** Their energy [J] with all vertices in one place. */
	readonly energyAtZero: number;
}

/** Where kernels run. */
export interface KernelContext {
	readonly arena: Arena;
	readonly backend: Backend;
	readonly team: Team;
}

/** The vertex arrays at which potentials are evaluated, by the names that these give them. */
export type VertexArrays = Readonly<Record<string, ArenaArray<Float64Array>>>;

/** What is computed: the keys of the programs. */
export type Quantity = keyof ElementPrograms;

/** Groups of cells side by side whose samples are summed up at once. */
const sumBlocks = 4;

export class ElementGroup {
	readonly label: string;
	readonly potential: ElementPotential;
	readonly vertices: Uint32Array;
	readonly nodes: number;
	readonly elements: number;
	/** Successive elements that are integration points of one cell, and cells. */
	readonly samples: number;
	readonly cells: number;
	readonly pairs: readonly NodePair[];
	readonly translationInvariant: boolean;
	readonly lanes: Readonly<Record<Precision, number>>;
	/** Parameters that each element has of its own, and those after them that all have in common. */
	private readonly parameterCount: number;
	readonly common: ArenaArray<Float64Array>;
	/** Elements, with copies that fill up the widest group. Lanes side by side have the same sample of cells side by side. */
	readonly slots: number;
	private readonly team: Team;
	private readonly programs: ElementPrograms;
	private readonly kernels: Kernels;
	private readonly arena: Arena;
	/** Of elements that are pairs, k and where parameters come from when somebody asks. */
	private pairValues: ElementValues | undefined;
	private data: ElementData | undefined;
	/** What its elements remember, element after element, as part of the state. */
	readonly memory: Float64Array | undefined;

	static async create(
		source: ElementGroupSource,
		{ arena, backend, team }: KernelContext,
	): Promise<ElementGroup> {
		const { potential, common } = source;
		const programs = elementPrograms(potential, common?.length);
		const { hessian, positiveHessian, couplings } = programs;
		const kernels = {
			f64: await backend.compile({ ...programs }, "f64", team),
			// For matrices that precondition, or that refinement makes up for. What is constant is computed once.
			f32: couplings
				? {}
				: await backend.compile(
						{ hessian, ...(positiveHessian && { positiveHessian }) },
						"f32",
						team,
					),
		};
		const { lanes } = backend;
		return new ElementGroup(source, { arena, lanes, team }, programs, kernels);
	}

	private constructor(
		source: ElementGroupSource,
		{
			arena,
			lanes,
			team,
		}: Pick<KernelContext, "arena" | "team"> & Pick<Backend, "lanes">,
		programs: ElementPrograms,
		kernels: Kernels,
	) {
		const { potential, vertices } = source;
		this.label = source.label;
		this.potential = potential;
		this.samples = source.samples;
		this.vertices = vertices;
		this.nodes = potential.arrays[0].nodes.length;
		this.elements = vertices.length / this.nodes;
		this.cells = this.elements / this.samples;
		this.team = team;
		this.translationInvariant = potential.translationInvariant;
		this.pairs = hessianPairs(this.nodes, this.translationInvariant);
		this.lanes = lanes;
		this.slots = this.cellSlots * this.samples;
		this.common = arena.f64(source.common?.length ?? 0);
		this.parameterCount =
			potential.parameters.length - this.common.array.length;
		this.programs = programs;
		this.kernels = kernels;
		this.arena = arena;
		this.setValues(source);
		const { memory } = potential;
		if (memory) {
			this.memory = new Float64Array(this.elements * memory.next.length);
			this.visitMemory((parameter, i) => {
				(this.memory as Float64Array)[i] = this.parameters.array[parameter];
			});
		}
	}

	/** Of elements that are pairs. */
	get ofPairs(): PairValues | undefined {
		return this.pairValues?.ofPairs;
	}

	private setValues(values: ElementValues): void {
		if (values.ofPairs) this.pairValues = values;
		if (!values.ofPairs || this.data) this.write(values);
	}

	private write({ parameters, common }: ElementValues): ElementData {
		this.data ??= this.emptyData();
		if (common) this.common.array.set(common);
		this.interleave(
			typeof parameters === "function" ? parameters() : parameters,
			this.data.parameters.array,
			this.parameterCount,
		);
		return this.data;
	}

	private emptyData(): ElementData {
		const { arena, slots, nodes, parameterCount, vertices } = this;
		const indices = arena.u32(slots * nodes);
		const parameters = arena.f64(slots * parameterCount);
		this.interleave(vertices, indices.array, nodes);
		return { indices, parameters };
	}

	/** What kernels read; of pairs, made when first used. */
	private get kernelData(): ElementData {
		return this.data ?? this.write(this.pairValues as ElementValues);
	}

	private get parameters(): ArenaArray<Float64Array> {
		return this.kernelData.parameters;
	}

	/** Calls `each` with the place of every remembered parameter and its place in the memory. */
	private visitMemory(each: (parameter: number, i: number) => void): void {
		const { memory } = this.potential;
		if (!memory) return;
		const { elements, parameterCount } = this;
		const lanes = this.lanes.f64;
		const count = memory.next.length;
		for (let element = 0; element < elements; element++) {
			const group = Math.floor(element / lanes);
			const at = (group * parameterCount + memory.first) * lanes;
			for (let k = 0; k < count; k++)
				each(at + k * lanes + (element % lanes), element * count + k);
		}
	}

	/** Takes over what a step that ended at the arrays leaves in the memory. */
	remember(arrays: VertexArrays, arena: Arena): void {
		const { memory } = this;
		if (!memory || this.elements === 0) return;
		const count = memory.length / this.elements;
		const lanes = this.lanes.f64;
		arena.lend(8 * this.outputLength("memory"), (room) => {
			this.run("memory", "f64", arrays, room.pointer);
			for (let element = 0; element < this.elements; element++) {
				const at = this.outputOffset("memory", "f64", element, 0);
				for (let k = 0; k < count; k++)
					memory[element * count + k] = room.array[at + k * lanes];
			}
		});
		this.recall();
	}

	/** To be called when the memory was changed. */
	recall(): void {
		const { memory } = this;
		if (!memory) return;
		this.visitMemory((parameter, i) => {
			this.parameters.array[parameter] = memory[i];
		});
	}

	/** Cells, with copies that fill up the widest group. */
	private get cellSlots(): number {
		return Math.ceil(this.cells / this.lanes.f32) * this.lanes.f32;
	}

	private slotOf(element: number): number {
		if (this.samples === 1) return element;
		const width = this.lanes.f32;
		const cell = Math.floor(element / this.samples);
		const block = Math.floor(cell / width);
		const sample = element % this.samples;
		return (block * this.samples + sample) * width + (cell % width);
	}

	/** The element in a slot; of one that only fills up, the one that it is a copy of. */
	private elementIn(slot: number): number {
		if (this.samples === 1) return Math.min(slot, this.cells - 1);
		const cell = Math.min(this.cellIn(slot), this.cells - 1);
		const sample = Math.floor(slot / this.lanes.f32) % this.samples;
		return cell * this.samples + sample;
	}

	private cellIn(slot: number): number {
		const width = this.lanes.f32;
		const block = Math.floor(slot / (width * this.samples));
		return block * width + (slot % width);
	}

	/** Sets what was computed for slots that only fill up to zero; one number each. */
	clearCopies(results: Float64Array): void {
		const width = this.lanes.f32 * this.samples;
		for (let slot = this.slots - width; slot < this.slots; slot++)
			if (slot >= 0 && this.cellIn(slot) >= this.cells) results[slot] = 0;
	}

	/** One of an element's parameters. */
	parameter(element: number, index: number): number {
		if (index >= this.parameterCount)
			return this.common.array[index - this.parameterCount];
		const lanes = this.lanes.f64;
		const slot = this.slotOf(element);
		const at = (Math.floor(slot / lanes) * this.parameterCount + index) * lanes;
		return this.parameters.array[at + (slot % lanes)];
	}

	/** Gives elements other parameters; what they remember stays. */
	setParameters(values: ElementValues): void {
		this.setValues(values);
		this.recall();
	}

	/** Gives each element a new value of one of its parameters. */
	setParameter(index: number, values: ArrayLike<number>): void {
		const lanes = this.lanes.f64;
		for (let slot = 0; slot < this.slots; slot++) {
			const group = Math.floor(slot / lanes);
			const at = (group * this.parameterCount + index) * lanes;
			this.parameters.array[at + (slot % lanes)] = values[this.elementIn(slot)];
		}
	}

	/** Whether the potential has a program for this. */
	offers(quantity: Quantity): boolean {
		return quantity in this.programs;
	}

	/** True if positive Hessians depend on the move that led to x. */
	get readsBefore(): boolean {
		return this.programs.positiveHessian?.arrays.includes("before") ?? false;
	}

	private program(quantity: Quantity): Program {
		const program = this.programs[quantity];
		if (!program)
			throw new Error(
				`system: ${this.label} has no ${quantity}; ask whether it offers one`,
			);
		return program;
	}

	/** Numbers that `run` writes. */
	outputLength(quantity: Quantity): number {
		return this.slots * this.program(quantity).outputs.length;
	}

	/** Where output k of an element is written; further outputs follow in steps of `lanes`. */
	outputOffset(
		quantity: Quantity,
		precision: Precision,
		element: number,
		k: number,
	): number {
		return this.offsetOf(quantity, precision, this.slotOf(element), k);
	}

	private offsetOf(
		quantity: Quantity,
		precision: Precision,
		slot: number,
		k: number,
	): number {
		const lanes = this.lanes[precision];
		const count = this.program(quantity).outputs.length;
		return (Math.floor(slot / lanes) * count + k) * lanes + (slot % lanes);
	}

	/** Numbers that `runSummed` writes, and what it needs besides. */
	summedLength(quantity: Quantity): number {
		return this.cellSlots * this.program(quantity).outputs.length;
	}

	summedRoom(quantity: Quantity): number {
		if (this.samples === 1) return 0;
		const blocks = Math.min(sumBlocks, this.cellSlots / this.lanes.f32);
		return blocks * this.blockLength(quantity) * this.samples;
	}

	/** Numbers of cells side by side. */
	private blockLength(quantity: Quantity): number {
		return this.lanes.f32 * this.program(quantity).outputs.length;
	}

	/** Where output k of a cell is written by `runSummed`. */
	summedOffset(
		quantity: Quantity,
		precision: Precision,
		cell: number,
		k: number,
	): number {
		return this.offsetOf(quantity, precision, cell, k);
	}

	/**
	 * Like `run`, with the outputs of a cell's samples summed up: some cells at a time, so that what samples give is still in the cache. (Gathering the
	 * samples' Hessians one by one was a third of a step's time with quadratic elements.)
	 * @param room for `summedRoom` numbers
	 */
	runSummed(
		quantity: Quantity,
		precision: Precision,
		arrays: VertexArrays,
		outputPointer: number,
		room: number,
	): void {
		if (this.samples === 1) {
			this.run(quantity, precision, arrays, outputPointer);
			return;
		}
		const { samples, lanes } = this;
		const blocks = this.cellSlots / lanes.f32;
		const bytes = (precision === "f64" ? 8 : 4) * this.blockLength(quantity);
		for (let first = 0; first < blocks; first += sumBlocks) {
			const count = Math.min(sumBlocks, blocks - first);
			const slots = [first, count].map((n) => n * samples * lanes.f32);
			this.runSlots(quantity, precision, arrays, slots, room);
			this.team.numerics.sumSamples(
				count,
				samples,
				bytes,
				Number(precision === "f64"),
				room,
				outputPointer + first * bytes,
			);
		}
	}

	/** Numbers that `runCells` writes. */
	lengthOfCells(quantity: Quantity, { first, end }: CellRange): number {
		if (first === 0 && end === this.cells) return this.outputLength(quantity);
		return this.slotsOf(first, end) * this.program(quantity).outputs.length;
	}

	private slotsOf(first: number, end: number): number {
		const width = this.lanes.f32;
		return Math.ceil((end - first) / width) * width;
	}

	/** Like `run`, for some cells; where these are not all, they have one sample each. */
	runCells(
		quantity: Quantity,
		precision: Precision,
		arrays: VertexArrays,
		{ first, end }: CellRange,
		outputPointer: number,
	): void {
		if (first === 0 && end === this.cells)
			this.run(quantity, precision, arrays, outputPointer);
		else
			this.runSlots(
				quantity,
				precision,
				arrays,
				[first, this.slotsOf(first, end)],
				outputPointer,
			);
	}

	/** Hessians can be had in f32, everything in f64. */
	run(
		quantity: Quantity,
		precision: Precision,
		arrays: VertexArrays,
		outputPointer: number,
	): void {
		if (this.elements === 0) return;
		this.runSlots(quantity, precision, arrays, [0, this.slots], outputPointer);
	}

	private runSlots(
		quantity: Quantity,
		precision: Precision,
		arrays: VertexArrays,
		[first, count]: readonly number[],
		outputPointer: number,
	): void {
		const { indices, parameters } = this.kernelData;
		this.kernels[precision][quantity](
			...this.program(quantity).arrays.map(
				(name) => this.given(name, arrays).pointer,
			),
			...(this.common.array.length > 0 ? [this.common.pointer] : []),
			indices.pointer + 4 * this.nodes * first,
			parameters.pointer + 8 * this.parameterCount * first,
			outputPointer,
			count / this.lanes[precision],
		);
	}

	/** The one of the vertex arrays that the potential is differentiated in. */
	variable(arrays: VertexArrays): ArenaArray<Float64Array> {
		return this.given(this.potential.arrays[0].name, arrays);
	}

	/** Kernels know arrays by their pointers alone, and would read anything. */
	private given(name: string, arrays: VertexArrays): ArenaArray<Float64Array> {
		// Without a move, it begins at x.
		const array = arrays[name] ?? (name === "before" ? arrays.x : undefined);
		if (!array)
			throw new Error(
				`system: ${this.label} reads the vertex array '${name}', and was given ${Object.keys(arrays).join(", ") || "none"}; evaluate it at '${name}' too`,
			);
		return array;
	}

	/** From [element][item] to [group][item][lane of f64]; what is left of the last groups is filled up with the last cell. */
	private interleave(
		from: ArrayLike<number>,
		to: Uint32Array | Float64Array,
		items: number,
	): void {
		const lanes = this.lanes.f64;
		for (let first = 0; first < this.slots; first += lanes)
			for (let lane = 0; lane < lanes; lane++) {
				const element = this.elementIn(first + lane);
				for (let i = 0; i < items; i++)
					to[first * items + i * lanes + lane] = from[element * items + i];
			}
	}
}

/** In the layout of the backend. */
interface ElementData {
	readonly indices: ArenaArray<Uint32Array>;
	readonly parameters: ArenaArray<Float64Array>;
}

type Kernels = Readonly<Record<Precision, Readonly<Record<string, Kernel>>>>;

/** Calls `each` for the pairs of nodes that have a block in the Hessian of a cell. */
export function visitPairs(
	{ pairs, vertices, nodes, cells, samples }: ElementGroup,
	each: (first: number, second: number, cell: number, pair: number) => void,
	range = { first: 0, end: cells },
): void {
	for (let cell = range.first; cell < range.end; cell++)
		for (let pair = 0; pair < pairs.length; pair++) {
			const [a, b] = pairs[pair];
			const first = vertices[cell * samples * nodes + a];
			const second = vertices[cell * samples * nodes + b];
			// Two nodes on one vertex: rows that sum to zero account for their coupling by themselves.
			if (first !== second || a === b) each(first, second, cell, pair);
		}
}

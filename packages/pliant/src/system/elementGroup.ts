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

export interface ElementGroupSource {
	/** What error messages call it, such as `membrane trbs of "sheet"`. */
	readonly label: string;
	readonly potential: ElementPotential;
	/** Global vertices, element after element. */
	readonly vertices: Uint32Array;
	/** Parameters, element after element. */
	readonly parameters: Float64Array;
	/** Successive elements that are integration points of one cell. */
	readonly samples: number;
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

export class ElementGroup {
	readonly label: string;
	readonly potential: ElementPotential;
	readonly vertices: Uint32Array;
	readonly nodes: number;
	readonly elements: number;
	/** Successive elements that are integration points of one cell. */
	readonly samples: number;
	readonly pairs: readonly NodePair[];
	readonly translationInvariant: boolean;
	readonly lanes: Readonly<Record<Precision, number>>;
	private readonly parameterCount: number;
	/** Elements and copies of the last that fill up the widest group. */
	private readonly slots: number;
	private readonly programs: ElementPrograms;
	private readonly kernels: Kernels;
	private readonly indices: ArenaArray<Uint32Array>;
	/** What its elements remember, element after element, as part of the state. */
	readonly memory: Float64Array | undefined;
	private readonly parameters: ArenaArray<Float64Array>;

	static async create(
		source: ElementGroupSource,
		{ arena, backend, team }: KernelContext,
	): Promise<ElementGroup> {
		const programs = elementPrograms(source.potential);
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
		return new ElementGroup(source, arena, backend.lanes, programs, kernels);
	}

	private constructor(
		source: ElementGroupSource,
		arena: Arena,
		lanes: Readonly<Record<Precision, number>>,
		programs: ElementPrograms,
		kernels: Kernels,
	) {
		const { potential, vertices, parameters } = source;
		this.label = source.label;
		this.potential = potential;
		this.samples = source.samples;
		this.vertices = vertices;
		this.nodes = potential.arrays[0].nodes.length;
		this.elements = vertices.length / this.nodes;
		this.translationInvariant = potential.translationInvariant;
		this.pairs = hessianPairs(this.nodes, this.translationInvariant);
		this.lanes = lanes;
		this.slots = Math.ceil(this.elements / lanes.f32) * lanes.f32;
		this.parameterCount = potential.parameters.length;
		this.programs = programs;
		this.kernels = kernels;
		this.indices = arena.u32(this.slots * this.nodes);
		this.parameters = arena.f64(this.slots * this.parameterCount);
		this.interleave(vertices, this.indices.array, this.nodes);
		this.interleave(parameters, this.parameters.array, this.parameterCount);
		const { memory } = potential;
		if (memory) {
			this.memory = new Float64Array(this.elements * memory.next.length);
			this.visitMemory((parameter, i) => {
				(this.memory as Float64Array)[i] = this.parameters.array[parameter];
			});
		}
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

	/** One of an element's parameters. */
	parameter(element: number, index: number): number {
		const lanes = this.lanes.f64;
		const group = Math.floor(element / lanes);
		const at = (group * this.parameterCount + index) * lanes;
		return this.parameters.array[at + (element % lanes)];
	}

	/** Gives all elements the same parameter, or each the parameters that are its own, element after element. */
	setParameters(values: ArrayLike<number>): void {
		if (values.length === 1) this.parameters.array.fill(values[0]);
		else this.interleave(values, this.parameters.array, this.parameterCount);
	}

	/** Whether the potential has a program for this. */
	offers(quantity: Quantity): boolean {
		return quantity in this.programs;
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
		const lanes = this.lanes[precision];
		const group = Math.floor(element / lanes);
		const count = this.program(quantity).outputs.length;
		return (group * count + k) * lanes + (element % lanes);
	}

	/** Hessians can be had in f32, everything in f64. */
	run(
		quantity: Quantity,
		precision: Precision,
		arrays: VertexArrays,
		outputPointer: number,
	): void {
		if (this.elements === 0) return;
		this.kernels[precision][quantity](
			...this.program(quantity).arrays.map(
				(name) => this.given(name, arrays).pointer,
			),
			this.indices.pointer,
			this.parameters.pointer,
			outputPointer,
			Math.ceil(this.elements / this.lanes[precision]),
		);
	}

	/** The one of the vertex arrays that the potential is differentiated in. */
	variable(arrays: VertexArrays): ArenaArray<Float64Array> {
		return this.given(this.potential.arrays[0].name, arrays);
	}

	/** Kernels know arrays by their pointers alone, and would read anything. */
	private given(name: string, arrays: VertexArrays): ArenaArray<Float64Array> {
		const array = arrays[name];
		if (!array)
			throw new Error(
				`system: ${this.label} reads the vertex array '${name}', and was given ${Object.keys(arrays).join(", ") || "none"}; evaluate it at '${name}' too`,
			);
		return array;
	}

	/** From [element][item] to [group][item][lane of f64]; what is left of the last groups is filled up with the last element. */
	private interleave(
		from: ArrayLike<number>,
		to: Uint32Array | Float64Array,
		items: number,
	): void {
		const lanes = this.lanes.f64;
		for (let slot = 0; slot < this.slots; slot++) {
			const element = Math.min(slot, this.elements - 1);
			const group = Math.floor(slot / lanes);
			for (let i = 0; i < items; i++)
				to[(group * items + i) * lanes + (slot % lanes)] =
					from[element * items + i];
		}
	}
}

type Kernels = Readonly<Record<Precision, Readonly<Record<string, Kernel>>>>;

/** Calls `each` for the pairs of nodes that have a block in the Hessian of an element. */
export function visitPairs(
	{ pairs, vertices, nodes, elements }: ElementGroup,
	each: (first: number, second: number, element: number, pair: number) => void,
): void {
	for (let element = 0; element < elements; element++)
		for (let pair = 0; pair < pairs.length; pair++) {
			const [a, b] = pairs[pair];
			const first = vertices[element * nodes + a];
			const second = vertices[element * nodes + b];
			// Two nodes on one vertex: rows that sum to zero account for their coupling by themselves.
			if (first !== second || a === b) each(first, second, element, pair);
		}
}

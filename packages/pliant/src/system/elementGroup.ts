/** One potential on many elements: their data in the layout of a backend, and its kernels. */

import type { NodePair } from "../energy/energy.ts";
import {
	type ElementPotential,
	type ElementPrograms,
	elementPrograms,
	hessianPairs,
} from "../energy/program.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { Team } from "../numerics/team.ts";
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

/** Vertex arrays that the potentials read, by name. */
export type VertexArrays = Readonly<Record<string, ArenaArray<Float64Array>>>;

/** What is computed: the keys of the programs. */
export type Quantity = keyof ElementPrograms;

/** What is also computed in f32, for matrices that only precondition or that refinement makes up for. */
const singleQuantities = ["hessian"] as const;
export type SingleQuantity = (typeof singleQuantities)[number];

export class ElementGroup {
	readonly label: string;
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
	private readonly parameters: ArenaArray<Float64Array>;

	static async create(
		source: ElementGroupSource,
		arena: Arena,
		backend: Backend,
		team: Team,
	): Promise<ElementGroup> {
		const programs = elementPrograms(source.potential);
		const single = Object.fromEntries(
			singleQuantities.map((quantity) => [quantity, programs[quantity]]),
		) as Pick<ElementPrograms, SingleQuantity>;
		const kernels = {
			f64: await backend.compile({ ...programs }, "f64", team),
			f32: await backend.compile(single, "f32", team),
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
	}

	/** Gives all parameters of all elements the same value. */
	fillParameters(value: number): void {
		this.parameters.array.fill(value);
	}

	/** Numbers that `run` writes. */
	outputLength(quantity: Quantity): number {
		return this.slots * this.programs[quantity].outputs.length;
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
		const count = this.programs[quantity].outputs.length;
		return (group * count + k) * lanes + (element % lanes);
	}

	run(quantity: Quantity, arrays: VertexArrays, outputPointer: number): void {
		this.runKernel(this.kernels.f64[quantity], quantity, "f64", arrays, outputPointer);
	}

	/** The same in f32. */
	runSingle(
		quantity: SingleQuantity,
		arrays: VertexArrays,
		outputPointer: number,
	): void {
		this.runKernel(this.kernels.f32[quantity], quantity, "f32", arrays, outputPointer);
	}

	private runKernel(
		kernel: Kernel,
		quantity: Quantity,
		precision: Precision,
		arrays: VertexArrays,
		outputPointer: number,
	): void {
		if (this.elements === 0) return;
		kernel(
			...this.programs[quantity].arrays.map((name) => arrays[name].pointer),
			this.indices.pointer,
			this.parameters.pointer,
			outputPointer,
			Math.ceil(this.elements / this.lanes[precision]),
		);
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

interface Kernels {
	readonly f64: Readonly<Record<Quantity, Kernel>>;
	readonly f32: Readonly<Record<SingleQuantity, Kernel>>;
}

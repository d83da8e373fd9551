/**
 * The elements of a group as one of their nodes sees them, ordered by the colour of the vertex there: a kernel that gives the
 * gradient and the diagonal block of that node alone, for the elements of one colour at a time.
 */
import { nodeOutputs, nodePrograms } from "../energy/program.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { Kernel } from "./backend.ts";
import type {
	ElementGroup,
	KernelContext,
	VertexArrays,
} from "./elementGroup.ts";
import { gatherTable } from "./gather.ts";
import type { VertexColours } from "./vertexColours.ts";

export class NodeGroup {
	readonly group: ElementGroup;
	private readonly node: number;
	private readonly lanes: number;
	private readonly kernel: Kernel;
	/** The vertex arrays that the kernel takes. */
	private readonly arrays: readonly string[];
	/** Elements by SIMD group and lane; a colour's last group is filled up with copies of an element. */
	private readonly slots: Uint32Array;
	/** First slot of each colour, then the number of slots. */
	private readonly colourStart: Uint32Array;
	/** Elements of each colour. */
	private readonly counts: Uint32Array;
	private readonly indices: ArenaArray<Uint32Array>;
	private readonly parameters: ArenaArray<Float64Array>;

	/** One for every node of the group's elements. */
	static async createAll(
		group: ElementGroup,
		colours: VertexColours,
		{ arena, backend, team }: KernelContext,
	): Promise<NodeGroup[]> {
		const programs = nodePrograms(group.potential);
		const kernels = await backend.compile(
			Object.fromEntries(programs.map((program, i) => [`node${i}`, program])),
			"f64",
			team,
		);
		const lanes = backend.lanes.f64;
		return programs.map(
			({ arrays }, node) =>
				new NodeGroup(group, node, colours, arena, lanes, arrays, kernels),
		);
	}

	private constructor(
		group: ElementGroup,
		node: number,
		{ colourOf, count }: VertexColours,
		arena: Arena,
		lanes: number,
		arrays: readonly string[],
		kernels: Readonly<Record<string, Kernel>>,
	) {
		this.group = group;
		this.node = node;
		this.lanes = lanes;
		this.arrays = arrays;
		this.kernel = kernels[`node${node}`];
		const { start, items } = gatherTable(count, (give) => {
			for (let element = 0; element < group.elements; element++) {
				const colour = colourOf[this.vertex(element)];
				if (colour >= 0) give(colour, element);
			}
		});
		this.counts = new Uint32Array(count);
		this.colourStart = new Uint32Array(count + 1);
		for (let colour = 0; colour < count; colour++) {
			this.counts[colour] = start[colour + 1] - start[colour];
			this.colourStart[colour + 1] =
				this.colourStart[colour] +
				lanes * Math.ceil(this.counts[colour] / lanes);
		}
		this.slots = new Uint32Array(this.colourStart[count]);
		for (let colour = 0; colour < count; colour++)
			for (
				let slot = this.colourStart[colour];
				slot < this.colourStart[colour + 1];
				slot++
			) {
				const at = start[colour] + slot - this.colourStart[colour];
				this.slots[slot] = items[Math.min(at, start[colour + 1] - 1)];
			}
		const { nodes, vertices, potential } = group;
		this.indices = arena.u32(this.slots.length * nodes);
		this.parameters = arena.f64(
			this.slots.length * potential.parameters.length,
		);
		this.interleave(
			nodes,
			(element, i) => vertices[element * nodes + i],
			this.indices.array,
		);
		this.refreshParameters();
	}

	/** Whether steps change its parameters. */
	get remembers(): boolean {
		return this.group.memory !== undefined;
	}

	/** Takes the group's parameters as they are now. */
	refreshParameters(): void {
		const { group } = this;
		this.interleave(
			group.potential.parameters.length,
			(element, i) => group.parameter(element, i),
			this.parameters.array,
		);
	}

	/** Into [SIMD group][item][lane]. */
	private interleave(
		items: number,
		from: (element: number, item: number) => number,
		to: Uint32Array | Float64Array,
	): void {
		const { lanes, slots } = this;
		for (let slot = 0; slot < slots.length; slot++) {
			const first = (slot - (slot % lanes)) * items + (slot % lanes);
			for (let i = 0; i < items; i++)
				to[first + i * lanes] = from(slots[slot], i);
		}
	}

	private vertex(element: number): number {
		return this.group.vertices[element * this.group.nodes + this.node];
	}

	/** Numbers that the kernel writes for a colour. */
	outputLength(colour: number): number {
		const { colourStart } = this;
		return nodeOutputs * (colourStart[colour + 1] - colourStart[colour]);
	}

	/** Calls `each` for the elements of a colour, with the vertex at the node and the place of their first output; others follow in steps of lanes. */
	visit(colour: number, each: (vertex: number, offset: number) => void): void {
		const { lanes, slots, colourStart } = this;
		for (let i = 0; i < this.counts[colour]; i++)
			each(
				this.vertex(slots[colourStart[colour] + i]),
				(i - (i % lanes)) * nodeOutputs + (i % lanes),
			);
	}

	/** A function that runs the kernel for the elements of a colour; nothing where there are none. */
	kernelFor(
		colour: number,
		arrays: VertexArrays,
		outputPointer: number,
	): (() => void) | undefined {
		const { group, lanes, colourStart, indices, parameters, kernel } = this;
		if (this.counts[colour] === 0) return undefined;
		const first = colourStart[colour];
		const pointersAndGroups = [
			...this.arrays.map((name) => arrays[name].pointer),
			indices.pointer + 4 * group.nodes * first,
			parameters.pointer + 8 * group.potential.parameters.length * first,
			outputPointer,
			(colourStart[colour + 1] - first) / lanes,
		];
		return () => kernel(...pointersAndGroups);
	}
}

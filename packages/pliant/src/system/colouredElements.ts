/**
 * The elements around the vertices of each colour: gradients and diagonal blocks of a colour's vertices, while all others are held.
 * An element counts with as many colours as it has nodes. (One with two nodes on a vertex counts twice there, without the coupling
 * of the two: forces are right, and the block is only a guess of how far to go.)
 */
import type { ArenaArray } from "./arena.ts";
import type { KernelContext, VertexArrays } from "./elementGroup.ts";
import { gatherTable } from "./gather.ts";
import type { Model, SumArrays } from "./model.ts";
import { NodeGroup } from "./nodeGroup.ts";
import { colourVertices, type VertexColours } from "./vertexColours.ts";

export interface Colour {
	/** Run, they leave the results of the elements around its vertices in `results`. */
	readonly kernels: readonly (() => void)[];
	/** First of its vertices in the list of all that move, and the one after the last. */
	readonly first: number;
	readonly last: number;
}

/** The node groups of one of a model's sums, and the arrays that they are evaluated at. */
interface Part {
	readonly name: keyof SumArrays;
	readonly groups: readonly NodeGroup[];
	readonly arrays: VertexArrays;
}

export class ColouredElements {
	readonly colours: readonly Colour[];
	/** The vertices that move, colour by colour, ascending in each. */
	readonly vertices: ArenaArray<Uint32Array>;
	/** The results of one colour. */
	readonly results: ArenaArray<Float64Array>;
	/**
	 * For each of the vertices its items: 2·place in the results, plus 1 for dissipation. The gradient's and the block's nine
	 * numbers follow from there in steps of lanes.
	 */
	readonly itemStart: ArenaArray<Uint32Array>;
	readonly items: ArenaArray<Uint32Array>;
	private readonly followers: readonly NodeGroup[];
	/** Those whose parameters change. */
	private readonly changing: readonly NodeGroup[];

	/** Takes all vertices but those that are fixed; the elements' kernels read the given arrays. */
	static async create(
		model: Model,
		fixed: Iterable<number>,
		at: SumArrays,
		context: KernelContext,
	): Promise<ColouredElements> {
		const colours = colourVertices(model.pattern, fixed);
		const parts: Part[] = [];
		for (const name of ["elastic", "follower", "dissipation"] as const) {
			const groups: NodeGroup[] = [];
			for (const group of model[name].groups)
				groups.push(...(await NodeGroup.createAll(group, colours, context)));
			parts.push({ name, groups, arrays: at[name] });
		}
		return new ColouredElements(model, colours, parts, context);
	}

	private constructor(
		model: Model,
		{ colourOf, count }: VertexColours,
		parts: readonly Part[],
		{ arena }: KernelContext,
	) {
		const list = gatherTable(count, (give) => {
			for (let vertex = 0; vertex < colourOf.length; vertex++)
				if (colourOf[vertex] >= 0) give(colourOf[vertex], vertex);
		});
		const position = new Uint32Array(model.vertexCount);
		for (const [i, vertex] of list.items.entries()) position[vertex] = i;
		/** Calls `each` for all groups, with the place of their results; returns the length of these. */
		const visit = (
			colour: number,
			each: (group: NodeGroup, part: Part, base: number) => void,
		): number => {
			let base = 0;
			for (const part of parts)
				for (const group of part.groups) {
					each(group, part, base);
					base += group.outputLength(colour);
				}
			return base;
		};
		const table = gatherTable(list.items.length, (give) => {
			for (let colour = 0; colour < count; colour++)
				visit(colour, (group, { name }, base) =>
					group.visit(colour, (vertex, offset) => {
						const mark = name === "dissipation" ? 1 : 0;
						give(position[vertex], 2 * (base + offset) + mark);
					}),
				);
		});
		let longest = 0;
		for (let colour = 0; colour < count; colour++)
			longest = Math.max(
				longest,
				visit(colour, () => {}),
			);
		this.vertices = arena.indices(list.items);
		this.itemStart = arena.indices(table.start);
		this.items = arena.indices(table.items);
		this.results = arena.f64(longest);
		this.followers = parts
			.filter(({ name }) => name === "follower")
			.flatMap(({ groups }) => groups);
		this.changing = parts.flatMap(({ groups }) =>
			groups.filter(
				(group) => this.followers.includes(group) || group.remembers,
			),
		);
		this.colours = Array.from({ length: count }, (_, colour) => {
			const kernels: (() => void)[] = [];
			visit(colour, (group, { arrays }, base) => {
				const out = this.results.pointer + 8 * base;
				const kernel = group.kernelFor(colour, arrays, out);
				if (kernel) kernels.push(kernel);
			});
			return {
				kernels,
				first: list.start[colour],
				last: list.start[colour + 1],
			};
		});
	}

	get hasPressure(): boolean {
		return this.followers.length > 0;
	}

	/** Takes over the pressures that act now, and what elements remember. */
	refreshParameters(): void {
		for (const group of this.changing) group.refreshParameters();
	}
}

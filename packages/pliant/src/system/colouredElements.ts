/**
 * The elements around the vertices of each colour: gradients and diagonal blocks of a colour's vertices, while all others are held.
 * An element counts with as many colours as it has nodes. (One with two nodes on a vertex counts twice there, without the coupling
 * of the two: forces are right, and the block is only a guess of how far to go.)
 */
import type { ArenaArray } from "./arena.ts";
import type { ElementSum } from "./elementSum.ts";
import { gatherTable } from "./gather.ts";
import type { Model } from "./model.ts";
import { NodeGroup, type NodeGroupPlace } from "./nodeGroup.ts";
import { colourVertices, type VertexColours } from "./vertexColours.ts";

export interface Colour {
	/** Run, they leave the results of the elements around its vertices in `results`. */
	readonly kernels: readonly (() => void)[];
	/** First of its vertices in the list of all that move, and the one after the last. */
	readonly first: number;
	readonly last: number;
}

/** The node groups of a sum. */
interface Part {
	readonly sum: ElementSum;
	readonly groups: readonly NodeGroup[];
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

	/** For all vertices but those that are fixed. */
	static async create(
		model: Model,
		fixed: Iterable<number>,
		place: NodeGroupPlace,
	): Promise<ColouredElements> {
		const colours = colourVertices(model.pattern, fixed);
		const parts: Part[] = [];
		for (const sum of [model.elastic, model.follower, model.dissipation]) {
			const groups: NodeGroup[] = [];
			for (const group of sum.groups)
				groups.push(...(await NodeGroup.createAll(group, colours, place)));
			parts.push({ sum, groups });
		}
		return new ColouredElements(model, colours, parts, place);
	}

	private constructor(
		model: Model,
		{ colourOf, count }: VertexColours,
		parts: readonly Part[],
		{ arena }: NodeGroupPlace,
	) {
		const list = gatherTable(count, (give) => {
			for (let vertex = 0; vertex < colourOf.length; vertex++)
				if (colourOf[vertex] >= 0) give(colourOf[vertex], vertex);
		});
		const place = new Uint32Array(model.vertexCount);
		for (const [i, vertex] of list.items.entries()) place[vertex] = i;
		/** Calls `each` for all groups, with the place of their results; returns the length of these. */
		const visit = (
			colour: number,
			each: (group: NodeGroup, sum: ElementSum, base: number) => void,
		): number => {
			let base = 0;
			for (const { sum, groups } of parts)
				for (const group of groups) {
					each(group, sum, base);
					base += group.outputLength(colour);
				}
			return base;
		};
		const table = gatherTable(list.items.length, (give) => {
			for (let colour = 0; colour < count; colour++)
				visit(colour, (group, sum, base) =>
					group.visit(colour, (vertex, offset) => {
						const mark = sum === model.dissipation ? 1 : 0;
						give(place[vertex], 2 * (base + offset) + mark);
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
			.filter(({ sum }) => sum === model.follower)
			.flatMap(({ groups }) => groups);
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

	/** Takes over the pressures that act now. */
	refreshPressures(): void {
		for (const group of this.followers) group.refreshParameters();
	}
}

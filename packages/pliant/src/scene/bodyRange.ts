import type { Vector3 } from "../mesh/mesh.ts";
import type { Body } from "./body.ts";
import {
	type PlacedNodes,
	type PreparedModel,
	prepareModels,
} from "./preparedModels.ts";
import {
	elementsByVertex,
	inversePermutation,
	isLocal,
	vertexOrder,
} from "./vertexOrder.ts";

/**
 * Where a body's vertices are among all, and in which order. Only messages and results speak of the body's own numbers. The inner nodes
 * of its models follow the vertices of all bodies, so that whoever goes through vertices alone does not meet them.
 */
export class BodyRange {
	readonly body: Body;
	/** The range's beginning among all vertices. */
	readonly first: number;
	readonly count: number;
	/** The beginning of its inner nodes, and the two of the body's vertices that each of them is between. */
	readonly firstInner: number;
	readonly innerEnds: Uint32Array;
	/** The inner nodes that are middles of edges. */
	readonly middles: ReadonlySet<number>;
	/** Those of them that are not in the middle. */
	private readonly placed: readonly PlacedNodes[];
	models: readonly PreparedModel[];
	/** The body's vertex at each place of the range; undefined where the body's own order is kept. */
	readonly order: Uint32Array | undefined;
	/** The place of each of the body's vertices in the range. */
	private readonly places: Uint32Array | undefined;
	/** The node of each of the body's vertices, where some are nodes of others. */
	private joined: Uint32Array | undefined;
	/** The same of inner nodes: by their vertices. */
	private readonly innerPlaces: Uint32Array | undefined;

	/** Nodes in the middle of edges, as the body's models number them; found when first asked for. */
	private edgeMiddles: Map<number, number> | undefined;

	constructor(body: Body, first: number, firstInner: number) {
		const { models, innerNodes, middles, placed } = prepareModels(body);
		this.middles = middles;
		this.body = body;
		this.models = models;
		this.first = first;
		this.count = body.vertexCount;
		this.firstInner = firstInner;
		this.innerEnds = innerNodes;
		this.placed = placed;
		this.order = vertexOrder(body.mesh, body.massOn);
		if (!this.order) return;
		const places = inversePermutation(this.order);
		this.places = places;
		this.innerPlaces = inversePermutation(
			elementsByVertex(
				innerNodes.map((vertex) => places[vertex]),
				2,
				this.count,
			),
		);
	}

	/** Takes other values of the body's models; false where these then need other nodes. */
	renewModels(): boolean {
		const { models, innerNodes } = prepareModels(this.body);
		const isSame =
			areEqual(innerNodes, this.innerEnds) &&
			models.every(({ elements }, i) =>
				areEqual(elements, this.models[i].elements),
			);
		if (isSame) this.models = models;
		return isSame;
	}

	/** Lets vertices be other nodes than their own: those of `targets`, by node. */
	join(targets: Uint32Array): void {
		this.joined = Uint32Array.from(
			{ length: this.count },
			(_, vertex) => targets[this.among(vertex)],
		);
	}

	get isWelded(): boolean {
		return this.joined !== undefined;
	}

	/** Nodes of vertices that are others now, and where these vertices begin [m]. */
	leftNodes(): [node: number, start: Vector3][] {
		const { joined, body } = this;
		return Array.from(joined ?? []).flatMap((joint, vertex) => {
			const node = this.unwelded(vertex);
			const [x, y, z] = body.positions.subarray(3 * vertex, 3 * vertex + 3);
			return joint === node ? [] : [[node, [x, y, z]]];
		});
	}

	get innerCount(): number {
		return this.innerEnds.length / 2;
	}

	/** The inner nodes and the vertices that each of them is between, as numbered among all. */
	innerNodes(): [node: number, ends: readonly number[]][] {
		return Array.from({ length: this.innerCount }, (_, inner) => [
			this.among(this.count + inner),
			[0, 1].map((side) => this.among(this.innerEnds[2 * inner + side])),
		]);
	}

	/** A vertex of the body, or an inner node, as numbered among all. */
	among(vertex: number): number {
		const { count, innerPlaces, joined } = this;
		if (vertex < count) return joined?.[vertex] ?? this.unwelded(vertex);
		const inner = vertex - count;
		return this.firstInner + (innerPlaces ? innerPlaces[inner] : inner);
	}

	/** The node that a vertex has to itself, though it may be another's now. */
	unwelded(vertex: number): number {
		return this.first + (this.places?.[vertex] ?? vertex);
	}

	/** The node in the middle of an edge, as numbered among all. */
	middle(a: number, b: number): number {
		return this.among(this.ownMiddle(a, b));
	}

	/** The same as the body numbers it: a vertex, or a number after those of vertices. */
	ownMiddle(a: number, b: number): number {
		this.edgeMiddles ??= this.findMiddles();
		const found = this.edgeMiddles.get(this.edgeKey(a, b));
		if (found === undefined)
			throw new Error(
				`${this.body.label}: there is no node between vertices ${a} and ${b}`,
			);
		return found;
	}

	/** Where a vertex or the middle of an edge is at rest [m]. */
	restPosition(node: number): Vector3 {
		const { positions } = this.body.mesh;
		const at = (v: number, k: number) => positions[3 * v + k];
		if (node < this.count) return [at(node, 0), at(node, 1), at(node, 2)];
		const inner = node - this.count;
		const [a, b] = this.innerEnds.subarray(2 * inner, 2 * inner + 2);
		const middle = (k: number) => 0.5 * (at(a, k) + at(b, k));
		return [middle(0), middle(1), middle(2)];
	}

	private edgeKey(a: number, b: number): number {
		return Math.min(a, b) * this.count + Math.max(a, b);
	}

	private findMiddles(): Map<number, number> {
		const { middles, innerEnds, count, body } = this;
		const { midpoints = new Uint32Array(0) } = body.mesh;
		const found = new Map<number, number>();
		for (let i = 0; i < midpoints.length; i += 3)
			found.set(this.edgeKey(midpoints[i], midpoints[i + 1]), midpoints[i + 2]);
		for (const inner of middles)
			found.set(
				this.edgeKey(innerEnds[2 * inner], innerEnds[2 * inner + 1]),
				count + inner,
			);
		return found;
	}

	/** Vertices of the body, as numbered among all. */
	allAmong(vertices: Uint32Array): Uint32Array {
		if (this.hasOwnNumbers) return vertices;
		return vertices.map((vertex) => this.among(vertex));
	}

	/** Whether nodes are numbered among all as the body numbers them. */
	private get hasOwnNumbers(): boolean {
		const { first, count, firstInner, places, innerPlaces, joined } = this;
		return (
			first === 0 && firstInner === count && !places && !innerPlaces && !joined
		);
	}

	/** The order to keep elements in, given their vertices; undefined where it is the one they have. */
	elementOrder(vertices: Uint32Array, nodes: number): Uint32Array | undefined {
		const { places, innerPlaces, count, innerCount } = this;
		const total = count + innerCount;
		if (!places && isLocal(vertices, nodes, total)) return undefined;
		const placed = (node: number) =>
			node < count
				? (places?.[node] ?? node)
				: count + (innerPlaces?.[node - count] ?? node - count);
		return elementsByVertex(
			places ? vertices.map(placed) : vertices,
			nodes,
			total,
		);
	}

	/** Whether a vertex, as numbered among all, is the body's, or an inner node of its. */
	has(vertex: number): boolean {
		const within = (first: number, count: number) =>
			vertex >= first && vertex < first + count;
		return (
			within(this.first, this.count) || within(this.firstInner, this.innerCount)
		);
	}

	/** The body's own number of a vertex that is numbered among all; of an inner node, that of a vertex beside it. */
	own(vertex: number): number {
		const place = vertex - this.first;
		if (place >= this.count) {
			const inner = vertex - this.firstInner;
			return this.innerEnds[2 * (this.innerPlaces?.indexOf(inner) ?? inner)];
		}
		return this.order ? this.order[place] : place;
	}

	/** Copies values of the body, xyz per vertex, to their places among those of all; inner nodes get the mean of their ends. */
	scatter(own: Float64Array, all: Float64Array): void {
		for (let vertex = 0; vertex < this.count; vertex++) {
			const to = 3 * this.among(vertex);
			for (let k = 0; k < 3; k++) all[to + k] = own[3 * vertex + k];
		}
		for (let inner = 0; inner < this.innerCount; inner++) {
			const to = 3 * this.among(this.count + inner);
			const [a, b] = this.innerEnds.subarray(2 * inner, 2 * inner + 2);
			for (let k = 0; k < 3; k++)
				all[to + k] = 0.5 * (own[3 * a + k] + own[3 * b + k]);
		}
	}

	/** Puts all nodes where they are [m] when the body's vertices are somewhere, xyz per vertex. */
	place(positions: Float64Array, all: Float64Array): void {
		this.scatter(positions, all);
		for (const [inner, x] of this.placedNodes(positions))
			all.set(x, 3 * this.among(this.count + inner));
	}

	/** Puts the nodes that vertices have to themselves where these are at rest [m]. */
	placeUnwelded(all: Float64Array): void {
		const { positions } = this.body.mesh;
		for (let vertex = 0; vertex < this.count; vertex++)
			all.set(
				positions.subarray(3 * vertex, 3 * vertex + 3),
				3 * this.unwelded(vertex),
			);
	}

	/** Inner nodes that are not in the middle, and where they are [m] when the body's vertices are somewhere. */
	placedNodes(positions: Float64Array): Map<number, Vector3> {
		const found = new Map<number, Vector3>();
		for (const { first, positions: placeAll } of this.placed) {
			const x = placeAll(positions);
			for (let i = 0; i < x.length / 3; i++)
				found.set(first + i, [x[3 * i], x[3 * i + 1], x[3 * i + 2]]);
		}
		return found;
	}

	/** Copies values of the body, xyz per vertex, from among those of all. */
	gather(all: Float64Array, own: Float64Array): void {
		for (let vertex = 0; vertex < this.count; vertex++) {
			const from = 3 * this.among(vertex);
			for (let k = 0; k < 3; k++) own[3 * vertex + k] = all[from + k];
		}
	}
}

const areEqual = (a: Uint32Array, b: Uint32Array): boolean =>
	a.length === b.length && a.every((value, i) => value === b[i]);

import type { Body } from "./body.ts";
import {
	elementsByVertex,
	inversePermutation,
	isLocal,
	vertexOrder,
} from "./vertexOrder.ts";

/** Where a body's vertices are among all, and in which order. Only messages and results speak of the body's own numbers. */
export class BodyRange {
	readonly body: Body;
	/** The range's beginning among all vertices. */
	readonly first: number;
	readonly count: number;
	/** The body's vertex at each place of the range; undefined where the body's own order is kept. */
	readonly order: Uint32Array | undefined;
	/** The place of each of the body's vertices in the range. */
	private readonly places: Uint32Array | undefined;

	constructor(body: Body, first: number) {
		this.body = body;
		this.first = first;
		this.count = body.vertexCount;
		this.order = vertexOrder(body.mesh, body.massOn);
		this.places = this.order && inversePermutation(this.order);
	}

	/** A vertex of the body, as numbered among all. */
	among(vertex: number): number {
		return this.first + (this.places ? this.places[vertex] : vertex);
	}

	/** Vertices of the body, as numbered among all. */
	allAmong(vertices: Uint32Array): Uint32Array {
		return vertices.map((vertex) => this.among(vertex));
	}

	/** The order to keep elements in, given their vertices; undefined where it is the one they have. */
	elementOrder(vertices: Uint32Array, nodes: number): Uint32Array | undefined {
		const { places, count } = this;
		if (!places && isLocal(vertices, nodes, count)) return undefined;
		return elementsByVertex(
			places ? vertices.map((vertex) => places[vertex]) : vertices,
			nodes,
			count,
		);
	}

	/** The body's own number of a vertex that is numbered among all. */
	own(vertex: number): number {
		const place = vertex - this.first;
		return this.order ? this.order[place] : place;
	}

	/** Copies values of the body, xyz per vertex, to their places among those of all. */
	scatter(own: Float64Array, all: Float64Array): void {
		for (let vertex = 0; vertex < this.count; vertex++) {
			const to = 3 * this.among(vertex);
			for (let k = 0; k < 3; k++) all[to + k] = own[3 * vertex + k];
		}
	}

	/** Copies values of the body, xyz per vertex, from among those of all. */
	gather(all: Float64Array, own: Float64Array): void {
		for (let vertex = 0; vertex < this.count; vertex++) {
			const from = 3 * this.among(vertex);
			for (let k = 0; k < 3; k++) own[3 * vertex + k] = all[from + k];
		}
	}
}

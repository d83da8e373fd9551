/** A point that belongs to a body and follows it: what attachments, loads and probes act on. */
import type { Vector3 } from "../mesh/mesh.ts";

/** A body as its points know it. */
export interface PointOwner {
	readonly name: string;
	readonly label: string;
}

export class MaterialPoint {
	readonly body: PointOwner;
	/** Where it is at rest [m]. */
	readonly rest: Vector3;
	/** The body's vertices that a point of a mesh is a combination of, and their shares. */
	readonly vertices: readonly number[] | undefined;
	readonly weights: readonly number[];

	constructor(
		body: PointOwner,
		rest: Vector3,
		vertices?: readonly number[],
		weights: readonly number[] = [],
	) {
		this.body = body;
		this.rest = rest;
		this.vertices = vertices;
		this.weights = weights;
	}
}

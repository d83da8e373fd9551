/** Points in the cells of meshes: fixed combinations of vertices. */
import type { FollowingPoints } from "./followingPoints.ts";

/** A point as a combination of nodes. */
export interface WeightedNodes {
	readonly nodes: readonly number[];
	/** They sum to one. */
	readonly weights: readonly number[];
}

export class MeshPoints implements FollowingPoints {
	readonly count: number;
	/** Where the nodes of each point begin; then all of them with their weights. */
	private readonly starts: Uint32Array;
	private readonly nodes: Uint32Array;
	private readonly weights: Float64Array;
	/** Positions of nodes [m]. */
	private readonly x: () => Float64Array;
	private readonly J = new Float64Array(9);

	constructor(points: readonly WeightedNodes[], x: () => Float64Array) {
		this.count = points.length;
		this.starts = new Uint32Array(points.length + 1);
		for (const [i, { nodes }] of points.entries())
			this.starts[i + 1] = this.starts[i] + nodes.length;
		this.nodes = Uint32Array.from(points.flatMap(({ nodes }) => nodes));
		this.weights = Float64Array.from(points.flatMap(({ weights }) => weights));
		this.x = x;
	}

	positions(out: Float64Array): void {
		this.velocities(this.x(), out);
	}

	velocities(v: Float64Array, out: Float64Array): void {
		const { starts, nodes, weights } = this;
		for (let i = 0; i < this.count; i++) {
			let a = 0;
			let b = 0;
			let c = 0;
			for (let n = starts[i]; n < starts[i + 1]; n++) {
				const at = 3 * nodes[n];
				a += weights[n] * v[at];
				b += weights[n] * v[at + 1];
				c += weights[n] * v[at + 2];
			}
			out[3 * i] = a;
			out[3 * i + 1] = b;
			out[3 * i + 2] = c;
		}
	}

	addForces(forces: Float64Array, out: Float64Array): void {
		const { starts, nodes, weights } = this;
		for (let i = 0; i < this.count; i++)
			for (let n = starts[i]; n < starts[i + 1]; n++)
				for (let k = 0; k < 3; k++)
					out[3 * nodes[n] + k] += weights[n] * forces[3 * i + k];
	}

	visitNodes(point: number, each: (node: number) => void): void {
		const { starts, nodes } = this;
		for (let n = starts[point]; n < starts[point + 1]; n++) each(nodes[n]);
	}

	visitJacobian(
		point: number,
		each: (node: number, J: Float64Array) => void,
	): void {
		const { starts, nodes, weights, J } = this;
		for (let n = starts[point]; n < starts[point + 1]; n++) {
			J[0] = J[4] = J[8] = weights[n];
			each(nodes[n], J);
		}
	}
}

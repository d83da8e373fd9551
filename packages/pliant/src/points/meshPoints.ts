/** Points in the cells of meshes: fixed combinations of vertices. */
import type { FollowingPoints } from "./followingPoints.ts";

/** A point as a combination of nodes. */
export interface WeightedNodes {
	readonly nodes: readonly number[];
	/** They sum to one. */
	readonly weights: readonly number[];
}

export class MeshPoints implements FollowingPoints {
	private readonly points: readonly WeightedNodes[];
	/** Positions of nodes [m]. */
	private readonly x: () => Float64Array;
	private readonly J = new Float64Array(9);

	constructor(points: readonly WeightedNodes[], x: () => Float64Array) {
		this.points = points;
		this.x = x;
	}

	get count(): number {
		return this.points.length;
	}

	positions(out: Float64Array): void {
		this.velocities(this.x(), out);
	}

	velocities(v: Float64Array, out: Float64Array): void {
		for (const [i, { nodes, weights }] of this.points.entries())
			for (let k = 0; k < 3; k++)
				out[3 * i + k] = nodes.reduce(
					(sum, node, n) => sum + weights[n] * v[3 * node + k],
					0,
				);
	}

	addForces(forces: Float64Array, out: Float64Array): void {
		for (const [i, { nodes, weights }] of this.points.entries())
			for (const [n, node] of nodes.entries())
				for (let k = 0; k < 3; k++)
					out[3 * node + k] += weights[n] * forces[3 * i + k];
	}

	visitNodes(point: number, each: (node: number) => void): void {
		for (const node of this.points[point].nodes) each(node);
	}

	visitJacobian(
		point: number,
		each: (node: number, J: Float64Array) => void,
	): void {
		const { nodes, weights } = this.points[point];
		for (const [n, node] of nodes.entries()) {
			this.J[0] = this.J[4] = this.J[8] = weights[n];
			each(node, this.J);
		}
	}
}

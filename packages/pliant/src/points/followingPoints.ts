/** Points that follow the nodes of a simulation, whatever moves them: position, velocity, and how forces come back to nodes. */
export interface FollowingPoints {
	readonly count: number;
	/** Gives back the memory of points that are used no more, where they have some of their own. */
	release?(): void;
	/** Writes positions [m], xyz per point, where the nodes are. */
	positions(out: Float64Array): void;
	/** out = J·v: velocities of points from those of nodes, xyz each. */
	velocities(v: Float64Array, out: Float64Array): void;
	/** out += Jᵀ·f: forces on nodes from those on points. */
	addForces(forces: Float64Array, out: Float64Array): void;
	/** Calls `each` with the nodes that a point may follow. */
	visitNodes(point: number, each: (node: number) => void): void;
	/** Calls `each` with the nodes that a point follows now and the derivative of its position by each, 3×3 by rows. */
	visitJacobian(
		point: number,
		each: (node: number, J: Float64Array) => void,
	): void;
	/** Calls `each` with blocks f·∂²x of a point, where they are known. */
	visitCurvature?(
		point: number,
		force: ArrayLike<number>,
		each: (row: number, column: number, block: Float64Array) => void,
	): void;
}
